"""The value of a position: pawns, how far they have come, and a way nobody can stop."""

from __future__ import annotations

from engine.dev.scaffold.breakthrough.rules.state import BreakthroughState
from engine.kit.plain import EMPTY

# A pawn is worth more the further it has come: by ranks behind it.
WORTH = (10, 10, 11, 13, 17, 25, 60, 0)
HALF_A_WIN = 40.0  # an advantage that is worth 0.5


def evaluate(state: BreakthroughState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.returns[player]
    balance = 0
    for square, cell in enumerate(state.cells):
        if cell != EMPTY:
            balance += -WORTH[7 - square // 8] if cell & 1 == 0 else WORTH[square // 8]
    value = balance / (abs(balance) + HALF_A_WIN)
    return -value if player else value
