"""A rough value of a battle: material, what is in reserve, sieges and the safety of the King."""

from __future__ import annotations

from engine.games.cotadrez.movement import besiegers
from engine.games.cotadrez.pieces import KING, UNITS
from engine.games.cotadrez.state import CotadrezState

# In Rabbles × 2, by kind; the King's worth is the game.
WORTH = (0, 0, 20, 12, 8, 7, 10, 9, 5, 4, 4)
SIEGE = 4
SCALE = 60.0


def evaluate(state: CotadrezState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over. 0 during the deployment."""
    if state.result is not None:
        return state.result.returns[player]
    if not state.battle:
        return 0.0
    balance = 0.0
    for half, sign in ((0, 1), (1, -1)):
        for unit in state.board:
            if unit and unit >> 4 == half:
                balance += sign * WORTH[unit & 15]
        reserve = state.reserves[half]
        weight = 0.9 if state.game.reinforce else 0.05
        balance += sign * weight * sum(WORTH[k] * reserve[k] for k in UNITS if k != KING)
        balance += sign * SIEGE * (len(besiegers(state.t, state.board, half)) >= 2)
    if state.half_of(player):
        balance = -balance
    return max(-0.99, min(0.99, balance / SCALE))
