"""Precomputed view of a board for the estimates of attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.twocities.rules.combat import free_squares, protection
from engine.games.twocities.rules.pieces import (
    BACK,
    CITY,
    MAX_DICE,
    MELEE,
    MOVED,
    NEIGHBOURS,
    RANGE,
    STILL,
    bits,
    distance,
)

if TYPE_CHECKING:
    from engine.games.twocities.rules.state import TwoCitiesState

NEAR = tuple(bits(NEIGHBOURS[s]) for s in range(64))
FAR = tuple(tuple(distance(a, b) for b in range(64)) for a in range(64))

# A piece as a target: (square, kind, strength left, protection, free squares behind it, mask of its
# neighbours).
Target = tuple[int, int, int, str, int, int]


class Ground:
    """Pieces, free squares and targets of a board. `units`: squares by side; `targets`: pieces by
    side, the city last."""

    __slots__ = ("forests", "free", "hills", "state", "targets", "units")

    def __init__(self, state: TwoCitiesState) -> None:
        self.state, self.forests, self.hills = state, state.forests, state.hills
        self.free = free_squares(state.board)
        self.units: tuple[list[int], list[int]] = ([], [])
        cities = []
        for square, piece in enumerate(state.board):
            if piece:
                if piece & 7 == CITY:
                    cities.append(square)
                else:
                    self.units[piece >> 3].append(square)
        self.targets: tuple[list[Target], list[Target]] = ([], [])
        field = state.field
        for square in (*self.units[0], *self.units[1], *cities):
            piece = state.board[square]
            kind = piece & 7
            shield, behind = "", 0
            if kind != CITY:
                shield, behind = protection(field, square), self.behind(square, piece >> 3)
            left = state.strength(kind) - state.hits[square]
            self.targets[piece >> 3].append((square, kind, left, shield, behind, NEAR[square]))

    def behind(self, square: int, side: int) -> int:
        """Return the number of free squares straight behind a square, at most 3."""
        back, count = BACK[side], 0
        square = back[square]
        while square >= 0 and self.free >> square & 1 and count < 3:
            count += 1
            square = back[square]
        return count

    def dice(self, kind: int, squares: int, bonus: int) -> int:
        """Return the most melee dice a unit has on one of the squares of a mask."""
        count = MELEE[kind] + bonus
        if squares & self.forests:
            count += 1
        elif not squares & ~self.hills:
            count -= 1
        return min(max(count, 1), MAX_DICE)

    def shots(self, square: int, kind: int, steps: int, there: int) -> int:
        """Return the dice for a shot from `square` at `there` after at most `steps` steps; 0 if out
        of range or hidden by terrain. Blockers in between are ignored."""
        far, high = FAR[square][there], self.hills >> square & 1
        if far > RANGE[kind] + (steps or high):
            return 0
        if self.forests >> there & 1 or (self.hills >> there & 1 and not high):
            return 0
        if far <= RANGE[kind] + high:
            return STILL + high - (self.forests >> square & 1)
        return MOVED
