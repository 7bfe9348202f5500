"""Sizes of paper and boards, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.core.scene import Board
from ui.render.geometry import UNIT, geometry
from ui.render.ground import EDGE, MARGIN, left_margin

BORDER = 10  # blank on each edge of the sheet, which printers need
LARGE = 30  # side of a square of the large board


class Paper(NamedTuple):
    """A sheet. `name`: as style sheets call it."""

    name: str
    width: float
    height: float

    @property
    def inside(self) -> tuple[float, float]:
        """Width and height without the borders."""
        return self.width - 2 * BORDER, self.height - 2 * BORDER


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("letter", 215.9, 279.4)}
# Room that every sheet has, so that a board and its pieces fit whatever paper they are printed on.
ROOM = tuple(min(paper.inside[way] for paper in PAPERS.values()) for way in (0, 1))
CAPTION = 14  # height of the words below a board


class Part(NamedTuple):
    """A part of a board: `view` in its units (x, y, width, height), columns and rows it shows."""

    view: tuple[float, float, float, float]
    column: int
    row: int

    def box(self) -> str:
        return " ".join(f"{one:g}" for one in self.view)


def size(board: Board) -> tuple[float, float]:
    """Return width and height of a board with its coordinates, in its units."""
    g = geometry(board, False)
    return g.width + left_margin(g) + EDGE, g.height + MARGIN + EDGE


def square_mm(board: Board) -> int:
    """Return the side of a square, in whole mm, with which the board fits on one sheet."""
    width, height = size(board)
    return int(min(ROOM[0] * UNIT / width, (ROOM[1] - CAPTION) * UNIT / height))


def parts(board: Board, side: int) -> Iterator[Part]:
    """Yield the parts of a square board, each on a sheet, with squares of `side` mm.

    The parts meet at the edges of squares.
    """
    beside = left_margin(geometry(board, False))
    columns, rows = (
        _split(count, int((room - (margin + EDGE) * side / UNIT) // side))
        for count, room, margin in (
            (board.cols, ROOM[0], beside),
            (board.rows, ROOM[1] - CAPTION, MARGIN),
        )
    )
    for row, (top, bottom) in enumerate(rows):
        for column, (left, right) in enumerate(columns):
            x0 = -beside if left == 0 else left * UNIT
            x1 = board.cols * UNIT + EDGE if right == board.cols else right * UNIT
            y0 = -EDGE if top == 0 else top * UNIT
            y1 = board.rows * UNIT + MARGIN if bottom == board.rows else bottom * UNIT
            yield Part((x0, y0, x1 - x0, y1 - y0), column, row)


def _split(count: int, most: int) -> list[tuple[int, int]]:
    """Return ranges of equal length, as nearly as possible, of at most `most` squares."""
    pieces = -(-count // most)
    edges = [round(count * number / pieces) for number in range(pieces + 1)]
    return list(pairwise(edges))
