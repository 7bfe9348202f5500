"""How a game is written down in the store: its keys and the shape of what stands under them.

Everything here takes any text and any JSON: what is not of the right shape is None or False.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from engine.core.contract import Event
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from ui.names import are_seats

PREFIX = "asedio:"
VERSION = 1
EVENT = re.compile(r"asedio:event:([a-z0-9]+):(\d{5,})")
HEAD = re.compile(r"asedio:game:([a-z0-9]+)")


def head_key(game_id: str) -> str:
    return f"{PREFIX}game:{game_id}"


def far_key(game_id: str) -> str:
    return f"{PREFIX}far:{game_id}"


def bookmark_key(game_id: str) -> str:
    return f"{PREFIX}mark:{game_id}"


def mistakes_key(game_id: str) -> str:
    return f"{PREFIX}mistakes:{game_id}"


def event_key(game_id: str, index: int) -> str:
    return f"{PREFIX}event:{game_id}:{index:05d}"


def dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parse(raw: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def parse_event(raw: str | None) -> tuple[Event, int] | None:
    """(event, milliseconds) of a stored entry, or None when it is no event."""
    return event_of(parse(raw)) if raw is not None else None


def events_of(raws: list[str]) -> list[Event]:
    """The events of stored entries, up to the first that is none. One reading for all of them is
    much quicker than one for each."""
    values = parse(f"[{','.join(raws)}]")
    if not isinstance(values, list) or len(values) != len(raws):
        values = map(parse, raws)
    events: list[Event] = []
    for raw, value in zip(raws, values, strict=True):
        if raw.count("[") == 2 and type(value) is list and len(value) == 3:
            actor, action, when = value  # a plain action: most are, and this is quicker
            if type(actor) is type(when) is int and type(action) is list and action:
                if type(action[0]) is str:
                    events.append(Event(actor, tuple(action)))
                    continue
        found = event_of(value)
        if found is None:
            break
        events.append(found[0])
    return events


def event_of(value: Any) -> tuple[Event, int] | None:
    if not isinstance(value, list) or len(value) != 3:
        return None
    actor, action, when = value
    if type(actor) is not int or type(when) is not int or not isinstance(action, list):
        return None
    if not action or not isinstance(action[0], str):
        return None
    plain = list not in map(type, action)
    return Event(actor, tuple(action) if plain else _as_tuple(action)), when


def _as_tuple(value: list[Any]) -> tuple[Any, ...]:
    return tuple(_as_tuple(one) if isinstance(one, list) else one for one in value)


def is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value)


def head_of(config: MatchConfig, now: int) -> dict[str, Any]:
    return {
        "v": VERSION,
        "game": config.game_id,
        "options": dict(config.options),
        "names": list(config.names),
        "start": config.start,
        "tags": dict(config.tags),
        "created": now,
        "result": None,
    }


def config_of(head: dict[str, Any]) -> MatchConfig:
    return MatchConfig(
        game_id=head["game"],
        options=dict(head["options"]),
        names=tuple(head["names"]),
        start=head["start"],
        tags=dict(head["tags"]),
    )


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def is_table(value: object) -> bool:
    """Whether this is what a table keeps: the side of the board, who sits where, and of a far
    table which seat is here (−1: none) and whose turn it is."""
    if not isinstance(value, dict) or type(value.get("turned", False)) is not bool:
        return False
    far, turn = value.get("far", 0), value.get("turn", "")
    if type(far) is not int or not -1 <= far < 8 or turn not in ("", "me", "other"):
        return False
    if type(value.get("letters", 0)) is not int:
        return False
    return are_seats(value.get("seats", []))


def newer(head: Any) -> tuple[str, tuple[str, ...]] | None:
    """Title and names of a head that a newer version wrote, as far as they can be read."""
    version = head.get("v") if isinstance(head, dict) else None
    if type(version) is not int or version <= VERSION:
        return None
    title, names = head.get("game"), head.get("names")
    return (title if isinstance(title, str) else ""), tuple(names) if _is_texts(names) else ()


def source_of(match: Match) -> str:
    """A name for what a link, a file or a record holds: the same for the same game so far, whoever
    plays it."""
    if isinstance(match, View):
        from engine.match import savefile

        whole: object = savefile.dump(match)
    else:
        config = match.config
        whole = [config.game_id, sorted(config.options.items()), config.start, match.events]
    return hashlib.sha256(dump(whole).encode()).hexdigest()[:24]


def is_head(head: object) -> bool:
    """Whether a parsed value has the shape `_head_of` writes."""
    if not isinstance(head, dict) or head.get("v") != VERSION:
        return False
    result = head.get("result")
    tags = head.get("tags")
    return (
        isinstance(head.get("game"), str)
        and isinstance(head.get("options"), dict)
        and _is_texts(head.get("names"))
        and (head.get("start") is None or isinstance(head["start"], str))
        and isinstance(tags, dict)
        and _is_texts(list(tags.values()))
        and type(head.get("created")) is int
        and isinstance(head.get("view", ""), str)
        and isinstance(head.get("source", ""), str)
        and (result is None or (_is_texts(result) and len(result) == 2))
    )
