"""The ground: squares, terrain, coordinates. Drawn once per board and orientation.

Terrain is told by its drawing first (waves, peaks, trees …) and by colour second.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.scene import Board
from ui.html import Html, el, join
from ui.render.geometry import Geometry, geometry

MARGIN = 34  # room for coordinates left and below
EDGE = 9  # the frame

# Drawings around the origin, one per style.
_TERRAIN = {
    "water": (  # three lines that go on in the next square
        '<path class="stroke" d="M-50-33q12.5-11 25 0t25 0 25 0 25 0M-50 0q12.5-11 25 0t25 0 25 0'
        ' 25 0M-50 33q12.5-11 25 0t25 0 25 0 25 0"/>'
    ),
    "mountain": (
        '<path class="solid" d="M-40 32-14-22-4-4 8-30 40 32Z"/>'
        '<path class="snow" d="M-14-22-20-9-14-12-9-9-7-11ZM8-30 0-14 6-17 11-12 17-14Z"/>'
    ),
    "forest": (
        '<path class="solid" d="M-22-30-38 0H-30L-40 20H-25V32H-19V20H-4L-14 0H-6Z"/>'
        '<path class="solid" d="M20-36 2-2H10L-2 20H17V34H23V20H42L30-2H38Z"/>'
        # small trees in the corners, to be seen round a piece
        '<path class="solid" d="M-41 24-49 40H-43V47H-39V40H-33ZM41 24 33 40H39V47H43V40H49Z"/>'
    ),
    "hill": (
        '<path class="stroke" d="M-42 26Q-22-16-2 26M-12 8Q14-34 42 26"/>'
        # the slope goes on into the corners, to be seen round a piece
        '<path class="stroke" d="M-48 47Q-40 26-28 47M28 47Q40 26 48 47M-48 40H-44M44 40H48"/>'
    ),
    "fortress": (
        '<path class="solid" d="M-34 34V-18H-34V-34H-22V-24H-10V-34H10V-24H22V-34H34V34H10V14'
        'A10 10 0 0 0-10 14V34Z"/>'
    ),
    "desert": (
        '<g class="solid"><circle cx="-26" cy="-22" r="3"/><circle cx="8" cy="-28" r="3"/>'
        '<circle cx="28" cy="-4" r="3"/><circle cx="-6" cy="2" r="3"/>'
        '<circle cx="-30" cy="18" r="3"/><circle cx="12" cy="26" r="3"/></g>'
    ),
}
_TERRAIN["lake"] = _TERRAIN["water"]
_WET = ("water", "lake")


@lru_cache(maxsize=8)
def ground(board: Board, turned: bool, covered: frozenset[str] = frozenset()) -> Html:
    """Everything below the marks. `covered`: squares whose terrain a region draws."""
    g = geometry(board, turned)
    wet = frozenset(s.name for s in board.squares if any(w in s.styles for w in _WET))
    tiles = [_tile(g, square.name, square.styles, wet) for square in board.squares]
    drawings = [
        _terrain(g, square.name, style)
        for square in board.squares
        for style in square.styles
        if style in _TERRAIN and square.name not in covered
    ]
    return join(_frame(g), tiles, drawings, _coordinates(g) if g.square else _hex_names(g))


def view_box(board: Board) -> str:
    """The picture with its margins."""
    g = geometry(board, False)
    return f"{-MARGIN:g} {-EDGE:g} {g.width + MARGIN + EDGE:g} {g.height + MARGIN + EDGE:g}"


def aspect(board: Board) -> float:
    """Width of the picture over its height."""
    g = geometry(board, False)
    return (g.width + MARGIN + EDGE) / (g.height + MARGIN + EDGE)


def _frame(g: Geometry) -> Html:
    if not g.square:
        return Html("")
    return Html(
        '<rect class="frame" x="-6" y="-6"'
        f' width="{g.width + 12:g}" height="{g.height + 12:g}" rx="9"/>'
    )


def _tile(g: Geometry, name: str, styles: tuple[str, ...], wet: frozenset[str]) -> Html:
    classes = " ".join(("tile", *(f"is-{style}" for style in styles)))
    if not g.square:
        return Html(f'<polygon class="{classes}" points="{g.polygon(name)}"/>')
    x, y = g.centres[name]
    plain = Html(
        f'<rect class="{" ".join(c for c in classes.split() if c[3:] not in _WET)}"'
        f' x="{x - 50:g}" y="{y - 50:g}" width="100" height="100"/>'
    )
    if name not in wet:
        return plain
    return Html(plain + f'<path class="{classes}" d="{_shore(g, name, wet)}"/>')


def _shore(g: Geometry, name: str, wet: frozenset[str]) -> str:
    """A water square whose corners are round where the lake ends."""
    x, y = g.centres[name]
    up, right, down, left = (
        g.neighbour(name, dx, dy) if g.neighbour(name, dx, dy) in wet - {name} else ""
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
    )
    a, b, c, d = (
        0 if p or q else 14 for p, q in ((up, left), (up, right), (down, right), (down, left))
    )
    return (
        f"M{x - 50 + a:g} {y - 50:g}H{x + 50 - b:g}q{b} 0 {b} {b}V{y + 50 - c:g}q0 {c} {-c} {c}"
        f"H{x - 50 + d:g}q{-d} 0 {-d} {-d}V{y - 50 + a:g}q0 {-a} {a} {-a}Z"
    )


def _terrain(g: Geometry, name: str, style: str) -> Html:
    x, y = g.centres[name]
    return Html(
        f'<g class="terrain t-{style}" transform="translate({x:g} {y:g})">{_TERRAIN[style]}</g>'
    )


def _coordinates(g: Geometry) -> Html:
    board = g.board
    files = list(reversed(board.files)) if g.turned else list(board.files)
    ranks = list(board.ranks) if g.turned else list(reversed(board.ranks))
    below = g.height + 27
    return el(
        "g",
        {"class": "coordinates"},
        [el("text", {"x": i * 100 + 50, "y": below}, word) for i, word in enumerate(files)],
        [el("text", {"x": -20, "y": i * 100 + 58}, word) for i, word in enumerate(ranks)],
    )


def _hex_names(g: Geometry) -> Html:
    """Hexagons carry their own names: rows and columns have no common edge."""
    return el(
        "g",
        {"class": "coordinates inside"},
        [el("text", {"x": x, "y": y + 48}, name) for name, (x, y) in g.centres.items()],
    )
