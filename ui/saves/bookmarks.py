"""Bookmarks: cached results of replaying a stored game, so that opening it need not replay it.

A bookmark is stored with a CRC-32 of the event entries it was made from, and is valid only while
these entries are unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from ui.saves.entries import dump, event_key, key_of, parse
from ui.saves.storage import SafeStorage


class Bookmarks:
    """Bookmarks of one store, with running checksums to avoid rereading events."""

    def __init__(self, storage: SafeStorage) -> None:
        self._storage = storage
        self._sums: dict[str, tuple[int, int]] = {}  # by game: event count, CRC-32

    def text(self, game_id: str, count: int, bookmark: dict[str, Any]) -> str | None:
        """Return the entry to store for the first `count` events; None if one is missing."""
        done, total = self._sums.get(game_id, (0, 0))
        if done > count:
            done, total = 0, 0
        for index in range(done, count):
            raw = self._storage.get(event_key(game_id, index))
            if raw is None:
                return None
            total = crc32(raw.encode(), total)
        self._sums[game_id] = (count, total)
        return dump({**bookmark, "n": count, "sum": total})

    def find(self, game_id: str, raws: Sequence[str]) -> dict[str, Any] | None:
        """Return the stored bookmark if it was made from the first entries of `raws`, else None."""
        raw = self._storage.get(key_of("mark", game_id))
        bookmark = parse(raw) if raw is not None else None
        if not isinstance(bookmark, dict):
            return None
        count = bookmark.get("n")
        if type(count) is not int or not 0 < count <= len(raws):
            return None
        total = crc32("".join(raws[:count]).encode())
        self._sums[game_id] = (count, total)
        return bookmark if bookmark.get("sum") == total else None

    def forget(self, game_id: str, count: int) -> None:
        """Drop the checksum if it covers events from `count` on: they have changed."""
        if self._sums.get(game_id, (0, 0))[0] > count:
            del self._sums[game_id]
