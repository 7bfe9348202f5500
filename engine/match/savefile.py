"""A match as a JSON file: everything a link holds, and tags, comments and dates besides.

    {"format": "asedio", "version": 1, "game": id, "rules": version, "options": {not default},
     "names": [], "tags": {}, "start": null, "events": [[actor, verb, number, …], …],
     "comments": {}, "created": "", "updated": ""}

`comments` (texts and variations by event number) and the dates belong to whoever calls: they are
kept as they came and never interpreted here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.core.contract import TABLE_VERBS, Action
from engine.core.errors import BadLink
from engine.core.options import non_default
from engine.match.foreign import (
    MAX_TABLE_EVENTS,
    known_game,
    open_match,
    plain_options,
    refuse,
)
from engine.match.match import Match, MatchConfig

FORMAT, VERSION = "asedio", 1
MAX_CHARS = 4_000_000
MAX_NAME_CHARS = 200
EXTRA = ("comments", "created", "updated")


def dump(match: Match, extra: Mapping[str, Any] | None = None) -> str:
    """The file for `match`; `extra` may hold comments (dict), created and updated (str)."""
    extra = extra or {}
    config = match.config
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.info.id,
        "rules": match.game.info.rules_version,
        "options": non_default(match.game.info.options, config.options),
        "names": list(config.names),
        "tags": dict(config.tags),
        "start": config.start,
        "events": [[event.actor, *event.action] for event in match.events],
        "comments": extra.get("comments", {}),
        "created": extra.get("created", ""),
        "updated": extra.get("updated", ""),
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Match:
    """The match of a file, every event checked by playing it. Raises BadLink with one of the
    messages save.damaged, save.version, save.game, save.rules, save.options, save.start,
    save.event (parameter `event`, counted from 1), save.too_long."""
    return load_all(text)[0]


def load_all(text: str) -> tuple[Match, dict[str, Any]]:
    """Like `load`, with the comments and dates that came with the match."""
    document = _document(text)
    info = known_game("save", str(document["game"]), document["rules"])
    if len(document["events"]) > info.max_events + MAX_TABLE_EVENTS:
        raise refuse("save", "too_long", limit=info.max_events)
    config = MatchConfig(
        info.id,
        dict(document["options"]),
        tuple(document["names"]),
        document["start"] or None,
        document["tags"],
    )
    match = open_match("save", config)
    for number, entry in enumerate(document["events"], 1):
        _play(match, entry, number)
    return match, {name: document[name] for name in EXTRA}


def _document(text: str) -> dict[str, Any]:
    """The parsed file with every field of the right shape. Raises BadLink."""
    if len(text) > MAX_CHARS:
        raise refuse("save", "too_long", limit=MAX_CHARS)
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise refuse("save", "damaged") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise refuse("save", "damaged")
    if raw.get("version") != VERSION:
        raise refuse("save", "version", found=str(raw.get("version")), current=VERSION)
    empty: dict[str, Any] = {"options": {}, "names": [], "tags": {}, "start": None, "events": []}
    document = {**empty, "comments": {}, "created": "", "updated": "", **raw}
    if not all(check(document.get(name)) for name, check in _SHAPES.items()):
        raise refuse("save", "damaged")
    return document


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_NAME_CHARS


def _is_names(value: object) -> bool:
    return isinstance(value, list) and len(value) <= 8 and all(_is_text(name) for name in value)


def _is_tags(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


_SHAPES = {
    "game": _is_text,
    "rules": lambda value: type(value) is int,
    "options": lambda value: plain_options(value) is not None,
    "names": _is_names,
    "tags": _is_tags,
    "start": lambda value: value is None or isinstance(value, str),
    "events": lambda value: isinstance(value, list),
    "comments": lambda value: isinstance(value, dict),
    "created": _is_text,
    "updated": _is_text,
}


def _play(match: Match, entry: object, number: int) -> None:
    """Plays one entry of the log. Raises BadLink save.event."""
    try:
        actor, action = _read_event(entry)
        played = match.play(action)[0]
        if action[0] not in TABLE_VERBS and played.actor != actor:
            raise ValueError("somebody else decides here")
    except BadLink:
        raise
    except Exception as why:
        raise refuse("save", "event", event=number) from why


def _read_event(entry: object) -> tuple[int, Action]:
    """(actor, action). Only texts, whole numbers and lists of them: True is not taken for 1."""
    if not isinstance(entry, list) or len(entry) < 2 or type(entry[0]) is not int:
        raise ValueError("no event")
    return entry[0], tuple(_plain(part) for part in entry[1:])


def _plain(part: object) -> str | int | tuple[Any, ...]:
    if isinstance(part, list):
        return tuple(_plain(inner) for inner in part)
    if isinstance(part, str) or type(part) is int:
        return part
    raise ValueError("no part of an action")
