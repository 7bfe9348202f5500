"""The registry: one id per line. Home screens read `<id>.info`, tables load `<id>.game`."""

from __future__ import annotations

import json
import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from engine.core.contract import AnyGame
from engine.core.info import GameInfo
from engine.core.look import Look, read_look

if TYPE_CHECKING:
    from engine.core.legend import Legend

REGISTRY: tuple[str, ...] = (
    "cotadrez",
    "andarraya",
    "rilatria",
    "stratego",
    "twocities",
)


def list_games() -> list[GameInfo]:
    """What the home screen shows; imports no rules."""
    return [game_info(game_id) for game_id in REGISTRY]


@cache
def game_info(game_id: str) -> GameInfo:
    """Raises KeyError for a game nobody registered."""
    if game_id not in REGISTRY:
        raise KeyError(game_id)
    info: GameInfo = import_module(f"engine.games.{game_id}.info").INFO
    return info


@cache
def load_game(game_id: str) -> type[AnyGame]:
    """The rules of a game; call the result with its options. Raises KeyError."""
    if game_id not in REGISTRY:
        raise KeyError(game_id)
    game: type[AnyGame] = import_module(f"engine.games.{game_id}.game").GAME
    return game


@cache
def game_look(game_id: str) -> Look:
    """The look of a game, which comes with its rules; a game without one is drawn plainly.
    Raises KeyError, and BadLook for one that cannot be used."""
    load_game(game_id)  # the look lies where the rules are
    return read_look(game_id, json.loads(_file(game_id, "look.json") or "{}"))


@cache
def game_legend(game_id: str) -> Legend:
    """What can be looked up of a game; of one without a legend nothing. Raises BadLegend."""
    from engine.core.legend import read_legend  # not before somebody looks something up

    return read_legend(game_id, json.loads(game_text(game_id, "legend.json") or "{}"))


def game_text(game_id: str, name: str) -> str | None:
    """What lies on a game's table for people to read: `rules.en.md`, `locale/es.json`. None where
    there is no such game, or it has no such text."""
    if game_id not in REGISTRY:
        return None
    return _file(game_id, f"table/{name}")


def _file(game_id: str, name: str) -> str | None:
    """A file of a registered game; None without it."""
    package = import_module(f"engine.games.{game_id}.info").__package__
    try:
        found = pkgutil.get_data(str(package), name)
    except OSError:
        return None
    return found.decode("utf-8") if found else None
