"""When to remind of a backup.

asedio:backup    {"at": time of the last backup in milliseconds, "games": stored then}
"""

from __future__ import annotations

import time
from typing import Any

from ui.saves.entries import PREFIX, dump, is_count, is_moment, parse
from ui.saves.store import Store

KEY = f"{PREFIX}backup"
MANY = 50  # games since the last backup


def note_backup(store: Store, now: int | None = None) -> None:
    """Store that a backup was made now."""
    now = int(time.time() * 1000) if now is None else now
    store.storage.set(KEY, dump({"at": now, "games": _count(store)}))


def is_due(store: Store) -> bool:
    """Return whether so many games were added since the last backup that another one is due."""
    found: Any = parse(store.storage.get(KEY) or "")
    good = isinstance(found, dict) and is_count(found.get("games")) and is_moment(found.get("at"))
    return _count(store) - (found["games"] if good else 0) >= MANY


def _count(store: Store) -> int:
    recent = store.recent()
    return len(recent.games) + recent.more
