"""Format of stored games: keys, and readers and writers of their entries.

    asedio:game:<id>              head: options, names, start, tags, and the result; of a finished
                                  game the rest as well (ui/saves/packs.py)
    asedio:event:<id>:<00012>     [actor, [verb, …], milliseconds]
    asedio:draft:<id>:<player>    a set-up being arranged; `note`: ui/learn/study/notes.py
    asedio:guess:<id>:<player>    guesses about unknown pieces (ui/saves/guesses.py)
    asedio:table:<id>             seats and board orientation
    asedio:mark:<id>              bookmark to open the game without replay (ui/saves/bookmarks.py)
    asedio:sight:<id>             its picture and whose turn it is (ui/table/home_preview.py)
    asedio:mistakes:<id>          mistakes found in a finished game (ui/learn/mistakes/stored.py)
    asedio:aside:<when>:<key>     an entry that could not be read
    asedio:shelf                  index of the games (ui/saves/index.py)
    asedio:far:<id>               seat at a table with another device (ui/far/seat_store.py)
    asedio:guest:<id>             such a table came from a backup; its relays are not contacted
                                  before the player allows it
    asedio:letter:<id>:<digest>   a letter of such a table; `closed` and others: the same
    asedio:relays                 ui/far/relays/addresses.py
    asedio:calls                  ui/far/table/turn_alerts.py
    asedio:hidden, …:offers, …:blocked   ui/far/lobby: offers.py and blocked.py
    asedio:learned, asedio:level  by game: ui/saves/learned.py, ui/saves/levels.py
    asedio:exercises:<game>       ui/learn/exercises/progress.py
    asedio:daily                  ui/saves/challenge_days.py
    asedio:training               ui/saves/own_mistakes.py
    asedio:home                   ui/home/screen.py
    asedio:asked                  ui/saves/persistent_storage.py
    asedio:people                 ui/shell/people.py

The readers accept any text and any JSON; malformed values give None or False, never an error.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from engine.core.actions import MAX_NUMBER, is_scalar, plain
from engine.core.contract import Draft, Event
from engine.core.jsontext import BadJson, read_json
from engine.core.texts import MAX_NAME, plain_name, whole
from engine.match.match import Match, MatchConfig
from ui.saves.storage import Storage
from ui.words.names import MOST_SEATS, are_seats

PREFIX = "asedio:"
GUEST = f"{PREFIX}guest:"
DATE_TAG = "Date"  # of records and files
VERSION, NEWEST = 1, 2  # of a head with events beside it, of a packed one (ui/saves/packs.py)
EVENT = re.compile(r"asedio:event:([a-z0-9]+):([0-9]{5}|[1-9][0-9]{5,6})")  # one key a number
HEAD = re.compile(r"asedio:game:([a-z0-9]+)")
_KINDS = (
    "game|event|draft|table|mark|sight|mistakes|far|guest|letter|closed|ahead|read|measure|words"
)
_OF_GAME = re.compile(rf"asedio:(?:{_KINDS}):([a-z0-9]+)(?::.*)?", re.DOTALL)
LAST_MOMENT = 250_000_000_000_000  # milliseconds; no calendar goes beyond the year 9999
MOST_NAMES = MOST_SEATS


def belongs(key: str) -> str:
    """Return the id of the game an entry belongs to; "" if it belongs to none."""
    found = _OF_GAME.fullmatch(key)
    return found[1] if found else ""


def key_of(kind: str, game_id: str) -> str:
    """Return the key of a game's only entry of a kind, such as `game`, its head."""
    return f"{PREFIX}{kind}:{game_id}"


def draft_keys(game_id: str) -> list[str]:
    return [f"{PREFIX}draft:{game_id}:{player}" for player in range(4)]


def event_key(game_id: str, index: int) -> str:
    return f"{PREFIX}event:{game_id}:{index:05d}"


def set_aside(storage: Storage, key: str, now: int) -> bool:
    """Move an unreadable entry to `asedio:aside:…`. Return whether there was one.

    `now`: milliseconds since 1970."""
    raw = storage.get(key)
    if raw is not None:
        storage.set(f"{PREFIX}aside:{now}:{key.removeprefix(PREFIX)}", raw)
    storage.remove(key)
    return raw is not None


def dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def parse(raw: str) -> Any:
    """Return the value of a stored entry; None if it is not JSON."""
    try:
        return read_json(whole(raw))
    except BadJson:
        return None


def parse_event(raw: str | None) -> tuple[Event, int] | None:
    """Return the event of a stored entry and its time in milliseconds; None if malformed."""
    return event_of(parse(raw)) if raw is not None else None


def moment(millis: int) -> int:
    """Clamp a stored time (milliseconds) to what a calendar can show."""
    return min(max(millis, 0), LAST_MOMENT)


def is_moment(value: object) -> bool:
    return type(value) is int and 0 <= value <= LAST_MOMENT


def is_count(value: object) -> bool:
    """Return whether this is a plausible count of events, letters or days."""
    return type(value) is int and 0 <= value <= MAX_NUMBER


def events_of(raws: list[str]) -> list[Event]:
    """Return the events of stored entries, up to the first malformed one.

    All entries are parsed as one JSON list, which is much faster than one by one."""
    values = parse(f"[{','.join(raws)}]")
    if not isinstance(values, list) or len(values) != len(raws):
        values = map(parse, raws)
    events: list[Event] = []
    for raw, value in zip(raws, values, strict=True):
        if raw.count("[") == 2 and type(value) is list and len(value) == 3:
            actor, action, when = value  # fast path for flat actions, which most are
            good = type(actor) is type(when) is int and -1 <= actor < MOST_SEATS
            if good and type(action) is list and action and type(action[0]) is str:
                if all(map(is_scalar, action)):
                    events.append(Event(actor, tuple(action)))
                    continue
        found = event_of(value)
        if found is None:
            break
        events.append(found[0])
    return events


def event_of(value: Any) -> tuple[Event, int] | None:
    """Return the event of a parsed entry and its time in milliseconds; None if malformed."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    actor, action, when = value
    if type(actor) is not int or not -1 <= actor < MOST_SEATS or type(when) is not int:
        return None
    if not isinstance(action, list) or not action or not isinstance(action[0], str):
        return None
    try:
        return Event(actor, plain(action)), moment(when)
    except ValueError:
        return None


def draft_of(raw: str) -> Draft | None:
    """Return the draft of a stored entry, (kind, square) pairs; None if malformed."""
    value = parse(raw)
    if not isinstance(value, list) or not all(_is_texts(one) and len(one) == 2 for one in value):
        return None
    return tuple((one[0], one[1]) for one in value)


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
    """Return whether this is a valid table entry: board orientation and seats; for a far table also
    this device's seat (−1: none), whose turn it is and the number of letters."""
    if not isinstance(value, dict) or type(value.get("turned", False)) is not bool:
        return False
    far, turn = value.get("far", 0), value.get("turn", "")
    turns = ("", "me", "other", "over", "proof")
    if type(far) is not int or not -1 <= far < 2 or turn not in turns:
        return False
    if not is_count(value.get("letters", 0)):
        return False
    return are_seats(value.get("seats", []))


def says(
    head: dict[str, Any] | None, table: Mapping[str, Any], config: MatchConfig,
    given: Mapping[str, Any],
) -> bool:  # fmt: skip
    """Return whether head and table entry of a stored game have the names and tags of `config`, and
    the computers and clocks `given` for its table."""
    kept = {name: table[name] for name in ("clock", "left") if name in table}
    if any(table.get("seats", ())):
        kept["seats"] = table["seats"]
    same = head and (head["names"], head["tags"]) == (list(config.names), dict(config.tags))
    return bool(same) and kept == given


def day_of(head: Mapping[str, Any] | None) -> str:
    """Return the local day on which a game was begun in this browser, as records write it; empty
    for an imported game and without one."""
    if head is None or head.get("source"):
        return ""
    return date.fromtimestamp(head["created"] / 1000).strftime("%Y.%m.%d")


def newer(head: Any) -> tuple[str, tuple[str, ...]] | None:
    """Return (title, names) as far as readable if a newer version wrote this head, else None."""
    version = head.get("v") if isinstance(head, dict) else None
    if type(version) is not int or version <= NEWEST:
        return None
    title, names = head.get("game"), head.get("names")
    title = title[:MAX_NAME] if isinstance(title, str) else ""
    return title, shown_names(names[:MOST_NAMES]) if _is_texts(names) else ()


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return stored names as the list of games shows them."""
    return tuple(map(plain_name, names))


def source_of(match: Match, view: str = "") -> str:
    """Return a hash that identifies an imported match: equal for equal rules, start, events and
    result, regardless of the players. `view`: the file, if the match is a View."""
    whole: object = view
    if not view:
        config = match.config
        whole = [config.game_id, sorted(config.options.items()), config.start, match.events]
        whole = whole if match.unproved is None else [*whole, match.unproved]
    return hashlib.sha256(dump(whole).encode()).hexdigest()[:24]


def is_head(head: object) -> bool:
    """Return whether a parsed value has the shape that `head_of` writes."""
    if not isinstance(head, dict) or head.get("v") != VERSION or not {"start", "result"} <= {*head}:
        return False
    result = head.get("result")
    tags = head.get("tags")
    return (
        isinstance(head.get("game"), str)
        and len(head["game"]) <= MAX_NAME
        and isinstance(head.get("options"), dict)
        and _is_texts(head.get("names"))
        and len(head["names"]) <= MOST_NAMES
        and (head.get("start") is None or isinstance(head["start"], str))
        and isinstance(tags, dict)
        and _is_texts(list(tags.values()))
        and type(head.get("created")) is int
        and isinstance(head.get("view", ""), str)
        and isinstance(head.get("source", ""), str)
        and (result is None or (_is_texts(result) and len(result) == 2))
    )
