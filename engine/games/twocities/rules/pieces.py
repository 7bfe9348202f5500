"""Squares, units and set-up rows of A Tale of Two Cities (rulebook, section 1).

A square is file · 8 + rank, so that the order of numbers is the order of names: a1 a2 … h8.
A piece is a byte: side · 8 + kind; 0 is an empty square. Sets of squares are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations

from engine.games.twocities.info import LINE

WHITE, BLACK = 0, 1
LIGHT, HEAVY, ARCHERS, CAVALRY, CITY = range(1, 6)
UNITS = (LIGHT, HEAVY, ARCHERS, CAVALRY)

LETTERS = "-LPACT"
KINDS = {letter: kind for kind, letter in enumerate(LETTERS) if kind}
WORDS = ("", "light", "heavy", "archers", "cavalry", "city")

# By kind (section 3). RANGE 0: the unit does not shoot.
STRENGTH = (0, 4, 4, 4, 3, 5)
MOVE = (0, 2, 1, 2, 4, 0)
RANGE = (0, 0, 0, 3, 2, 0)
MELEE = (0, 2, 5, 2, 2, 0)
STILL, MOVED = 2, 1  # ranged dice of archers and cavalry
MAX_DICE = 6
MAX_PIECES = 8  # units of one side

FILES = "abcdefgh"
NAMES = tuple(f"{file}{rank}" for file in FILES for rank in range(1, 9))
INDEX = {name: square for square, name in enumerate(NAMES)}
HOME = (0, 7)  # rank of each side's city


def _neighbours(square: int) -> tuple[int, ...]:
    file, rank = divmod(square, 8)
    steps = ((file, rank + 1), (file + 1, rank), (file, rank - 1), (file - 1, rank))
    return tuple(f * 8 + r for f, r in steps if 0 <= f < 8 and 0 <= r < 8)


NEIGHBOURS = tuple(_neighbours(square) for square in range(64))
BESIDE = tuple(tuple(n for n in NEIGHBOURS[s] if n & 7 == s & 7) for s in range(64))
# By side: the square straight behind, towards the own edge, or -1.
BACK = (
    tuple(s - 1 if s & 7 else -1 for s in range(64)),
    tuple(s + 1 if s & 7 != 7 else -1 for s in range(64)),
)
GROUND = tuple(s for s in range(64) if 1 <= s & 7 <= 6)  # squares that may have terrain


def code(side: int, kind: int) -> int:
    return side << 3 | kind


def distance(one: int, other: int) -> int:
    """Return the number of orthogonal steps between two squares on an empty board."""
    return abs((one >> 3) - (other >> 3)) + abs((one & 7) - (other & 7))


def is_left(side: int, square: int) -> bool:
    """Return whether a square is in a side's left sector: a–d for White, e–h for Black."""
    return (square < 32) == (side == WHITE)


def bits(squares: Iterable[int]) -> int:
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def members(mask: int) -> Iterator[int]:
    """Yield the set bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@cache
def random_lines() -> tuple[str, ...]:
    """Return the 630 rows of the set-up `random`, sorted: the city stays, the rest is permuted."""
    city = LINE.index("T")
    rest = LINE.replace("T", "")
    rows = {"".join(p[:city] + ("T",) + p[city:]) for p in permutations(rest)}
    return tuple(sorted(rows))
