"""Legal moves without trying them out: checkers and pins first, then only what respects them.

A board is a plain tuple of bitboards, `us` being the side to move:
(us, them, pawns, knights, bishops, rooks, queens, kings). Clauses: rulebook sections 2 to 4.
"""

from __future__ import annotations

from typing import Protocol

from engine.core.contract import Action
from engine.games.andarraya.rules.pieces import QUEEN
from engine.games.andarraya.rules.tables import (
    ALL,
    BETWEEN,
    BISHOP_LINES,
    BISHOP_MASKS,
    BISHOPS,
    BITS,
    KINGS,
    KNIGHTS,
    LAST_RANKS,
    LINE,
    MOVES,
    NOT_A,
    NOT_H,
    PAWN_MOVES,
    PAWNS,
    PROMOTION,
    RANKS,
    ROOK_LINES,
    ROOK_MASKS,
    ROOKS,
)

Board = tuple[int, int, int, int, int, int, int, int]

SHORT: Action = ("short",)
LONG: Action = ("long",)


class MoveOptions(Protocol):
    """Options as the generator needs them. `immune`: ALL where queens do not take queens, else 0.
    `leaps`: goals of an unmoved king, by side. `promotions`: the pieces a pawn may become on the
    last rank when its side has no queen, and when it has one; 0 is staying a pawn."""

    immune: int
    leaps: tuple[int, ...]
    promotions: tuple[tuple[int, ...], tuple[int, ...]]


# A wing: the rook's corner, what must be empty, what must not be attacked, the action.
Wing = tuple[int, int, int, Action]


def _wings(rank: int) -> tuple[Wing, Wing]:
    shift = 8 * rank
    return (
        (0x80 << shift, 0x60 << shift, 0x60 << shift, SHORT),
        (0x01 << shift, 0x0E << shift, 0x0C << shift, LONG),
    )


WINGS = (_wings(0), _wings(7))


def legal_moves(
    rules: MoveOptions, board: Board, unmoved: int, ep: int, side: int, danger: tuple[int, int]
) -> list[Action]:
    """Every legal action of the side to move, the counter left aside. `unmoved`: squares of the
    unmoved kings and rooks; `ep`: the bit of the en-passant square, or 0; `danger`: `threats`."""
    us, them, pawns, _, _, _, queens, kings = board
    occupied = us | them
    king = us & kings
    home = king.bit_length() - 1
    checkers, pinned = danger
    moves: list[Action] = []
    steps = unattacked(board, side, KINGS[home] & ~us)
    if steps:
        moves += MOVES[home][steps]
    if not checkers:
        goal = ALL ^ us
        if unmoved & king:
            _privileges(moves, rules, board, unmoved, side)
    elif checkers & (checkers - 1):
        return moves
    else:
        goal = checkers | BETWEEN[home].get(checkers, 0)
    _officers(moves, rules, board, pinned, goal)
    promotions = rules.promotions[1 if us & queens else 0]
    own = us & pawns
    _pawns(moves, side, own & ~pinned, ALL ^ occupied, them, goal, promotions)
    held = own & pinned
    while held:
        low = held & -held
        held ^= low
        _pawns(moves, side, low, ALL ^ occupied, them, goal & LINE[home][low], promotions)
    if ep:
        _en_passant(moves, board, ep, side, checkers)
    return moves


def captures(
    rules: MoveOptions, board: Board, prey: int, ep: int, side: int, danger: tuple[int, int]
) -> list[Action]:
    """The legal captures of `prey` and promotions of a side that is not in check. Steps onto the
    last rank that leave a pawn there are left out."""
    us, them, pawns, _, _, _, queens, kings = board
    home = (us & kings).bit_length() - 1
    pinned = danger[1]
    moves: list[Action] = []
    steps = KINGS[home] & prey
    if steps and (steps := unattacked(board, side, steps)):
        moves += MOVES[home][steps]
    if prey:
        _officers(moves, rules, board, pinned, prey)
    promotions = rules.promotions[1 if us & queens else 0]
    empty, own = ALL ^ (us | them), us & pawns
    goal = prey if promotions == (0,) else prey | LAST_RANKS
    _pawns(moves, side, own & ~pinned, empty, them, goal, promotions)
    held = own & pinned
    while held:
        low = held & -held
        held ^= low
        _pawns(moves, side, low, empty, them, goal & LINE[home][low], promotions)
    if ep:
        _en_passant(moves, board, ep, side, 0)
    return moves


def surely_moves(board: Board, side: int, danger: tuple[int, int]) -> bool:
    """Whether a glance is enough to see that there is a legal move: a pawn that may step."""
    checkers, pinned = danger
    if checkers:
        return False
    free = board[0] & board[2] & ~pinned
    return (free >> 8 if side else free << 8) & ~(board[0] | board[1]) & ALL != 0


def threats(board: Board, side: int) -> tuple[int, int]:
    """(pieces that give check to the side to move, its pinned pieces)."""
    us, them, pawns, knights, bishops, rooks, queens, kings = board
    home = (us & kings).bit_length() - 1
    checkers = (KNIGHTS[home] & knights | PAWNS[side][home] & pawns) & them
    pinned = 0
    snipers = (ROOK_LINES[home] & (rooks | queens) | BISHOP_LINES[home] & (bishops | queens)) & them
    if snipers:
        between, occupied = BETWEEN[home], us | them
        while snipers:
            low = snipers & -snipers
            snipers ^= low
            screen = between[low] & occupied
            if not screen:
                checkers |= low
            elif not screen & (screen - 1):
                pinned |= screen & us
    return checkers, pinned


def unattacked(board: Board, side: int, squares: int) -> int:
    """Those of `squares` on which the king of the side to move would not be attacked (2.9)."""
    us, them, pawns, knights, bishops, rooks, queens, kings = board
    # The king himself hides nothing: a slider's line goes on through where he stood.
    occupied = (us | them) & ~(us & kings)
    squares &= ~KINGS[(them & kings).bit_length() - 1]
    straight, slanted = them & (rooks | queens), them & (bishops | queens)
    leapers, foot, before = them & knights, them & pawns, PAWNS[side]
    safe = 0
    while squares:
        low = squares & -squares
        squares ^= low
        at = low.bit_length() - 1
        if not (
            before[at] & foot
            or KNIGHTS[at] & leapers
            or (ROOK_LINES[at] & straight and ROOKS[at][occupied & ROOK_MASKS[at]] & straight)
            or (BISHOP_LINES[at] & slanted and BISHOPS[at][occupied & BISHOP_MASKS[at]] & slanted)
        ):
            safe |= low
    return safe


def leap_goals(rules: MoveOptions, board: Board, side: int) -> int:
    """Empty squares an unmoved king can leap to over empty squares, attacked or not (3.2)."""
    us, them, *_, kings = board
    occupied, home = us | them, (us & kings).bit_length() - 1
    reach = ROOKS[home][occupied & ROOK_MASKS[home]] | BISHOPS[home][occupied & BISHOP_MASKS[home]]
    return reach & ~occupied & rules.leaps[side]


def _privileges(
    moves: list[Action], rules: MoveOptions, board: Board, unmoved: int, side: int
) -> None:
    """Leap and castling of an unmoved king who is not in check (3.2, 3.4)."""
    us, them, *_, kings = board
    leaps = unattacked(board, side, leap_goals(rules, board, side))
    if leaps:
        moves += MOVES[(us & kings).bit_length() - 1][leaps]
    for corner, empty, calm, action in WINGS[side]:
        if unmoved & corner and not (us | them) & empty:
            if unattacked(board, side, calm) == calm:
                moves.append(action)


def _officers(
    moves: list[Action], rules: MoveOptions, board: Board, pinned: int, goal: int
) -> None:
    """Knights, bishops, rooks and queens onto squares of `goal`, pinned ones along their line."""
    us, them, _, knights, bishops, rooks, queens, kings = board
    occupied, home = us | them, (us & kings).bit_length() - 1
    goal &= ~us
    movers = us & knights & ~pinned
    while movers:
        low = movers & -movers
        movers ^= low
        at = low.bit_length() - 1
        moves += MOVES[at][KNIGHTS[at] & goal]
    # An immune queen blocks the other like a piece of her own side (2.4).
    quarry = goal & ~(them & queens & rules.immune)
    slanted, straight = bishops | queens, rooks | queens
    movers = us & (slanted | straight)
    while movers:
        low = movers & -movers
        movers ^= low
        at = low.bit_length() - 1
        reach = quarry if queens & low else goal
        if pinned & low:
            reach &= LINE[home][low]
        if slanted & low:
            targets = BISHOPS[at][occupied & BISHOP_MASKS[at]] & reach
            if targets:
                moves += MOVES[at][targets]
        if straight & low:
            targets = ROOKS[at][occupied & ROOK_MASKS[at]] & reach
            if targets:
                moves += MOVES[at][targets]


def _pawns(
    moves: list[Action],
    side: int,
    pawns: int,
    empty: int,
    them: int,
    goal: int,
    promotions: tuple[int, ...],
) -> None:
    """Steps, double steps and captures of `pawns` onto squares of `goal`, all at once."""
    if side:
        one = pawns >> 8 & empty
        two = (one & RANKS[5]) >> 8 & empty & goal
        west, east = (pawns & NOT_A) >> 9 & them & goal, (pawns & NOT_H) >> 7 & them & goal
    else:
        one = pawns << 8 & empty
        two = (one & RANKS[2]) << 8 & empty & goal
        west, east = (pawns & NOT_A) << 7 & them & goal, (pawns & NOT_H) << 9 & them & goal
    one &= goal
    if not one | two | west | east:
        return
    tables = PAWN_MOVES[side]
    if (one | west | east) & LAST_RANKS:
        for found, table in ((one, tables[0]), (west, tables[2]), (east, tables[3])):
            _arrivals(moves, found & LAST_RANKS, table, promotions)
        one, west, east = one & ~LAST_RANKS, west & ~LAST_RANKS, east & ~LAST_RANKS
    for found, table in zip((one, two, west, east), tables, strict=True):
        while found:
            low = found & -found
            found ^= low
            moves.append(table[low])


def _arrivals(
    moves: list[Action], found: int, table: dict[int, Action], promotions: tuple[int, ...]
) -> None:
    """Pawn moves onto the last rank, one for each piece the pawn may become (4.3)."""
    while found:
        low = found & -found
        found ^= low
        ends = table[low][1:3]
        for kind in promotions:
            moves.append(PROMOTION[kind][ends])


def _en_passant(moves: list[Action], board: Board, ep: int, side: int, checkers: int) -> None:
    """Two pawns leave the board's lines at once, so the king's lines are looked at anew (4.2)."""
    us, them, pawns, knights, bishops, rooks, queens, kings = board
    goal, home = ep.bit_length() - 1, (us & kings).bit_length() - 1
    victim = BITS[goal + (8 if side else -8)]
    if checkers & (pawns | knights) & ~victim:
        return
    straight, slanted = them & (rooks | queens), them & (bishops | queens)
    takers = PAWNS[1 - side][goal] & us & pawns
    while takers:
        low = takers & -takers
        takers ^= low
        after = (us | them | ep) ^ low ^ victim
        if not (
            ROOKS[home][after & ROOK_MASKS[home]] & straight
            or BISHOPS[home][after & BISHOP_MASKS[home]] & slanted
        ):
            moves.append(("move", low.bit_length() - 1, goal, 0))


def promotion_choices(option: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`MoveOptions.promotions` of the option `promotion` (sheet 3.4, A7, A26)."""
    every = (QUEEN, 4, 3, 2)
    if option == "free":
        return every, every
    return (QUEEN,), every if option == "choice_if_queen" else (0,)
