"""Long-term part of the static evaluation: sectors, danger to the city, terrain, heavy infantry."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.twocities.rules.combat import flood
from engine.games.twocities.rules.pieces import CITY, HEAVY, MELEE, MOVE, RANGE, STRENGTH, is_left
from engine.games.twocities.search.evaluate import goal_of
from engine.games.twocities.search.ground import FAR, NEAR, Ground

SIEGE = 4  # distance up to which an enemy counts as a besieger of a city
NEARBY = range(2, 6)  # distances at which heavy infantry is valued for being near the enemy city


class Posture:
    """Evaluator of the long-term terms with compiled weights, in points."""

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
        """Return the points of one side."""
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
        """Return the (negative) points of the threats to a side's city."""
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
        hits = STRENGTH[CITY] - (state.strength(CITY) - state.hits[home])
        return dice * (self._die + self._hurt * hits) + near * self._siege * hits
