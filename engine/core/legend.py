"""Reader of `table/legend.json`: everything on a game's table that a player can look up. Data only.

    {"piece": {"rook": {"name": "piece.rook", "clause": "2.2", "board": "…", "square": "d4"}}}

Each entry, by group (one of GROUPS) and kind, is an object with

    clause   the clause of the rulebook with the details
    name     catalogue key of its name; by default `about.<group>.<kind>.name`
    about    catalogue key of its description; by default `about.<group>.<kind>`
    sign     for badges: the text it may show
    board, square   for pieces: a position that shows its moves, and its square there
    option   for what only some games show: the option that must be on, or `option=value`
    words    options whose values change the description: `{"king_leap": ["none", "any"]}`; with
             the option at `none`, the catalogue key is that of `about` and `.none`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.core.texts import Message

GROUPS = (
    "piece",  # by glyph; "unknown": a piece whose kind is hidden from the viewer
    "thing",  # by glyph: cards, tracks and other things beside the board
    "badge",  # by kind of badge
    "mark",  # by kind, of MARKS or ACTION_MARKS
    "region",  # by kind of region
    "ground",  # by style of square
)
PARTS = ("clause", "name", "about", "sign", "board", "square", "option")
Words = tuple[tuple[str, tuple[Any, ...]], ...]  # (option, values with words of their own)
UNKNOWN = "unknown"


class BadLegend(ValueError):
    """An unusable legend.json; the text says what to fix."""


class Entry(NamedTuple):
    """A legend entry; `about` carries the clause."""

    group: str
    kind: str
    name: Message
    about: Message
    sign: str = ""
    board: str = ""
    square: str = ""
    option: str = ""
    words: Words = ()

    def shown(self, options: Mapping[str, Any]) -> bool:
        """Return whether a game with these options can show this entry."""
        name, _, value = self.option.partition("=")
        return not name or (options[name] == value if value else bool(options[name]))

    def told(self, options: Mapping[str, Any]) -> Entry:
        """Return the entry with the description that is true under these options."""
        keys = [f".{options[name]}" for name, values in self.words if options[name] in values]
        about = Message(self.about.key + "".join(keys), self.about.clause)
        return self._replace(about=about)

    @property
    def target(self) -> str:
        """Target of this entry on the page."""
        return f"about:{self.group}:{self.kind}"


class Legend:
    """All legend entries of one game, in listing order."""

    def __init__(self, entries: Mapping[tuple[str, str], Entry]) -> None:
        self._entries = entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def find(self, kind: str, *groups: str) -> Entry | None:
        """Return the entry of this kind from the first group that has it (default: all groups), or
        None."""
        found = (self._entries.get((group, kind)) for group in groups or GROUPS)
        return next((entry for entry in found if entry is not None), None)

    def told(self, options: Mapping[str, Any]) -> Legend:
        """Return the legend with the descriptions that are true under these options."""
        return Legend({key: entry.told(options) for key, entry in self._entries.items()})

    def in_play(self, options: Mapping[str, Any]) -> list[Entry]:
        """Return the entries that a game with these options can show, as it tells them."""
        return [entry.told(options) for entry in self if entry.shown(options)]

    def under(self, clause: str) -> list[Entry]:
        """Return the entries that cite this clause."""
        return [entry for entry in self if entry.about.clause == clause]


def read_legend(game_id: str, data: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Legend:
    """Parse the content of a legend.json. Raises BadLegend."""
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
    wrong = [part for part in one if part not in (*PARTS, "words")]
    wrong += [part for part in PARTS if not isinstance(one.get(part, ""), str)]
    if wrong or "clause" not in one or ("board" in one) != ("square" in one):
        raise BadLegend(f"{game_id}: {group} {kind} cannot be read")
    name = Message(one.get("name", f"about.{group}.{kind}.name"))
    about = Message(one.get("about", f"about.{group}.{kind}"), one["clause"])
    sign, board, square, shown = (one.get(p, "") for p in ("sign", "board", "square", "option"))
    words = tuple((option, tuple(values)) for option, values in one.get("words", {}).items())
    return Entry(group, kind, name, about, sign, board, square, shown, words)
