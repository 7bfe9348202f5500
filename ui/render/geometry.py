"""Where squares are in the picture: one place that knows shape, orientation and outlines.

Everything above works with centres, corners and loops, so squares, hexagons and triangles are drawn
by the same code. One cell is 100 units wide; y grows downwards here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.core.scene import TRIANGLE_HEIGHT, TRIANGLE_SIDE, Board

UNIT = 100
_HEX_R = 57.735  # circumradius of a hexagon 100 units across

Point = tuple[float, float]

_SQUARE_CORNERS: tuple[Point, ...] = ((-50, -50), (50, -50), (50, 50), (-50, 50))
_POINTED: tuple[Point, ...] = (
    (0, -_HEX_R),
    (50, -_HEX_R / 2),
    (50, _HEX_R / 2),
    (0, _HEX_R),
    (-50, _HEX_R / 2),
    (-50, -_HEX_R / 2),
)
_FLAT: tuple[Point, ...] = tuple((-y, x) for x, y in _POINTED)
_UPRIGHT: tuple[Point, ...] = (
    (0, -TRIANGLE_HEIGHT * UNIT * 2 / 3),
    (TRIANGLE_SIDE * UNIT / 2, TRIANGLE_HEIGHT * UNIT / 3),
    (-TRIANGLE_SIDE * UNIT / 2, TRIANGLE_HEIGHT * UNIT / 3),
)


class Geometry:
    """A board as it lies in front of a viewer."""

    def __init__(self, board: Board, turned: bool) -> None:
        self.board = board
        self.turned = turned
        self._paths: dict[tuple[str, tuple[str, ...]], str] = {}
        self.square = board.shape == "square"
        self.triangles = board.shape == "triangle"
        self._corners = _corners(board, turned)
        sign = -1 if turned else 1
        spots = {cell.name: (sign * cell.x * UNIT, -sign * cell.y * UNIT) for cell in board.squares}
        left, top, right, bottom = self._bounds(spots)
        self.width, self.height = round(right - left, 3), round(bottom - top, 3)
        self.centres = {n: (round(x - left, 3), round(y - top, 3)) for n, (x, y) in spots.items()}

    def _bounds(self, spots: Mapping[str, Point]) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the cells whose centres are given."""
        xs = [x + dx for name, (x, _) in spots.items() for dx, _ in self._corners[name]]
        ys = [y + dy for name, (_, y) in spots.items() for _, dy in self._corners[name]]
        return min(xs), min(ys), max(xs), max(ys)

    def points_down(self, name: str) -> bool:
        """Whether a cell is a triangle that stands on a corner, as it lies here."""
        return self.triangles and self._corners[name][0][1] > 0

    def rows(self) -> list[list[str]]:
        """Square names in reading order, row by row."""
        rows: dict[float, list[str]] = {}
        for name, (_, y) in self.centres.items():
            ends = [dy for _, dy in self._corners[name]]
            rows.setdefault(round(y + (min(ends) + max(ends)) / 2), []).append(name)
        return [sorted(rows[y], key=lambda name: self.centres[name][0]) for y in sorted(rows)]

    def neighbour(self, name: str, dx: int, dy: int) -> str:
        """The nearest square in a direction of the picture; the same one at the edge."""
        if name not in self.centres:
            return next(iter(self.centres))
        x0, y0 = self.centres[name]
        best, found = 1e9, name
        for other, (x, y) in self.centres.items():
            along = (x - x0) * dx + (y - y0) * dy
            across = abs((x - x0) * dy) + abs((y - y0) * dx)
            # A straight neighbour wins; where rows are staggered the next row does.
            if along > 1 and across <= along * 1.01 and along + across < best:
                best, found = along + across, other
        return found

    def ring(self, name: str) -> list[Point]:
        """The corners of a cell."""
        x, y = self.centres[name]
        return [(x + dx, y + dy) for dx, dy in self._corners[name]]

    def polygon(self, name: str) -> str:
        """The corners of a cell, as `points` takes them."""
        ring = ((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in self.ring(name))
        return " ".join(f"{px:g},{py:g}" for px, py in ring)  # 0.0: no minus zero

    def outlines(self, names: Iterable[str]) -> list[list[Point]]:
        """The loops around a set of squares, the largest first."""
        edges: dict[Point, list[Point]] = {}
        seen = self._edges(names)
        for start, end in seen:
            if (end, start) not in seen:
                edges.setdefault(start, []).append(end)
        loops = []
        while edges:
            loops.append(_walk(edges))
        return sorted(loops, key=_area, reverse=True)

    def border(self, names: Iterable[str]) -> str:
        """The part of an edge that has squares on both sides: a frontier, as a path."""
        return self._kept("border", names)

    def _kept(self, what: str, names: Iterable[str]) -> str:
        """Regions stay the same for a whole game: their paths are worked out once."""
        key = (what, tuple(names))
        if key not in self._paths:
            if len(self._paths) > 200:
                self._paths.clear()
            self._paths[key] = self._border(key[1]) if what == "border" else self._outer(key[1])
        return self._paths[key]

    def _border(self, names: tuple[str, ...]) -> str:
        inside = set(names)
        ours = self._edges(inside)
        others = self._edges(set(self.centres) - inside)
        return "".join(
            f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
            for (x1, y1), (x2, y2) in sorted(ours)
            if ((x2, y2), (x1, y1)) in others
        )

    def _edges(self, names: Iterable[str]) -> set[tuple[Point, Point]]:
        """The directed sides of all cells."""
        found: set[tuple[Point, Point]] = set()
        for name in names:
            if name in self.centres:
                ring = [(round(x), round(y)) for x, y in self.ring(name)]
                found.update(zip(ring, ring[1:] + ring[:1], strict=True))
        return found

    def outer(self, names: Iterable[str]) -> str:
        """The outer edge of a set of squares, as a closed path."""
        return self._kept("outer", names)

    def _outer(self, names: tuple[str, ...]) -> str:
        loops = self.outlines(names)
        return path_of(loops[0]) if loops else ""

    def contours(self, names: Iterable[str]) -> str:
        """The edges of all parts of a set of squares, holes included, as one path."""
        return "".join(path_of(loop) for loop in self.outlines(names))

    def middle(self, names: Iterable[str]) -> Point:
        """The centre of a set of squares."""
        points = [self.centres[name] for name in names if name in self.centres]
        if not points:
            return 0.0, 0.0
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def box(self, names: Iterable[str]) -> tuple[float, float, float, float]:
        """x, y, width and height of the smallest rectangle around a set of squares."""
        spots = {name: self.centres[name] for name in names if name in self.centres}
        left, top, right, bottom = self._bounds(spots)
        return left, top, right - left, bottom - top


@lru_cache(maxsize=8)
def geometry(board: Board, turned: bool) -> Geometry:
    """One geometry per board and orientation; boards are compared by identity."""
    return Geometry(board, turned)


def path_of(loop: list[Point]) -> str:
    """A closed path through the corners of a loop, straight stretches joined."""
    points = [
        point
        for before, point, after in zip(
            loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True
        )
        if (point[0] - before[0]) * (after[1] - point[1])
        != (point[1] - before[1]) * (after[0] - point[0])
    ]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def _corners(board: Board, turned: bool) -> dict[str, tuple[Point, ...]]:
    """By name, the corners of a cell around its centre, clockwise. Hexagons stand on a corner when
    two of them lie side by side in a row."""
    if board.shape == "triangle":
        hanging = tuple((-x, -y) for x, y in _UPRIGHT)
        return {c.name: hanging if c.down != turned else _UPRIGHT for c in board.squares}
    corners = _SQUARE_CORNERS
    if board.shape == "hex":
        spots = {(round(square.x * 100), round(square.y * 100)) for square in board.squares}
        corners = _POINTED if any((x + 100, y) in spots for x, y in spots) else _FLAT
    return {square.name: corners for square in board.squares}


def _walk(edges: dict[Point, list[Point]]) -> list[Point]:
    """Takes one closed loop out of the directed edges."""
    start = next(iter(edges))
    loop, here = [start], start
    while True:
        ends = edges[here]
        there = ends.pop()
        if not ends:
            del edges[here]
        if there == start:
            return loop
        loop.append(there)
        here = there


def _area(loop: list[Point]) -> float:
    """Size of a loop, counted twice."""
    turn = zip(loop, loop[1:] + loop[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in turn))
