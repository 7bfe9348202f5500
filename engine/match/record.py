"""Text records: which game one belongs to, and its match. The forms are each game's own.

The record of one player's view is told by its first line, `[View "<game> <side>"]`, whatever the
game; the rest is what that game writes of it. It is read by `read_view`, and refused by `read`:
what one player knows is not the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from engine.core.contract import SPECTATOR, GameInfo, Record
from engine.core.errors import AsedioError, BadOptions, BadPosition, BadRecord
from engine.core.texts import Message
from engine.games import game_info, list_games, load_game
from engine.match.match import Match, MatchConfig
from engine.match.view import View

MAX_CHARS = 1_000_000
Found = TypeVar("Found")
ONLOOKER = "spectator"
_VIEW = re.compile(r'\s*\[View "([^"\n]*)"\][ \t]*(?:\n|$)')


def write(match: Match) -> str:
    """The record of `match` as it stands; players' names go into the game's name tags."""
    return match.game.write_record(_named(match))


def write_view(match: Match, viewer: int) -> str:
    """The record as one player knows it: nothing in it that he was not told. Raises NotTold for
    another one than the player whose view `match` is."""
    if isinstance(match, View):
        match.require(viewer)
        return match.text
    side = match.game.sides[viewer] if viewer >= 0 else ONLOOKER
    view = match.game.write_view(_named(match), viewer)
    return f'[View "{match.game.info.id} {side}"]\n{view}'


def _named(match: Match) -> Record:
    tags = match.game.info.name_tags
    return match.to_record(
        {tag: name for tag, name in zip(tags, match.config.names, strict=False) if name}
    )


def read(text: str, game_id: str | None = None) -> Match:
    """The match of a record, replayed. Raises BadRecord; KeyError for an unknown `game_id`."""
    text = _plain(text)
    if is_view(text):
        raise BadRecord(Message("record.view"), code="bad_header", where="0", token="View")
    info = game_info(game_id) if game_id else game_of(text)
    record = _guarded(lambda: load_game(info.id).read_record(text))
    return from_record(info, record)


def read_any(text: str, game_id: str | None = None) -> Match:
    """The match of a record, or the View of one player's."""
    return read_view(text) if is_view(text) else read(text, game_id)


def is_view(text: str) -> bool:
    """Whether a text says that it is what one player knows."""
    return _VIEW.match(text.removeprefix("\ufeff")) is not None


def read_view(text: str) -> View:
    """What one player knows of a match, replayed. Raises BadRecord."""
    text = _plain(text)
    found = _VIEW.match(text)
    if found is None:
        raise BadRecord(Message("record.no_view"), code="bad_header", where="0", token="View")
    info, viewer = _whose(found[1])
    body = text[found.end() :]
    return _guarded(lambda: _view_of(info, load_game(info.id).read_view(body, viewer), text))


def _whose(words: str) -> tuple[GameInfo, int]:
    """Game and player of a View line."""
    game_id, _, side = words.partition(" ")
    info = next((one for one in list_games() if one.id == game_id), None)
    sides = (*info.sides, ONLOOKER) if info else ()
    if info is None or side not in sides:
        message = Message("record.view_line", token=words[:80])
        raise BadRecord(message, code="bad_header", where="0", token=words[:80])
    return info, SPECTATOR if side == ONLOOKER else sides.index(side)


def _view_of(info: GameInfo, record: Record, text: str) -> View:
    config = _config_of(info, record)
    game = load_game(info.id)(config.options)
    if record.viewer is None or record.viewer >= len(game.sides):
        message = Message("record.view_line", token=info.sides[record.viewer or 0])
        raise BadRecord(message, code="bad_header", where="0", token="View")
    config.names = config.names[: len(game.sides)]
    return View(config, record, text, game)


def _plain(text: str) -> str:
    if len(text) > MAX_CHARS:
        raise BadRecord(Message("record.too_long", limit=MAX_CHARS), code="too_long")
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _guarded(act: Callable[[], Found]) -> Found:
    """What a reader gives. Raises BadRecord, whatever it stumbled over."""
    try:
        return act()
    except BadRecord:
        raise
    except (BadOptions, BadPosition) as why:
        raise _bad(why) from why
    except Exception as why:  # foreign text
        raise BadRecord(Message("record.unreadable")) from why


def game_of(text: str) -> GameInfo:
    """The first game whose records look like `text`. Raises BadRecord."""
    for info in list_games():
        if re.search(info.record, text, re.MULTILINE):
            return info
    raise BadRecord(Message("record.game"), code="unknown_game")


def from_record(info: GameInfo, record: Record) -> Match:
    """Replays what a reader found. Raises BadRecord with the number of the event refused."""
    config = _config_of(info, record)
    try:
        match = Match(config)
    except (BadOptions, BadPosition) as why:
        raise _bad(why) from why
    config.names = config.names[: len(match.game.sides)]  # some games seat fewer than they can
    for number, event in enumerate(record.events, 1):
        try:
            match.play(event.action)
        except AsedioError as why:
            raise BadRecord(
                why.message,
                code=why.code,
                where=str(number),
                token=str(event.action[0]),
                position=match.state.to_text(),
            ) from why
    return match


def _config_of(info: GameInfo, record: Record) -> MatchConfig:
    tags = dict(record.tags)
    names = tuple(tags.pop(tag, "") for tag in info.name_tags)
    return MatchConfig(info.id, record.options, names if any(names) else (), record.start, tags)


def _bad(why: BadOptions | BadPosition) -> BadRecord:
    return BadRecord(why.message, code=why.code, token=getattr(why, "field", ""))
