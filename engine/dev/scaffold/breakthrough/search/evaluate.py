"""Static evaluation: number of pawns and how far they have advanced."""

from __future__ import annotations

from engine.dev.scaffold.breakthrough.rules.state import BreakthroughState
from engine.kit.plain import EMPTY

# Value of a pawn by the number of ranks behind it.
WORTH = (10, 10, 11, 13, 17, 25, 60, 0)
HALF_A_WIN = 40.0  # the advantage that has the value 0.5


def evaluate(state: BreakthroughState, player: int) -> float:
    """Return −1…1 for `player`; ±1 only if the game is over."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.returns[player]
    balance = 0
    for square, cell in enumerate(state.cells):
        if cell != EMPTY:
            balance += -WORTH[7 - square // 8] if cell & 1 == 0 else WORTH[square // 8]
    value = balance / (abs(balance) + HALF_A_WIN)
    return -value if player else value
