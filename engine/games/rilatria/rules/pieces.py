"""The board, the six kinds of piece, and their moves and attacks (rulebook, sections 1, 2).

A piece on the board is `side << 3 | kind`; 0 is an empty square. Squares are indexes of a 9 × 9
grid, a1 = 0.
"""

from __future__ import annotations

from engine.core.grid import DIAGONAL, EIGHT, KNIGHT, ORTHOGONAL, Grid

GRID = Grid(9, 9)
NAMES = GRID.names
INDEX = GRID.index
SIZE = GRID.size

EMPTY, HERO, ASSASSIN, RIDER, LANCER, RAM, BARBARIAN = range(7)
KINDS = (HERO, ASSASSIN, RIDER, LANCER, RAM, BARBARIAN)
UNITS = KINDS[1:]
LETTERS = ".HAJLTB"
GLYPHS = ("", "hero", "assassin", "rider", "lancer", "ram", "barbarian")
LIMITS = (0, 1, 1, 2, 2, 2, 6)
PRICES = (0, 0, 6, 5, 4, 3, 2)

Zones = tuple[tuple[int, ...], tuple[int, ...]]


def _zones(inward: int) -> Zones:
    """Return the zones of South and North, moved `inward` squares from the corners."""
    low, high = range(inward, 3 + inward), range(6 - inward, 9 - inward)
    south = tuple(GRID.at(file, rank) for file in high for rank in low)
    north = tuple(GRID.at(file, rank) for file in low for rank in high)
    return south, north


ZONES = _zones(0)  # g1–i3, a7–c9
# By value of the option `field`: zones, and the pieces of the set-up in their order.
FIELDS = {
    "corner": (ZONES, (HERO, RAM)),
    "near": (_zones(1), (HERO, RAM, RIDER, LANCER, BARBARIAN, BARBARIAN)),
}

# (target, square in between that must be empty, or -1)
Reach = tuple[tuple[int, int], ...]


def code(side: int, kind: int) -> int:
    """Return the board value of a piece."""
    return side << 3 | kind


def by_file(square: int) -> tuple[int, int]:
    """Return the sort key of recruits' squares: file, then rank."""
    return GRID.by_file(square)


def _steps(square: int, offsets: tuple[tuple[int, int], ...]) -> Reach:
    """Return targets at fixed offsets, which nothing can block."""
    return tuple((target, -1) for target in GRID.neighbours(square, offsets))


def _rays(square: int, directions: tuple[tuple[int, int], ...]) -> Reach:
    """Return the first two squares of each direction; the second needs the first to be empty."""
    found = []
    for df, dr in directions:
        ray = GRID.ray(square, df, dr)[:2]
        found += [(target, -1 if number == 0 else ray[0]) for number, target in enumerate(ray)]
    return tuple(found)


def _moves(kind: int, square: int) -> Reach:
    return _rays(square, EIGHT) if kind == ASSASSIN else _steps(square, EIGHT)


def _attacks(kind: int, square: int) -> Reach:
    if kind == ASSASSIN:
        return _rays(square, EIGHT)
    if kind == RAM:
        return _rays(square, ORTHOGONAL)
    offsets = {
        HERO: EIGHT,
        RIDER: KNIGHT,
        LANCER: tuple((2 * df, 2 * dr) for df, dr in DIAGONAL),
        BARBARIAN: DIAGONAL,
    }
    return _steps(square, offsets[kind])


MOVES: tuple[tuple[Reach, ...], ...] = (
    (),
    *(tuple(_moves(kind, square) for square in range(SIZE)) for kind in KINDS),
)
ATTACKS: tuple[tuple[Reach, ...], ...] = (
    (),
    *(tuple(_attacks(kind, square) for square in range(SIZE)) for kind in KINDS),
)


def free_moves(board: bytearray, square: int) -> list[int]:
    """Return the empty squares the piece on `square` may move to (section 2)."""
    return [
        target
        for target, between in MOVES[board[square] & 7][square]
        if not board[target] and (between < 0 or not board[between])
    ]


def open_attacks(board: bytearray, square: int) -> list[int]:
    """Return the squares the piece on `square` attacks with the present blockers, even if empty or
    held by a friend."""
    return [
        target
        for target, between in ATTACKS[board[square] & 7][square]
        if between < 0 or not board[between]
    ]


def prey(board: bytearray, square: int) -> list[int]:
    """Return the squares of the enemies that the piece on `square` may take."""
    side = board[square] >> 3
    return [t for t in open_attacks(board, square) if board[t] and board[t] >> 3 != side]


def army_value(board: bytearray, side: int) -> int:
    """Return the summed prices of a side's units (tie-break of the option `limit=count`)."""
    return sum(PRICES[kind] * board.count(code(side, kind)) for kind in UNITS)
