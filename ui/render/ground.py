"""Ground of the board: squares, terrain drawings, coordinates. Cached per board and orientation.

Square styles differ in their drawing as well as their colour; the game's look has both.
"""

from __future__ import annotations

from functools import lru_cache

from engine.core.look import Look
from engine.core.scene import Board, Square
from ui.render.geometry import UNIT, Geometry, geometry
from ui.words.html import Html, el, join

MARGIN = 34  # left and below, for the coordinates
DIGIT = 26  # more on the left for each further digit of the ranks
EDGE = 9  # above and right, for the frame
LETTER = 0.78  # em: height of a letter from its baseline to above its dot


@lru_cache(maxsize=8)
def ground(board: Board, turned: bool, look: Look, covered: frozenset[str] = frozenset()) -> Html:
    """Return everything that lies below the marks.

    `covered`: squares whose terrain is not drawn, because a region with a glyph covers them.
    """
    g = geometry(board, turned)
    drawings = [
        _terrain(g, square.name, style, look.grounds[style].drawing)
        for square in board.squares
        for style in square.styles
        if style in look.grounds and square.name not in covered
    ]
    return join(
        _frame(g),
        _tiles(g, look),
        _texture(g, look),
        drawings,
        _coordinates(g) if g.square else _names_inside(g),
    )


@lru_cache(maxsize=8)
def _tiles(g: Geometry, look: Look) -> Html:
    """Return the squares without drawings; cached apart, because `covered` does not change them."""
    squares = g.board.squares
    joined = frozenset(square.name for square in squares if _joined(look, square))
    return join(_tile(g, square, look, joined) for square in squares)


def plan(board: Board, look: Look, *above: Html) -> Html:
    """Return a small version of the ground for the page before Python has loaded: no drawings.
    `above`: what stands on it.

    The game's style sheet has not loaded either, so lakes carry their colour inline.
    """
    g = geometry(board, False)
    rectangle = g.square and len(board.squares) == board.cols * board.rows
    paths: dict[str, str] = {}
    for square in board.squares:
        kinds = [one for one in square.styles if one == "dark" or one in _joined(look, square)]
        kind = kinds[-1] if kinds else ""
        if kind or not rectangle:  # plain squares have the colour of the frame
            paths[kind] = paths.get(kind, "") + _outline(g, square.name)
    line = "stroke:none" if g.square else "stroke:var(--line);stroke-width:2"
    tiles = join(
        el(
            "path",
            {
                "class": f"tile is-{kind}" if kind else "tile",
                "d": paths[kind],
                "style": f"fill:{look.grounds[kind].fill};{line}" if kind in look.grounds else line,
            },
        )
        for kind in sorted(paths)
    )
    scaled = el("g", {"transform": "scale(100)"}, tiles) if g.square else tiles
    return el(
        "svg",
        {"class": "board", "viewBox": view_box(board), "style": units(board)},
        _frame(g),
        scaled,
        *above,
    )


def tile(board: Board, name: str, look: Look) -> Html:
    """Return one square of a board by itself, with its drawings."""
    g = geometry(board, False)
    square = next(one for one in board.squares if one.name == name)
    drawings = [
        _terrain(g, name, style, look.grounds[style].drawing)
        for style in square.styles
        if style in look.grounds
    ]
    return join(_tile(g, square, look, frozenset()), drawings)


def _outline(g: Geometry, name: str) -> str:
    """Return the path of a cell; squares in units of their side, to save bytes."""
    if g.square:
        x, y = g.centres[name]
        return f"M{x / 100 - 0.5:g} {y / 100 - 0.5:g}h1v1h-1z"
    return "M" + "L".join(f"{round(x)} {round(y)}" for x, y in g.ring(name)) + "Z"


def view_box(board: Board) -> str:
    """Return the `viewBox` of the board with its margins."""
    g = geometry(board, False)
    left = left_margin(g)
    return f"{-left:g} {-EDGE:g} {g.width + left + EDGE:g} {g.height + MARGIN + EDGE:g}"


def left_margin(g: Geometry) -> int:
    """Return the width of the margin on the left, which holds the names of the ranks."""
    longest = max(map(len, g.board.ranks), default=1) if g.square else 1
    return MARGIN + DIGIT * (longest - 1)


def place(g: Geometry, square: str) -> tuple[float, float, float]:
    """Return (x, y, r) as fractions of the picture.

    x, y: centre of the square from the top left corner, of width and height; r: half a cell, of the
    height.
    """
    left = left_margin(g)
    width, height = g.width + left + EDGE, g.height + MARGIN + EDGE
    x, y = g.centres[square]
    return (x + left) / width, (y + EDGE) / height, UNIT / 2 / height


def aspect(board: Board) -> float:
    """Return the picture's width divided by its height."""
    g = geometry(board, False)
    return (g.width + left_margin(g) + EDGE) / (g.height + MARGIN + EDGE)


def units(board: Board) -> str:
    """Return the picture's width in units as a custom property.

    The style sheet scales text with it, so that it stays legible on a small board.
    """
    g = geometry(board, False)
    return f"--units:{g.width + left_margin(g) + EDGE:g}"


def _frame(g: Geometry) -> Html:
    if not g.square:
        return Html("")
    return Html(
        '<rect class="frame" x="-6" y="-6"'
        f' width="{g.width + 12:g}" height="{g.height + 12:g}" rx="9"/>'
    )


def _texture(g: Geometry, look: Look) -> Html:
    """Return the board's material as one pattern over all squares; only for square boards."""
    if not look.texture or not g.square:
        return Html("")
    size = look.texture_size
    return Html(
        f'<defs><pattern id="texture-{look.game_id}" width="{size}" height="{size}"'
        f' patternUnits="userSpaceOnUse">{look.texture}</pattern></defs>'
        f'<rect class="texture" width="{g.width:g}" height="{g.height:g}"'
        f' fill="url(#texture-{look.game_id})"/>'
    )


def _joined(look: Look, square: Square) -> tuple[str, ...]:
    """Return the styles of a square that merge with neighbours of the same style, such as lakes."""
    return tuple(s for s in square.styles if s in look.grounds and look.grounds[s].joined)


def _tile(g: Geometry, square: Square, look: Look, joined: frozenset[str]) -> Html:
    name, lake = square.name, _joined(look, square)
    classes = " ".join(("tile", *(f"is-{style}" for style in square.styles)))
    if not g.square:
        return Html(f'<polygon class="{classes}" points="{g.polygon(name)}"/>')
    x, y = g.centres[name]
    plain = Html(
        f'<rect class="{" ".join(c for c in classes.split() if c[3:] not in lake)}"'
        f' x="{x - 50:g}" y="{y - 50:g}" width="100" height="100"/>'
    )
    if not lake:
        return plain
    return Html(plain + f'<path class="{classes}" d="{_shore(g, name, joined)}"/>')


def _shore(g: Geometry, name: str, joined: frozenset[str]) -> str:
    """Return the path of a lake square, its corners rounded where the lake ends."""
    x, y = g.centres[name]
    up, right, down, left = (
        g.neighbour(name, dx, dy) if g.neighbour(name, dx, dy) in joined - {name} else ""
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
    )
    a, b, c, d = (
        0 if p or q else 14 for p, q in ((up, left), (up, right), (down, right), (down, left))
    )
    return (
        f"M{x - 50 + a:g} {y - 50:g}H{x + 50 - b:g}q{b} 0 {b} {b}V{y + 50 - c:g}q0 {c} {-c} {c}"
        f"H{x - 50 + d:g}q{-d} 0 {-d} {-d}V{y - 50 + a:g}q0 {-a} {a} {-a}Z"
    )


def _terrain(g: Geometry, name: str, style: str, drawing: str) -> Html:
    x, y = g.centres[name]
    spot = f"translate({x:g} {y:g})" + (" scale(.7)" if g.triangles else "")
    return Html(f'<g class="terrain t-{style}" transform="{spot}">{drawing}</g>')


def _coordinates(g: Geometry) -> Html:
    board = g.board
    files = list(reversed(board.files)) if g.turned else list(board.files)
    ranks = list(board.ranks) if g.turned else list(reversed(board.ranks))
    # Placed in em, because the style sheet sets the size of the letters.
    below = {"y": g.height + EDGE, "dy": f"{LETTER}em"}
    beside = -(left_margin(g) + 6) // 2  # up to the frame
    return el(
        "g",
        {"class": "coordinates"},
        [el("text", {"x": i * 100 + 50, **below}, word) for i, word in enumerate(files)],
        [el("text", {"x": beside, "y": i * 100 + 58}, word) for i, word in enumerate(ranks)],
    )


def _names_inside(g: Geometry) -> Html:
    """Return the square names of hexagon and triangle boards, written inside the cells.

    Their rows and columns share no edge. In triangles the name is in a corner that no piece covers.
    """
    return el(
        "g",
        {"class": "coordinates corner" if g.triangles else "coordinates inside"},
        [
            el("text", {"x": f"{x:g}", "y": f"{y + _below(g, name):g}"}, name)
            for name, (x, y) in g.centres.items()
        ],
    )


def _below(g: Geometry, name: str) -> int:
    """Return how far below a cell's centre the baseline of its name is."""
    if not g.triangles:
        return 48
    return 66 if g.points_down(name) else -48
