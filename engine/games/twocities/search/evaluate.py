"""What a position is worth by itself: strength left, the cities, and where everybody stands.

What can be attacked next is not asked here; `threats` does. Points; SCALE of them are a game.
"""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING

from engine.games.twocities.rules.frames import CALM_LIMIT
from engine.games.twocities.rules.pieces import (
    ARCHERS,
    CAVALRY,
    CITY,
    HEAVY,
    HOME,
    LIGHT,
    STRENGTH,
    distance,
)

if TYPE_CHECKING:
    from engine.games.twocities.rules.state import TwoCitiesState

# The numbers follow the results of 300 games between computer players: with points p ahead, the
# expected result was about tanh(p / SCALE).
SCALE = 22.0
MOST = 0.99  # of a game that is not over
UNIT_POINTS = {LIGHT: 5.0, HEAVY: 6.0, ARCHERS: 4.5, CAVALRY: 6.5}
# The first hit costs little, the last one the unit: the share of its worth by strength left.
SHARE = {3: (0.0, 0.5, 0.78, 1.0), 4: (0.0, 0.42, 0.66, 0.85, 1.0)}
CITY_POINTS = (0.0, 10.0, 17.0, 20.0, 22.5, 25.0)
STEP = {LIGHT: 0.35, HEAVY: 0.25, ARCHERS: 0.5, CAVALRY: 0.12}  # for a step nearer to the city
FARTHEST = 14
TIRED = 60  # quiet turns after which the calm limit is felt


def _worth(kind: int) -> tuple[float, ...]:
    if kind == CITY:
        return CITY_POINTS
    return tuple(UNIT_POINTS[kind] * share for share in SHARE[STRENGTH[kind]])


# Points by kind and strength left.
WORTH = ((), *(_worth(kind) for kind in range(LIGHT, CITY + 1)))


def _approach(kind: int, square: int, goal: int) -> float:
    return STEP.get(kind, 0.0) * (FARTHEST - distance(square, goal))


# Points by the square of the city a unit marches to, by kind and by square.
APPROACH = tuple(
    tuple(tuple(_approach(kind, square, goal) for square in range(64)) for kind in range(CITY + 1))
    for goal in range(64)
)


def balance(state: TwoCitiesState, player: int) -> float:
    """Points of `player` less those of the other."""
    board, hits = state.board, state.hits
    goals = [APPROACH[goal_of(state, side)] for side in (0, 1)]
    total = 0.0
    for square, piece in enumerate(board):
        if piece:
            kind = piece & 7
            worth = WORTH[kind][STRENGTH[kind] - hits[square]] + goals[piece >> 3][kind][square]
            total += worth if piece >> 3 == player else -worth
    return total


def goal_of(state: TwoCitiesState, side: int) -> int:
    """The square the units of a side march to: the enemy city, or where such a city might be."""
    found = state.city(1 - side)
    return found if found >= 0 else 24 + HOME[1 - side]


def scaled(state: TwoCitiesState, points: float) -> float:
    """Points as a share of a game; a game that falls asleep is a draw."""
    if state.calm > TIRED:
        points *= max(0.0, (CALM_LIMIT - state.calm) / (CALM_LIMIT - TIRED))
    return MOST * tanh(points / SCALE)


def evaluate(state: TwoCitiesState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.returns[player]
    return scaled(state, balance(state, player))
