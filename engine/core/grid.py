"""Rectangular boards: squares named by file letter and rank number, index = rank · cols + file."""

from __future__ import annotations

FILES = "abcdefghijklmnopqrstuvwxyz"
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
EIGHT = ORTHOGONAL + DIAGONAL
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


class Grid:
    """A board of cols × rows squares. Index 0 is a1."""

    __slots__ = ("cols", "index", "names", "rows", "size")

    def __init__(self, cols: int, rows: int) -> None:
        self.cols, self.rows, self.size = cols, rows, cols * rows
        self.names = tuple(f"{FILES[i % cols]}{i // cols + 1}" for i in range(self.size))
        self.index = {name: i for i, name in enumerate(self.names)}

    def at(self, file: int, rank: int) -> int:
        """Return the index of a square from 0-based file and rank, or -1 off the board."""
        if 0 <= file < self.cols and 0 <= rank < self.rows:
            return rank * self.cols + file
        return -1

    def step(self, square: int, df: int, dr: int) -> int:
        """Return the square `df` files and `dr` ranks away, or -1 off the board."""
        return self.at(square % self.cols + df, square // self.cols + dr)

    def ray(self, square: int, df: int, dr: int) -> tuple[int, ...]:
        """Return all squares in one direction up to the edge, nearest first."""
        out = []
        while (square := self.step(square, df, dr)) >= 0:
            out.append(square)
        return tuple(out)

    def neighbours(self, square: int, offsets: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        reached = (self.step(square, df, dr) for df, dr in offsets)
        return tuple(s for s in reached if s >= 0)

    def by_file(self, square: int) -> tuple[int, int]:
        """Return a sort key by file, then rank: the order that several rulebooks prescribe."""
        return square % self.cols, square // self.cols
