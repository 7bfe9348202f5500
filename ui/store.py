"""Saved games: one key per event, so that an accepted event is on disk before it is shown.

    asedio:game:<id>              what is fixed before the first event, and the result
    asedio:event:<id>:<00012>     [actor, [verb, …], milliseconds]
    asedio:draft:<id>:<player>    a set-up being arranged
    asedio:table:<id>             how the table stands: seats, side of the board
    asedio:aside:<when>:<key>     an entry that could not be read

Keys without our prefix belong to other programs of the same domain. They are never touched.
Nothing here raises: what is unreadable is set aside, what cannot be written stays in memory.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.contract import Draft, Event, Outcome
from engine.core.texts import Message
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from ui.storage import MemoryStorage, SafeStorage, Storage

__all__ = ["PREFIX", "MemoryStorage", "Saved", "Storage", "Store", "Summary"]

PREFIX = "asedio:"
VERSION = 1
_EVENT = re.compile(r"asedio:event:([a-z0-9]+):(\d{5,})")
_HEAD = re.compile(r"asedio:game:([a-z0-9]+)")


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game as a list shows it. `updated` in milliseconds; `result` is `1-0` and so on."""

    id: str
    game_id: str
    names: tuple[str, ...]
    options: dict[str, Any]
    events: int
    created: int
    updated: int
    result: str = ""
    reason: str = ""
    view: bool = False  # what one player knew, to be looked at

    @property
    def over(self) -> bool:
        return bool(self.result)


@dataclass(slots=True)
class Saved:
    """A saved game with its log. `lost` counts entries that had to be set aside just now. `view`:
    the record of what one player knew, instead of events."""

    id: str
    config: MatchConfig
    events: list[Event] = field(default_factory=list)
    created: int = 0
    lost: int = 0
    view: str = ""


def _now() -> int:
    return int(time.time() * 1000)


def _token() -> str:
    return secrets.token_hex(5)


class Store:
    """Games, drafts and settings of this browser."""

    def __init__(
        self,
        storage: Storage,
        now: Callable[[], int] = _now,
        token: Callable[[], str] = _token,
    ) -> None:
        self.storage = SafeStorage(storage)
        self._now = now
        self._token = token
        self._set_aside = 0
        self.storage.probe(PREFIX + "probe")

    # -- how it stands -----------------------------------------------------------------------

    @property
    def persistent(self) -> bool:
        """False while something lives in memory only and ends with the page."""
        return self.storage.persistent

    def notices(self) -> list[Message]:
        """What the players should know about their saved games."""
        found = []
        if not self.persistent:
            found.append(Message("store.not_kept"))
        if self._set_aside:
            found.append(Message("store.set_aside", n=self._set_aside))
        return found

    # -- writing -----------------------------------------------------------------------------

    def new_game(self, config: MatchConfig) -> str:
        """Makes room for a game and returns its id."""
        game_id = self._token()
        self._write_head(game_id, _head_of(config, self._now()))
        return game_id

    def add(self, match: Match) -> str:
        """Stores a whole match that came from elsewhere and returns its id."""
        if isinstance(match, View):
            return self._add_view(match)
        game_id = self.new_game(match.config)
        for index, event in enumerate(match.events):
            self.append(game_id, index, event)
        if match.over:
            self.set_result(game_id, match.outcome())
        return game_id

    def _add_view(self, view: View) -> str:
        """A view is kept as its record, which is read again when it is opened."""
        game_id = self._token()
        self._write_head(game_id, {**_head_of(view.config, self._now()), "view": view.text})
        self.set_result(game_id, view.outcome())
        return game_id

    def append(self, game_id: str, index: int, event: Event) -> None:
        """Stores event number `index` (from 0)."""
        entry = [event.actor, list(event.action), self._now()]
        self.storage.set(_event_key(game_id, index), _dump(entry))

    def truncate(self, game_id: str, count: int) -> None:
        """Keeps the first `count` events: an undo. The game is open again."""
        for index, key in reversed(self._event_keys(game_id)):
            if index >= count:
                self.storage.remove(key)
        self.set_result(game_id, None)

    def set_result(self, game_id: str, outcome: Outcome | None) -> None:
        """Notes how a game ended, or that it goes on."""
        head = self._read_head(game_id)
        if head is None:
            return
        new = None if outcome is None else [outcome.score, outcome.reason]
        if head.get("result") != new:
            self._write_head(game_id, {**head, "result": new})

    def delete(self, game_id: str) -> None:
        """Removes a game for good, head last: half a deletion is still a game."""
        for _, key in reversed(self._event_keys(game_id)):
            self.storage.remove(key)
        for key in self.storage.keys():
            if key.startswith((f"{PREFIX}draft:{game_id}:", f"{PREFIX}table:{game_id}")):
                self.storage.remove(key)
        self.storage.remove(_head_key(game_id))

    # -- reading -----------------------------------------------------------------------------

    def load(self, game_id: str) -> Saved | None:
        """The game, up to the first event that cannot be read; None when there is none."""
        head = self._read_head(game_id)
        if head is None:
            return None
        events: list[Event] = []
        for index, key in self._event_keys(game_id):
            entry = _parse_event(self.storage.get(key)) if index == len(events) else None
            if entry is None:
                break
            events.append(entry[0])
        lost = self.set_aside_from(game_id, len(events))
        return Saved(game_id, _config_of(head), events, head["created"], lost, head.get("view", ""))

    def games(self) -> list[Summary]:
        """All saved games, the one last played first."""
        counts: dict[str, list[int]] = {}
        heads = []
        for key in self.storage.keys():
            if found := _EVENT.fullmatch(key):
                counts.setdefault(found[1], []).append(int(found[2]))
            elif found := _HEAD.fullmatch(key):
                heads.append(found[1])
        summaries = [self._summary(game_id, counts.get(game_id, [])) for game_id in heads]
        return sorted(
            (one for one in summaries if one is not None),
            key=lambda one: (one.updated, one.id),
            reverse=True,
        )

    def set_aside_from(self, game_id: str, index: int) -> int:
        """Moves the events from `index` on out of the way, also when a match refuses them.

        Returns how many. They stay readable for a person under `asedio:aside:…`.
        """
        bad = [key for number, key in self._event_keys(game_id) if number >= index]
        for key in reversed(bad):
            self._put_aside(key)
        return len(bad)

    # -- beside the log ----------------------------------------------------------------------

    def save_draft(self, game_id: str, player: int, draft: Draft) -> None:
        key = f"{PREFIX}draft:{game_id}:{player}"
        if draft:
            self.storage.set(key, _dump([list(one) for one in draft]))
        else:
            self.storage.remove(key)

    def load_draft(self, game_id: str, player: int) -> Draft:
        """The set-up being arranged; empty when there is none."""
        key = f"{PREFIX}draft:{game_id}:{player}"
        raw = self.storage.get(key)
        if raw is None:
            return ()
        value = _parse(raw)
        if isinstance(value, list) and all(_is_pair(one) for one in value):
            return tuple((one[0], one[1]) for one in value)
        self._put_aside(key)
        return ()

    def save_table(self, game_id: str, table: dict[str, Any]) -> None:
        """Whatever the table wants to remember of a game and is not part of it."""
        self.storage.set(f"{PREFIX}table:{game_id}", _dump(table))

    def load_table(self, game_id: str) -> dict[str, Any]:
        raw = self.storage.get(f"{PREFIX}table:{game_id}")
        value = _parse(raw) if raw is not None else None
        return value if isinstance(value, dict) else {}

    # -- inside ------------------------------------------------------------------------------

    def _event_keys(self, game_id: str) -> list[tuple[int, str]]:
        found = []
        for key in self.storage.keys():
            match = _EVENT.fullmatch(key)
            if match and match[1] == game_id:
                found.append((int(match[2]), key))
        return sorted(found)

    def _summary(self, game_id: str, indexes: Sequence[int]) -> Summary | None:
        head = self._read_head(game_id)
        if head is None:
            return None
        last = None
        if indexes:
            last = _parse_event(self.storage.get(_event_key(game_id, max(indexes))))
        score, reason = head["result"] or ("", "")
        return Summary(
            id=game_id,
            game_id=head["game"],
            names=tuple(head["names"]),
            options=head["options"],
            events=len(indexes),
            created=head["created"],
            updated=max(head["created"], last[1] if last else 0),
            result=score,
            reason=reason,
            view=bool(head.get("view")),
        )

    def _read_head(self, game_id: str) -> dict[str, Any] | None:
        key = _head_key(game_id)
        raw = self.storage.get(key)
        if raw is None:
            return None
        head = _parse(raw)
        if _is_head(head):
            return dict(head)
        self._put_aside(key)
        return None

    def _write_head(self, game_id: str, head: dict[str, Any]) -> None:
        self.storage.set(_head_key(game_id), _dump(head))

    def _put_aside(self, key: str) -> None:
        raw = self.storage.get(key)
        if raw is not None:
            self.storage.set(f"{PREFIX}aside:{self._now()}:{key.removeprefix(PREFIX)}", raw)
            self._set_aside += 1
        self.storage.remove(key)


def _head_key(game_id: str) -> str:
    return f"{PREFIX}game:{game_id}"


def _event_key(game_id: str, index: int) -> str:
    return f"{PREFIX}event:{game_id}:{index:05d}"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parse(raw: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _parse_event(raw: str | None) -> tuple[Event, int] | None:
    """(event, milliseconds) of a stored entry, or None when it is no event."""
    value = _parse(raw) if raw is not None else None
    if not isinstance(value, list) or len(value) != 3:
        return None
    actor, action, when = value
    if type(actor) is not int or type(when) is not int or not isinstance(action, list):
        return None
    if not action or not isinstance(action[0], str):
        return None
    return Event(actor, _as_tuple(action)), when


def _as_tuple(value: list[Any]) -> tuple[Any, ...]:
    return tuple(_as_tuple(one) if isinstance(one, list) else one for one in value)


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value)


def _head_of(config: MatchConfig, now: int) -> dict[str, Any]:
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


def _config_of(head: dict[str, Any]) -> MatchConfig:
    return MatchConfig(
        game_id=head["game"],
        options=dict(head["options"]),
        names=tuple(head["names"]),
        start=head["start"],
        tags=dict(head["tags"]),
    )


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_head(head: object) -> bool:
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
        and (result is None or (_is_texts(result) and len(result) == 2))
    )
