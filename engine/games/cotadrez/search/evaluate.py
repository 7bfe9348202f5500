"""The value of a battle: material, where units stand, what waits in reserve, sieges, the King.

What depends on unit and square alone is one table per battlefield, so a judgement is one look-up
per unit. Values are in half Rabbles; `SCALE` brings them into −1…1.
"""

from __future__ import annotations

from functools import lru_cache

from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import (
    ARCHER,
    DRAGON,
    ELEPHANT,
    HEAVY,
    KING,
    LANCER,
    LIGHT,
    RABBLE,
    SCORPION,
    TREBUCHET,
    UNITS,
)
from engine.games.cotadrez.rules.state import EXCHANGE, CotadrezState
from engine.games.cotadrez.rules.terrain import Terrain

# By kind; the King's worth is the game.
WORTH = (0, 0, 20, 12, 8, 7, 10, 9, 5, 4, 4)
SCALE = 80.0
REACH = 0.09  # for each square a unit could reach on an empty board
NEAR = 0.12  # for each step a unit is nearer to the enemy ring
HUNT = 0.10  # for each step a unit is nearer to the enemy King, from 6 on
GUARD = 0.15  # for each own unit within 2 steps of the King, and against each enemy
WAITING = 0.85  # a unit in Reserve that may still enter
STRANDED = 0.05  # and one that may not
ONE_BESIEGER, DUE, THREATENED = 0.08, 0.75, 0.3  # shares of the Reserve a siege puts at risk
ALERT = 2.5  # a siege, whatever it wins: besiegers get away, the ring is theirs
EXPOSED = 1.8  # a King on the board can be mated
TEMPO = 0.6

DISTANCE = tuple(
    tuple(max(abs(a % 10 - b % 10), abs(a // 10 - b // 10)) for b in range(100)) for a in range(100)
)


@lru_cache(maxsize=32)
def square_values(t: Terrain) -> tuple[tuple[float, ...], ...]:
    """By unit code, then square: worth of the unit and of its place; North's negative."""
    tables: list[tuple[float, ...]] = [(0.0,) * 100] * 32
    for half in (0, 1):
        ring = t.ring[1 - half]
        for kind in UNITS:
            values = []
            for square in range(100):
                value = float(WORTH[kind])
                if kind != KING:
                    near = min((DISTANCE[square][r] for r in ring), default=9)
                    value += REACH * reach(t, kind, square) + NEAR * (7 - near)
                values.append(-value if half else value)
            tables[half << 4 | kind] = tuple(values)
    return tuple(tables)


def reach(t: Terrain, kind: int, square: int) -> int:
    """How many squares a unit attacks from `square` on an empty board, at most 16."""
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


def evaluate(state: CotadrezState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over. 0 during the deployment."""
    if state.result is not None:
        return state.result.returns[player]
    if not state.battle:
        return 0.0
    balance = _units(state)
    for half, sign in ((0, 1), (1, -1)):
        kept = _reserve(state, half)
        balance += sign * (kept - _siege_loss(state, half, kept))
    balance += TEMPO if state.side == 0 else -TEMPO
    if state.half_of(player):
        balance = -balance
    return 0.99 * balance / (abs(balance) + SCALE)


def _units(state: CotadrezState) -> float:
    """Units on the board, South's positive: worth, place, and how they stand to the Kings."""
    board, tables = state.board, square_values(state.t)
    south, north = board.find(KING), board.find(16 | KING)
    near = king_values(south, north)
    total = EXPOSED * ((north >= 0) - (south >= 0))
    for square, unit in enumerate(board):
        if unit:
            total += tables[unit][square] + near[unit >> 4][square]
    return total


@lru_cache(maxsize=4096)
def king_values(south: int, north: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By half, then square: what a unit is worth besides for hunting the enemy King and guarding
    its own; North's negative. Squares of the Kings, −1 for one in the Reserve."""
    kings, found = (south, north), []
    for half, sign in ((0, 1), (1, -1)):
        values = []
        for square in range(100):
            value = 0.0
            if kings[1 - half] >= 0:
                steps = DISTANCE[kings[1 - half]][square]
                value += HUNT * max(0, 6 - steps) + GUARD * (steps <= 2)
            if kings[half] >= 0:
                value += GUARD * (DISTANCE[kings[half]][square] <= 2)
            values.append(sign * value)
        found.append(tuple(values))
    return found[0], found[1]


def _reserve(state: CotadrezState, half: int) -> float:
    reserve = state.reserves[half]
    weight = WAITING if state.game.reinforce else STRANDED
    total = 0.0
    for kind in range(KING + 1, RABBLE + 1):
        if reserve[kind]:
            total += WORTH[kind] * reserve[kind]
    return weight * total


def _siege_loss(state: CotadrezState, half: int, kept: float) -> float:
    """What enemy units on the ring of `half` are worth to the enemy."""
    enemies = len(besiegers(state.t, state.board, 1 - half))
    if not enemies:
        return 0.0
    hidden = 4.0 if state.reserves[half][KING] else 0.0
    if enemies == 1:
        return ONE_BESIEGER * (kept + hidden)
    due = state.side != half and state.stack[-1][0] != EXCHANGE
    return (DUE if due else THREATENED) * (kept + hidden) + ALERT
