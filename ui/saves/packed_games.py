"""Packs games and unpacks them (format: ui/saves/packs.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.contract import Event
from ui.saves.entries import draft_keys, dump, event_key, key_of, parse, parse_event
from ui.saves.game_list import GameList
from ui.saves.packs import (
    LOOSE,
    MARK,
    checksum,
    is_packed,
    packed,
    plain_head,
    slim,
    unpack,
    unslim,
)
from ui.saves.saved import Saved
from ui.saves.storage import SafeStorage


class Packs:
    """Packed games of a storage and their rows in the list of games."""

    def __init__(self, storage: SafeStorage, games: GameList) -> None:
        self._storage, self._games = storage, games

    def head(self, game_id: str) -> dict[str, Any] | None:
        """Return the head of a packed game; None for any other, without parsing it."""
        raw = self._storage.get(key_of("game", game_id))
        return unslim(parse(raw)) if raw is not None and MARK in raw else None

    def stands(self, game_id: str, events: Sequence[Event]) -> str:
        """Compare a packed game with a log, as `Store.stands` does; "" if it is not packed."""
        if (head := self.head(game_id)) is None:
            return ""
        return "here" if (head["n"], head["sum"]) == (len(events), checksum(events)) else "other"

    def pack(
        self,
        game_id: str,
        head: dict[str, Any],
        saved: Saved | None,
        beside: dict[str, Any],
        events: Sequence[str],
    ) -> bool:
        """Write a game as one entry, or a packed one again. Return whether it is packed now.

        `saved`: its log unless it is packed; `beside`: table and mistakes, as stored; `events`: the
        keys of its events."""
        new = head if is_packed(head) else self._packed(head, saved)
        if new is None:
            self._games.write_head(game_id, {**head, LOOSE: True})
            return False
        new = new | beside
        self._games.forget()
        if not self._keep(game_id, new, events):
            return False
        self._games.settle(game_id, new)
        return True

    def _packed(self, head: dict[str, Any], saved: Saved | None) -> dict[str, Any] | None:
        """Return the packed head of a game; None if its log is damaged or empty."""
        if saved is None or saved.lost or not saved.events:
            return None
        last = parse_event(self._storage.get(event_key(saved.id, len(saved.events) - 1)))
        return packed(head, saved.config, saved.events, last[1] if last else head["created"])

    def _keep(self, game_id: str, head: dict[str, Any], events: Sequence[str]) -> bool:
        """Write a packed head, read it back, then remove the entries it replaces. `events`: their
        keys. Without room for the head everything stays. Return whether it was written."""
        key, text = key_of("game", game_id), slim(head)
        before = self._storage.get(key)
        self._remove([key_of(kind, game_id) for kind in ("mark", "sight")])  # these make room
        self._storage.set(key, text)
        if self._storage.pending(key) or self._storage.get(key) != text:
            self._storage.set(key, before or "")
            return False
        beside = [key_of(kind, game_id) for kind in ("table", "mistakes")]
        self._remove([*reversed(events), *beside, *draft_keys(game_id)])
        return True

    def unpack(self, game_id: str) -> bool:
        """Write the entries of a packed game again without those that are there already, the head
        last. Return False and write nothing if it is damaged; True also if it is not packed."""
        if (head := self.head(game_id)) is None:
            return True
        match = unpack(head)
        self._games.touch(game_id)
        if match is None:
            return False
        for index, event in enumerate(match.events):
            text = dump([event.actor, list(event.action), head["updated"]])
            self._storage.set(event_key(game_id, index), text)
        table = dump(head["table"]) if head.get("table") else None
        for kind, raw in (("table", table), ("mistakes", head.get("mistakes"))):
            if raw is not None and self._storage.get(key_of(kind, game_id)) is None:
                self._storage.set(key_of(kind, game_id), raw)
        self._games.write_head(game_id, plain_head(head, match))
        return True

    def _remove(self, keys: Sequence[str]) -> None:
        for key in keys:
            if self._storage.get(key) is not None:
                self._storage.remove(key)
