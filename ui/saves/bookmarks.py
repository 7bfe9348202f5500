"""What was worked out of a stored game, to open it without playing it again: kept as its
`bookmark`, with the sum of the events it was worked out from. It holds while these are exactly the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from ui.saves.entries import bookmark_key, dump, event_key, parse
from ui.saves.storage import SafeStorage


class Bookmarks:
    """Those of one store."""

    def __init__(self, storage: SafeStorage) -> None:
        self._storage = storage
        self._sums: dict[str, tuple[int, int]] = {}  # of how many first entries, and their sum

    def text(self, game_id: str, count: int, bookmark: dict[str, Any]) -> str | None:
        """What is to be stored of a game for its first `count` events; None when one is missing."""
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
        """What is stored, if it was made from the first of these entries."""
        raw = self._storage.get(bookmark_key(game_id))
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
        """What was known about the events from `count` on no longer holds."""
        if self._sums.get(game_id, (0, 0))[0] > count:
            del self._sums[game_id]
