"""Text records: which game one belongs to, and its match. The forms are each game's own."""

from __future__ import annotations

import re

from engine.core.contract import GameInfo, Record
from engine.core.errors import AsedioError, BadOptions, BadPosition, BadRecord
from engine.core.texts import Message
from engine.games import game_info, list_games, load_game
from engine.match.match import Match, MatchConfig

MAX_CHARS = 1_000_000


def write(match: Match) -> str:
    """The record of `match` as it stands; players' names go into the game's name tags."""
    tags = match.game.info.name_tags
    return match.game.write_record(
        match.to_record(
            {tag: name for tag, name in zip(tags, match.config.names, strict=False) if name}
        )
    )


def read(text: str, game_id: str | None = None) -> Match:
    """The match of a record, replayed. Raises BadRecord; KeyError for an unknown `game_id`."""
    if len(text) > MAX_CHARS:
        raise BadRecord(Message("record.too_long", limit=MAX_CHARS), code="too_long")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    info = game_info(game_id) if game_id else game_of(text)
    try:
        record = load_game(info.id).read_record(text)
    except BadRecord:
        raise
    except (BadOptions, BadPosition) as why:
        raise _bad(why) from why
    except Exception as why:  # a reader stumbled over foreign text
        raise BadRecord(Message("record.unreadable")) from why
    return from_record(info, record)


def game_of(text: str) -> GameInfo:
    """The first game whose records look like `text`. Raises BadRecord."""
    for info in list_games():
        if re.search(info.record, text, re.MULTILINE):
            return info
    raise BadRecord(Message("record.game"), code="unknown_game")


def from_record(info: GameInfo, record: Record) -> Match:
    """Replays what a reader found. Raises BadRecord with the number of the event refused."""
    tags = dict(record.tags)
    names = tuple(tags.pop(tag, "") for tag in info.name_tags)
    if not any(names):
        names = ()
    try:
        match = Match(MatchConfig(info.id, record.options, names, record.start, tags))
    except (BadOptions, BadPosition) as why:
        raise _bad(why) from why
    match.config.names = names[: len(match.game.sides)]  # some games seat fewer than they can
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


def _bad(why: BadOptions | BadPosition) -> BadRecord:
    return BadRecord(why.message, code=why.code, token=getattr(why, "field", ""))
