"""Previews in the settings: a small board of the game below, a piece of each set, and grounds.

Each picture carries the attributes by which the style sheet chooses a set or a ground, so that it
shows its own one whatever is chosen.
"""

from __future__ import annotations

from engine.core.look import Look
from engine.core.scene import square_board
from ui.render.geometry import geometry
from ui.render.ground import tile
from ui.render.pieces import figure
from ui.words.html import Html, el, join


def board(look: Look) -> Html:
    """Return a board of two ranks with the game's sample pieces; it follows every setting."""
    drawn = square_board(len(look.sample), 2, {})
    g = geometry(drawn, False)
    pieces = [
        el(
            "g",
            {
                "class": f"piece side{side}",
                "transform": "translate({:g} {:g})".format(*g.centres[f"{file}{side + 1}"]),
            },
            figure(look.game_id, glyph, letter, side),
        )
        for side in (0, 1)
        for file, (glyph, letter) in zip(drawn.files, look.sample.items(), strict=True)
    ]
    squares = join(tile(drawn, square.name, look) for square in drawn.squares)
    view = {"viewBox": f"0 0 {g.width:g} {g.height:g}", "data-game": look.game_id}
    return el("svg", {"class": "board still preview", **view, "aria-hidden": "true"},
              squares, el("g", {"class": "layer-pieces still"}, pieces))  # fmt: skip


def piece_set(look: Look, name: str) -> Html:
    """Return the first sample piece of side 0 in a piece set."""
    glyph, letter = next(iter(look.sample.items()))
    drawn = el("g", {"class": "piece side0"}, figure(look.game_id, glyph, letter, 0))
    chosen = {"data-pieces": name, "data-game": look.game_id}
    view = {"class": "board still choice-picture", "viewBox": "-52 -52 104 104"}
    return el("svg", {**view, **chosen, "aria-hidden": "true"}, drawn)


def ground(look: Look, name: str) -> Html:
    """Return four squares of a board."""
    drawn = square_board(2, 2, {})
    squares = join(tile(drawn, square.name, look) for square in drawn.squares)
    chosen = {"data-ground": name, "data-game": look.game_id}
    view = {"class": "board still choice-picture", "viewBox": "0 0 200 200"}
    return el("svg", {**view, **chosen, "aria-hidden": "true"}, squares)
