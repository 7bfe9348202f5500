"""A rough value of a position: lives, army, what the reserves promise, and the hero's safety."""

from __future__ import annotations

from math import tanh

from engine.games.rilatria.pieces import BARBARIAN, HERO, INDEX, UNITS, code, prey
from engine.games.rilatria.reserve import HIGH, HONOUR, LUCK, MONEY, TOKENS, VITALITY
from engine.games.rilatria.state import RilatriaState

# Worth of a unit on the board, by kind, in points of vitality: about half its price.
WORTH = (0.0, 0.0, 3.0, 2.4, 1.6, 1.5, 1.0)
CENTRE = INDEX["e5"]
SCALE = 9.0


def evaluate(state: RilatriaState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over."""
    if state.result is not None:
        return state.result.returns[player]
    balance = _side(state, player) - _side(state, 1 - player)
    return 0.99 * tanh(balance / SCALE)


def _side(state: RilatriaState, side: int) -> float:
    values = state.reserves[side]
    total = 1.2 * values[VITALITY] + 0.25 * values[MONEY] + 0.3 * values[TOKENS]
    total += 0.15 * values[HONOUR] + (1.5 if values[HONOUR] >= HIGH else 0.0)
    total += 0.1 * values[LUCK] - (0.4 if values[LUCK] >= HIGH and values[VITALITY] == 1 else 0.0)
    board = state.board
    for square, piece in enumerate(board):
        if not piece or piece >> 3 != side:
            continue
        kind = piece & 7
        total += WORTH[kind] + (0.02 * (8 - _distance(square, CENTRE)) if kind != HERO else 0.0)
        for target in prey(board, square):
            victim = board[target] & 7
            mine = state.side == side and not state.acted(kind) and square not in state.recruits
            total += (6.0 if victim == HERO else 0.4) * (2.0 if mine else 0.6)
    if not any(board.count(code(side, kind)) for kind in UNITS):
        total -= WORTH[BARBARIAN]
    return total


def _distance(one: int, other: int) -> int:
    return max(abs(one % 9 - other % 9), abs(one // 9 - other // 9))
