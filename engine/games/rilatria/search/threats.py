"""Who strikes what: attack maps as bit sets of squares (bit n is square n), compiled from the
tables of movement. They know blocked paths, not whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.games.rilatria.rules.pieces import ATTACKS, HERO, MOVES, SIZE

BIT = tuple(1 << square for square in range(SIZE))
# By kind, then square: squares struck whatever stands between, and (square, what blocks it).
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
# By kind, then square: what is struck on an empty board.
EMPTY = tuple(
    tuple(near + sum(target for target, _ in paths) for near, paths in zip(*kind, strict=True))
    for kind in zip(NEAR, PATHS, strict=True)
)
AROUND = tuple(sum(BIT[target] for target, _ in MOVES[HERO][square]) for square in range(SIZE))


def squares(bits: int) -> Iterator[int]:
    """The squares of a bit set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def strikes(kind: int, square: int, taken: int) -> int:
    """What a piece strikes from a square when the squares `taken` are not empty."""
    found = NEAR[kind][square]
    for target, between in PATHS[kind][square]:
        if not between & taken:
            found |= target
    return found


class Field:
    """The pieces of a position and what they strike, by side; not to be changed. `men`: (square,
    kind, strikes); `held`, `reach`: bit sets of what stands and what is struck."""

    __slots__ = ("held", "hero", "men", "reach")

    def __init__(self, board: bytes | bytearray) -> None:
        found: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        held = [0, 0]
        hero = [-1, -1]
        for square, piece in enumerate(board):
            if piece:
                side, kind = piece >> 3, piece & 7
                found[side].append((square, kind))
                held[side] |= BIT[square]
                if kind == HERO:
                    hero[side] = square
        taken = held[0] | held[1]
        self.held, self.hero = held, hero
        self.men: list[list[tuple[int, int, int]]] = []
        self.reach: list[int] = []
        for men in found:
            struck, listed = 0, []
            for square, kind in men:
                bits = NEAR[kind][square]
                for target, between in PATHS[kind][square]:
                    if not between & taken:
                        bits |= target
                struck |= bits
                listed.append((square, kind, bits))
            self.men.append(listed)
            self.reach.append(struck)


def field_of(board: bytearray) -> Field:
    """The field of a board; a search asks for the same one several times in a row."""
    return _field(bytes(board))


@lru_cache(maxsize=512)
def _field(board: bytes) -> Field:
    return Field(board)
