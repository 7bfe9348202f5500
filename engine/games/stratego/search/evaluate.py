"""The value of a position that is all open, or seen by one side: pieces by what is left, secrets,
how far the pieces have come. The search of a battle judges by `model`, in the same points."""

from __future__ import annotations

from engine.games.stratego.rules.pieces import HIDDEN, MOVED, REVEALED
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.worths import Worths, armies, worths

SECRET = 0.18  # share of a piece's worth that lies in not being known
STILL = 0.1  # points of a piece that never moved, which may be anything
ADVANCE = 0.03
SCALE = 30.0  # points that make an advantage of one half


def evaluate(state: StrategoState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over. 0 during the set-up."""
    if state.result is not None:
        return state.result.returns[player]
    if state.setting_up:
        return 0.0
    numbers = armies(state)
    values = worths(state.game, numbers)
    totals = [_total(state, side, values[side], numbers[side]) for side in range(len(values))]
    others = [t for s, t in enumerate(totals) if s != player and any(numbers[s])]
    balance = totals[player] - (max(others) if others else 0.0)
    return balance / (SCALE + abs(balance))


def _total(state: StrategoState, side: int, values: Worths, numbers: list[float]) -> float:
    board, flags = state.board, state.flags
    advance = state.game.tables.advance[side]
    count = board.count(side << 4 | HIDDEN)
    known = [board.count(side << 4 | kind) for kind in range(HIDDEN)]
    rest = sum(v * (n - k) for v, n, k in zip(values, numbers, known, strict=False))
    mean = rest / count if count else 0.0
    value = 0.0
    for cell, piece in enumerate(board):
        if piece and piece >> 4 == side:
            worth = mean if piece & 15 == HIDDEN else values[piece & 15]
            marks = flags[cell]
            value += worth if marks & REVEALED else worth * (1 + SECRET)
            value += ADVANCE * advance[cell] if marks & MOVED else STILL
    return value
