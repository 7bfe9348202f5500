"""Static exchange evaluation of a capture by a step. It counts the capture and the recapture; a
third capture counts as the least it can win. Shots risk nothing and are not covered here."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.cotadrez.rules.attacks import attackers
from engine.games.cotadrez.rules.pieces import ELEPHANT, RABBLE
from engine.games.cotadrez.rules.state import CotadrezState
from engine.games.cotadrez.search.evaluate import JUDGE


def exchange(state: CotadrezState, action: Action) -> float:
    """Return the points the taker wins, < 0 if he loses more than he takes. Taking back an Elephant
    needs two attackers (C17). The board is changed and restored."""
    _, origin, target = action
    t, board = state.t, state.board
    unit, prey = board[origin], board[target]
    won, risk = JUDGE.worth[prey & 15], JUDGE.worth[unit & 15]
    if risk <= won:
        return won
    half, needed = unit >> 4, 2 if unit & 15 == ELEPHANT else 1
    board[origin], board[target] = 0, unit
    defended = attackers(t, board, target, 1 - half, needed) >= needed
    backed = defended and attackers(t, board, target, half, 1) > 0
    board[origin], board[target] = unit, prey
    if not defended:
        return won
    return min(won, won - risk + (JUDGE.worth[RABBLE] if backed else 0))
