"""Attack tables as bitboards: an int with bit s set for square s (a1 is bit 0, h8 bit 63).

Two kinds of table are filled lazily, so that importing costs nothing: `ROOKS[s]` and `BISHOPS[s]`
map the occupied squares of the slider's mask to the squares it attacks from s; `MOVES[s]` maps a
bitboard of targets to the actions from s to them. Both stay small, because a slider's reach is a
prefix of each of its rays.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import Action
from engine.core.grid import DIAGONAL, EIGHT, KNIGHT, ORTHOGONAL
from engine.games.andarraya.rules.pieces import GRID, KINDS

Offsets = tuple[tuple[int, int], ...]

ALL = (1 << 64) - 1
FILE_A = 0x0101010101010101
FILE_H = FILE_A << 7
NOT_A, NOT_H = ALL ^ FILE_A, ALL ^ FILE_H
RANKS = tuple(0xFF << 8 * rank for rank in range(8))
LAST_RANKS = RANKS[0] | RANKS[7]

BITS = tuple(1 << square for square in range(64))


def squares_of(bits: int) -> Iterator[int]:
    """Yield the squares of a bitboard, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def bits_of(squares: tuple[int, ...]) -> int:
    return sum(BITS[square] for square in squares)


class Slides(dict[int, int]):
    """Lazy table of a slider's attacks, keyed by the occupied squares in its `mask`."""

    __slots__ = ("mask", "rays")

    def __init__(self, square: int, directions: Offsets) -> None:
        self.rays = tuple(GRID.ray(square, df, dr) for df, dr in directions)
        # A piece on the last square of a ray blocks nothing behind it, so the mask leaves it out.
        self.mask = sum(bits_of(ray[:-1]) for ray in self.rays)

    def __missing__(self, occupied: int) -> int:
        found = 0
        for ray in self.rays:
            for square in ray:
                found |= BITS[square]
                if occupied & BITS[square]:
                    break
        self[occupied] = found
        return found


class Targets(dict[int, tuple[Action, ...]]):
    """Lazy table of the plain moves from one square, keyed by the bitboard of their targets."""

    __slots__ = ("start",)

    def __init__(self, start: int) -> None:
        self.start = start

    def __missing__(self, targets: int) -> tuple[Action, ...]:
        found = tuple(MOVE[self.start][goal] for goal in squares_of(targets))
        self[targets] = found
        return found


def _steps(offsets: Offsets) -> tuple[int, ...]:
    return tuple(bits_of(GRID.neighbours(square, offsets)) for square in range(64))


MOVE: tuple[tuple[Action, ...], ...] = tuple(
    tuple(("move", start, goal, 0) for goal in range(64)) for start in range(64)
)
PROMOTION: tuple[dict[tuple[int, int], Action], ...] = tuple(
    {
        (start, goal): ("move", start, goal, kind)
        for goal in (*range(8), *range(56, 64))
        for back in (7, 8, 9)
        for start in (goal + back if goal < 8 else goal - back,)
    }
    for kind in (0, *KINDS)
)
MOVES = tuple(Targets(square) for square in range(64))

ROOKS = tuple(Slides(square, ORTHOGONAL) for square in range(64))
BISHOPS = tuple(Slides(square, DIAGONAL) for square in range(64))
ROOK_MASKS = tuple(table.mask for table in ROOKS)
BISHOP_MASKS = tuple(table.mask for table in BISHOPS)
ROOK_LINES = tuple(table[0] for table in ROOKS)
BISHOP_LINES = tuple(table[0] for table in BISHOPS)
KNIGHTS = _steps(KNIGHT)
KINGS = _steps(EIGHT)
# PAWNS[side][s]: squares a pawn on s attacks. PAWNS[1 - side][s]: where pawns of `side` attack s.
PAWNS = (_steps(((-1, 1), (1, 1))), _steps(((-1, -1), (1, -1))))

# BETWEEN[a][bit of b]: the squares strictly between two squares of one line; no entry otherwise.
# LINE[a][bit of b]: the ray from a through b, on which a piece pinned to a must stay.
BETWEEN: tuple[dict[int, int], ...] = tuple({} for _ in range(64))
LINE: tuple[dict[int, int], ...] = tuple({} for _ in range(64))
for _a in range(64):
    for _df, _dr in EIGHT:
        _ray = GRID.ray(_a, _df, _dr)
        for _n, _b in enumerate(_ray):
            BETWEEN[_a][BITS[_b]] = bits_of(_ray[:_n])
            LINE[_a][BITS[_b]] = bits_of(_ray)

# Pawn moves keyed by the target bit, for each side: one step, two steps, captures west and east.
PawnTable = dict[int, Action]


def _pawn_table(shift: int) -> PawnTable:
    """Return moves keyed by target bit; each starts `shift` squares before its target."""
    return {BITS[goal]: MOVE[goal - shift][goal] for goal in range(64) if 0 <= goal - shift < 64}


PAWN_MOVES: tuple[tuple[PawnTable, ...], ...] = (
    tuple(_pawn_table(shift) for shift in (8, 16, 7, 9)),
    tuple(_pawn_table(shift) for shift in (-8, -16, -9, -7)),
)

_HOMES = (4, 60)
# Goals of the king's leap from e1 and e8 (sheet 3.1, A3, A25): two squares, or two and more.
LEAPS = {
    "none": (0, 0),
    "two": tuple(
        bits_of(
            tuple(GRID.ray(home, df, dr)[1] for df, dr in EIGHT if len(GRID.ray(home, df, dr)) > 1)
        )
        for home in _HOMES
    ),
    "any": tuple((ROOK_LINES[home] | BISHOP_LINES[home]) & ~KINGS[home] for home in _HOMES),
}
