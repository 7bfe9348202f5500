"""Save files: a match as JSON, with everything a link holds plus tags, comments and dates.

    {"format": "asedio", "version": 1, "game": id, "rules": version, "options": {not default},
     "names": [], "tags": {}, "start": null, "events": [[actor, verb, number, …], …],
     "comments": {}, "created": "", "updated": ""}

`"seats"` is present when computers play: by player, 0 for a person, else the level (`[0, 3]`). If
it is missing or malformed, people play. `"clock"` (`10+5`, `h5`) and `"left"` (milliseconds by
player) are present when people share a device and a clock; they are read by their caller
(ui/session/table_clock.py).

Default options are those of the file's rules version (GameInfo.earlier). `comments` (texts and
variations by event number) and the dates belong to the caller and are not interpreted here.

The view of one player is such a file too, with `"viewer"`: a side key or "spectator". `start` is
then his observation and `events` are redacted for him. It is loaded as a `View`.

A foreign file is limited: MAX_CHARS characters, MAX_TEXT for start and options. In a view each
event must be possible as far as the viewer knows, and each position must be readable and drawable
(`Receiver`). What can be checked without playing is checked first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from engine.core.actions import plain
from engine.core.contract import SPECTATOR, TABLE_VERBS, Event
from engine.core.errors import about
from engine.core.info import GameInfo
from engine.core.jsontext import BadJson, read_json
from engine.core.options import non_default
from engine.core.steps import Step, Steps, finish
from engine.core.texts import Message, shortened
from engine.match.match import Match, MatchConfig
from engine.match.validation import (
    MAX_TABLE_EVENTS,
    MAX_TEXT,
    known_game,
    open_match,
    plain_options,
    read_levels,
    refuse,
)
from engine.match.view import Receiver, View

FORMAT, VERSION = "asedio", 1
MAX_CHARS = 4_000_000
MAX_WORD = 200  # characters of a date, an uncut name, a word of an event
MAX_TAGS = 100
EXTRA = ("comments", "created", "updated")
ONLOOKER = "spectator"
CLOCK_FIELDS = ("clock", "left")
NO_CLOCKS: Mapping[str, Any] = MappingProxyType({})


def dump(
    match: Match, extra: Mapping[str, Any] | None = None, levels: Sequence[int] = (),
    clocks: Mapping[str, Any] = NO_CLOCKS,
) -> str:  # fmt: skip
    """Return the file of `match`, which may be a View. `extra` may hold comments (dict), created
    and updated (str); `levels`: computer levels by player; `clocks`: see Match."""
    start, viewer = match.config.start, match.viewer
    return _text(match, start, match.events, viewer, extra or {}, levels, clocks)


def dump_view(match: Match, viewer: int) -> str:
    """Return the file of what `viewer` knows of `match`, and nothing else. Raises NotTold if
    `match` is the view of another player."""
    events = [event for _, event in match.observed_events(viewer)]
    if isinstance(match, View):
        return dump(match)
    start = match.start.observation(viewer).to_text() if match.config.start else None
    return _text(match, start, events, viewer, {})


def _text(
    match: Match,
    start: str | None,
    events: Iterable[Event],
    viewer: int | None,
    extra: Mapping[str, Any],
    levels: Sequence[int] = (),
    clocks: Mapping[str, Any] = NO_CLOCKS,
) -> str:
    config, info = match.config, match.game.info
    whose = {} if viewer is None else {"viewer": side_key(match.game.sides, viewer)}
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": info.id,
        "rules": info.rules_version,
        **whose,
        "options": non_default(info.options, config.options),
        "names": list(config.names),
        "tags": dict(config.tags),
        "start": start,
        **({"seats": list(levels)} if any(levels) else {}),
        **{name: clocks[name] for name in CLOCK_FIELDS if name in clocks},
        "events": [[event.actor, *event.action] for event in events],
        "comments": extra.get("comments", {}),
        "created": extra.get("created", ""),
        "updated": extra.get("updated", ""),
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def side_key(sides: Sequence[str], viewer: int) -> str:
    """Return the name of a viewer in files: side key or "spectator"."""
    return sides[viewer] if viewer >= 0 else ONLOOKER


def load(text: str) -> Match:
    """Return the match of a file, replayed and checked; a View for the view of one player.

    Raises BadLink with one of the messages save.damaged, save.version, save.game, save.rules,
    save.viewer, save.options, save.start, save.event (parameter `event`, counted from 1),
    save.too_long."""
    return load_all(text)[0]


def reopen(text: str) -> Match:
    """Run `load` for a file this device has loaded before: the positions of a view are not checked
    again."""
    return finish(reading_all(text, looks=False))[0]


def load_all(text: str) -> tuple[Match, dict[str, Any]]:
    """Return the match, and the comments and dates of the file."""
    return finish(reading_all(text))


def reading(text: str) -> Steps[Match]:
    """Run `load` in steps of one event."""
    return (yield from reading_all(text))[0]


def reading_all(text: str, looks: bool = True) -> Steps[tuple[Match, dict[str, Any]]]:
    """Run `load_all` in steps of one event; the document is checked before the first."""
    document = _document(text)
    info = known_game("save", str(document["game"]), document["rules"])
    if len(document["events"]) > info.max_events + MAX_TABLE_EVENTS:
        raise refuse("save", "too_long", limit=info.max_events)
    viewer = _viewer(info, document["viewer"])
    config = MatchConfig(
        info.id,
        info.spelled(document["rules"], document["options"]),
        tuple(document["names"]),
        document["start"] or None,
        document["tags"],
    )
    entries = document["events"]
    with about(info.id):
        match = open_match("save", config, viewer)
        match.levels = read_levels(document.get("seats"), len(match.game.sides))
        match.clocks = {name: document[name] for name in CLOCK_FIELDS if name in document}
        if isinstance(match, View):
            yield from _receiving(match, entries, looks)
        else:
            yield from _playing(match, entries)
    return match, {name: document[name] for name in EXTRA}


def _document(text: str) -> dict[str, Any]:
    """Return the parsed file with defaults; every field has the right shape. Raises BadLink."""
    if len(text) > MAX_CHARS:
        raise refuse("save", "too_long", limit=MAX_CHARS)
    try:
        raw = read_json(text, MAX_CHARS)
    except BadJson:
        raise refuse("save", "damaged") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise refuse("save", "damaged")
    if raw.get("version") != VERSION:
        raise refuse("save", "version", found=shortened(str(raw.get("version"))), current=VERSION)
    empty: dict[str, Any] = {"options": {}, "names": [], "tags": {}, "start": None, "events": []}
    document = {**empty, "viewer": None, "comments": {}, "created": "", "updated": "", **raw}
    if not all(check(document.get(name)) for name, check in _SHAPES.items()):
        raise refuse("save", "damaged")
    return document


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_WORD


def _is_start(value: object) -> bool:
    return value is None or (isinstance(value, str) and len(value) <= MAX_TEXT)


def _is_options(value: object) -> bool:
    return plain_options(value) is not None and len(json.dumps(value)) <= MAX_TEXT


def _is_names(value: object) -> bool:
    return isinstance(value, list) and len(value) <= 8 and all(_is_text(name) for name in value)


def _is_tags(value: object) -> bool:
    if not isinstance(value, dict) or len(value) > MAX_TAGS:
        return False
    return all(isinstance(text, str) and len(text) <= MAX_TEXT for text in value.values())


_SHAPES = {
    "game": _is_text,
    "rules": lambda value: type(value) is int,
    "viewer": lambda value: value is None or _is_text(value),
    "options": _is_options,
    "names": _is_names,
    "tags": _is_tags,
    "start": _is_start,
    "events": lambda value: isinstance(value, list),
    "comments": lambda value: isinstance(value, dict),
    "created": _is_text,
    "updated": _is_text,
}


def _viewer(info: GameInfo, key: str | None) -> int | None:
    """Return the player of a side key; None if the file is no view. Raises BadLink save.viewer."""
    if key is None or key == ONLOOKER:
        return None if key is None else SPECTATOR
    if key not in info.sides:
        raise refuse("save", "viewer", token=shortened(key))
    return info.sides.index(key)


def _playing(match: Match, entries: list[object]) -> Steps[None]:
    """Play the entries of the log. Raises BadLink save.event."""
    for number, entry in enumerate(entries, 1):
        with _guarded(number):
            actor, action = read_event(entry)
            played = match.play(action)[0]
            if action[0] not in TABLE_VERBS and played.actor != actor:
                raise ValueError("somebody else decides here")
        yield Step(number, len(entries))


def _receiving(view: View, entries: list[object], looks: bool) -> Steps[None]:
    """Feed the entries to a view. Raises BadLink save.start or save.event."""
    try:
        receiver = Receiver(view, looks)
    except Exception as why:
        raise refuse("save", "start", why=Message("save.impossible")) from why
    for number, entry in enumerate(entries, 1):
        with _guarded(number):
            receiver.receive(read_event(entry))
            if number == len(entries):
                receiver.finish()
        yield Step(number, len(entries))


@contextmanager
def _guarded(number: int) -> Iterator[None]:
    """Turn every error of entry `number` into a BadLink save.event."""
    try:
        yield
    except Exception as why:
        raise refuse("save", "event", event=number) from why


def read_event(entry: object) -> Event:
    """Return the event of an entry: texts, integers (no booleans) and lists of them. Raises
    ValueError."""
    if not isinstance(entry, list) or len(entry) < 2 or type(entry[0]) is not int:
        raise ValueError("no event")
    return Event(entry[0], plain(entry[1:]))
