"""Geometry of the drawn board: centres, corners, outlines and neighbours for one orientation.

Everything else works with these, so squares, hexagons and triangles share their drawing code. One
cell is 100 units wide; y grows downwards.
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
    """Positions of all cells of a board in the picture.

    `turned`: rotated by 180°, for a player who sits at the top. `centres`: square name → (x, y), in
    units from the top left corner.
    """

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
        """Return left, top, right and bottom of the cells whose centres are given."""
        xs = [x + dx for name, (x, _) in spots.items() for dx, _ in self._corners[name]]
        ys = [y + dy for name, (_, y) in spots.items() for _, dy in self._corners[name]]
        return min(xs), min(ys), max(xs), max(ys)

    def points_down(self, name: str) -> bool:
        """Return whether a cell is a triangle that points down in this orientation."""
        return self.triangles and self._corners[name][0][1] > 0

    def rows(self) -> list[list[str]]:
        """Return the square names row by row, in reading order."""
        rows: dict[float, list[str]] = {}
        for name, (_, y) in self.centres.items():
            ends = [dy for _, dy in self._corners[name]]
            rows.setdefault(round(y + (min(ends) + max(ends)) / 2), []).append(name)
        return [sorted(rows[y], key=lambda name: self.centres[name][0]) for y in sorted(rows)]

    def neighbour(self, name: str, dx: int, dy: int) -> str:
        """Return the nearest square in the direction (dx, dy) of the picture.

        Returns `name` itself at the edge, and the first square if `name` is not on the board.
        """
        if name not in self.centres:
            return next(iter(self.centres))
        x0, y0 = self.centres[name]
        best, found = 1e9, name
        for other, (x, y) in self.centres.items():
            along = (x - x0) * dx + (y - y0) * dy
            across = abs((x - x0) * dy) + abs((y - y0) * dx)
            # Prefer a straight neighbour; where rows are staggered, take the one in the next row.
            if along > 1 and across <= along * 1.01 and along + across < best:
                best, found = along + across, other
        return found

    def ring(self, name: str) -> list[Point]:
        """Return the corners of a cell, clockwise."""
        x, y = self.centres[name]
        return [(x + dx, y + dy) for dx, dy in self._corners[name]]

    def polygon(self, name: str) -> str:
        """Return the corners of a cell for the `points` attribute of a polygon."""
        ring = ((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in self.ring(name))
        return " ".join(f"{px:g},{py:g}" for px, py in ring)  # + 0.0 avoids "-0"

    def outlines(self, names: Iterable[str]) -> list[list[Point]]:
        """Return the closed outlines of a set of squares, the one with the largest area first."""
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
        """Return the path of those sides that have another cell of the board on their far side."""
        return self._kept("border", names)

    def _kept(self, what: str, names: Iterable[str]) -> str:
        """Return a border or outer path from the cache: regions rarely change during a game."""
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
        """Return the directed sides of the given cells."""
        found: set[tuple[Point, Point]] = set()
        for name in names:
            if name in self.centres:
                ring = [(round(x), round(y)) for x, y in self.ring(name)]
                found.update(zip(ring, ring[1:] + ring[:1], strict=True))
        return found

    def outer(self, names: Iterable[str]) -> str:
        """Return the closed path around the largest part of a set of squares."""
        return self._kept("outer", names)

    def _outer(self, names: tuple[str, ...]) -> str:
        loops = self.outlines(names)
        return path_of(loops[0]) if loops else ""

    def contours(self, names: Iterable[str]) -> str:
        """Return one path with the outlines of all parts of a set of squares, holes included."""
        return "".join(path_of(loop) for loop in self.outlines(names))

    def middle(self, names: Iterable[str]) -> Point:
        """Return the mean of the squares' centres, (0, 0) without any."""
        points = [self.centres[name] for name in names if name in self.centres]
        if not points:
            return 0.0, 0.0
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def box(self, names: Iterable[str]) -> tuple[float, float, float, float]:
        """Return x, y, width and height of the smallest rectangle around a set of squares."""
        spots = {name: self.centres[name] for name in names if name in self.centres}
        left, top, right, bottom = self._bounds(spots)
        return left, top, right - left, bottom - top


@lru_cache(maxsize=8)
def geometry(board: Board, turned: bool) -> Geometry:
    """Return the cached geometry of a board in one orientation; boards are compared by identity."""
    return Geometry(board, turned)


def path_of(loop: list[Point]) -> str:
    """Return a closed path through the corners of a loop, without corners on straight lines."""
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
    """Return the corners of each cell relative to its centre, clockwise, by square name.

    Hexagons stand on a corner if two of them are side by side in a row.
    """
    if board.shape == "triangle":
        hanging = tuple((-x, -y) for x, y in _UPRIGHT)
        return {c.name: hanging if c.down != turned else _UPRIGHT for c in board.squares}
    corners = _SQUARE_CORNERS
    if board.shape == "hex":
        spots = {(round(square.x * 100), round(square.y * 100)) for square in board.squares}
        corners = _POINTED if any((x + 100, y) in spots for x, y in spots) else _FLAT
    return {square.name: corners for square in board.squares}


def _walk(edges: dict[Point, list[Point]]) -> list[Point]:
    """Remove one closed loop from the directed edges and return its corners."""
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
    """Return twice the area inside a loop."""
    turn = zip(loop, loop[1:] + loop[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in turn))
