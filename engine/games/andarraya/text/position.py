"""Position text (rulebook, section 7)."""

from __future__ import annotations

from functools import partial

from engine.core.fields import BadField, Number, OneOf, Position, Rows, SomeOf, Values
from engine.core.texts import Message
from engine.games.andarraya.rules.movement import Board, threats
from engine.games.andarraya.rules.pieces import INDEX, KINDS, KING, LETTERS, MARKS, NAMES, PAWN
from engine.games.andarraya.rules.state import LAST_MOVE_NUMBER, AndarrayaRules, AndarrayaState
from engine.games.andarraya.rules.tables import BITS, KINGS, RANKS

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AEHaeh - 0 1"
PASSED = tuple(f"{file}{rank}" for rank in "63" for file in "abcdefgh")
POSITION = Position(
    Rows("placement", 8, 8, "[PNBRQKpnbrqk]"),
    OneOf("side", "wb"),
    SomeOf("unmoved", [letter for letter, *_ in MARKS], ordered=True),
    OneOf("ep", ("-", *PASSED)),
    Number("counter", 0, 99999),
    Number("move", 1, LAST_MOVE_NUMBER),
    clause="7.12",
    code="BadPosition",
    gap=" ",
)
MOST_PAWNS, MOST_PIECES = 8, 16
Armies = list[int]  # White's and Black's pieces as bitboards

# By side to move: the rank of the en-passant square, and the offsets from it to the pawn that can
# be taken and to the square which that pawn came from.
_PASSED = ((RANKS[5], -8, 8), (RANKS[2], 8, -8))


def write_position(state: AndarrayaState) -> str:
    white = state.armies[0]
    letters = [LETTERS[state.kind_at(square)].strip() for square in range(64)]
    words = [word if white & BITS[at] else word.lower() for at, word in enumerate(letters)]
    unmoved = [number for number, (_, at, _) in enumerate(MARKS) if state.unmoved & BITS[at]]
    ep = 1 + PASSED.index(NAMES[state.ep.bit_length() - 1]) if state.ep else 0
    return POSITION.text(words, state.side, unmoved, ep, state.counter, state.move_number)


def read_position(game: AndarrayaRules, text: str) -> AndarrayaState:
    """Return the state of a position text. Raises BadPosition with the first field that fails, in
    the order of clause 7.12."""
    return POSITION.read(text.strip(), partial(_build, game))


def _build(game: AndarrayaRules, values: Values) -> AndarrayaState:
    armies, kinds = _placement(values["placement"])
    side = values["side"]
    board = _board(side, armies, kinds)
    unmoved = _unmoved(values["unmoved"], armies, kinds)
    ep = _ep(values["ep"], side, armies, kinds[PAWN])
    counter = values["counter"]
    if counter > game.limit:
        raise BadField("counter")
    return AndarrayaState(game, board, unmoved, ep, counter, 2 * (values["move"] - 1) + side)


def _squares(board: int) -> list[str]:
    return [name for name, bit in zip(NAMES, BITS, strict=True) if board & bit]


def _placement(placed: list[tuple[int, str]]) -> tuple[Armies, list[int]]:
    """Return the armies, and the pieces by kind as bitboards."""
    armies, kinds = [0, 0], [0] * 7
    for square, letter in placed:
        armies[letter.islower()] |= BITS[square]
        kinds[LETTERS.index(letter.upper())] |= BITS[square]
    for side, army in enumerate(armies):
        kings, pawns = army & kinds[KING], army & kinds[PAWN]
        for why, pieces, wrong in (
            ("kings", kings, kings.bit_count() != 1),
            ("pawns", pawns, pawns.bit_count() > MOST_PAWNS),
            ("pieces", army, army.bit_count() > MOST_PIECES),
            ("first_rank", pawns & RANKS[7 * side], pawns & RANKS[7 * side]),
        ):
            if wrong:
                who, n = Message(f"army.{side}"), pieces.bit_count()
                raise BadField("placement", why, squares=_squares(pieces), army=who, n=n)
    return armies, kinds


def _board(side: int, armies: Armies, kinds: list[int]) -> Board:
    """Return the board with the side to move first."""
    pawns, knights, bishops, rooks, queens, kings = (kinds[kind] for kind in KINDS)
    us, them = armies[side], armies[1 - side]
    near = KINGS[(us & kings).bit_length() - 1] & kings & them
    if near or threats((them, us, pawns, knights, bishops, rooks, queens, kings), 1 - side)[0]:
        raise BadField("side", "check", squares=_squares(them & kings))
    return us, them, pawns, knights, bishops, rooks, queens, kings


def _unmoved(marks: list[int], armies: Armies, kinds: list[int]) -> int:
    at = [BITS[MARKS[mark][1]] for mark in marks]
    there = [armies[mark // 3] & kinds[MARKS[mark][2]] for mark in marks]
    gone = sum(bit for bit, pieces in zip(at, there, strict=True) if not bit & pieces)
    if gone or any(3 * (mark // 3) + 1 not in marks for mark in marks):
        raise BadField("unmoved", squares=_squares(gone))
    return sum(at)


def _ep(passed: int, side: int, armies: Armies, pawns: int) -> int:
    if not passed:
        return 0
    rank, ahead, behind = _PASSED[side]
    square = INDEX[PASSED[passed - 1]]
    near = 0 <= square + ahead < 64 and 0 <= square + behind < 64
    free = near and not (armies[0] | armies[1]) & (BITS[square] | BITS[square + behind])
    if not BITS[square] & rank or not free or not armies[1 - side] & pawns & BITS[square + ahead]:
        raise BadField("ep", squares=(PASSED[passed - 1],))
    return BITS[square]
