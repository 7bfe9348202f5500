"""What a position is worth by itself: strength left, the cities, and where everybody stands.

What can be attacked next is not asked here; `threats` does. What each thing is worth stands in
`weights`, in points; SCALE of them are a game.
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
MOST = 0.99  # of a game that is not over
FARTHEST = 14
TIRED = 60  # quiet turns after which the calm limit is felt


class Standing:
    """Judges by weights. `worth`: by kind and strength left; `approach`: by the square of the city
    a unit marches to, by kind and by square."""

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
        """Points of `player` less those of the other."""
        board, hits = state.board, state.hits
        goals = [self.approach[goal_of(state, side)] for side in (0, 1)]
        total = 0.0
        for square, piece in enumerate(board):
            if piece:
                kind, side = piece & 7, piece >> 3
                worth = self.worth[kind][STRENGTH[kind] - hits[square]] + goals[side][kind][square]
                total += worth if side == player else -worth
        return total

    def evaluate(self, state: TwoCitiesState, player: int) -> float:
        """−1…1 for `player`; ±1 only when the game is over."""
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
    """The square the units of a side march to: the enemy city, or where such a city might be."""
    found = state.city(1 - side)
    return found if found >= 0 else 24 + HOME[1 - side]


def scaled(state: TwoCitiesState, points: float) -> float:
    """Points as a share of a game; a game that falls asleep is a draw."""
    if state.calm > TIRED:
        points *= max(0.0, (CALM_LIMIT - state.calm) / (CALM_LIMIT - TIRED))
    return MOST * tanh(points / SCALE)
