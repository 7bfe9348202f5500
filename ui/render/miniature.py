"""Miniatures of positions: covers of the home page and pictures of games that wait.

A picture is plain data, so that it can be stored and drawn again without the rules of its game:

    {"w": width, "h": height,          size in units, 100 a cell
     "cells": [[fill, path], …]        cells of other colours than the lightest
     "last": path                      squares of the last action
     "walls": [[side, glyph, x, y, width, height], …]   buildings
     "pieces": [[side, glyph, x, y], …]                 glyph "": hidden
     "standing": true}                 pieces without a plate
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from engine.core.look import COLOUR, Look
from engine.core.scene import Scene, Square
from ui.render.geometry import geometry
from ui.render.pieces import STANDING, shape
from ui.words.frame import Drawings
from ui.words.html import Html, join

Picture = dict[str, Any]

MOST = 400  # entries of a list of a stored picture
LONGEST = 12_000  # characters of a stored path
WIDEST = 3_000  # units
_PATH = re.compile(r"[MLHVZhvz0-9 .-]*")
_GLYPH = re.compile(r"[a-z0-9_-]{0,40}")
_PLATE = 60  # units: size of a glyph on a plate


def picture_of(scene: Scene, turned: bool, look: Look) -> Picture:
    """Return the picture of a scene: what its viewer sees, without texts."""
    g = geometry(scene.board, turned)
    cells: dict[str, str] = {}
    for square in scene.board.squares:
        if (fill := _fill(square, look)) or not g.square:
            fill = fill or "var(--square-light)"
            cells[fill] = cells.get(fill, "") + _outline(g.ring(square.name))
    last = [n for mark in scene.marks if mark.kind == "last" for n in mark.squares]
    found: Picture = {
        "w": round(g.width),
        "h": round(g.height),
        "cells": [[fill, path] for fill, path in cells.items()],
        "last": "".join(_outline(g.ring(n)) for n in dict.fromkeys(last) if n in g.centres),
        "walls": [
            [region.side, region.glyph, *map(round, g.box(region.squares))]
            for region in scene.regions
            if region.glyph and any(name in g.centres for name in region.squares)
        ],
        "pieces": [
            [piece.side, "" if piece.hidden else piece.glyph, *map(round, g.centres[piece.square])]
            for piece in scene.pieces
            if piece.square in g.centres
        ],
    }
    return {**found, "standing": True} if look.standing else found


def _fill(square: Square, look: Look) -> str:
    """Return the colour of a square as CSS; empty for the lightest."""
    styles = [
        style for style in square.styles if style in look.grounds and look.grounds[style].fill
    ]
    if styles:
        return look.grounds[styles[-1]].fill
    return "var(--square-dark)" if "dark" in square.styles else ""


def _outline(ring: Iterable[tuple[float, float]]) -> str:
    (x, y), *more = [(round(px), round(py)) for px, py in ring]
    if len(more) == 3:
        return f"M{x} {y}h{more[0][0] - x}v{more[1][1] - y}h{x - more[0][0]}z"
    return f"M{x} {y}" + "".join(f"L{px} {py}" for px, py in more) + "z"


# -- stored pictures ------------------------------------------------------------------------------


def read_picture(found: Any) -> Picture | None:
    """Return a stored picture if each part has its shape; else None."""
    if not isinstance(found, dict) or not (_sized(found.get("w")) and _sized(found.get("h"))):
        return None
    fine = (
        _rows(found.get("cells"), _is_cell)
        and _is_path(found.get("last"))
        and _rows(found.get("walls"), lambda row: len(row) == 6 and _is_thing(row))
        and _rows(found.get("pieces"), lambda row: len(row) == 4 and _is_thing(row))
        and found.get("standing", False) in (True, False)
    )
    return found if fine else None


def _sized(value: Any) -> bool:
    return type(value) is int and 0 < value <= WIDEST


def _rows(value: Any, fits: Callable[[list[Any]], bool]) -> bool:
    if not isinstance(value, list) or len(value) > MOST:
        return False
    return all(isinstance(row, list) and fits(row) for row in value)


def _is_cell(row: list[Any]) -> bool:
    if len(row) != 2 or not isinstance(row[0], str) or len(row[0]) > 200:
        return False
    return bool(COLOUR.fullmatch(row[0])) and _is_path(row[1])


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and bool(_PATH.fullmatch(value))


def _is_thing(row: list[Any]) -> bool:
    side, glyph, *numbers = row
    if type(side) is not int or not -1 <= side < 4:
        return False
    if not isinstance(glyph, str) or not _GLYPH.fullmatch(glyph):
        return False
    return all(type(number) is int and abs(number) <= WIDEST for number in numbers)


# -- drawing --------------------------------------------------------------------------------------


def miniature(game_id: str, picture: Picture, terrain: Html | None = None) -> Html:
    """Return what is inside the `<svg>` of a picture. `terrain`: drawings on the ground.

    Colours are custom properties of the place where it is shown, as attributes: style sheets do
    not reach into a `<symbol>` that is used elsewhere.
    """
    w, h = picture["w"], picture["h"]
    return join(
        Html(f'<path fill="var(--square-light)" d="M0 0h{w}v{h}h{-w}z"/>'),
        (Html(f'<path fill="{fill}" d="{path}"/>') for fill, path in picture["cells"]),
        terrain,
        picture["last"] and Html(f'<path fill="var(--last)" opacity=".45" d="{picture["last"]}"/>'),
        (_wall(game_id, row) for row in picture["walls"]),
        _pieces(game_id, picture["pieces"], picture.get("standing", False)),
    )


def _wall(game_id: str, row: list[Any]) -> Html:
    side, glyph, x, y, w, h = row
    size = round(min(w, h) * 0.72)
    crest = _use(game_id, glyph, x + (w - size) / 2, y + (h - size) / 2, size)
    if side < 0:
        return Html(f'<g color="var(--line-strong)">{crest}</g>')
    wall = f"M{x + 5} {y + 5}h{w - 10}v{h - 10}h{10 - w}z"
    return Html(
        f'<g color="var(--side{side}-ink)" fill="var(--side{side})" stroke-linejoin="round">'
        f'<path stroke="var(--side{side})" stroke-width="12" d="{wall}"/>'
        f'<path fill="none" stroke="var(--side{side}-edge)" stroke-width="7"'
        f' stroke-dasharray="20 12"'
        f' d="{wall}"/>{crest}</g>'
    )


def _pieces(game_id: str, pieces: list[list[Any]], standing: bool) -> Html:
    """Return the pieces side by side: their plates under one colour, their glyphs under another."""
    sides = sorted({row[0] for row in pieces})
    draw = _standing if standing else _plated
    return join(draw(game_id, side, [row for row in pieces if row[0] == side]) for side in sides)


def _colours(side: int) -> tuple[str, str, str]:
    """Return body, edge and glyph of a side's pieces as CSS."""
    if side < 0:
        return "var(--surface)", "var(--line-strong)", "var(--ink)"
    return f"var(--side{side})", f"var(--side{side}-edge)", f"var(--side{side}-ink)"


def _plated(game_id: str, side: int, rows: list[list[Any]]) -> Html:
    body, edge, ink = _colours(side)
    plate = shape(side).replace(' class="body"', "")
    plates = join(Html(f'<g transform="translate({x} {y})">{plate}</g>') for *_, x, y in rows)
    lift = 3 if side == 1 else 0
    half = _PLATE / 2
    glyphs = join(
        _use(game_id, glyph, x - half, y - half - lift, _PLATE)
        if glyph
        else Html(f'<text x="{x}" y="{y + 17 - lift}">?</text>')
        for _, glyph, x, y in rows
    )
    return Html(
        f'<g fill="{body}" stroke="{edge}" stroke-width="6">{plates}</g>'
        f'<g color="{ink}" fill="{ink}" font-family="serif" font-size="52" font-weight="700"'
        f' text-anchor="middle">{glyphs}</g>'
    )


def _standing(game_id: str, side: int, rows: list[list[Any]]) -> Html:
    body, _, ink = _colours(side)
    half = STANDING / 2
    glyphs = join(_use(game_id, glyph, x - half, y - half, STANDING) for _, glyph, x, y in rows)
    return Html(
        f'<g color="{body}" stroke="{ink}" stroke-width="30" stroke-linejoin="round"'
        f' paint-order="stroke">{glyphs}</g>'
    )


def _use(game_id: str, glyph: str, x: float, y: float, size: int) -> Html:
    address = f"{Drawings.folder}{game_id}.svg#{game_id}-{glyph}"
    return Html(f'<use href="{address}" x="{x:g}" y="{y:g}" width="{size}" height="{size}"/>')


def picture(game_id: str, found: Picture, css: str = "miniature") -> Html:
    """Return a stored picture as an ornament; the text beside it describes the position."""
    return Html(
        f'<svg class="{css}" data-game="{game_id}" viewBox="0 0 {found["w"]} {found["h"]}"'
        f' aria-hidden="true" focusable="false">{miniature(game_id, found)}</svg>'
    )
