"""A rough value of a battle: material, what is known of it, and how far the pieces have come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.stratego.pieces import HIDDEN, REVEALED, TYPES

if TYPE_CHECKING:
    from engine.games.stratego.state import StrategoState

# By type: the flag is the game, bombs and low ranks are worth their use, high ones their reach.
WORTH = (0, 0.0, 3.0, 4.0, 1.5, 4.0, 2.0, 3.0, 4.5, 7.0, 10.0, 14.0, 18.0, 0.0)
SECRET = 0.15  # share of a piece's worth that lies in not being known
ADVANCE = 0.03
SCALE = 40.0


def evaluate(state: StrategoState, player: int) -> float:
    """−1…1 for `player`; ±1 only when the game is over. 0 during the set-up."""
    if state.result is not None:
        return state.result.returns[player]
    if state.setting_up:
        return 0.0
    totals = [_total(state, side) for side in range(state.game.players)]
    others = [t for s, t in enumerate(totals) if s != player and s in state.alive()]
    balance = totals[player] - (max(others) if others else 0.0)
    return max(-0.99, min(0.99, balance / SCALE))


def _total(state: StrategoState, side: int) -> float:
    unknown = _mean(state, side)
    advance = state.game.tables.advance[side]
    value = 0.0
    for cell, piece in enumerate(state.board):
        if piece and piece >> 4 == side:
            kind = piece & 15
            worth = unknown if kind == HIDDEN else WORTH[kind]
            value += worth if state.flags[cell] & REVEALED else worth * (1 + SECRET)
            value += ADVANCE * advance[cell]
    return value


def _mean(state: StrategoState, side: int) -> float:
    """What an unknown piece of a side is worth: the mean of what has not been seen of it."""
    left = list(state.game.tables.army)
    for kind in TYPES:
        left[kind] -= state.board.count(side << 4 | kind) + state.lost[side][kind]
    number = sum(max(left[kind], 0) for kind in TYPES)
    return sum(WORTH[k] * max(left[k], 0) for k in TYPES) / number if number else 0.0
