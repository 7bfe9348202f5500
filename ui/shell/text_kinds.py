"""What a pasted text is, as far as that can be told before any code for it is fetched."""

from __future__ import annotations

import re

from engine.core import foreign
from engine.core.errors import AsedioError
from engine.games import list_games, load_game
from engine.match import record

STUDY_ADDRESS = re.compile(r"#s(?:=|%3d)[A-Za-z0-9_-]+", re.IGNORECASE)
STUDY_FILE = '"asedio-study"'
_ADDRESS_WITHIN, _FILE_WITHIN = 4000, 200  # first characters that are searched


def study_address(text: str) -> str:
    """Return the fragment of a study's link in a text; "" if there is none."""
    found = STUDY_ADDRESS.search(text[:_ADDRESS_WITHIN])
    return found[0] if found is not None else ""


def is_study_file(text: str) -> bool:
    return STUDY_FILE in text[:_FILE_WITHIN]


def is_annotated(text: str) -> bool:
    """Return whether a text is a record with variations or with comments in words.

    Raises NotYetHere until the code of its game is fetched."""
    if len(text) > record.MAX_CHARS or not ("(" in text or "{" in text):
        return False
    text = foreign.unwrapped(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    try:
        info = record.game_of(text)
    except AsedioError:
        others = (one for one in list_games() if one.foreign)
        found = next((o for o in others if re.search(o.foreign, text[:20_000], re.M)), None)
        if found is None:
            return False
        info = found
    return foreign.is_annotated(text, load_game(info.id).dialect)
