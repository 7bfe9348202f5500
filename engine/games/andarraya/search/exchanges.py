"""What a capture wins once both sides have taken on its square as long as that pays."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.andarraya.rules.pieces import KING, PAWN, QUEEN
from engine.games.andarraya.rules.state import AndarrayaState
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

PRICE = (*WORTH[:KING], 10_000.0)  # by kind; nobody gives a king
NONE = (0, 0)


def exchange(state: AndarrayaState, action: Action) -> float:
    """Hundredths of a pawn for the side to move; below 0 when it loses more than it takes. The
    cheapest takes first; pins, promotions and taking in passing are left aside."""
    _, start, goal, _ = action
    sides = (state.board[0], state.board[1])
    occupied = (sides[0] | sides[1]) & ~BITS[start]
    stands, mover = state.kind_at(start), 1
    gains = [PRICE[state.kind_at(goal)]]
    while True:
        colour = state.side ^ mover
        taker, bit = _cheapest(state, sides[mover] & occupied, goal, occupied, colour, stands)
        if not taker:
            break
        if taker == KING:
            rest = sides[1 - mover] & occupied
            if _cheapest(state, rest, goal, occupied ^ bit, 1 - colour, KING) != NONE:
                break
        gains.append(PRICE[stands] - gains[-1])
        stands, mover, occupied = taker, 1 - mover, occupied ^ bit
    while len(gains) > 1:
        last = gains.pop()
        gains[-1] = -max(-gains[-1], last)
    return gains[0]


def _cheapest(
    state: AndarrayaState, army: int, goal: int, occupied: int, colour: int, stands: int
) -> tuple[int, int]:
    """(kind, bit) of the cheapest of `army` that may take a piece of the kind `stands` on `goal`;
    `NONE` when there is none. Queens may not take queens."""
    _, _, pawns, knights, bishops, rooks, queens, kings = state.board
    if found := PAWNS[1 - colour][goal] & pawns & army:
        return PAWN, found & -found
    if found := KNIGHTS[goal] & knights & army:
        return PAWN + 1, found & -found
    slanted = BISHOPS[goal][occupied & BISHOP_MASKS[goal]] & army
    if found := slanted & bishops:
        return PAWN + 2, found & -found
    straight = ROOKS[goal][occupied & ROOK_MASKS[goal]] & army
    if found := straight & rooks:
        return PAWN + 3, found & -found
    if stands == QUEEN:
        queens &= ~state.game.immune
    if found := (slanted | straight) & queens:
        return QUEEN, found & -found
    if found := KINGS[goal] & kings & army:
        return KING, found
    return NONE
