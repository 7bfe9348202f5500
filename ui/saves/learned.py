"""Lessons passed in this browser, stored per game under `asedio:learned:<game>`."""

from __future__ import annotations

import json
import time

from ui.saves.entries import parse, set_aside
from ui.saves.storage import Storage

PREFIX = "asedio:learned:"
MOST = 1_000  # lesson numbers are below this


def learned(storage: Storage, game_id: str) -> list[int]:
    """Return the sorted numbers of the passed lessons. An unreadable entry is set aside."""
    raw = storage.get(PREFIX + game_id)
    if raw is None:
        return []
    found = parse(raw)
    if isinstance(found, list) and all(type(one) is int and 0 < one < MOST for one in found):
        return sorted(set(found))
    set_aside(storage, PREFIX + game_id, int(time.time() * 1000))
    return []


def learn(storage: Storage, game_id: str, lesson: int) -> None:
    """Store that a lesson was passed."""
    past = learned(storage, game_id)
    if lesson not in past:
        storage.set(PREFIX + game_id, json.dumps(sorted([*past, lesson])))
