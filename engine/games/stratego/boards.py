"""Boards: cells, home zones, directions and who sits where (rule sheet, sections 1 and 5.1).

A seat is a place at the board: South, West, North, East. `advance[seat][cell]` says how far
forward a cell is for the army of that seat: forward directions raise it, lateral ones keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.core.grid import DIAGONAL, ORTHOGONAL, Grid

SOUTH, WEST, NORTH, EAST = range(4)

_LAKES = {
    "classic": "c5 d5 g5 h5 c6 d6 g6 h6",
    "small8": "c4 c5 f4 f5",
    "large12": "b6 c6 f6 g6 j6 k6 b7 c7 f7 g7 j7 k7",
    "four_armies": "f6 i6 f9 i9",
}
_LAKES["octagon"] = _LAKES["hex10"] = _LAKES["classic"]
_CORNERS = "a1 b1 a2 i1 j1 j2 a9 a10 b10 i10 j10 j9"
_SHAPES = {
    "classic": (10, 10, 4),
    "octagon": (10, 10, 4),
    "hex10": (10, 10, 4),
    "small8": (8, 8, 3),
    "large12": (12, 12, 4),
}
OWN_ARMY = {"small8": "army24", "octagon": "short32", "four_armies": "army24"}
HILLS4 = ("b6", "e5", "f6", "i5")

# Hexagons: steps by parity of the row counted from 0; the named directions are the same in both.
_HEX_EVEN = ((-1, 0), (1, 0), (-1, 1), (0, 1), (-1, -1), (0, -1))  # rows 1, 3, …
_HEX_ODD = ((-1, 0), (1, 0), (0, 1), (1, 1), (0, -1), (1, -1))  # rows 2, 4, …: half a cell right


@dataclass(frozen=True, eq=False)
class Layout:
    """One board. `homes[seat]` is in the order of set-ups: front line first, from its own left to
    right, void cells left out; `lines[seat]` is the same with void cells as -1, line by line."""

    grid: Grid
    hexagonal: bool
    lakes: frozenset[int]
    void: frozenset[int]
    homes: Mapping[int, tuple[int, ...]]
    lines: Mapping[int, tuple[tuple[int, ...], ...]]
    advance: Mapping[int, tuple[int, ...]]
    far: Mapping[int, frozenset[int]]
    directions: int  # edge-sharing ones

    def step(self, cell: int, direction: int) -> int:
        """Neighbour in a direction: 0–3 (hexagons 0–5) edges, 4–7 diagonals; −1 off the board."""
        if self.hexagonal:
            df, dr = (_HEX_ODD if cell // self.grid.cols % 2 else _HEX_EVEN)[direction]
        else:
            df, dr = (ORTHOGONAL + DIAGONAL)[direction]
        found = self.grid.step(cell, df, dr)
        return -1 if found in self.void else found

    def edges(self, cell: int) -> tuple[int, ...]:
        """Cells that share an edge with a cell, lakes included."""
        found = (self.step(cell, d) for d in range(self.directions))
        return tuple(c for c in found if c >= 0)


def cells_of(grid: Grid, text: str) -> frozenset[int]:
    return frozenset(grid.index[name] for name in text.split())


def layout_of(board: Any) -> Layout:
    """The layout of an option value that has passed its check."""
    if isinstance(board, str):
        return _preset(board)
    grid = Grid(board["cols"], board["rows"])
    lakes, void = (frozenset(grid.index[n] for n in board[key]) for key in ("lakes", "void"))
    return _facing(grid, board["home"], lakes, void, False)


@lru_cache(maxsize=8)
def _preset(name: str) -> Layout:
    if name == "four_armies":
        return _cross()
    cols, rows, depth = _SHAPES[name]
    grid = Grid(cols, rows)
    void = cells_of(grid, _CORNERS) if name == "octagon" else frozenset()
    return _facing(grid, depth, cells_of(grid, _LAKES[name]), void, name == "hex10")


def _advances(grid: Grid) -> dict[int, tuple[int, ...]]:
    cells = range(grid.size)
    measures: dict[int, Callable[[int], int]] = {
        SOUTH: lambda c: c // grid.cols,
        WEST: lambda c: c % grid.cols,
        NORTH: lambda c: grid.rows - 1 - c // grid.cols,
        EAST: lambda c: grid.cols - 1 - c % grid.cols,
    }
    return {seat: tuple(map(measure, cells)) for seat, measure in measures.items()}


def _facing(
    grid: Grid, depth: int, lakes: frozenset[int], void: frozenset[int], hexagonal: bool
) -> Layout:
    """Two armies on opposite edges, `depth` rows each."""
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
        hexagonal,
        lakes,
        void,
        {seat: _flat(rows_) for seat, rows_ in lines.items()},
        lines,
        _advances(grid),
        {SOUTH: _row(grid, rows - 1, void), NORTH: _row(grid, 0, void)},
        6 if hexagonal else 4,
    )


def _there(cell: int, void: frozenset[int]) -> int:
    return -1 if cell in void else cell


def _flat(lines: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(cell for line in lines for cell in line if cell >= 0)


def _row(grid: Grid, row: int, void: frozenset[int]) -> frozenset[int]:
    return frozenset(grid.at(f, row) for f in range(grid.cols)) - void


def _cross() -> Layout:
    """The cross of four arms, 14×14 without its corners of 3×3."""
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
    return Layout(grid, False, lakes, void, homes, lines, _advances(grid), far, 4)
