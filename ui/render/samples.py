"""Small pictures of what a legend lists, drawn by the same functions as on the table."""

from __future__ import annotations

from functools import lru_cache

from engine.core.legend import UNKNOWN, Entry
from engine.core.look import Look
from engine.core.scene import ACTION_MARKS, Board, Mark, Region, Scene, square_board
from ui.render import board as drawing
from ui.render.geometry import geometry
from ui.render.ground import tile
from ui.render.marks import scene_mark, target_mark
from ui.render.pieces import badge, figure, icon, shape
from ui.words.html import Html, el, join

HERE = "b1"  # the middle of three squares, so that a line has two ends
ROW = ("a1", HERE, "c1")


def sample(look: Look, entry: Entry, side: int = 0) -> Html:
    """Return a small picture of a legend entry in the colours of `side`; decorative."""
    side = max(side, 0)
    if entry.group == "thing":
        return icon(look.game_id, entry.kind, entry.sign, -1)
    if entry.group in ("piece", "badge"):
        drawn = _on_piece(look, entry, side)
        return _svg("-52 -52 104 104", el("g", {"class": f"piece side{side}"}, drawn))
    return _svg("100 0 100 100", _on_square(look, entry, side))


def _svg(view: str, *inner: object) -> Html:
    box = {"class": "board still sample", "viewBox": view, "aria-hidden": "true"}
    return el("svg", {**box, "style": "--units:100"}, *inner)


def _on_piece(look: Look, entry: Entry, side: int) -> Html:
    if entry.group == "badge":
        return join(shape(side), badge(entry.kind, entry.sign))
    return figure(look.game_id, entry.kind, entry.sign, side, entry.kind == UNKNOWN)


def _on_square(look: Look, entry: Entry, side: int) -> Html:
    """Return a mark, a region or the ground on a single square."""
    board = _row(entry.kind if entry.group == "ground" else "")
    ground = tile(board, HERE, look)
    if entry.group == "region":
        region = Region(entry.kind, (HERE,), side, entry.sign)
        return join(ground, drawing.regions(Scene(board, regions=(region,)), False, look))
    if entry.group == "mark":
        return join(ground, _mark(board, entry.kind, side))
    return ground


def _mark(board: Board, kind: str, side: int) -> Html:
    g = geometry(board, False)
    if kind in ACTION_MARKS:
        return target_mark(g, kind, HERE)
    return scene_mark(g, Mark(kind, ROW if kind == "line" else (HERE,), side))


@lru_cache(maxsize=32)
def _row(style: str) -> Board:
    return square_board(3, 1, {HERE: (style,)} if style else {})
