"""Checks of foreign data that links and save files have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.errors import BadLink, BadOptions, BadPosition
from engine.core.info import GameInfo
from engine.core.texts import MAX_NAME, Message, short_name, shortened
from engine.games import game_info
from engine.match.match import Match, MatchConfig
from engine.match.view import View

MAX_TEXT = 2_000  # characters of options or start position
MAX_LEVEL = 99  # of a computer; the table checks which levels exist
MAX_TABLE_EVENTS = 16  # resignations and the like in one game


def refuse(kind: str, what: str, **params: Any) -> BadLink:
    """Return a BadLink with message `<kind>.<what>`; kind is `link` or `save`."""
    return BadLink(Message(f"{kind}.{what}", **params))


def known_game(kind: str, game_id: str, rules_version: int) -> GameInfo:
    """Return the info of a game whose rules version can be read. Raises BadLink `….game` or
    `….rules`."""
    try:
        info = game_info(game_id)
    except KeyError:
        raise refuse(kind, "game", game=shortened(game_id)) from None
    if not info.reads(rules_version):
        raise refuse(
            kind, "rules", game=info.title, found=rules_version, current=info.rules_version
        )
    return info


def open_match(kind: str, config: MatchConfig, viewer: int | None = None) -> Match:
    """Return a match without events, a View if `viewer` is given.

    Raises BadLink `….options`, `….start` or `….damaged`."""
    try:
        return Match(config) if viewer is None else View(config, viewer)
    except BadOptions as why:
        raise refuse(kind, "options", why=why.message) from why
    except BadPosition as why:
        raise refuse(kind, "start", why=why.message) from why
    except Exception as why:
        raise refuse(kind, "damaged") from why


def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names cut to MAX_NAME; an empty tuple when all are empty."""
    cut = tuple(short_name(name) for name in names)
    return cut if any(cut) else ()


def read_levels(value: object, players: int) -> tuple[int, ...]:
    """Return computer levels by player, 0 for a person; empty if `value` is missing or malformed:
    then people play."""
    if not isinstance(value, list) or not any(value):
        return ()
    if not all(type(level) is int and 0 <= level <= MAX_LEVEL for level in value):
        return ()
    return tuple(value[:players])


def plain_options(value: object) -> Mapping[str, Any] | None:
    """Return `value` if it is a dict with text keys, else None."""
    if isinstance(value, dict) and all(isinstance(name, str) for name in value):
        return value
    return None


__all__ = [
    "MAX_NAME",
    "MAX_TABLE_EVENTS",
    "MAX_TEXT",
    "known_game",
    "open_match",
    "plain_options",
    "read_levels",
    "refuse",
    "short_names",
]
