"""Units, armies and board codes.

A board is a bytearray of 100 (index = row · 10 + column, a1 = 0). A unit is coded
`half << 4 | kind`: half 0 = South, 1 = North; kinds 1…10 in the canonical order of the rulebook.
0 is an empty square.
"""

from __future__ import annotations

from engine.core.grid import Grid

GRID = Grid(10, 10)
NAMES = GRID.names
INDEX = GRID.index

SOUTH, NORTH = 0, 1
HALVES = "SN"

KING, DRAGON, ELEPHANT, HEAVY, LIGHT, TREBUCHET, SCORPION, ARCHER, LANCER, RABBLE = range(1, 11)
MOUNTAIN, FORTRESS = 11, 12

ORDER = "RDEPCTBALH"
LETTERS = " " + ORDER + "MF"
KINDS = {letter: kind for kind, letter in enumerate(LETTERS) if letter != " "}
UNITS = range(KING, RABBLE + 1)

# Ruling C5: the counts of the ancestor's army.
ARMY = (0, 1, 1, 2, 2, 3, 1, 1, 3, 3, 3)
MOUNTAINS = 3
MANY = 100  # more units of a kind than any army has; foreign texts may name more

# Names of sprites and catalogue entries.
GLYPHS = (
    "",
    "king",
    "dragon",
    "elephant",
    "heavy_cavalry",
    "light_cavalry",
    "trebuchet",
    "scorpion",
    "archer",
    "lancer",
    "rabble",
    "mountain",
    "fortress",
)

WATER_MAPS: dict[str, tuple[str, ...]] = {
    "lagos": ("c5", "d5", "g5", "h5", "c6", "d6", "g6", "h6"),
    "estanques": ("c3", "c4", "h3", "h4", "c7", "c8", "h7", "h8"),
    "seco": (),
}


def code(half: int, kind: int) -> int:
    return half << 4 | kind


def half_of_row(row: int) -> int:
    """Return the half a row (from 0) belongs to: rows 1–5 South, 6–10 North."""
    return SOUTH if row < 5 else NORTH


def by_column(square: int) -> tuple[int, int]:
    """Return the canonical sort key of a square: column, then row."""
    return square % 10, square // 10


def fortress_squares(anchor: int) -> tuple[int, int, int, int]:
    """Return the 2×2 squares of a fortress whose south-west square is `anchor`."""
    return anchor, anchor + 1, anchor + 10, anchor + 11


def ring_of(anchor: int) -> tuple[int, ...]:
    """Return the 12 squares around the fortress, corners included, in board order."""
    own = fortress_squares(anchor)
    file, row = anchor % 10, anchor // 10
    return tuple(
        square
        for r in range(row - 1, row + 3)
        for f in range(file - 1, file + 3)
        if (square := r * 10 + f) not in own
    )


# Ruling C2: the whole ring lies inside the own half, so the anchor is in columns b–h and in row
# 2 or 3 (South) or 7 or 8 (North).
ANCHORS: tuple[tuple[int, ...], tuple[int, ...]] = (
    tuple(row * 10 + file for row in (1, 2) for file in range(1, 8)),
    tuple(row * 10 + file for row in (6, 7) for file in range(1, 8)),
)


def half_of_anchor(anchor: int) -> int:
    return SOUTH if anchor < 50 else NORTH
