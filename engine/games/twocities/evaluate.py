"""A rough value of a position: strength left, the cities, and who stands close to one."""

from __future__ import annotations

from engine.games.twocities.pieces import CITY, HOME, MELEE, RANGE, STRENGTH, distance
from engine.games.twocities.state import TwoCitiesState

CITY_HIT = 6.0
NEAR = 0.35
SCALE = 40.0


def evaluate(state: TwoCitiesState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.returns[player]
    balance = 0.0
    for square, piece in enumerate(state.board):
        if not piece:
            continue
        side, kind = piece >> 3, piece & 7
        left = STRENGTH[kind] - state.hits[square]
        if kind == CITY:
            worth = CITY_HIT * left
        else:
            enemy = state.city(1 - side)
            goal = distance(square, enemy) if enemy >= 0 else abs((square & 7) - HOME[1 - side])
            worth = left * (1 + (MELEE[kind] + RANGE[kind]) / 6) + NEAR * (14 - goal)
        balance += worth if side == player else -worth
    return max(-0.99, min(0.99, balance / SCALE))
