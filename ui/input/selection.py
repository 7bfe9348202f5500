"""The selection: clicks, taps, keys and drags as one walk along the paths of the legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.contract import Path
from ui.words.targets import Target, read_path


class Press(NamedTuple):
    """Result of a press: `extended`, `switched`, `cleared`, `complete` or `refused`.

    `number`: the index of the completed path, else −1.
    """

    kind: str
    number: int = -1


Steps = tuple[Target, ...]


class Selection:
    """A prefix of the legal paths, and the targets that may be pressed next.

    Paths are unique and prefix-free (contract rule 7), so a prefix is either a whole path or has
    continuations, never both.
    """

    __slots__ = ("_next", "given", "paths", "prefix")

    def __init__(self, paths: Sequence[Path], alone: bool = False) -> None:
        """`alone`: a piece that is the only one to be chosen is chosen from the start."""
        self.paths = tuple(map(read_path, paths))
        # prefix -> next target -> indexes of the paths that go through it
        self._next: dict[Steps, dict[Target, list[int]]] = {}
        for index, path in enumerate(self.paths):
            for length, target in enumerate(path):
                self._next.setdefault(path[:length], {}).setdefault(target, []).append(index)
        only = tuple(self.starts()) if alone and len(self.starts()) == 1 else ()
        self.given: Steps = only if only in self._next and only and only[0].square else ()
        self.prefix = self.given

    def choices(self) -> dict[Target, list[int]]:
        """Return the next targets, each with the indexes of the paths through it."""
        return self._next.get(self.prefix, {})

    def starts(self) -> dict[Target, list[int]]:
        """Return the first targets of all paths, with the indexes of the paths."""
        return self._next.get((), {})

    def completes(self, target: Target) -> bool:
        """Return whether pressing `target` now completes an action."""
        return target in self.choices() and self.prefix + (target,) not in self._next

    def back(self) -> bool:
        """Remove the last target of the prefix; return False if nobody has chosen one."""
        if self.prefix == self.given:
            return False
        self.prefix = self.prefix[:-1]
        return True

    def clear(self) -> None:
        self.prefix = self.given

    def press(self, target: Target) -> Press:
        """Press a target, in this order of precedence.

        A next step extends the prefix, and the last target again removes it. Otherwise the last
        step that `target` could replace is replaced, and the steps after it are dropped.
        """
        if target in self.choices():
            return self._enter(self.prefix + (target,), "extended")
        if self.prefix and self.prefix[-1] == target:
            return Press("cleared" if self.back() else "extended")
        for length in range(len(self.prefix) - 1, -1, -1):
            kept = self.prefix[:length]
            if target in self._next[kept]:
                return self._enter(kept + (target,), "switched")
        return Press("refused")

    def _enter(self, prefix: Steps, kind: str) -> Press:
        if prefix in self._next:
            self.prefix = prefix
            return Press(kind)
        self.prefix = self.given
        return Press("complete", self.paths.index(prefix))
