"""Names of squares and pieces. Squares count from a1 = 0 by ranks: b1 is 1, a2 is 8, h8 is 63."""

from __future__ import annotations

from engine.core.grid import Grid

GRID = Grid(8, 8)
NAMES = GRID.names
INDEX = GRID.index

WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
KINDS = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
LETTERS = " PNBRQK"
GLYPHS = ("", "pawn", "knight", "bishop", "rook", "queen", "king")

# Unmoved marks as (letter, home square, kind), in the order of the position text (6.1).
MARKS = (
    ("A", INDEX["a1"], ROOK),
    ("E", INDEX["e1"], KING),
    ("H", INDEX["h1"], ROOK),
    ("a", INDEX["a8"], ROOK),
    ("e", INDEX["e8"], KING),
    ("h", INDEX["h8"], ROOK),
)
