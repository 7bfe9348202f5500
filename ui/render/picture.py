"""A position as a picture nobody can press: rulebooks, sheets, previews."""

from __future__ import annotations

from typing import Protocol

from engine.core.contract import SPECTATOR, AnyGame
from engine.core.scene import Scene
from engine.core.texts import Message
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
    def t(self, key: str, /) -> str: ...


def picture(game: AnyGame, position: str, words: Words) -> Html:
    """The position text as an image with a description. Raises BadPosition."""
    state = game.state_from_text(position).observation(SPECTATOR)
    scene = game.scene(state, SPECTATOR)
    return scene_picture(scene, game.info.id, describe(scene, words))


def scene_picture(scene: Scene, game_id: str, label: str) -> Html:
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
    )


def describe(scene: Scene, words: Words) -> str:
    """The pieces of a scene, one after the other."""
    names = Names(scene, words.message, lambda key: words.t(key) if words.has(key) else "")
    pieces = "; ".join(names.of(piece.square) for piece in scene.pieces)
    return pieces or words.t("rules.empty_board")
