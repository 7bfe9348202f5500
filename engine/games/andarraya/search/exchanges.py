"""Static exchange evaluation: the net gain of the captures on one square."""

from __future__ import annotations

from functools import lru_cache

from engine.core.contract import Action
from engine.games.andarraya.rules.movement import Board
from engine.games.andarraya.rules.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from engine.games.andarraya.rules.state import AndarrayaState, kind_on
from engine.games.andarraya.rules.tables import (
    BISHOP_MASKS,
    BISHOPS,
    BITS,
    KINGS,
    KNIGHTS,
    PAWNS,
    ROOK_MASKS,
    ROOKS,
)
from engine.games.andarraya.search.squares import WORTH

PRICE = (*WORTH[:KING], 10_000.0)  # by kind
NONE = (0, 0)
EXCHANGES_KEPT = 4096  # cache size: the search asks about the same capture several times


def exchange(state: AndarrayaState, action: Action) -> float:
    """Return the static exchange evaluation of a move in centipawns for the side to move, < 0 if it
    loses material. The cheapest piece takes first; pins, promotions and en passant are ignored."""
    return _exchange(state.board, state.plies & 1, state.game.immune, action[1], action[2])


@lru_cache(maxsize=EXCHANGES_KEPT)
def _exchange(board: Board, side: int, immune: int, start: int, goal: int) -> float:
    occupied = (board[0] | board[1]) & ~BITS[start]
    stands, mover = kind_on(board, start), 1
    gains = [PRICE[kind_on(board, goal)]]
    while True:
        shy = immune if stands == QUEEN else 0
        army = board[mover] & occupied
        taker, bit = _cheapest(board, army, goal, occupied, side ^ mover, shy)
        if not taker:
            break
        if taker == KING:
            rest = board[1 - mover] & occupied
            if _cheapest(board, rest, goal, occupied ^ bit, side ^ mover ^ 1, 0) != NONE:
                break
        gains.append(PRICE[stands] - gains[-1])
        stands, mover, occupied = taker, 1 - mover, occupied ^ bit
    while len(gains) > 1:
        last = gains.pop()
        gains[-1] = -max(-gains[-1], last)
    return gains[0]


def _cheapest(
    board: Board, army: int, goal: int, occupied: int, colour: int, shy: int
) -> tuple[int, int]:
    """Return (kind, bit) of the cheapest piece of `army` that attacks `goal`, or `NONE`. `shy`:
    queens that may not take there, because an enemy queen stands on it."""
    _, _, pawns, knights, bishops, rooks, queens, kings = board
    if found := PAWNS[1 - colour][goal] & pawns & army:
        return PAWN, found & -found
    if found := KNIGHTS[goal] & knights & army:
        return KNIGHT, found & -found
    slanted = BISHOPS[goal][occupied & BISHOP_MASKS[goal]] & army
    if found := slanted & bishops:
        return BISHOP, found & -found
    straight = ROOKS[goal][occupied & ROOK_MASKS[goal]] & army
    if found := straight & rooks:
        return ROOK, found & -found
    if found := (slanted | straight) & queens & ~shy:
        return QUEEN, found & -found
    if found := KINGS[goal] & kings & army:
        return KING, found
    return NONE
