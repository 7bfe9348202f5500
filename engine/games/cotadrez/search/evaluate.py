"""Static evaluation of a battle: material, placement, Reserves, sieges and the Kings.

The weights are in points (`weights.py`); `SCALE` maps them into −1…1. Piece-square values are
tabulated per battlefield, so an evaluation needs one look-up per unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress

from engine.games.cotadrez.rules.attacks import attackers
from engine.games.cotadrez.rules.movement import SQUARES, besiegers, sieges
from engine.games.cotadrez.rules.pieces import (
    ARCHER,
    DRAGON,
    ELEPHANT,
    GLYPHS,
    HEAVY,
    KING,
    LANCER,
    LIGHT,
    RABBLE,
    SCORPION,
    TREBUCHET,
    UNITS,
)
from engine.games.cotadrez.rules.state import BESIEGERS, EXCHANGE, CotadrezState
from engine.games.cotadrez.rules.terrain import Terrain
from engine.games.cotadrez.search.weights import WEIGHTS

SCALE = 80.0
Table = tuple[float, ...]
DISTANCE = tuple(
    tuple(max(abs(a % 10 - b % 10), abs(a // 10 - b // 10)) for b in range(100)) for a in range(100)
)


def reach(t: Terrain, kind: int, square: int) -> int:
    """Return the number of squares a unit attacks from `square` on an empty board: at most 16 for a
    line unit, 0 for a King."""
    if kind in (LANCER, RABBLE):
        return len(t.orth1[square])
    if kind == ARCHER:
        return len(t.diag1[square]) + len(t.archer2[square])
    if kind == LIGHT:
        return len(t.light[square])
    if kind == HEAVY:
        return len(t.heavy[square])
    if kind == TREBUCHET:
        return min(16, len(t.volley[square]))
    lines = {ELEPHANT: t.rook, DRAGON: t.dragon, SCORPION: t.bolt}.get(kind)
    return min(16, sum(len(ray) for ray in lines[square])) if lines else 0


class CotadrezEvaluator:
    """Evaluator with compiled weights. `worth`: points by kind, 0 for the King."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        w = weights
        self.worth = (0.0, 0.0, *(w[GLYPHS[kind]] for kind in UNITS if kind != KING))
        self.reach, self.near, self.hunt = w["reach"], w["near"], w["hunt"]
        self.guard, self.exposed, self.tempo = w["guard"], w["exposed"], w["tempo"]
        self.kept = (w["stranded"], w["waiting"])
        self.hidden, self.alert = w["hidden"], w["alert"]
        self.besieger, self.threatened, self.due = w["besieger"], w["threatened"], w["due"]
        self.square_values = lru_cache(maxsize=32)(self._square_values)
        self.king_values = lru_cache(maxsize=4096)(self._king_values)
        self.reserve = lru_cache(maxsize=4096)(self._reserve)

    def evaluate(self, state: CotadrezState, player: int) -> float:
        """Return the value for `player`, −1…1: ±1 only when the game is over, 0 in deployment."""
        if state.result is not None:
            return state.result.returns[player]
        points = self.balance(state, player)
        return 0.99 * points / (abs(points) + SCALE)

    def balance(self, state: CotadrezState, player: int) -> float:
        """Return the points for `player`; 0 during the deployment."""
        if not state.battle:
            return 0.0
        points = self._units(state)
        for half, sign in ((0, 1), (1, -1)):
            kept = self.reserve(bytes(state.reserves[half]), state.game.reinforce)
            points += sign * (kept - self._siege_loss(state, half, kept))
        points += self.tempo if state.side == 0 else -self.tempo
        return -points if state.half_of(player) else points

    def _square_values(self, t: Terrain) -> tuple[Table, ...]:
        """Return piece-square values by unit code and square, in points; North's are negative."""
        tables: list[Table] = [(0.0,) * 100] * 32
        for half in (0, 1):
            ring = t.ring[1 - half]
            for kind in UNITS:
                values = []
                for square in range(100):
                    value = self.worth[kind]
                    if kind != KING:
                        near = min((DISTANCE[square][r] for r in ring), default=9)
                        value += self.reach * reach(t, kind, square) + self.near * (7 - near)
                    values.append(-value if half else value)
                tables[half << 4 | kind] = tuple(values)
        return tuple(tables)

    def _king_values(self, south: int, north: int) -> tuple[Table, Table]:
        """Return by half and square the points of a unit for its nearness to either King; North's
        are negative. `south`, `north`: squares of the Kings, −1 for one in the Reserve."""
        kings, found = (south, north), []
        for half, sign in ((0, 1), (1, -1)):
            values = []
            for square in range(100):
                value = 0.0
                if kings[1 - half] >= 0:
                    steps = DISTANCE[kings[1 - half]][square]
                    value += self.hunt * max(0, 6 - steps) + self.guard * (steps <= 2)
                if kings[half] >= 0:
                    value += self.guard * (DISTANCE[kings[half]][square] <= 2)
                values.append(sign * value)
            found.append(tuple(values))
        return found[0], found[1]

    def _units(self, state: CotadrezState) -> float:
        """Return the points of the units on the board (South's positive), with their nearness to
        the Kings and a penalty for a King on the board."""
        board, tables = state.board, self.square_values(state.t)
        south, north = board.find(KING), board.find(16 | KING)
        near = self.king_values(south, north)
        total = self.exposed * ((north >= 0) - (south >= 0))
        for square in compress(SQUARES, board):
            unit = board[square]
            total += tables[unit][square] + near[unit >> 4][square]
        return total

    def _reserve(self, reserve: bytes, reinforce: bool) -> float:
        """Return the points of a Reserve; they count little if the rules forbid reinforcing."""
        total = 0.0
        for kind in range(KING + 1, RABBLE + 1):
            if reserve[kind]:
                total += self.worth[kind] * reserve[kind]
        return self.kept[reinforce] * total

    def _siege_loss(self, state: CotadrezState, half: int, kept: float) -> float:
        """Return the points that `half` risks by the besiegers on its ring. `kept`: points of its
        Reserve."""
        enemies = sieges(state.t, state.board, 1 - half)
        if not enemies:
            return 0.0
        hidden = self.hidden / (1 + exits(state, half)) if state.reserves[half][KING] else 0.0
        if enemies == 1:
            return self.besieger * (kept + hidden)
        due = state.side != half and state.stack[-1][0] != EXCHANGE
        return (self.due if due else self.threatened) * (kept + hidden) + self.alert


def exits(state: CotadrezState, half: int) -> int:
    """Return the number of ring squares to which a hidden King of `half` could come out after an
    execution: free and not attacked once the besiegers have left. With none, he dies."""
    other, t, board = 1 - half, state.t, state.board[:]
    for square in besiegers(t, board, other):
        board[square] = 0
    free = (square for square in t.ring[half] if not board[square])
    return sum(not attackers(t, board, square, other, 1) for square in free)


def trapped(state: CotadrezState) -> bool:
    """Return whether the side to move loses its hidden King unless it answers the siege: two
    besiegers and no exit."""
    half = state.side
    if not state.reserves[half][KING]:
        return False
    enemies = sieges(state.t, state.board, 1 - half)
    return enemies >= BESIEGERS and not exits(state, half)


JUDGE = CotadrezEvaluator(WEIGHTS)
evaluate = JUDGE.evaluate
