"""Which lessons have been passed in this browser, by game: `asedio:learned:<game>`."""

from __future__ import annotations

import json
import time

from ui.storage import Storage

PREFIX = "asedio:learned:"


def learned(storage: Storage, game_id: str) -> list[int]:
    """The numbers of the lessons. What cannot be read is set aside."""
    raw = storage.get(PREFIX + game_id)
    if raw is None:
        return []
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, list) and all(type(one) is int and one > 0 for one in found):
        return found
    storage.set(f"asedio:aside:{int(time.time() * 1000)}:learned:{game_id}", raw)
    storage.remove(PREFIX + game_id)
    return []


def learn(storage: Storage, game_id: str, lesson: int) -> None:
    """Notes that a lesson was passed."""
    past = learned(storage, game_id)
    if lesson not in past:
        storage.set(PREFIX + game_id, json.dumps(sorted([*past, lesson])))
