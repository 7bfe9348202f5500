"""What there is on a game's table, to be looked up: its `table/legend.json`. Data only.

    {"piece": {"rook": {"name": "piece.rook", "clause": "2.2", "board": "…", "square": "d4"}}}

By group (one of GROUPS) and kind an object with

    clause   of the rulebook that says more
    name     key of its name; without one `about.<group>.<kind>.name`
    about    key of the sentence that says what it does; without one `about.<group>.<kind>`
    sign     of a badge: what may stand on it
    board, square   of a piece: a position that shows what it does, and where it stands there
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.texts import Message

GROUPS = (
    "piece",  # by glyph; "unknown": one whose kind the viewer does not know
    "thing",  # by glyph: a card, a track, what else lies beside the board
    "badge",  # by kind of a badge
    "mark",  # by kind, of MARKS or ACTION_MARKS
    "region",  # by kind of a region
    "ground",  # by style of a square
)
PARTS = ("clause", "name", "about", "sign", "board", "square")
UNKNOWN = "unknown"


class BadLegend(ValueError):
    """A legend.json that cannot be used; the text says what to mend."""


class Entry(NamedTuple):
    """One kind of thing. `about` has the clause."""

    group: str
    kind: str
    name: Message
    about: Message
    sign: str = ""
    board: str = ""
    square: str = ""

    @property
    def target(self) -> str:
        """What stands for it in the page."""
        return f"about:{self.group}:{self.kind}"


class Legend:
    """All that can be looked up of one game, in the order it is listed."""

    def __init__(self, entries: Mapping[tuple[str, str], Entry]) -> None:
        self._entries = entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def find(self, kind: str, *groups: str) -> Entry | None:
        """The first of these groups that has the kind; of all groups where none is named."""
        found = (self._entries.get((group, kind)) for group in groups or GROUPS)
        return next((entry for entry in found if entry is not None), None)

    def under(self, clause: str) -> list[Entry]:
        """What a clause says more about."""
        return [entry for entry in self if entry.about.clause == clause]


def read_legend(game_id: str, data: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Legend:
    """Raises BadLegend."""
    wrong = [group for group in data if group not in GROUPS]
    if wrong:
        raise BadLegend(f"{game_id}: no group of a legend: {', '.join(wrong)}")
    return Legend(
        {
            (group, kind): _entry(game_id, group, kind, one)
            for group in GROUPS
            for kind, one in data.get(group, {}).items()
        }
    )


def _entry(game_id: str, group: str, kind: str, one: Mapping[str, Any]) -> Entry:
    wrong = [part for part in one if part not in PARTS or not isinstance(one[part], str)]
    if wrong or "clause" not in one or ("board" in one) != ("square" in one):
        raise BadLegend(f"{game_id}: {group} {kind} cannot be read")
    name = Message(one.get("name", f"about.{group}.{kind}.name"))
    about = Message(one.get("about", f"about.{group}.{kind}"), one["clause"])
    return Entry(
        group, kind, name, about, one.get("sign", ""), one.get("board", ""), one.get("square", "")
    )
