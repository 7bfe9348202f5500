"""Saved games: one key per event, so that an accepted event is on disk before it is shown.

Keys without our prefix belong to other programs of the same domain and are never touched.
Nothing here raises: unreadable entries are set aside, failed writes stay in memory.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.contract import Draft, Event
from engine.core.outcome import Outcome
from engine.core.texts import Message, short_name
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from ui.saves.bookmarks import bookmark_of, bookmark_text
from ui.saves.entries import (
    EVENT,
    HEAD,
    PREFIX,
    belongs,
    config_of,
    day_of,
    draft_of,
    dump,
    event_key,
    events_of,
    head_of,
    is_table,
    key_of,
    parse,
    parse_event,
    says,
    set_aside,
    source_of,
)
from ui.saves.game_list import GameList
from ui.saves.index import SHELF, Summary, labels_of
from ui.saves.packed_games import Packs
from ui.saves.packs import LOOSE, is_packed, unpack
from ui.saves.saved import Saved
from ui.saves.storage import MemoryStorage, SafeStorage, Storage

__all__ = ["PREFIX", "MemoryStorage", "Storage", "Store", "Summary"]


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
        self._restored = False
        self.decisions = 0  # of players, stored since the page was loaded
        self._beside: dict[str, str] = {}  # draft and table entries, as last read or written
        self._list = GameList(self.storage, self.put_aside)
        self._packs = Packs(self.storage, self._list)
        # What others ask of the list.
        self.games, self.recent, self.recount = (
            self._list.all,
            self._list.recent,
            self._list.recount,
        )
        self.unpacked, self.reindex = self._list.unpacked, self._list.reindex
        self.reading = self._list.reading
        self.storage.probe(PREFIX + "probe")

    # -- status ------------------------------------------------------------------------------

    @property
    def persistent(self) -> bool:
        """False while some writes are only in memory and would be lost with the page."""
        return self.storage.persistent

    def notices(self) -> list[Message]:
        """Return warnings for the players: games restored, not kept or partly unreadable."""
        self.storage.retry(PREFIX + "probe")
        found = []
        if self._restored:
            found.append(Message("store.restored"))
        if not self.persistent:
            found.append(Message("store.not_kept"))
        if self._set_aside:
            found.append(Message("store.set_aside", n=self._set_aside))
        return found

    # -- writing -----------------------------------------------------------------------------

    def new_game(self, config: MatchConfig, source: str = "") -> str:
        """Store a new game's head and return its id. `source`: hash of an imported match."""
        game_id = self._token()
        more = {"source": source} if source else {}
        self._list.write_head(game_id, {**head_of(config, self._now()), **more})
        return game_id

    def add(self, match: Match, view: str = "") -> str:
        """Store an imported match and return its id. `view`: the file (`engine.match.savefile`) of
        a View, which is stored instead of events and parsed again on opening."""
        source = source_of(match, view)
        if isinstance(match, View):
            return self._add_view(match, view, source)
        game_id = self.new_game(match.config, source)
        for index, event in enumerate(match.events):
            self.append(game_id, index, event)
        if match.over:
            self.set_result(game_id, match.outcome())
        return game_id

    def find(self, match: Match, view: str, table: Mapping[str, Any]) -> str | None:
        """Return the id of the game stored from an equal import, with the same names, tags and
        `table` entry, in which nothing was played since; None if there is none."""
        source = source_of(match, view)
        same = [game.id for game in self.games() if game.source == source]
        return next((one for one in same if self._is_copy(one, match, table)), None)

    def _is_copy(self, game_id: str, match: Match, table: Mapping[str, Any]) -> bool:
        if not says(self._list.head(game_id), self.load_table(game_id), match.config, table):
            return False
        if (packed := self._packs.stands(game_id, match.events)) or match.viewer is not None:
            return packed != "other"
        return self.events_from(game_id, 0) == match.events

    def _add_view(self, match: View, view: str, source: str) -> str:
        game_id = self._token()
        head = {**head_of(match.config, self._now()), "view": view, "source": source}
        self._list.write_head(game_id, head)
        self.set_result(game_id, match.outcome())
        return game_id

    def append(self, game_id: str, index: int, event: Event) -> bool:
        """Store event number `index` (from 0). Return False and write nothing if another event
        already has that number."""
        if not self._packs.unpack(game_id):
            return False
        now, key = self._now(), event_key(game_id, index)
        there = parse_event(self.storage.get(key))
        if there is not None and there[0] != event:
            return False
        self._list.touch(game_id)
        self.storage.set(key, dump([event.actor, list(event.action), now]))
        self.decisions += event.actor >= 0
        self._list.add_event(game_id, index, event, now)
        return True

    def truncate(self, game_id: str, count: int) -> None:
        """Remove all but the first `count` events (undo) and clear the result."""
        self._list.touch(game_id)
        self._packs.unpack(game_id)
        for index, key in reversed(self._event_keys(game_id)):
            if index >= count:
                self.storage.remove(key)
        self._list.outdate()
        self.set_result(game_id, None)

    def stands(self, game_id: str, events: Sequence[Event]) -> str:
        """Compare the stored log with `events`; looks only at the head and at the last events.

        `here`: equal; `gone`: entries were removed; `other`: another tab has written."""
        count = len(events)
        if packed_too := self._packs.stands(game_id, events):
            return packed_too
        if self.storage.get(event_key(game_id, count)) is not None:
            return "other"
        last = self.storage.get(event_key(game_id, count - 1)) if count else None
        if self.storage.get(key_of("game", game_id)) is None or (count and last is None):
            return "gone"
        found = parse_event(last)
        return "here" if not count or (found and found[0] == events[-1]) else "other"

    def torn(self, game_id: str, count: int) -> bool:
        """Return whether some of the first `count` events are missing although later ones exist."""
        found = [index for index, _ in self._event_keys(game_id)]
        first = sum(index < count for index in found)
        return first < count and found[-1:] > [first - 1]

    def restore(self, game_id: str, events: Sequence[Event]) -> None:
        """Write missing entries of an open game again, after the storage was cleared."""
        head = self._list.known_head(game_id)
        if head is None:
            return
        self._list.touch(game_id)
        for index, event in enumerate(events):
            if self.storage.get(event_key(game_id, index)) is None:
                self.append(game_id, index, event)
        for key, raw in self._beside.items():
            if key.split(":")[2] == game_id and self.storage.get(key) is None:
                self.storage.set(key, raw)
        self._list.write_head(game_id, head)
        self._restored = True

    def adopt(self, game_id: str, entries: dict[str, str]) -> None:
        """Write entries handed over by another tab that are missing here, unless events are stored
        that are not among them."""
        self._list.touch(game_id)
        events = [key for _, key in self._event_keys(game_id)]
        if all(self.storage.get(key) == entries.get(key) for key in events):
            for key, raw in entries.items():
                if self.storage.get(key) is None:
                    self.storage.set(key, raw)
            self._list.outdate()

    def shows(self, game_id: str, entries: dict[str, str]) -> bool:
        """Return whether the stored head and events equal those another tab handed over. The table
        entry may differ between tabs."""
        events = [key for key in entries if EVENT.fullmatch(key)]
        if events and self.storage.get(max(events)) is None:
            return False
        if events != [key for _, key in self._event_keys(game_id)]:
            return False
        head = key_of("game", game_id)
        return all(self.storage.get(key) == entries.get(key) for key in [head, *events])

    def keep_bookmark(self, game_id: str, count: int, bookmark: dict[str, Any]) -> None:
        """Store data computed from the first `count` events. `load` returns it only while these
        events are unchanged."""
        text = bookmark_text(self.storage, game_id, count, bookmark)
        if text is not None:
            self._list.touch(game_id)
            self.storage.set(key_of("mark", game_id), text)

    def heard(self, key: str) -> None:
        """Handle that another tab has written or removed `key`; "": the storage was cleared."""
        if not key or key == SHELF:
            self._list.heard()
        if not key or HEAD.fullmatch(key) or EVENT.fullmatch(key):
            self._list.outdate()

    def set_result(self, game_id: str, outcome: Outcome | None) -> None:
        """Store the result of a game; None: it goes on."""
        head = self._list.head(game_id)
        if head is None:
            return
        new = None if outcome is None else [outcome.score, outcome.reason]
        if head.get("result") != new:
            self._list.write_head(game_id, {**head, "result": new, LOOSE: False})

    def rename(self, game_id: str, names: tuple[str, ...]) -> None:
        """Store the names of the players."""
        if (head := self._list.head(game_id)) is not None and head["names"] != list(names):
            head["names"] = list(names)
            self._list.changing(game_id, lambda: self._list.write_head(game_id, head))

    def note(self, game_id: str, title: str, labels: Sequence[str]) -> None:
        """Store a title and labels of a game, which only the list of all games shows."""
        if (head := self._list.head(game_id)) is not None:
            found = list(labels_of(list(labels)))
            head |= {"title": short_name(title.strip()), "labels": found}
            self._list.changing(game_id, lambda: self._list.write_head(game_id, head))

    def take_out(self, game_id: str) -> dict[str, str]:
        """Delete a game and return its entries, for `put_back`."""
        own = tuple(f"{PREFIX}{kind}:{game_id}:" for kind in ("note", "guess"))
        every = self.storage.keys(PREFIX)
        keys = [key for key in every if belongs(key) == game_id or key.startswith(own)]
        found = {key: raw for key in keys if (raw := self.storage.get(key)) is not None}
        self._list.changing(game_id, lambda: self.delete(game_id))
        return found

    def put_back(self, game_id: str, entries: dict[str, str]) -> None:
        """Write the entries of a deleted game again, its head last."""
        self._list.changing(game_id, lambda: self._put_back(game_id, entries))

    def _put_back(self, game_id: str, entries: dict[str, str]) -> None:
        if key_of("far", game_id) in entries:
            self._list.forget()
        else:
            self._list.touch(game_id)
        last = key_of("game", game_id)
        for key in (*(entry for entry in entries if entry != last), last):
            if key in entries:
                self.storage.set(key, entries[key])
        self._list.outdate()

    def pack(self, game_id: str) -> bool:
        """Pack a finished game (ui/saves/packs.py). Return whether it is packed now; its list row
        stays the same. `reindex` must follow."""
        head = self._list.head(game_id)
        if head is None or head["result"] is None or head.get("view") or self.is_far(game_id):
            return False
        saved = None if is_packed(head) else self.load(game_id, mend=False)
        beside = {"table": self.load_table(game_id), "mistakes": self.mistakes(game_id)}
        keys = [key for _, key in self._event_keys(game_id)]
        if not self._packs.pack(game_id, head, saved, beside, keys):
            return False
        self._drop_beside(game_id)
        return True

    def delete(self, game_id: str) -> None:
        """Delete a game. The head goes last: after an interruption the game is still listed."""
        if self.is_far(game_id):
            self._list.forget()  # it does not count their letters
        else:
            self._list.touch(game_id)
        for kind in ("letter", "closed", "note", "guess"):
            for key in self.storage.keys(f"{PREFIX}{kind}:{game_id}:"):
                self.storage.remove(key)
        kinds = ("guest", "ahead", "read", "measure", "words", "here", "far")
        keys = [key_of(kind, game_id) for kind in kinds]
        keys += reversed(self.storage.keys(f"{PREFIX}event:{game_id}:"))
        keys += self.storage.keys(f"{PREFIX}draft:{game_id}:")
        keys += [key_of(kind, game_id) for kind in ("table", "mistakes", "sight", "mark", "game")]
        for key in keys:
            self.storage.remove(key)
        self._list.drop_head(game_id)
        self._drop_beside(game_id)
        self._list.outdate()

    def _drop_beside(self, game_id: str) -> None:
        for key in [key for key in self._beside if key.split(":")[2] == game_id]:
            del self._beside[key]

    # -- reading -----------------------------------------------------------------------------

    def load(self, game_id: str, mend: bool = True) -> Saved | None:
        """Return the game up to the first unreadable event; None if there is no such game.

        `mend`: set the later events aside, which only the tab that plays the game may do."""
        head = self._list.head(game_id)
        if head is None or is_packed(head):
            return None if head is None else Saved(game_id, config_of(head), packed=head)
        raws: list[str] = []
        keys = self._event_keys(game_id)
        for index, key in keys:
            raw = self.storage.get(key) if index == len(raws) else None
            if raw is None:
                break
            raws.append(raw)
        events = events_of(raws)
        lost = len(keys) - len(events)
        if lost and mend:
            lost = self.set_aside_from(game_id, len(events))
        view, bookmark = (
            head.get("view", ""),
            bookmark_of(self.storage, game_id, raws[: len(events)]),
        )
        return Saved(game_id, config_of(head), events, lost, view, bookmark)

    def events_from(self, game_id: str, index: int) -> list[Event]:
        """Return the events from number `index` on, up to the first missing or unreadable one."""
        if (head := self._packs.head(game_id)) is not None:
            match = unpack(head) if index < head["n"] else None
            return match.events[index:] if match is not None else []
        events: list[Event] = []
        while one := parse_event(self.storage.get(event_key(game_id, index + len(events)))):
            events.append(one[0])
        return events

    def rescan(self) -> None:
        """Forget everything read so far: entries were added from elsewhere."""
        self._list.rescan()
        self._beside.clear()

    def entries(self, game_id: str) -> dict[str, str]:
        """Return the stored head, events and table entry of a game, raw, by key."""
        keys = [key for _, key in self._event_keys(game_id)]
        keys += [key_of("game", game_id), key_of("table", game_id)]
        found = {key: self.storage.get(key) for key in keys}
        return {key: raw for key, raw in found.items() if raw is not None}

    def is_far(self, game_id: str) -> bool:
        """Return whether this is a game with another device."""
        return self.storage.get(key_of("far", game_id)) is not None

    def age(self, game: Summary) -> int:
        """Return the milliseconds since a game was last played."""
        return self._now() - game.updated

    def result_of(self, game_id: str) -> str | None:
        """Return the score of a game; "" while it goes on, None if there is no such game."""
        head = self._list.head(game_id)
        return None if head is None else (head["result"] or [""])[0]

    def day_of(self, game_id: str) -> str:
        """Return the day a game was begun here, as records write it; empty for any other game."""
        return day_of(self._list.head(game_id))

    def set_aside_from(self, game_id: str, index: int) -> int:
        """Set aside the events from `index` on, unreadable or refused by the rules, under
        `asedio:aside:…`; return how many."""
        bad = [key for number, key in self._event_keys(game_id) if number >= index]
        for key in reversed(bad):
            self.put_aside(key)
        if bad:
            self._list.outdate()
        return len(bad)

    # -- drafts, table, mistakes -------------------------------------------------------------

    def save_draft(self, game_id: str, player: int, draft: Draft) -> None:
        key = f"{PREFIX}draft:{game_id}:{player}"
        if draft:
            self._keep_beside(key, dump([list(one) for one in draft]))
        else:
            self._beside.pop(key, None)
            if self.storage.get(key) is not None:
                self._list.touch(game_id)
                self.storage.remove(key)

    def _keep_beside(self, key: str, raw: str) -> None:
        self._list.touch(key.split(":")[2])
        if key not in self._beside:
            self._list.outdate()  # a first draft makes a game worth keeping
        self._beside[key] = raw
        self.storage.set(key, raw)

    def load_draft(self, game_id: str, player: int) -> Draft:
        """Return the set-up being arranged; empty if there is none or it is unreadable."""
        key = f"{PREFIX}draft:{game_id}:{player}"
        raw = self.storage.get(key)
        if raw is None:
            return ()
        if (draft := draft_of(raw)) is None:
            self.put_aside(key)
            return ()
        self._beside[key] = raw
        return draft

    def save_table(self, game_id: str, table: dict[str, Any]) -> None:
        """Store the table entry: seats, orientation and what else is not part of the log."""
        self._keep_beside(key_of("table", game_id), dump(table))

    def load_table(self, game_id: str) -> dict[str, Any]:
        """Return the table entry; empty if there is none. An unreadable one is set aside."""
        key = key_of("table", game_id)
        raw = self.storage.get(key)
        if raw is None:
            return dict((self._packs.head(game_id) or {}).get("table", {}))
        value = parse(raw)
        if is_table(value):
            self._beside[key] = raw
            return dict(value)
        self.put_aside(key)
        return {}

    def keep_computed(self, kind: str, game_id: str, raw: str) -> None:
        """Store what was computed about a game, if the game is stored: its `mistakes`, or the
        `sight` that home shows of it (`ui/table/home_preview.py`)."""
        if self.storage.get(key_of("game", game_id)) is not None:
            self._list.touch(game_id)
            self.storage.set(key_of(kind, game_id), raw)

    def mistakes(self, game_id: str) -> str | None:
        raw = self.storage.get(key_of("mistakes", game_id))
        return raw if raw is not None else (self._packs.head(game_id) or {}).get("mistakes")

    # -- internal ----------------------------------------------------------------------------

    def _event_keys(self, game_id: str) -> list[tuple[int, str]]:
        keys = self.storage.keys(f"{PREFIX}event:{game_id}:")
        if keys == [event_key(game_id, index) for index in range(len(keys))]:
            return list(enumerate(keys))  # the usual case: no gaps
        found = []
        for key in keys:
            if match := EVENT.fullmatch(key):
                found.append((int(match[2]), key))
        return sorted(found)

    def put_aside(self, key: str) -> None:
        """Set an unreadable entry aside and count it for `notices`."""
        self._set_aside += set_aside(self.storage, key, self._now())
