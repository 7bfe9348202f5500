"""Reader and writer of the position text (rulebook, section 7)."""

from __future__ import annotations

import re

from engine.core.errors import BadPosition
from engine.core.rows import BadRows, cells_of, write_rows
from engine.core.texts import Message
from engine.games.andarraya.rules.movement import Board, threats
from engine.games.andarraya.rules.pieces import (
    INDEX,
    KINDS,
    KING,
    LETTERS,
    MARKS,
    NAMES,
    PAWN,
)
from engine.games.andarraya.rules.state import LAST_MOVE_NUMBER, AndarrayaRules, AndarrayaState
from engine.games.andarraya.rules.tables import BITS, KINGS, RANKS

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AEHaeh - 0 1"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,4}")
_LETTERS_IN_ORDER = re.compile("-|(?=.)A?E?H?a?e?h?")

# By side to move: the rank of the en-passant square, and the offsets from it to the pawn that can
# be taken and to the square which that pawn came from.
_PASSED = ((RANKS[5], -8, 8), (RANKS[2], 8, -8))


def bad(field: str) -> BadPosition:
    """Return the error that refuses one field."""
    why = Message(f"bad_position.{field}", "7.12")
    return BadPosition(Message("error.position", "7.12", why=why), field=field, code="BadPosition")


# -- writing -------------------------------------------------------------------------------------


def write_position(state: AndarrayaState) -> str:
    return " ".join(
        (
            placement_text(state),
            "wb"[state.side],
            "".join(letter for letter, at, _ in MARKS if state.unmoved & BITS[at]) or "-",
            NAMES[state.ep.bit_length() - 1] if state.ep else "-",
            str(state.counter),
            str(state.move_number),
        )
    )


def placement_text(state: AndarrayaState) -> str:
    white = state.armies[0]
    letters = [LETTERS[state.kind_at(square)].strip() for square in range(64)]
    words = [word if white & BITS[at] else word.lower() for at, word in enumerate(letters)]
    return write_rows(words, 8)


# -- reading -------------------------------------------------------------------------------------


def read_position(game: AndarrayaRules, text: str) -> AndarrayaState:
    """Return the state of a position text. Raises BadPosition with the first field that fails, in
    the order of clause 7.12."""
    fields = text.strip().split(" ")
    if len(fields) != 6 or not all(fields):
        raise bad("fields")
    placement, turn, letters, passed, count, number = fields
    armies, kinds = _placement(placement)
    board, side = _turn(turn, armies, kinds)
    unmoved = _unmoved(letters, armies, kinds)
    ep = _ep(passed, side, armies, kinds[PAWN])
    if not _NUMBER.fullmatch(count) or int(count) > game.limit:
        raise bad("counter")
    if not _NUMBER.fullmatch(number) or not 1 <= int(number) <= LAST_MOVE_NUMBER:
        raise bad("move")
    plies = 2 * (int(number) - 1) + side
    return AndarrayaState(game, board, unmoved, ep, int(count), plies)


def _placement(text: str) -> tuple[list[int], list[int]]:
    """Return ([White's pieces, Black's pieces], pieces by kind) as bitboards."""
    armies, kinds = [0, 0], [0] * 7
    try:
        for square, letter in cells_of(text, 8, 8, "[PNBRQKpnbrqk]"):
            armies[letter.islower()] |= BITS[square]
            kinds[LETTERS.index(letter.upper())] |= BITS[square]
    except BadRows:
        raise bad("placement") from None
    pawns, kings = kinds[PAWN], kinds[KING]
    for army, first in ((armies[0], RANKS[0]), (armies[1], RANKS[7])):
        if (
            (army & kings).bit_count() != 1
            or (army & pawns).bit_count() > 8
            or army.bit_count() > 16
            or army & pawns & first
        ):
            raise bad("placement")
    return armies, kinds


def _turn(text: str, armies: list[int], kinds: list[int]) -> tuple[Board, int]:
    """Return (board with the side to move first, side to move)."""
    if text not in ("w", "b"):
        raise bad("side")
    side = "wb".index(text)
    pawns, knights, bishops, rooks, queens, kings = (kinds[kind] for kind in KINDS)
    us, them = armies[side], armies[1 - side]
    near = KINGS[(us & kings).bit_length() - 1] & kings & them
    if near or threats((them, us, pawns, knights, bishops, rooks, queens, kings), 1 - side)[0]:
        raise bad("side")
    return (us, them, pawns, knights, bishops, rooks, queens, kings), side


def _unmoved(text: str, armies: list[int], kinds: list[int]) -> int:
    if not _LETTERS_IN_ORDER.fullmatch(text):
        raise bad("unmoved")
    unmoved = 0
    for number, (letter, square, kind) in enumerate(MARKS):
        if letter in text:
            if not armies[number // 3] & kinds[kind] & BITS[square]:
                raise bad("unmoved")
            if ("E" if number < 3 else "e") not in text:
                raise bad("unmoved")
            unmoved |= BITS[square]
    return unmoved


def _ep(text: str, side: int, armies: list[int], pawns: int) -> int:
    if text == "-":
        return 0
    rank, ahead, behind = _PASSED[side]
    square = INDEX.get(text, -1)
    if square < 0 or not BITS[square] & rank:
        raise bad("ep")
    occupied = armies[0] | armies[1]
    if occupied & (BITS[square] | BITS[square + behind]):
        raise bad("ep")
    if not armies[1 - side] & pawns & BITS[square + ahead]:
        raise bad("ep")
    return BITS[square]
