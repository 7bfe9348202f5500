"""Material and placement part of the static evaluation: strength left, cities, piece-square values.

`threats.py` adds the attacks of the next turns. The weights are in points (`weights.py`); `scaled`
maps points into −1…1.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import tanh
from typing import TYPE_CHECKING

from engine.games.twocities.rules.frames import CALM_LIMIT
from engine.games.twocities.rules.pieces import (
    CITY,
    HOME,
    LIGHT,
    STRENGTH,
    UNITS,
    WORDS,
    distance,
)

if TYPE_CHECKING:
    from engine.games.twocities.rules.state import TwoCitiesState

# With points p ahead the expected result is about tanh(p / SCALE).
SCALE = 22.0
MOST = 0.99  # bound of the value while the game is not over
FARTHEST = 14
TIRED = 60  # quiet turns from which the value shrinks towards a draw


class PlacementEvaluator:
    """Evaluator of material and placement. `worth`: by kind and strength left; `approach`: by the
    square of the enemy city, kind and square of the unit."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.worth = ((), *(_worth(weights, kind) for kind in range(LIGHT, CITY + 1)))
        self.approach = tuple(
            tuple(
                tuple(_approach(weights, kind, square, goal) for square in range(64))
                for kind in range(CITY + 1)
            )
            for goal in range(64)
        )

    def standing(self, state: TwoCitiesState, player: int) -> float:
        """Return the points of `player` minus those of the opponent."""
        board, hits = state.board, state.hits
        goals = [self.approach[goal_of(state, side)] for side in (0, 1)]
        strength = [*STRENGTH[:CITY], state.game.city]
        total = 0.0
        for square, piece in enumerate(board):
            if piece:
                kind, side = piece & 7, piece >> 3
                worth = self.worth[kind][strength[kind] - hits[square]] + goals[side][kind][square]
                total += worth if side == player else -worth
        return total

    def evaluate(self, state: TwoCitiesState, player: int) -> float:
        """Return the value for `player`, −1…1; ±1 only when the game is over."""
        outcome = state.outcome()
        if outcome is not None:
            return outcome.returns[player]
        return scaled(state, self.standing(state, player))


def _worth(weights: Mapping[str, float], kind: int) -> tuple[float, ...]:
    whole = STRENGTH[kind]
    if kind == CITY:
        return (0.0, *(weights[f"city {left}"] for left in range(1, whole + 1)))
    shares = (0.0, *(weights[f"{left} of {whole}"] for left in range(1, whole)), 1.0)
    return tuple(weights[WORDS[kind]] * share for share in shares)


def _approach(weights: Mapping[str, float], kind: int, square: int, goal: int) -> float:
    if kind not in UNITS:
        return 0.0
    return weights[f"step {WORDS[kind]}"] * (FARTHEST - distance(square, goal))


def goal_of(state: TwoCitiesState, side: int) -> int:
    """Return the square the units of a side approach: the enemy city, or a default if it has
    fallen or is not placed yet."""
    found = state.city(1 - side)
    return found if found >= 0 else 24 + HOME[1 - side]


def scaled(state: TwoCitiesState, points: float) -> float:
    """Map points into −1…1; the value shrinks as the calm limit, a draw, comes near."""
    if state.calm > TIRED:
        points *= max(0.0, (CALM_LIMIT - state.calm) / (CALM_LIMIT - TIRED))
    return MOST * tanh(points / SCALE)
