"""Piece letters of the player's language in notation that is typed or shown.

Records and links always use the game's letters. A game whose letters come from another language
gives `notation.letters` in its catalogue: `K=R Q=D …`, the game's letter before the language's. A
letter of the language that the game's notation does not use has an empty first part (`=P`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.i18n import LETTERS

if TYPE_CHECKING:
    from ui.shell.app import App


class Lettered(Protocol):
    """A place that shows notation: a table, a sheet of paper."""

    @property
    def app(self) -> App: ...

    @property
    def voice(self) -> Voice: ...


def _pairs(place: Lettered) -> list[tuple[str, str]]:
    """Return pairs of the game's letter and the language's; empty if they do not differ."""
    if not place.voice.has(LETTERS):
        return []
    found = (pair.partition("=") for pair in place.voice.t(LETTERS).split())
    return [(ours, theirs) for ours, _, theirs in found]


def shown(place: Lettered, text: str) -> str:
    """Return notation in the letters that the settings ask for."""
    if place.app.settings.letters != "own":
        return text
    return _swapped(text, {ours: theirs for ours, theirs in _pairs(place) if ours})


def readings(table: Table, text: str) -> list[str]:
    """Return the possible meanings of typed text in the game's letters, the likelier first."""
    own = _swapped(text, {theirs: ours for ours, theirs in _pairs(table)})
    found = [own, text] if table.app.settings.letters == "own" else [text, own]
    return list(dict.fromkeys(found))


def _swapped(text: str, letters: dict[str, str]) -> str:
    """Replace letters in one pass: the same letter may mean other pieces in the two languages."""
    return "".join(letters.get(one, one) for one in text)
