"""Reasons why a square, piece or button cannot be chosen now, with their clauses."""

from __future__ import annotations

from engine.core.contract import CHANCE, TERMINAL, Path
from engine.dev.scaffold.lantern.rules.state import ANSWER, HIDE, LanternState

CLAUSES = {
    "over": "4.1",
    "roll": "2.2",
    "hide": "2.1",
    "answer": "3.2",
    "guard": "3.1",
    "walk": "3.1",
}


def reason(state: LanternState, path: Path) -> str:
    """Return why the last target of `path` cannot be chosen, as a key of CLAUSES."""
    player = state.current_player()
    if player == TERMINAL:
        return "over"
    if player == CHANCE:
        return "roll"
    if state.frame() in (HIDE, ANSWER):
        return state.frame()
    return "guard" if len(path) == 1 else "walk"
