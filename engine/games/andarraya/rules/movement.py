"""Legal move generation without make and unmake: checkers and pins first, then only moves that
respect them.

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
    """Compiled options of the move generator. `immune`: ALL if queens cannot take queens, else 0.
    `leaps`: bitboards of the goals of an unmoved king, by side. `promotions`: the kinds a pawn may
    become on the last rank (without a queen on its side, with one); 0 means it stays a pawn."""

    immune: int
    leaps: tuple[int, ...]
    promotions: tuple[tuple[int, ...], tuple[int, ...]]


# Bitboards of the rook's corner, of the squares that must be empty and of those that must not be
# attacked; then the castling action.
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
    """Return every legal action of the side to move, ignoring the move counter. `unmoved`: bitboard
    of unmoved kings and rooks; `ep`: bit of the en-passant square or 0; `danger`: see `threats`."""
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
    movers = own & pinned
    while movers:
        low = movers & -movers
        movers ^= low
        _pawns(moves, side, low, ALL ^ occupied, them, goal & LINE[home][low], promotions)
    if ep:
        _en_passant(moves, board, ep, side, checkers)
    return moves


def captures(
    rules: MoveOptions, board: Board, prey: int, ep: int, side: int, danger: tuple[int, int]
) -> list[Action]:
    """Return the legal captures of pieces in `prey`, en passant and promotions; the side to move
    is not in check. Steps onto the last rank without promotion are left out."""
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
    movers = own & pinned
    while movers:
        low = movers & -movers
        movers ^= low
        _pawns(moves, side, low, empty, them, goal & LINE[home][low], promotions)
    if ep:
        _en_passant(moves, board, ep, side, 0)
    return moves


def surely_moves(board: Board, side: int, danger: tuple[int, int]) -> bool:
    """Return True if an unpinned pawn can step forward and there is no check: a cheap proof that a
    legal move exists. False proves nothing."""
    checkers, pinned = danger
    if checkers:
        return False
    free = board[0] & board[2] & ~pinned
    return (free >> 8 if side else free << 8) & ~(board[0] | board[1]) & ALL != 0


def threats(board: Board, side: int) -> tuple[int, int]:
    """Return (pieces that give check to the side to move, its pinned pieces) as bitboards."""
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
    """Return those of `squares` on which the king of the side to move would be safe (2.9)."""
    us, them, pawns, knights, bishops, rooks, queens, kings = board
    # The moving king blocks no line: sliders attack through the square that he leaves.
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
    """Return the empty squares an unmoved king can leap to, attacked ones included (3.2)."""
    us, them, *_, kings = board
    occupied, home = us | them, (us & kings).bit_length() - 1
    reach = ROOKS[home][occupied & ROOK_MASKS[home]] | BISHOPS[home][occupied & BISHOP_MASKS[home]]
    return reach & ~occupied & rules.leaps[side]


def _privileges(
    moves: list[Action], rules: MoveOptions, board: Board, unmoved: int, side: int
) -> None:
    """Add leaps and castling of an unmoved king who is not in check (3.2, 3.4)."""
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
    """Add moves of knights, bishops, rooks and queens onto squares of `goal`; a pinned piece stays
    on its line."""
    us, them, _, knights, bishops, rooks, queens, kings = board
    occupied, home = us | them, (us & kings).bit_length() - 1
    goal &= ~us
    movers = us & knights & ~pinned
    while movers:
        low = movers & -movers
        movers ^= low
        at = low.bit_length() - 1
        moves += MOVES[at][KNIGHTS[at] & goal]
    # An enemy queen blocks a queen just as a friend does (2.4).
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
    """Add steps, double steps and captures of `pawns` onto squares of `goal`; no en passant."""
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
    """Add pawn moves onto the last rank, one for each kind the pawn may become (4.3)."""
    while found:
        low = found & -found
        found ^= low
        ends = table[low][1:3]
        for kind in promotions:
            moves.append(PROMOTION[kind][ends])


def _en_passant(moves: list[Action], board: Board, ep: int, side: int, checkers: int) -> None:
    """Add legal en-passant captures (4.2). Two pawns leave their squares at once, so pins do not
    suffice: the lines to the king are tested on the board afterwards."""
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
    """Compile the option `promotion` into `MoveOptions.promotions` (sheet 3.4, A7, A26)."""
    every = (QUEEN, 4, 3, 2)
    if option == "free":
        return every, every
    return (QUEEN,), every if option == "choice_if_queen" else (0,)
