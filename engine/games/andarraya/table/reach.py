"""Pseudo-legal reach of one piece, for the marks on the board and for explanations."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.andarraya.rules.movement import Board, leap_goals
from engine.games.andarraya.rules.pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from engine.games.andarraya.rules.state import AndarrayaState
from engine.games.andarraya.rules.tables import (
    ALL,
    BISHOP_LINES,
    BISHOP_MASKS,
    BISHOPS,
    BITS,
    KINGS,
    KNIGHTS,
    PAWNS,
    RANKS,
    ROOK_LINES,
    ROOK_MASKS,
    ROOKS,
)


class Reach(NamedTuple):
    """Reach of a piece as bitboards: `free` empty goals, `prey` enemies it could take, `friends` in
    its way, `immune` queens it may not take (2.4), `leaps` those of `free` that a king leaps to."""

    free: int
    prey: int
    friends: int
    immune: int
    leaps: int = 0

    @property
    def goals(self) -> int:
        return self.free | self.prey


def seen_by(state: AndarrayaState, side: int) -> Board:
    """Return the board with the pieces of `side` first."""
    us, them, *rest = state.board
    return state.board if side == state.side else (them, us, *rest)  # type: ignore[return-value]


def owner(state: AndarrayaState, square: int) -> int:
    """Return the side of the piece on a square; −1 for an empty one."""
    white, black = state.armies
    bit = BITS[square]
    return 0 if white & bit else 1 if black & bit else -1


def lines(kind: int, square: int) -> int:
    """Return the squares a piece other than a pawn reaches on an empty board."""
    if kind == KNIGHT:
        return KNIGHTS[square]
    if kind == KING:
        return KINGS[square]
    straight = ROOK_LINES[square] if kind in (ROOK, QUEEN) else 0
    return straight | (BISHOP_LINES[square] if kind in (BISHOP, QUEEN) else 0)


def attacks(kind: int, square: int, side: int, occupied: int) -> int:
    """Return the squares a piece attacks (2.10)."""
    if kind == PAWN:
        return PAWNS[side][square]
    if kind in (KNIGHT, KING):
        return lines(kind, square)
    straight = ROOKS[square][occupied & ROOK_MASKS[square]] if kind in (ROOK, QUEEN) else 0
    slanted = BISHOPS[square][occupied & BISHOP_MASKS[square]] if kind in (BISHOP, QUEEN) else 0
    return straight | slanted


def pushes(square: int, side: int, occupied: int) -> int:
    """Return the empty squares a pawn can step to (2.7)."""
    bit, empty = BITS[square], ALL ^ occupied
    one = (bit >> 8 if side else bit << 8) & empty
    gate = one & RANKS[5 if side else 2]
    return one | (gate >> 8 if side else gate << 8) & empty


def reach_of(state: AndarrayaState, square: int) -> Reach:
    """Return the reach of the piece on `square`; all zero for an empty square."""
    side, kind = owner(state, square), state.kind_at(square)
    if side < 0:
        return Reach(0, 0, 0, 0)
    board = seen_by(state, side)
    us, them, queens = board[0], board[1], board[6]
    occupied = us | them
    hit = attacks(kind, square, side, occupied)
    immune = hit & them & queens & state.game.immune if kind == QUEEN else 0
    prey = hit & them & ~immune & ~board[7]
    free = hit & ~occupied
    if kind == PAWN:
        passing = state.ep if side == state.side else 0
        free = pushes(square, side, occupied) | hit & passing
    leaps = 0
    if kind == KING and state.unmoved & BITS[square]:
        leaps = leap_goals(state.game, board, side)
    friends = hit & us if kind != PAWN else 0
    return Reach(free | leaps, prey, friends, immune, leaps)
