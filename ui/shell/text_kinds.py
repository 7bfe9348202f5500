"""What a pasted text is, as far as that can be told before any code for it is fetched."""

from __future__ import annotations

import re

from engine.core.errors import AsedioError
from engine.core.foreign import adds, unwrapping
from engine.core.info import GameInfo
from engine.core.steps import Steps
from engine.games import list_games, load_game
from engine.match import record

STUDY_ADDRESS = re.compile(r"#s(?:=|%3d)[A-Za-z0-9_-]+", re.IGNORECASE)
STUDY_FILE = '"asedio-study"'
_ADDRESS_WITHIN, _FILE_WITHIN, _HEAD = 4000, 200, 20_000  # first characters that are searched


def study_address(text: str) -> str:
    """Return the fragment of a study's link in a text; "" if there is none."""
    found = STUDY_ADDRESS.search(text[:_ADDRESS_WITHIN])
    return found[0] if found is not None else ""


def is_study_file(text: str) -> bool:
    return STUDY_FILE in text[:_FILE_WITHIN]


def may_be_annotated(text: str) -> bool:
    return len(text) <= record.MAX_CHARS and any(sign in text for sign in "({;")


def is_annotated(text: str) -> Steps[bool]:
    """Tell in steps whether a text is a record with variations or with comments in words.

    Raises NotYetHere until the code of its game is fetched."""
    text = yield from unwrapping(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    info = game_of(text)
    return info is not None and (yield from adds(text, load_game(info.id).dialect))


def game_of(text: str) -> GameInfo | None:
    """Return the game whose record a text seems to be, in its own form or in one that the game
    adopts."""
    try:
        return record.game_of(text[:_HEAD])
    except AsedioError:
        foreign = (one for one in list_games() if one.foreign)
        return next((one for one in foreign if re.search(one.foreign, text[:_HEAD], re.M)), None)


def games_in(text: str) -> Steps[list[str]]:
    """Return in steps the records in a text that holds several, each with its tags before its
    moves; none if it holds no more than one."""
    parts = yield from record.splitting(text)
    return parts if len(parts) > 1 and game_of(parts[0]) is not None else []
