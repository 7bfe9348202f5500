"""Search and filters of the list of all games."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ui.saves.opponents import level_of_opponent
from ui.saves.results import ended
from ui.saves.store import Summary

ALL = ""
GOING, ENDED = "going", "ended"
HERE, FAR = "here", "far"
FIELDS = ("search", "game", "state", "place", "level", "label")

# Letters that Unicode does not decompose into a base letter and a mark.
_BASE = str.maketrans(
    {"ł": "l", "ø": "o", "ı": "i", "đ": "d", "ħ": "h", "ŧ": "t", "ð": "d", "þ": "th", "æ": "ae",
     "œ": "oe"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Query:
    """What the player looks for; an empty field looks for nothing in particular."""

    search: str = ""
    game: str = ALL
    state: str = ALL
    place: str = ALL
    level: str = ALL
    label: str = ALL

    def having(self, field: str, value: str) -> Query:
        return replace(self, **{field: value}) if field in FIELDS else self


class Searched(NamedTuple):
    """A game with the text that a search looks through."""

    game: Summary
    text: str


def plain(text: str) -> str:
    """Return text without accents, differences of case and of form, as it is compared."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(one for one in folded if not unicodedata.combining(one)).translate(_BASE)


def ending(summary: Summary) -> str:
    """Return how a game stands: GOING, DRAWN, WON or LOST by the only player here, or ENDED."""
    if not summary.over:
        return GOING
    return ended(summary.result, summary.mine) or ENDED


def found(lines: Sequence[Searched], query: Query) -> list[Summary]:
    """Return the games that fit, in the order of `lines`."""
    for word in plain(query.search).split() or query.search.split():  # nothing but marks
        lines = [line for line in lines if word in line.text]
    games = [line.game for line in lines]
    if query.game != ALL:
        games = [game for game in games if game.game_id == query.game]
    if query.state != ALL:
        games = [
            game
            for game in games
            if ending(game) == query.state or (query.state == ENDED and game.over)
        ]
    if query.place != ALL:
        games = [game for game in games if game.far == (query.place == FAR)]
    if query.level != ALL:
        games = [game for game in games if str(level_of_opponent(game)) == query.level]
    if query.label != ALL:
        games = [game for game in games if query.label in game.labels]
    return games
