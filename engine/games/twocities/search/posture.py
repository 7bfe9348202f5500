"""How a side stands for the turns after the next one: what its cards can move, how its city lies
open, and what the ground gives its units."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.twocities.rules.combat import flood
from engine.games.twocities.rules.pieces import HEAVY, MELEE, MOVE, RANGE, is_left
from engine.games.twocities.search.evaluate import goal_of
from engine.games.twocities.search.ground import FAR, NEAR, Ground

SIEGE = 4  # squares from which an enemy is felt by a city
NEARBY = range(2, 6)  # squares from which heavy infantry comes to bear on a city


class Posture:
    """Counts by weights, in points of `evaluate`."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._empty, self._forest, self._hill = (
            weights[name] for name in ("empty sector", "forest", "hill")
        )
        self._die, self._hurt, self._siege = (
            weights[name] for name in ("city die", "city die hurt", "besieger hurt")
        )
        distances = range(len(FAR))
        self._heavy = [weights["heavy near"] * (far in NEARBY) for far in distances]
        self._heavy[1] = weights["heavy beside"]

    def of(self, ground: Ground, side: int) -> float:
        """Of one side."""
        board, total = ground.state.board, 0.0
        goal, lefts = goal_of(ground.state, side), 0
        units = ground.units[side]
        for square in units:
            lefts += is_left(side, square)
            kind = board[square] & 7
            if kind == HEAVY:
                total += self._heavy[FAR[square][goal]]
            if ground.forests >> square & 1:
                total += self._forest
            elif ground.hills >> square & 1 and not RANGE[kind]:
                total += self._hill
        total += self._empty * ((not lefts) + (lefts == len(units)))
        return total + self._city(ground, side)

    def _city(self, ground: Ground, side: int) -> float:
        """What threatens its city."""
        state = ground.state
        home = state.city(side)
        if home < 0:
            return 0.0
        dice = near = 0
        for square in ground.units[1 - side]:
            far = FAR[square][home]
            near += far <= SIEGE
            kind = state.board[square] & 7
            pace = MOVE[kind]
            if far == 1 or (far <= pace + 1 and NEAR[home] & flood(ground.free, square, pace)):
                dice += MELEE[kind]
        hits = state.hits[home]
        return dice * (self._die + self._hurt * hits) + near * self._siege * hits
