"""Scene → the layers of the board. One renderer for squares, hexagons and triangles.

Ground and regions change rarely, marks with every press; pieces and cells are keyed, so that a
piece stays the same element while it moves and a cell keeps the focus.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.core.look import REGION_FORMS, Look
from engine.core.scene import Board, Piece, Region, Scene
from engine.core.texts import Message
from ui.render.geometry import Geometry, geometry
from ui.render.ground import units, view_box
from ui.render.keyed import Keyed, Node, place
from ui.render.pieces import Drawn, drawn, piece_class, piece_inner
from ui.words.html import Html, el, join

Say = Callable[[Message], str]


class Cell(NamedTuple):
    """What is special about a cell now: classes, words for what pressing does, chosen or not."""

    classes: str = ""
    press: str = ""
    chosen: bool = False
    drag: bool = False


def skeleton(board: Board, label: str) -> Html:
    """The empty picture; its layers are filled by name."""
    layers = [
        el("g", {"data-slot": name, "class": f"layer-{name}", "aria-hidden": "true"})
        for name in ("ground", "regions", "marks")
    ]
    return el(
        "svg",
        {"class": "board", "viewBox": view_box(board), "style": units(board), "role": "none"},
        *layers,
        el("g", {"data-parts": "pieces", "class": "layer-pieces", "aria-hidden": "true"}),
        el("g", {"data-slot": "moment", "class": "layer-moment", "aria-hidden": "true"}),
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
    """A board between the strips of its players."""
    above, below = (
        el("div", {"data-slot": place, "class": f"strips {place}"}) for place in ("above", "below")
    )
    return el(
        "div", {"class": "table-front"}, above, el("div", {"class": "table-board"}, *board), below
    )


def regions(scene: Scene, turned: bool, look: Look) -> Html:
    """What lies flat first, what stands on it on top, as REGION_FORMS has it."""
    g = geometry(scene.board, turned)
    formed = [(_form(region, look), region) for region in scene.regions]
    formed.sort(key=lambda pair: REGION_FORMS.index(pair[0]))
    return join(_region(g, form, region, look.game_id) for form, region in formed)


def _form(region: Region, look: Look) -> str:
    """How a region is drawn; one the look does not name shows its glyph or its edge."""
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
    """A glyph over several squares, with walls around it or without."""
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
    """A wall with battlements around several squares."""
    return Html(
        f'<rect class="wall" x="{x + 3.5:g}" y="{y + 3.5:g}" width="{width - 7:g}"'
        f' height="{height - 7:g}" rx="9"/>'
        f'<rect class="battlements" x="{x + 10.5:g}" y="{y + 10.5:g}" width="{width - 21:g}"'
        f' height="{height - 21:g}"/>'
    )


def pieces(scene: Scene, turned: bool, game_id: str) -> Keyed:
    """The pieces, each an element of its own that slides when its square changes."""
    g = geometry(scene.board, turned)
    nodes = {
        piece.id: _piece(drawn(piece), piece.square, g.centres[piece.square], game_id)
        for piece in scene.pieces
    }
    return Keyed(("pieces", turned), "g", nodes)


@lru_cache(maxsize=4096)
def _piece(look: Drawn, square: str, centre: tuple[float, float], game_id: str) -> Node:
    """One piece; most are with the next move as they were."""
    x, y = centre
    attributes = {
        "class": piece_class(look),
        "style": f"transform:translate({x:g}px,{y:g}px)",
        "data-square": square,
    }
    return Node(attributes, piece_inner(game_id, look))


class Names:
    """What a square is called for somebody who cannot see it: name, terrain, region, piece."""

    def __init__(
        self, scene: Scene, say: Say, words: Callable[[str], str], before: Names | None = None
    ) -> None:
        """`words` gives the name of a terrain, or nothing for a style that is none; `before`: the
        same table in the same language, most of whose pieces are called as they were."""
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
        """Everything that is drawn on a square, each thing once."""
        if name not in self._said:
            self._said[name] = self._put(name)
        return self._said[name]

    def row(self) -> str:
        """What a row is called, with a place for its `{rank}`."""
        return self._say(Message("table.row", rank="{rank}"))

    def _put(self, name: str) -> str:
        parts = [name]
        for piece in self._pieces.get(name, ()):
            parts += self._call(piece)
        parts += [self._danger[name]] if name in self._danger else []
        parts += self._places.get(name, ())
        return ", ".join(parts)

    def _call(self, piece: Piece) -> list[str]:
        """A piece and its badges."""
        kept = self._called.get(piece.id)
        if kept is None or (kept[0].label, kept[0].badges) != (piece.label, piece.badges):
            labels = [badge.label for badge in piece.badges if badge.label]
            kept = (piece, [self._say(one) for one in (piece.label, *labels)])
            self._called[piece.id] = kept
        return kept[1]


def cells(
    scene: Scene, turned: bool, names: Names, special: Mapping[str, Cell], prefix: str = "sq:"
) -> Keyed:
    """The squares as a grid for pointer, keyboard and screen reader."""
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
    """One square; most are with the next press as they were."""
    attributes = {
        "role": "gridcell",
        "class": f"cell {cell.classes}".rstrip(),
        "data-target": target,
        "aria-label": f"{label}. {cell.press}" if cell.press else label,
        "aria-selected": "true" if cell.chosen else "false",
        **dict(shape),
    }
    if cell.drag:
        attributes["data-drag"] = "true"
    return Node(attributes)


@lru_cache(maxsize=8)
def _shapes(g: Geometry) -> dict[str, tuple[tuple[str, str], ...]]:
    """The form of each cell, as attributes; it does not change with a move."""
    if not g.square:
        return {name: (("points", g.polygon(name)),) for name in g.centres}
    size = (("width", "100"), ("height", "100"))
    return {
        name: (("x", f"{x - 50:g}"), ("y", f"{y - 50:g}"), *size)
        for name, (x, y) in g.centres.items()
    }


@lru_cache(maxsize=8)
def _rows(g: Geometry, words: str) -> tuple[str, ...]:
    """A row has a name of its own, or it would be called by the words of all its cells."""
    frame: list[str] = []
    for row in g.rows():
        rank = row[0].lstrip("abcdefghijklmnop")
        opening = el("g", {"role": "row", "aria-label": words.replace("{rank}", rank)})
        frame += [opening.removesuffix("</g>"), *(place(name) for name in row), "</g>"]
    return tuple(frame)
