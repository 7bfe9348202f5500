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


def bookmark_text(
    storage: SafeStorage, game_id: str, count: int, bookmark: dict[str, Any]
) -> str | None:
    """Return the entry to store for the first `count` events; None if one is missing."""
    total = 0
    for index in range(count):
        raw = storage.get(event_key(game_id, index))
        if raw is None:
            return None
        total = crc32(raw.encode(), total)
    return dump({**bookmark, "n": count, "sum": total})


def bookmark_of(storage: SafeStorage, game_id: str, raws: Sequence[str]) -> dict[str, Any] | None:
    """Return the stored bookmark if it was made from the first entries of `raws`, else None."""
    bookmark = parse(storage.get(key_of("mark", game_id)) or "")
    count = bookmark.get("n") if isinstance(bookmark, dict) else None
    if type(count) is not int or not 0 < count <= len(raws):
        return None
    same = bookmark.get("sum") == crc32("".join(raws[:count]).encode())
    return bookmark if same else None
