"""Target: what a press, a drag or a key is about, such as `sq:e4`, `act:undo`, `opt:queen`.

The text form is the page's `data-target` and the step of a `Path` of the contract. It is read once,
where events enter (`ui.shell.app.App`) or where paths of a game are taken (`ui.input.selection`),
and written where markup is made. In between nobody looks at the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.core.contract import Path

LONGEST = 1000  # characters; no target of the page or of a game is nearly as long

PLAYED = frozenset({"sq", "pc", "card", "kind", "btn", "opt"})  # steps of a game
KINDS = PLAYED | {
    "act", "look",  # buttons of a screen, turns of its log
    "item", "about",  # a thing that cannot be pressed, an entry of the legend
    "clause", "section",  # places in a rulebook
    "example", "preset", "row",  # the set-up form
    "key", "set", "share", "far", "far-side", "far-clock",  # dialogs
    "dialog", "notice", "page",  # the app itself
}  # fmt: skip


class Target(NamedTuple):
    """A thing that can be pressed: its kind (`sq`) and its name there (`e4`).

    Text that is no target has the empty kind, so it is equal to nothing that a screen knows. The
    empty target is false: nothing is meant.
    """

    kind: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Target:
        """Read a `data-target` or a step of a path. Never raises: text of a stranger is a target
        that nobody knows."""
        return _parsed(text) if len(text) <= LONGEST else NOTHING

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.kind else self.name

    def __bool__(self) -> bool:
        return bool(self.kind or self.name)

    @property
    def square(self) -> str:
        """Name of the square; empty when it is none."""
        return self.name if self.kind == "sq" else ""

    @property
    def word(self) -> str:
        """First part of the name: `delete` of `act:delete:7`."""
        return cut(self.name)[0]

    @property
    def subject(self) -> str:
        """What stands behind the word: `7` of `act:delete:7`; often empty."""
        return cut(self.name)[1]


NOTHING = Target("", "")


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Target:
    """The same few hundred targets come with every position."""
    kind, colon, name = text.partition(":")
    return Target(kind, name) if colon and kind else Target("", text)


def cut(name: str) -> tuple[str, str]:
    """Return the first part of a name and the rest: `fold:qr` → `fold`, `qr`."""
    word, _, rest = name.partition(":")
    return word, rest


def square_target(name: str) -> Target:
    return Target("sq", name)


def read_path(path: Iterable[str]) -> tuple[Target, ...]:
    """Read a path of the contract: a game's own text, which is short."""
    return tuple(map(_parsed, path))


def write_path(steps: Iterable[Target]) -> Path:
    """Write a path for the contract."""
    return tuple(map(str, steps))


def squares_in(path: Iterable[Target]) -> list[str]:
    """Names of the squares among targets, in their order."""
    return [one.name for one in path if one.kind == "sq"]
