"""Format of packed games: a finished game in one entry, its head, instead of one for each event.

    asedio:game:<id>    {"v": 2, "game", "names", "options": {not default}, "tags", "source",
                         "result", "log": [created, milliseconds to the last event, number of
                         events, CRC-32 of the events], "word": all of the game but its names
                         (engine/match/codec.py), "table", "mistakes": as stored beside it}

Empty values are left out. The head is written first, and the entries whose content it holds are
removed only after it was read back; an interruption leaves entries that nobody reads and that the
next packing removes. Earlier versions of the page take such a head for one of a newer version: they
list the game and leave it alone.

Not packed are views, games with another device and games too long for a word; these open faster
from a bookmark. The letters of a game with another device have to stay, for its certificate and the
chat, and are most of what it stores; signatures cannot be compressed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

from engine.core.contract import Event
from engine.core.errors import AsedioError
from engine.core.options import non_default
from engine.core.steps import Steps, finish
from engine.match import codec
from engine.match.match import Match, MatchConfig
from ui.saves.entries import (
    NEWEST,
    VERSION,
    dump,
    is_count,
    is_head,
    is_moment,
    is_table,
    shown_names,
)

MARK = '"word"'  # no text without it is a packed head
MOST_WORD = codec.MAX_CHARS
_EMPTY: dict[str, Any] = {"names": [], "options": {}, "tags": {}, "start": None}
_LEFT_OUT: tuple[Any, ...] = ({}, [], "", None, False)
_LOG = ("created", "updated", "n", "sum")
LOOSE = "loose"  # in the head of a finished game that cannot be packed


def unslim(value: Any) -> dict[str, Any] | None:
    """Return a parsed packed head with the fields of any head; None if it is none."""
    if not isinstance(value, dict) or value.get("v") != NEWEST:
        return None
    log = value.get("log")
    if not isinstance(log, list) or [type(part) for part in log] != [int] * len(_LOG):
        return None
    created, took, count, total = log
    times = dict(zip(_LOG, (created, created + took, count, total), strict=True))
    head: dict[str, Any] = {**_EMPTY, **value, **times}
    del head["log"]
    word, mistakes = head.get("word"), head.get("mistakes", "")
    good = isinstance(word, str) and 0 < len(word) <= MOST_WORD and isinstance(mistakes, str)
    good = good and is_head({**head, "v": VERSION}) and head["result"] is not None
    good = good and is_moment(created) and is_moment(head["updated"]) and took >= 0
    good = good and is_count(count) and count > 0 and is_table(head.get("table", {}))
    return head if good else None


def slim(head: dict[str, Any]) -> str:
    """Return the text of a packed head."""
    left_out = (*_LOG, "word", "table", "mistakes")  # these come last
    filled = {name: value for name, value in head.items() if name not in left_out}
    log = [head["created"], head["updated"] - head["created"], head["n"], head["sum"]]
    table = {name: value for name, value in head.get("table", {}).items() if value not in _LEFT_OUT}
    filled |= {"log": log, "word": head["word"], "table": table, "mistakes": head.get("mistakes")}
    filled = {name: value for name, value in filled.items() if value not in _LEFT_OUT}
    return dump({"v": NEWEST, **filled})


def is_packed(head: dict[str, Any] | None) -> bool:
    """Return whether a head, as the store read it, is packed."""
    return head is not None and head["v"] == NEWEST


def checksum(events: Iterable[Event]) -> int:
    """Return the CRC-32 of a log."""
    return crc32(dump([[event.actor, event.action] for event in events]).encode())


def packed(
    head: dict[str, Any], config: MatchConfig, events: Sequence[Event], updated: int
) -> dict[str, Any] | None:
    """Return the packed head of a finished game; None if it cannot be packed.

    Reads the word back, so the result is known to hold these very events."""
    try:
        match = Match(replace(config, names=(), options=dict(config.options), tags={}))
        for event in events:
            if match.play(event.action)[0] != event:
                return None
        word = codec.encode(match)
        again = codec.decode(word)
    except Exception:  # the rules may fail in any way on damaged events
        return None
    if not match.over or again.events != list(events) or again.config != match.config:
        return None
    return {
        "v": NEWEST,
        **{name: value for name, value in head.items() if name not in ("v", "start")},
        "options": non_default(match.game.info.options, match.config.options),
        "updated": max(updated, head["created"]),
        "n": len(events),
        "sum": checksum(events),
        "word": word,
    }


def unpacking(head: dict[str, Any]) -> Steps[Match]:
    """Return the match of a packed head, replayed in steps. Raises BadLink."""
    match = yield from codec.reading(head["word"])
    match.config.names, match.config.tags = shown_names(head["names"]), dict(head["tags"])
    return match


def unpack(head: dict[str, Any]) -> Match | None:
    """Return the match of a packed head; None if its word is damaged."""
    try:
        match = finish(unpacking(head))
    except AsedioError:
        return None
    return match if checksum(match.events) == head["sum"] else None


def plain_head(head: dict[str, Any], match: Match) -> dict[str, Any]:
    """Return the head of a game that is unpacked again."""
    gone = ("updated", "n", "sum", "word", "table", "mistakes")
    kept = {name: value for name, value in head.items() if name not in gone}
    options = dict(match.config.options)
    return {**kept, "v": VERSION, "options": options, "start": match.config.start}
