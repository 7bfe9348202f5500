"""Text records: recognize the game, read and write the match. Each game has its own format.

The view of one player is a save file, not a record. A foreign text may have at most
MAX_CHARS characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

from engine.core.contract import Record
from engine.core.errors import AsedioError, BadOptions, BadPosition, BadRecord, about
from engine.core.foreign import AT_ONCE, Added, cleaning, unwrapping
from engine.core.info import GameInfo
from engine.core.steps import SORTING, Step, Steps, finish, pause
from engine.core.texts import Message
from engine.games import game_info, list_games, load_game
from engine.match.match import Match, MatchConfig

MAX_CHARS = 1_000_000
_TAG_LINE = re.compile(r"[ \t]*\[[ \t]*[A-Za-z][\w.]*(?:[ \t].*)?\][ \t]*$", re.MULTILINE)
_LINE = re.compile(r"(?m)^.*$")
_TAG_OR_COMMENT = re.compile(rf"^{_TAG_LINE.pattern}|\{{[^}}]*\}}", re.MULTILINE)


def write(match: Match) -> str:
    """Return the record of `match`; player names go into the game's name tags."""
    tags = match.game.info.name_tags
    names = {tag: name for tag, name in zip(tags, match.config.names, strict=False) if name}
    return match.game.write_record(match.to_record(names))


def read(text: str, game_id: str | None = None) -> Match:
    """Return the match of a record, replayed. Raises BadRecord; KeyError for an unknown game."""
    return finish(reading(text, game_id))


def reading(text: str, game_id: str | None = None) -> Steps[Match]:
    """Run `read` in steps of one event: first those of parsing, then those of the replay."""
    if len(text) > MAX_CHARS:
        raise BadRecord(Message("record.too_long", limit=MAX_CHARS), code="too_long")
    text = yield from _unwrapping(text)
    yield from pause(text)
    info = game_info(game_id) if game_id else game_of(text)
    with about(info.id):
        with _guarded():
            game = load_game(info.id)
            plain = yield from cleaning(text, game.dialect)
            record = yield from game.record_reading(plain.text)
        match = yield from _replaying(info, record)
    added: list[Added] = []
    for number, one in enumerate(plain.added):
        added.append(one._replace(at=bisect_right(record.places, one.at)))
        if not number % AT_ONCE:
            yield Step(len(record.events), len(record.events))
    match.added = tuple(added)
    return match


def split_games(text: str) -> list[str]:
    """Return the games of a text with several, each with its tags. A game begins with the first tag
    line after moves; what stands in a comment is neither. Any other text is one game."""
    return finish(splitting(text))


def splitting(text: str) -> Steps[list[str]]:
    """Run `split_games` in steps of some lines."""
    text = yield from _unwrapping(text)
    plain = yield from _without_comments(text)
    begins, moved = [0], False
    for number, line in enumerate(_LINE.finditer(plain), 1):
        if _TAG_LINE.match(line[0]):
            begins += [line.start()] * moved
            moved = False
        elif line[0].strip():
            moved = True
        if not number % AT_ONCE:
            yield SORTING
    return [text[at:end] for at, end in pairwise([*begins, len(text)])]


def _without_comments(text: str) -> Steps[str]:
    """Return a text with blanks for its comments, in steps of some tags and comments."""
    end = text.rfind("}") + 1  # a row of opening braces behind it would take quadratic time
    out, at = list[str](), 0
    yield from pause(text)
    for number, found in enumerate(_TAG_OR_COMMENT.finditer(text, 0, end), 1):
        if found[0][0] == "{":
            out += [text[at : found.start()], " " * len(found[0])]
            at = found.end()
        if not number % AT_ONCE:
            yield SORTING
    return "".join([*out, text[at:]])


def _unwrapping(text: str) -> Steps[str]:
    return (yield from unwrapping(text.removeprefix("\ufeff").replace("\r\n", "\n")))


@contextmanager
def _guarded() -> Iterator[None]:
    """Turn every error of a reader into a BadRecord."""
    try:
        yield
    except BadRecord:
        raise
    except (BadOptions, BadPosition) as why:
        raise _bad(why) from why
    except Exception as why:  # foreign text
        raise BadRecord(Message("record.unreadable")) from why


def game_of(text: str) -> GameInfo:
    """Return the first game whose record pattern matches `text`. Raises BadRecord."""
    for info in list_games():
        if re.search(info.record, text, re.MULTILINE):
            return info
    raise BadRecord(Message("record.game"), code="unknown_game")


def _replaying(info: GameInfo, record: Record) -> Steps[Match]:
    config = _config_of(info, record)
    try:
        match = Match(config)
    except (BadOptions, BadPosition) as why:
        raise _bad(why) from why
    config.names = config.names[: len(match.game.sides)]  # some games seat fewer than they can
    match.remarks = record.remarks
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
        yield Step(number, len(record.events))
    return match


def _config_of(info: GameInfo, record: Record) -> MatchConfig:
    tags = dict(record.tags)
    names = tuple(tags.pop(tag, "") for tag in info.name_tags)
    return MatchConfig(info.id, record.options, names if any(names) else (), record.start, tags)


def _bad(why: BadOptions | BadPosition) -> BadRecord:
    return BadRecord(why.message, code=why.code, token=getattr(why, "field", ""))
