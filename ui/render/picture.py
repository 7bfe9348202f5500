"""A position as a picture nobody can press: rulebooks, sheets, previews."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.core.contract import SPECTATOR, AnyGame
from engine.core.errors import AsedioError
from engine.core.legend import Entry
from engine.core.scene import Mark, Scene
from engine.core.texts import Message, Param
from engine.games import game_look
from ui.html import Html, el
from ui.render.board import Names, pieces, regions
from ui.render.geometry import geometry
from ui.render.ground import ground, units, view_box
from ui.render.marks import scene_marks


class Words(Protocol):
    """What a picture needs to be told in words."""

    def message(self, message: Message) -> str: ...
    def has(self, key: str) -> bool: ...
    def t(self, key: str, /, **params: Param) -> str: ...


def picture(game: AnyGame, position: str, words: Words) -> Html:
    """The position text as an image with a description. Raises BadPosition."""
    state = game.state_from_text(position).observation(SPECTATOR)
    scene = game.scene(state, SPECTATOR)
    return scene_picture(scene, game.info.id, describe(scene, words))


def diagram(game: AnyGame, entry: Entry, words: Words) -> Html | None:
    """What a piece can reach, as the game itself says it, on the board its legend has for it. None
    without one, or where these options have another board."""
    try:
        state = game.state_from_text(entry.board).observation(0) if entry.board else None
    except AsedioError:
        return None
    if state is None:
        return None
    marks = game.reach(state, f"sq:{entry.square}")
    where = {
        kind: ", ".join(name for mark in marks if mark.kind == kind for name in mark.squares) or "–"
        for kind in ("reach", "attack")
    }
    label = words.t("about.diagram", what=entry.name, square=entry.square, **where)
    return scene_picture(game.scene(state, 0), game.info.id, label, marks)


def scene_picture(scene: Scene, game_id: str, label: str, over: Iterable[Mark] = ()) -> Html:
    """`over`: marks above the pieces."""
    g, look = geometry(scene.board, False), game_look(game_id)
    covered = frozenset(name for r in scene.regions if r.glyph for name in r.squares)
    return el(
        "svg",
        {
            "class": "board still",
            "viewBox": view_box(scene.board),
            "style": units(scene.board),
            "role": "img",
            "aria-label": label,
        },
        ground(scene.board, False, look, covered),
        regions(scene, False, look),
        scene_marks(g, scene.marks),
        pieces(scene, False, game_id).markup(),
        el("g", {"class": "layer-hints"}, scene_marks(g, over)),
    )


def describe(scene: Scene, words: Words) -> str:
    """The pieces of a scene, one after the other."""
    names = Names(scene, words.message, lambda key: words.t(key) if words.has(key) else "")
    pieces = "; ".join(names.of(piece.square) for piece in scene.pieces)
    return pieces or words.t("rules.empty_board")
