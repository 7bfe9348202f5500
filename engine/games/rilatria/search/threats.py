"""Attack maps as bit sets of squares (bit n is square n), compiled from the tables of pieces.py.
They respect blocked paths but not whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress

from engine.games.rilatria.rules.pieces import ATTACKS, HERO, KINDS, MOVES, SIZE, code

Man = tuple[int, int, int]  # square, kind, strikes

BIT = tuple(1 << square for square in range(SIZE))
# By kind, then square: squares that are always attacked, and pairs (square, blocker in between).
NEAR = tuple(
    tuple(sum(BIT[target] for target, between in reach if between < 0) for reach in kind)
    for kind in ATTACKS
)
PATHS = tuple(
    tuple(
        tuple((BIT[target], BIT[between]) for target, between in reach if between >= 0)
        for reach in kind
    )
    for kind in ATTACKS
)
# By kind, then square: squares attacked on an empty board.
EMPTY = tuple(
    tuple(near + sum(target for target, _ in paths) for near, paths in zip(*kind, strict=True))
    for kind in zip(NEAR, PATHS, strict=True)
)
ALL = range(SIZE)
# By side: translation table that turns a board from i9 down to a1 into binary digits of its pieces.
OWN = tuple(
    bytes(b"01"[piece in {code(side, kind) for kind in KINDS}] for piece in range(256))
    for side in (0, 1)
)
AROUND = tuple(sum(BIT[target] for target, _ in MOVES[HERO][square]) for square in range(SIZE))


def squares(bits: int) -> Iterator[int]:
    """Yield the squares of a bit set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def strikes(kind: int, square: int, taken: int) -> int:
    """Return the bit set a piece attacks from a square when the squares `taken` are occupied."""
    found = NEAR[kind][square]
    for target, between in PATHS[kind][square]:
        if not between & taken:
            found |= target
    return found


class AttackMap:
    """Pieces and attacks of a board, by side; cached, so read-only. `men`: (square, kind, attacked
    squares); `occupied`, `reach`: bit sets of occupied and of attacked squares; `hero`: the hero's
    square or −1."""

    __slots__ = ("hero", "men", "occupied", "reach")

    def __init__(self, board: bytes | bytearray) -> None:
        turned = board[::-1]
        self.occupied = (int(turned.translate(OWN[0]), 2), int(turned.translate(OWN[1]), 2))
        self.hero = (board.find(HERO), board.find(code(1, HERO)))
        self.men: tuple[list[Man], list[Man]] = ([], [])
        reach = [0, 0]
        taken = self.occupied[0] | self.occupied[1]
        for square in compress(ALL, board):
            piece = board[square]
            side, kind = piece >> 3, piece & 7
            bits = NEAR[kind][square]
            for target, between in PATHS[kind][square]:
                if not between & taken:
                    bits |= target
            reach[side] |= bits
            self.men[side].append((square, kind, bits))
        self.reach = reach


def field_of(board: bytearray) -> AttackMap:
    """Return the field of a board; cached, for a search needs the same one several times."""
    return _field(bytes(board))


@lru_cache(maxsize=512)
def _field(board: bytes) -> AttackMap:
    return AttackMap(board)
