"""Registry of the games: one id per line. The home page reads `<id>.info`, a table `<id>.game`."""

from __future__ import annotations

import json
import pkgutil
import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from engine.core.contract import AnyGame
from engine.core.info import GameInfo
from engine.core.look import Look, read_look

if TYPE_CHECKING:
    from engine.core.editing import PositionEditor
    from engine.core.legend import Legend

REGISTRY: tuple[str, ...] = (
    "cotadrez",
    "andarraya",
    "rilatria",
    "stratego",
    "twocities",
)

MOST_POSITION = 8000  # characters of a position text


def list_games() -> list[GameInfo]:
    """Return the info of every registered game, in registry order; imports no rules."""
    return [game_info(game_id) for game_id in REGISTRY]


@cache
def game_info(game_id: str) -> GameInfo:
    """Return the info of a game. Raises KeyError for an id that is not registered."""
    if game_id not in REGISTRY:
        raise KeyError(game_id)
    info: GameInfo = import_module(f"engine.games.{game_id}.info").INFO
    return info


def position_game(text: str) -> str:
    """Return the game whose position text this seems to be; empty if it seems to be none."""
    text = " ".join(text[: MOST_POSITION + 1].split())
    if len(text) > MOST_POSITION:
        return ""
    for info in list_games():
        if info.position and re.fullmatch(info.position, text):
            return info.id
    return ""


@cache
def load_game(game_id: str) -> type[AnyGame]:
    """Return the game's class, to be called with options. Raises KeyError for an unknown id."""
    if game_id not in REGISTRY:
        raise KeyError(game_id)
    game: type[AnyGame] = import_module(f"engine.games.{game_id}.game").GAME
    return game


@cache
def game_look(game_id: str) -> Look:
    """Return the game's look from its `look.json`; without that file the plain default.
    Raises KeyError for an unknown id and BadLook for a file that cannot be used."""
    load_game(game_id)  # on the page look.json arrives together with the game's code
    return read_look(game_id, json.loads(_file(game_id, "look.json") or "{}"))


@cache
def game_legend(game_id: str) -> Legend:
    """Return the game's legend; an empty one without `legend.json`. Raises BadLegend."""
    from engine.core.legend import read_legend  # deferred: most sessions never open a legend

    return read_legend(game_id, json.loads(game_text(game_id, "legend.json") or "{}"))


def game_editor(game: AnyGame) -> PositionEditor | None:
    """Return the editor of a game's positions; None if it has no module `editing`."""
    name = f"engine.games.{game.info.id}.editing"
    if find_spec(name) is None:
        return None
    editor: PositionEditor = import_module(name).EDITOR(game)
    return editor


def game_text(game_id: str, name: str) -> str | None:
    """Return a text from the game's `table` folder, such as `rules.en.md` or `locale/es.json`;
    None for an unknown game or a missing file."""
    if game_id not in REGISTRY:
        return None
    return _file(game_id, f"table/{name}")


def _file(game_id: str, name: str) -> str | None:
    """Return a file of a registered game as text; None when it is missing or empty."""
    package = import_module(f"engine.games.{game_id}.info").__package__
    try:
        found = pkgutil.get_data(str(package), name)
    except OSError:
        return None
    return found.decode("utf-8") if found else None
