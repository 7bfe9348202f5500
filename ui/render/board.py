"""Layers of the board, made from a scene: one renderer for squares, hexagons and triangles.

Ground and regions change rarely, marks with every selection. Pieces and cells are keyed: a piece
stays the same element while it moves, and a cell keeps the focus.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core.look import REGION_FORMS, Look
from engine.core.scene import Board, Piece, Region, Scene
from engine.core.texts import Message
from ui.render.geometry import Geometry, geometry
from ui.render.ground import units, view_box
from ui.render.keyed import Keyed, Node, place
from ui.render.pieces import Drawn, badges, drawn, piece_class, piece_inner
from ui.words.html import Html, el, join

Say = Callable[[Message], str]


class Cell(NamedTuple):
    """State of a cell: extra classes, words for what selecting it does, chosen, draggable."""

    classes: str = ""
    press: str = ""
    chosen: bool = False
    drag: bool = False


def skeleton(board: Board, label: str) -> Html:
    """Return the empty board; its layers are filled by slot name."""
    layers = [
        el("g", {"data-slot": name, "class": f"layer-{name}", "aria-hidden": "true"})
        for name in ("ground", "regions", "marks")
    ]
    return el(
        "svg",
        {"class": "board", "viewBox": view_box(board), "style": units(board), "role": "none"},
        *layers,
        el("g", {"data-slot": "moment", "class": "layer-moment", "aria-hidden": "true"}),
        el("g", {"data-parts": "pieces", "class": "layer-pieces", "aria-hidden": "true"}),
        el("g", {"data-slot": "threats", "class": "layer-threats", "aria-hidden": "true"}),
        el("g", {"data-slot": "targets", "class": "layer-targets", "aria-hidden": "true"}),
        el("g", {"data-slot": "hints", "class": "layer-hints", "aria-hidden": "true"}),
        el("g", {"data-slot": "effects", "class": "layer-effects", "aria-hidden": "true"}),
        el("g", {"data-slot": "sketch", "class": "layer-sketch", "aria-hidden": "true"}),
        el(
            "g",
            {"data-parts": "cells", "class": "layer-cells", "role": "grid", "aria-label": label},
        ),
    )


def front(*board: object) -> Html:
    """Return the board between the strips of its players."""
    above, below = (
        el("div", {"data-slot": place, "class": f"strips {place}"}) for place in ("above", "below")
    )
    return el(
        "div", {"class": "table-front"}, above, el("div", {"class": "table-board"}, *board), below
    )


def regions(scene: Scene, turned: bool, look: Look) -> Html:
    """Return the regions of a scene, flat ones first, in the order of REGION_FORMS."""
    g = geometry(scene.board, turned)
    formed = [(_form(region, look), region) for region in scene.regions]
    formed.sort(key=lambda pair: REGION_FORMS.index(pair[0]))
    return join(_region(g, form, region, look.game_id) for form, region in formed)


def _form(region: Region, look: Look) -> str:
    """Return how a region is drawn; without an entry in the look, as its glyph or its outline."""
    return look.regions.get(region.kind, "glyph" if region.glyph else "outline")


def _region(g: Geometry, form: str, region: Region, game_id: str) -> Html:
    side = f"side{region.side}" if region.side >= 0 else "neutral"
    squares = [name for name in region.squares if name in g.centres]
    if not squares:
        return Html("")
    classes = f"region r-{form} {side}"
    if form in ("walls", "glyph"):
        return _building(g, form, classes, squares, f"{game_id}-{region.glyph}")
    edge = f'<path class="frontier" d="{g.border(squares)}"/>' if form == "frontier" else ""
    return Html(f'<path class="{classes}" d="{g.outer(squares)}"/>{edge}')


def _building(g: Geometry, form: str, classes: str, squares: list[str], symbol: str) -> Html:
    """Return a glyph over several squares, with walls around it if the form is "walls"."""
    x, y, width, height = g.box(squares)
    size = min(width, height) * (0.7 if len(squares) > 1 else 0.82)
    glyph = el(
        "use",
        {
            "class": "glyph",
            "href": f"#{symbol}",
            "x": f"{x + (width - size) / 2:g}",
            "y": f"{y + (height - size) / 2:g}",
            "width": f"{size:g}",
            "height": f"{size:g}",
        },
    )
    walls = _walls(x, y, width, height) if form == "walls" else None
    return el("g", {"class": classes}, walls, glyph)


def _walls(x: float, y: float, width: float, height: float) -> Html:
    """Return a wall with battlements around a rectangle."""
    return Html(
        f'<rect class="wall" x="{x + 3.5:g}" y="{y + 3.5:g}" width="{width - 7:g}"'
        f' height="{height - 7:g}" rx="9"/>'
        f'<rect class="battlements" x="{x + 10.5:g}" y="{y + 10.5:g}" width="{width - 21:g}"'
        f' height="{height - 21:g}"/>'
    )


def pieces(scene: Scene, turned: bool, game_id: str, unplayed: Collection[str] = ()) -> Keyed:
    """Return the pieces as keyed nodes, so that one slides when its square changes.

    `unplayed`: the ids of those that stand there only until the move is confirmed.
    """
    g = geometry(scene.board, turned)
    nodes = {
        piece.id: _piece(
            drawn(piece), piece.square, g.centres[piece.square], game_id, piece.id in unplayed
        )
        for piece in scene.pieces
    }
    return Keyed(("pieces", turned), "g", nodes)


def signs(scene: Scene, turned: bool, squares: Collection[str]) -> Html:
    """Return the badges of the pieces on these squares again, to lie above the marks there."""
    g = geometry(scene.board, turned)
    return join(
        el("g", {"transform": "translate({:g} {:g})".format(*g.centres[piece.square])}, above)
        for piece in scene.pieces
        if piece.square in squares and (above := badges(drawn(piece)))
    )


@lru_cache(maxsize=4096)
def _piece(
    look: Drawn, square: str, centre: tuple[float, float], game_id: str, unplayed: bool
) -> Node:
    """Return the node of one piece; cached, because a move changes few of them."""
    x, y = centre
    attributes = {
        "class": piece_class(look) + (" unplayed" if unplayed else ""),
        "style": f"transform:translate({x:g}px,{y:g}px)",
        "data-square": square,
    }
    return Node(attributes, piece_inner(game_id, look))


class Names:
    """Accessible names of squares: coordinate, pieces, check, regions or terrain."""

    def __init__(
        self, scene: Scene, say: Say, words: Callable[[str], str], before: Names | None = None
    ) -> None:
        """Collect what is on each square.

        `words` returns the text for a key, empty for a style that is no terrain; `before`: the
        names of the previous scene in the same language, whose cache of piece names is shared.
        """
        self._called: dict[str, tuple[Piece, list[str]]] = {} if before is None else before._called
        self._pieces: dict[str, list[Piece]] = {}
        for piece in scene.pieces:
            self._pieces.setdefault(piece.square, []).append(piece)
        self._places: dict[str, list[str]] = {}
        terrain = cache(lambda style: words(f"terrain.{style}"))
        for region in scene.regions:
            if region.label is not None:
                label = say(region.label)
                for name in region.squares:
                    self._places.setdefault(name, []).append(label)
        for square in scene.board.squares:
            if square.label is not None:
                self._places.setdefault(square.name, []).append(say(square.label))
            elif square.name not in self._places:
                if found := [word for style in square.styles if (word := terrain(style))]:
                    self._places[square.name] = found
        self._danger = {
            name: say(Message("table.mark.check"))
            for mark in scene.marks
            if mark.kind == "check"
            for name in mark.squares
        }
        self._say = say
        self._said: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Return the name of a square: everything drawn on it, each thing once."""
        if name not in self._said:
            self._said[name] = self._put(name)
        return self._said[name]

    def row(self) -> str:
        """Return the name of a row, with `{rank}` still to be filled in."""
        return self._say(Message("table.row", rank="{rank}"))

    def _put(self, name: str) -> str:
        parts = [name]
        for piece in self._pieces.get(name, ()):
            parts += self._call(piece)
        parts += [self._danger[name]] if name in self._danger else []
        parts += self._places.get(name, ())
        return ", ".join(parts)

    def _call(self, piece: Piece) -> list[str]:
        """Return the labels of a piece and its badges, from the cache if they are unchanged."""
        kept = self._called.get(piece.id)
        if kept is None or (kept[0].label, kept[0].badges) != (piece.label, piece.badges):
            labels = [badge.label for badge in piece.badges if badge.label]
            kept = (piece, [self._say(one) for one in (piece.label, *labels)])
            self._called[piece.id] = kept
        return kept[1]


def cells(
    scene: Scene, turned: bool, names: Names, special: Mapping[str, Cell], prefix: str = "sq:"
) -> Keyed:
    """Return the squares as a keyed grid for pointer, keyboard and screen reader."""
    g = geometry(scene.board, turned)
    shapes = _shapes(g)
    plain = Cell()
    nodes = {
        name: _cell(prefix + name, names.of(name), special.get(name, plain), shapes[name])
        for name in g.centres
    }
    tag = "rect" if g.square else "polygon"
    return Keyed(("cells", id(scene.board), turned), tag, nodes, _rows(g, names.row()))


@lru_cache(maxsize=4096)
def _cell(target: str, label: str, cell: Cell, shape: tuple[tuple[str, str], ...]) -> Node:
    """Return the node of one cell; cached, because a selection changes few of them."""
    attributes = {
        "role": "gridcell",
        "class": f"cell {cell.classes}".rstrip(),
        "data-target": target,
        "aria-label": f"{label}. {cell.press}" if cell.press else label,
        "aria-selected": "true" if cell.chosen else "false",
        **dict(shape),
    }
    if what := label.partition(", ")[2]:  # shown under the mouse (static/names.js)
        attributes["data-name"] = what
    if cell.drag:
        attributes["data-drag"] = "true"
    return Node(attributes)


@lru_cache(maxsize=8)
def _shapes(g: Geometry) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the shape of each cell as attributes; moves do not change it."""
    if not g.square:
        return {name: (("points", g.polygon(name)),) for name in g.centres}
    size = (("width", "100"), ("height", "100"))
    return {
        name: (("x", f"{x - 50:g}"), ("y", f"{y - 50:g}"), *size)
        for name, (x, y) in g.centres.items()
    }


@lru_cache(maxsize=8)
def _rows(g: Geometry, words: str) -> tuple[str, ...]:
    """Return the frame of the grid: rows and places for their cells.

    Rows are labelled, because screen readers would otherwise read all their cells as the name.
    """
    frame: list[str] = []
    for row in g.rows():
        rank = row[0].lstrip("abcdefghijklmnop")
        opening = el("g", {"role": "row", "aria-label": words.replace("{rank}", rank)})
        frame += [opening.removesuffix("</g>"), *(place(name) for name in row), "</g>"]
    return tuple(frame)
