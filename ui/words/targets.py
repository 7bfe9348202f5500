"""Targets: typed form of what a press, drag or key acts on: `sq:e4`, `act:undo`, `opt:queen`.

The text form is the page's `data-target` attribute and a step of a contract `Path`. It is parsed
once, where events enter (`ui.shell.app.App`) or a game's paths are read (`ui.input.selection`), and
written where markup is made. All code in between uses `Target`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.core.contract import Path

LONGEST = 1000  # characters; real targets are far shorter

PLAYED = frozenset({"sq", "pc", "card", "kind", "btn", "opt"})  # steps of a game
KINDS = PLAYED | {
    "act", "look",  # buttons of a screen, turns of its log
    "item", "about",  # a thing that cannot be pressed, an entry of the legend
    "clause", "section",  # places in a rulebook
    "example", "preset", "row",  # the set-up form
    "key", "set", "share", "gif", "forum", "print", "far", "far-side",  # dialogs
    "dialog", "notice", "page", "clear",  # the app itself; a field that is emptied
}  # fmt: skip


class Target(NamedTuple):
    """Something that can be pressed: its kind (`sq`) and its name within the kind (`e4`).

    Text that is not a target has an empty kind, so it equals no target of a screen. The empty
    target (`NOTHING`) is falsy.
    """

    kind: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Target:
        """Parse a `data-target` or a step of a path. Never raises: any other text gives a target
        that no screen handles."""
        return _parsed(text) if len(text) <= LONGEST else NOTHING

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.kind else self.name

    def __bool__(self) -> bool:
        return bool(self.kind or self.name)

    @property
    def square(self) -> str:
        """Name of the square; "" for other kinds."""
        return self.name if self.kind == "sq" else ""

    @property
    def word(self) -> str:
        """First part of the name: `delete` in `act:delete:7`."""
        return cut(self.name)[0]

    @property
    def subject(self) -> str:
        """The rest of the name after `word`: `7` in `act:delete:7`; often empty."""
        return cut(self.name)[1]


NOTHING = Target("", "")


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Target:
    """Parse without a length limit. Cached: every position has the same few hundred targets."""
    kind, colon, name = text.partition(":")
    return Target(kind, name) if colon and kind else Target("", text)


def cut(name: str) -> tuple[str, str]:
    """Split a name into its first part and the rest: `fold:qr` → `fold`, `qr`."""
    word, _, rest = name.partition(":")
    return word, rest


def square_target(name: str) -> Target:
    return Target("sq", name)


def read_path(path: Iterable[str]) -> tuple[Target, ...]:
    """Parse a contract path. The text comes from a game, so its length is not limited."""
    return tuple(map(_parsed, path))


def write_path(steps: Iterable[Target]) -> Path:
    """Return the contract path of these targets."""
    return tuple(map(str, steps))


def squares_in(path: Iterable[Target]) -> list[str]:
    """Return the names of the square targets in `path`, in order."""
    return [one.name for one in path if one.kind == "sq"]
