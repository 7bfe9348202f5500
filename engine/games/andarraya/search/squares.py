"""Tables of the static evaluation in centipawns: piece values, piece-square tables, pawn structure.
Side 0 is White; Black's tables are mirrored by rank.
"""

from __future__ import annotations

from engine.games.andarraya.rules.pieces import BISHOP, KNIGHT, QUEEN, ROOK
from engine.games.andarraya.rules.tables import (
    BITS,
    FILE_A,
    KINGS,
    LAST_RANKS,
    PAWNS,
    bits_of,
    squares_of,
)

# Piece values by kind; the king counts 0.
WORTH = (0.0, 100.0, 320.0, 330.0, 500.0, 900.0, 0.0)
NOTES_KEPT = 20_000  # cached pawn structures

Notes = tuple[float, float, float, float]


def _from_centre(square: int) -> int:
    """Return the distance from the four central squares in steps along rank and file, 0…6."""
    return (abs(2 * (square % 8) - 7) + abs(2 * (square // 8) - 7) - 2) // 2


def _ring(square: int) -> int:
    """Return the ring of a square: 0 for the four central squares, 3 at the edge."""
    return max(abs(2 * (square % 8) - 7), abs(2 * (square // 8) - 7)) // 2


def _place(kind: int, square: int) -> float:
    """Return the value of a knight, bishop, rook or queen on a square. The tables are symmetric,
    so both sides share them."""
    base = WORTH[kind]
    if kind == KNIGHT:
        return base + 14 - 6.0 * _from_centre(square)
    if kind == BISHOP:
        return base + 8 - 5.0 * _ring(square)
    if kind == ROOK:
        return base + (4.0 if square % 8 in (3, 4) else 0.0)
    return base - (3.0 if _ring(square) == 3 else 0.0)


PLACE = tuple(
    tuple(_place(kind, square) for square in range(64)) if KNIGHT <= kind <= QUEEN else ()
    for kind in range(7)
)


def _sheltered(square: int) -> float:
    """Return the middle-game value of a square for White's king: best at home on a wing."""
    file, rank = square % 8, square // 8
    if rank > 1:
        return -15.0 - 15.0 * min(rank, 5)
    return (25.0, 30.0, 10.0, -5.0, -5.0, -5.0, 35.0, 25.0)[file] - 20.0 * rank


KING_EARLY = (
    tuple(_sheltered(square) for square in range(64)),
    tuple(_sheltered(square ^ 56) for square in range(64)),
)
KING_LATE = tuple(20.0 - 8.0 * _from_centre(square) for square in range(64))
# King zone: his square and those around it; attacks on it count as pressure.
ZONE = tuple(KINGS[square] | BITS[square] for square in range(64))

# FILES by file; BESIDE: the neighbouring files. AHEAD and SPAN by side and square: the squares in
# front of a pawn on its file, and on its file and both neighbouring ones.
FILES = tuple(FILE_A << file for file in range(8))
BESIDE = tuple(
    (FILES[file - 1] if file else 0) | (FILES[file + 1] if file < 7 else 0) for file in range(8)
)


def _before(square: int, side: int) -> int:
    """Return all squares of the ranks in front of a pawn."""
    ranks = range(square // 8) if side else range(square // 8 + 1, 8)
    return bits_of(tuple(8 * rank + file for rank in ranks for file in range(8)))


AHEAD = tuple(
    tuple(_before(square, side) & FILES[square % 8] for square in range(64)) for side in (0, 1)
)
SPAN = tuple(
    tuple(_before(square, side) & (FILES[square % 8] | BESIDE[square % 8]) for square in range(64))
    for side in (0, 1)
)
# Pawn values: by file and by steps made in the middle game; by steps in the ending; bonus of a
# passed pawn by steps.
BY_FILE = (-4.0, 0.0, 2.0, 8.0, 8.0, 0.0, 0.0, -4.0)
STEPS_EARLY = (0.0, 0.0, 4.0, 12.0, 18.0, 25.0, 0.0)
STEPS_LATE = (0.0, 4.0, 8.0, 14.0, 24.0, 36.0, 0.0)
FREE = (10.0, 15.0, 28.0, 55.0, 95.0, 150.0, 0.0)
DOUBLED, ISOLATED, PROTECTED = 12.0, 13.0, 7.0


class PawnNotes(dict[tuple[int, int], Notes]):
    """Pawn-structure cache keyed by (White's, Black's pawns): White's balance in the middle game
    and in the ending, then the passed-pawn bonus of White and of Black in the ending."""

    def __missing__(self, pawns: tuple[int, int]) -> Notes:
        own, other = pawns[0] & ~LAST_RANKS, pawns[1] & ~LAST_RANKS
        white, black = _pawns(own, other, 0), _pawns(other, own, 1)
        if len(self) > NOTES_KEPT:
            self.clear()
        found = (white[0] - black[0], white[1] - black[1], white[2], black[2])
        self[pawns] = found
        return found


def _pawns(own: int, other: int, side: int) -> tuple[float, float, float]:
    """Return (middle-game value, ending value, passed-pawn bonus in the ending) of one side's
    pawns. `own` and `other` exclude pawns on the last ranks."""
    early = late = promise = 0.0
    for square in squares_of(own):
        file, steps = square % 8, (6 - square // 8) if side else square // 8 - 1
        value = WORTH[1]
        if not own & BESIDE[file]:
            value -= ISOLATED
        if own & AHEAD[side][square]:
            value -= DOUBLED
        elif PAWNS[1 - side][square] & own:
            value += PROTECTED
        early += value + STEPS_EARLY[steps] + BY_FILE[file]
        late += value + STEPS_LATE[steps]
        if not other & SPAN[side][square] and not own & AHEAD[side][square]:
            early += FREE[steps] / 4
            promise += FREE[steps]
    return early, late, promise


PAWN_NOTES = PawnNotes()
