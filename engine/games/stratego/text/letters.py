"""The classic board as a hundred letters from a1, row by row (rulebook 7.12)."""

from __future__ import annotations

from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    SPY,
    identity_of,
    kind_of,
    owner_of,
    piece_of,
)
from engine.games.stratego.rules.state import StrategoState

# The types in order, with the flag at the end.
_ORDER = (BOMB, *range(SPY, HIDDEN), FLAG)
_LETTERS = ("BCDEFGHIJKLM", "NOPQRSTUVWXY")


def write_letters(state: StrategoState) -> str:
    """Return the hundred letters of a classic board; empty for another board, a hidden type or an
    empty board. In a set-up's observation they are what the viewer has placed."""
    if state.game.options["board"] != "classic" or not any(state.board):
        return ""
    if any(kind_of(piece) == HIDDEN for piece in state.board):
        return ""
    lakes = state.game.tables.layout.lakes
    return "".join(
        "_"
        if cell in lakes
        else _LETTERS[owner_of(piece)][_ORDER.index(kind_of(piece))]
        if piece
        else "A"
        for cell, piece in enumerate(state.board)
    )


def read_letters(state: StrategoState, text: str) -> bool:
    """Put the pieces of a hundred letters on an empty board; False when the text is not of that
    form."""
    lakes = state.game.tables.layout.lakes
    if state.game.options["board"] != "classic" or len(text) != 100:
        return False
    for cell, letter in enumerate(text):
        side = next((s for s in (0, 1) if letter in _LETTERS[s]), -1)
        if (letter == "_") != (cell in lakes) or (side < 0 and letter not in "_A"):
            return False
        if side >= 0:
            state.board[cell] = piece_of(side, _ORDER[_LETTERS[side].index(letter)])
            state.ids[cell], state.entered[cell] = identity_of(cell), 1
    return True
