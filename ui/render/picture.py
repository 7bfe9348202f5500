"""Positions as still SVG images with a description: rulebooks, dialogs, previews."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from engine.core.contract import SPECTATOR, AnyGame
from engine.core.errors import AsedioError
from engine.core.legend import Entry
from engine.core.scene import Mark, Scene
from engine.core.texts import Message, Param
from engine.games import game_look
from ui.render.board import Names, pieces, regions
from ui.render.geometry import geometry
from ui.render.ground import ground, units, view_box
from ui.render.marks import scene_marks
from ui.words.html import Html, el


class Words(Protocol):
    """Translator that a picture needs for its description."""

    def message(self, message: Message) -> str: ...
    def has(self, key: str) -> bool: ...
    def t(self, key: str, /, **params: Param) -> str: ...


def picture(game: AnyGame, position: str, words: Words) -> Html:
    """Return a position text as an image with a description.

    Drawn as a spectator sees it. Raises BadPosition.
    """
    state = game.state_from_text(position).observation(SPECTATOR)
    scene = game.scene(state, SPECTATOR)
    return scene_picture(scene, game.info.id, describe(scene, words))


def diagram(game: AnyGame, entry: Entry, words: Words, side: int = 0) -> Html | None:
    """Return the image of what a piece of `side` can reach and attack.

    The piece stands on the board of its legend entry. None if the entry has no board, or if these
    game options cannot read it.
    """
    try:
        state = game.state_from_text(entry.board).observation(0) if entry.board else None
    except AsedioError:
        return None
    if state is None:
        return None
    marks, scene, square = (
        game.reach(state, f"sq:{entry.square}"),
        game.scene(state, 0),
        entry.square,
    )
    if side > 0:
        there = _half_turn(scene)
        marks, scene, square = (
            _moved(marks, there, side),
            _turned(scene, there, side),
            there[square],
        )
    where = {
        kind: ", ".join(name for mark in marks if mark.kind == kind for name in mark.squares) or "–"
        for kind in ("reach", "attack")
    }
    label = words.t("about.diagram", what=entry.name, square=square, **where)
    return scene_picture(scene, game.info.id, label, marks)


def _half_turn(scene: Scene) -> dict[str, str]:
    """Map each square to the one it lands on when the board is turned by 180°."""
    names = [square.name for square in scene.board.squares]
    return dict(zip(names, reversed(names), strict=True))


def _turned(scene: Scene, there: Mapping[str, str], side: int) -> Scene:
    """Return the scene turned by 180°, with the colours of side 0 and `side` exchanged."""
    pieces = (
        replace(piece, square=there[piece.square], side=_swapped(piece.side, side))
        for piece in scene.pieces
    )
    regions = (
        replace(region, squares=_through(region.squares, there), side=_swapped(region.side, side))
        for region in scene.regions
    )
    marks = _moved(scene.marks, there, side)
    return replace(scene, pieces=tuple(pieces), regions=tuple(regions), marks=marks)


def _moved(marks: Iterable[Mark], there: Mapping[str, str], side: int) -> tuple[Mark, ...]:
    """Return the marks moved along `there`, with the two sides exchanged."""
    return tuple(
        replace(mark, squares=_through(mark.squares, there), side=_swapped(mark.side, side))
        for mark in marks
    )


def _through(squares: Iterable[str], there: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(there[name] for name in squares)


def _swapped(one: int, side: int) -> int:
    return {0: side, side: 0}.get(one, one)


def scene_picture(
    scene: Scene, game_id: str, label: str, over: Iterable[Mark] = (), turned: bool = False,
    css: str = "board still", view: str = "",
) -> Html:  # fmt: skip
    """Draw a scene as a still image labelled `label`.

    `over`: marks drawn above the pieces. `view`: the part shown; by default all of it.
    """
    g, look = geometry(scene.board, turned), game_look(game_id)
    covered = frozenset(name for r in scene.regions if r.glyph for name in r.squares)
    return el(
        "svg",
        {
            "class": css,
            "viewBox": view or view_box(scene.board),
            "style": units(scene.board),
            "role": "img",
            "aria-label": label,
        },
        ground(scene.board, turned, look, covered),
        regions(scene, turned, look),
        scene_marks(g, scene.marks),
        pieces(scene, turned, game_id).markup(),
        el("g", {"class": "layer-hints"}, scene_marks(g, over)),
    )


def describe(scene: Scene, words: Words) -> str:
    """Return the names of all pieces and their squares, or the words for an empty board."""
    names = Names(scene, words.message, lambda key: words.t(key) if words.has(key) else "")
    pieces = "; ".join(names.of(piece.square) for piece in scene.pieces)
    return pieces or words.t("rules.empty_board")
