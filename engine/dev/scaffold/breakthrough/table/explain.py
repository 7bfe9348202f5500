"""Reasons why a square cannot be chosen now, with their clauses."""

from __future__ import annotations

from engine.dev.scaffold.breakthrough.rules.state import AHEAD, DIAGONALS, PAWNS, BreakthroughState
from engine.kit.plain import EMPTY

CLAUSES = {
    "position": "1.1", "over": "3.1", "empty": "1.2", "theirs": "1.2",
    "stuck": "2.1", "reach": "2.1", "blocked": "2.1", "own": "2.2",
}  # fmt: skip


def barred(game: object, state: BreakthroughState, start: int, goal: int) -> str:
    """Return why the pawn on `start` cannot move to `goal`, as a key of CLAUSES."""
    side = state.mover
    if goal == AHEAD[side][start] and state.cells[goal] != EMPTY:
        return "blocked"
    if goal in DIAGONALS[side][start] and state.cells[goal] == PAWNS[side]:
        return "own"
    return "reach"
