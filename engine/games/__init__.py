"""The registry: one id per line. Home screens read `<id>.info`, tables load `<id>.game`."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from engine.core.contract import Game, GameInfo

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
def load_game(game_id: str) -> type[Game]:
    """The rules of a game; call the result with its options. Raises KeyError."""
    if game_id not in REGISTRY:
        raise KeyError(game_id)
    game: type[Game] = import_module(f"engine.games.{game_id}.game").GAME
    return game
