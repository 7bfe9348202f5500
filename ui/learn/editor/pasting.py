"""The position in a text pasted into the editor: a position text, or the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.core.errors import AsedioError
from engine.core.steps import Steps
from engine.games import position_game
from ui.session import share


class PastedPosition(NamedTuple):
    """A position text with its game. `options`: None where the text does not tell them."""

    game_id: str
    text: str
    options: Mapping[str, Any] | None


def pasting(game_id: str, text: str) -> Steps[PastedPosition]:
    """Return the position in a text, in steps; anything unknown counts as a position text of
    `game_id`, whose reader names the fault.

    A link, file or record (also chess notation, FEN or PGN, that the game can adopt) stands for its
    last position, unless that hides something."""
    if known := position_game(text):
        return PastedPosition(known, text, None)
    try:
        match = yield from share.reading(text)
    except AsedioError:
        return PastedPosition(game_id, text, None)
    if match.viewer is not None or share.hides_secrets(match):
        return PastedPosition(game_id, text, None)
    known = share.Exports(match).known_text()
    return PastedPosition(match.config.game_id, known, match.config.options)
