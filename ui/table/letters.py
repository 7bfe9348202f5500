"""Letters of pieces in a language's own writing: what is typed and shown; records and links stay.

A game whose notation has letters of another language gives `notation.letters` in its catalogue:
`K=R Q=D …`, its own letter before the language's. A letter that stands for nothing in the game's
notation comes without one (`=P`).
"""

from __future__ import annotations

from ui.table.table import Table
from ui.words.i18n import LETTERS


def _pairs(table: Table) -> list[tuple[str, str]]:
    """The game's letter and the language's, for each that differs."""
    if not table.voice.has(LETTERS):
        return []
    found = (pair.partition("=") for pair in table.voice.t(LETTERS).split())
    return [(ours, theirs) for ours, _, theirs in found]


def shown(table: Table, text: str) -> str:
    """Notation as this person likes to read it."""
    if table.app.settings.letters != "own":
        return text
    return _swapped(text, {ours: theirs for ours, theirs in _pairs(table) if ours})


def readings(table: Table, text: str) -> list[str]:
    """What is typed in the game's own letters: as it may be meant, the likelier first."""
    own = _swapped(text, {theirs: ours for ours, theirs in _pairs(table)})
    found = [own, text] if table.app.settings.letters == "own" else [text, own]
    return list(dict.fromkeys(found))


def _swapped(text: str, letters: dict[str, str]) -> str:
    """All at once: one letter may be another's in the other language."""
    return "".join(letters.get(one, one) for one in text)
