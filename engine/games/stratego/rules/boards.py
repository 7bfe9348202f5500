"""Boards: cells, home zones, directions and seats (rulebook, sections 1 and 5).

A seat is a place at the board: South, West, North, East. `advance[seat][cell]` is how far forward a
cell lies for the army of that seat: forward steps raise it, sideways steps keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.core.grid import EIGHT, Grid

SOUTH, WEST, NORTH, EAST = range(4)

_LAKES = {
    "classic": "c5 d5 g5 h5 c6 d6 g6 h6",
    "small8": "c4 c5 f4 f5",
    "large12": "b6 c6 f6 g6 j6 k6 b7 c7 f7 g7 j7 k7",
    "four_armies": "f6 i6 f9 i9",
    "tri10": "c5 d5 h5 i5 c6 d6 h6 i6",
}
_LAKES["octagon"] = _LAKES["hex10"] = _LAKES["classic"]
_CORNERS = "a1 b1 a2 i1 j1 j2 a9 a10 b10 i10 j10 j9"
_SHAPES = {
    "classic": (10, 10, 4),
    "octagon": (10, 10, 4),
    "hex10": (10, 10, 4),
    "tri10": (11, 10, 4),
    "small8": (8, 8, 3),
    "large12": (12, 12, 4),
}
OWN_ARMY = {"small8": "army24", "octagon": "short32", "four_armies": "army24"}
HILLS4 = ("b6", "e5", "f6", "i5")

# Shapes of cells: the three regular tilings (S41).
SQUARE, HEX, TRIANGLE = "square", "hex", "triangle"
_CELLS = {"hex10": HEX, "tri10": TRIANGLE}

# Steps (files, rows) by direction, for both kinds of cells of a tiling: hexagons in odd rows and in
# even rows, which lie half a cell to the right; triangles pointing up and pointing down. The order
# is W, E, NW, NE, SW, SE. A straight line of triangles is a strip: two lines cross each edge.
_STEPS = {
    SQUARE: (EIGHT, EIGHT),
    HEX: (
        ((-1, 0), (1, 0), (-1, 1), (0, 1), (-1, -1), (0, -1)),
        ((-1, 0), (1, 0), (0, 1), (1, 1), (0, -1), (1, -1)),
    ),
    TRIANGLE: (
        ((-1, 0), (1, 0), (-1, 0), (1, 0), (0, -1), (0, -1)),
        ((-1, 0), (1, 0), (0, 1), (0, 1), (-1, 0), (1, 0)),
    ),
}
# By direction, the number of its line: opposite directions share one.
_AXES = {SQUARE: (0, 1, 0, 1, 2, 3, 2, 3), HEX: (0, 0, 1, 2, 2, 1), TRIANGLE: (0, 0, 1, 2, 2, 1)}


@dataclass(frozen=True, eq=False)
class Layout:
    """One board. `homes[seat]`: cells in set-up order, front line first, each line from its owner's
    left to his right, without void cells. `lines[seat]`: the same by line, with void cells as
    -1."""

    grid: Grid
    shape: str  # SQUARE, HEX or TRIANGLE
    lakes: frozenset[int]
    void: frozenset[int]
    homes: Mapping[int, tuple[int, ...]]
    lines: Mapping[int, tuple[tuple[int, ...], ...]]
    advance: Mapping[int, tuple[int, ...]]
    far: Mapping[int, frozenset[int]]

    @property
    def straight(self) -> int:
        """Number of directions across edges; the diagonals follow them."""
        return 4 if self.shape == SQUARE else 6

    @property
    def axes(self) -> tuple[int, ...]:
        """By direction, diagonals included, the number of its line; opposite directions share
        one."""
        return _AXES[self.shape]

    def points_down(self, cell: int) -> bool:
        """Tell whether a cell is a triangle that points down."""
        return self.shape == TRIANGLE and (cell % self.grid.cols + cell // self.grid.cols) % 2 == 1

    def step(self, cell: int, direction: int) -> int:
        """Return the neighbour in a direction (edges first, then diagonals); -1 off the board."""
        row = cell // self.grid.cols
        second = self.points_down(cell) if self.shape == TRIANGLE else row % 2
        df, dr = _STEPS[self.shape][second][direction]
        found = self.grid.step(cell, df, dr)
        return -1 if found in self.void else found

    def edges(self, cell: int) -> tuple[int, ...]:
        """Return the cells that share an edge with a cell, lakes included."""
        found = dict.fromkeys(self.step(cell, d) for d in range(self.straight))
        return tuple(c for c in found if c >= 0)


def cells_of(grid: Grid, text: str) -> frozenset[int]:
    """Return the cells named in a text."""
    return frozenset(grid.index[name] for name in text.split())


def layout_of(board: Any) -> Layout:
    """Return the layout of a checked value of the option `board`: a preset or a custom board."""
    if isinstance(board, str):
        return _preset(board)
    grid = Grid(board["cols"], board["rows"])
    lakes, void = (frozenset(grid.index[n] for n in board[key]) for key in ("lakes", "void"))
    return _facing(grid, board["home"], lakes, void, SQUARE)


@lru_cache(maxsize=8)
def _preset(name: str) -> Layout:
    if name == "four_armies":
        return _cross()
    cols, rows, depth = _SHAPES[name]
    grid = Grid(cols, rows)
    void = cells_of(grid, _CORNERS) if name == "octagon" else frozenset()
    shape = _CELLS.get(name, SQUARE)
    return _facing(grid, depth, cells_of(grid, _LAKES[name]), void, shape)


def _advances(grid: Grid) -> dict[int, tuple[int, ...]]:
    """Return `advance` of every seat."""
    cells = range(grid.size)
    measures: dict[int, Callable[[int], int]] = {
        SOUTH: lambda c: c // grid.cols,
        WEST: lambda c: c % grid.cols,
        NORTH: lambda c: grid.rows - 1 - c // grid.cols,
        EAST: lambda c: grid.cols - 1 - c % grid.cols,
    }
    return {seat: tuple(map(measure, cells)) for seat, measure in measures.items()}


def _facing(
    grid: Grid, depth: int, lakes: frozenset[int], void: frozenset[int], shape: str
) -> Layout:
    """Return a board with two armies on opposite edges, `depth` rows each."""
    cols, rows = grid.cols, grid.rows
    south = tuple(
        tuple(_there(grid.at(f, r), void) for f in range(cols)) for r in range(depth - 1, -1, -1)
    )
    north = tuple(
        tuple(_there(grid.at(f, r), void) for f in range(cols - 1, -1, -1))
        for r in range(rows - depth, rows)
    )
    lines = {SOUTH: south, NORTH: north}
    return Layout(
        grid,
        shape,
        lakes,
        void,
        {seat: _flat(rows_) for seat, rows_ in lines.items()},
        lines,
        _advances(grid),
        {SOUTH: _row(grid, rows - 1, void), NORTH: _row(grid, 0, void)},
    )


def _there(cell: int, void: frozenset[int]) -> int:
    return -1 if cell in void else cell


def _flat(lines: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(cell for line in lines for cell in line if cell >= 0)


def _row(grid: Grid, row: int, void: frozenset[int]) -> frozenset[int]:
    return frozenset(grid.at(f, row) for f in range(grid.cols)) - void


def _cross() -> Layout:
    """Return the cross of four arms: 14×14 cells without its corners of 3×3."""
    grid = Grid(14, 14)
    corner = [*range(3), *range(11, 14)]
    void = frozenset(grid.at(f, r) for f in corner for r in corner)
    arm, back = range(3, 11), range(10, 2, -1)
    lines = {
        SOUTH: tuple(tuple(grid.at(f, r) for f in arm) for r in (2, 1, 0)),
        WEST: tuple(tuple(grid.at(f, r) for r in back) for f in (2, 1, 0)),
        NORTH: tuple(tuple(grid.at(f, r) for f in back) for r in (11, 12, 13)),
        EAST: tuple(tuple(grid.at(f, r) for r in arm) for f in (11, 12, 13)),
    }
    far = {seat: frozenset(lines[(seat + 2) % 4][2]) for seat in lines}
    homes = {seat: _flat(rows) for seat, rows in lines.items()}
    lakes = cells_of(grid, _LAKES["four_armies"])
    return Layout(grid, SQUARE, lakes, void, homes, lines, _advances(grid), far)
