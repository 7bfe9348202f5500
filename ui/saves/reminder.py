"""When to remind of a backup.

asedio:backup    {"at": time of the last backup in milliseconds, "games": stored then, "later":
                 time until which the player does not want to be reminded}
"""

from __future__ import annotations

import time
from typing import Any

from ui.saves.entries import PREFIX, dump, is_count, is_moment, parse
from ui.saves.store import Store

KEY = f"{PREFIX}backup"
MANY = 50  # games since the last backup
MONTH = 30 * 86_400_000  # milliseconds


def note_backup(store: Store, now: int | None = None) -> None:
    """Store that a backup was made now."""
    now = int(time.time() * 1000) if now is None else now
    store.storage.set(KEY, dump({"at": now, "games": _count(store)}))


def put_off(store: Store, now: int | None = None) -> None:
    """Store that the player does not want to be reminded for a month."""
    now = int(time.time() * 1000) if now is None else now
    found = _read(store)
    store.storage.set(KEY, dump({**found, "later": now + MONTH}))


def is_due(store: Store, now: int | None = None) -> bool:
    """Return whether so many games were added since the last backup that another one is due."""
    now = int(time.time() * 1000) if now is None else now
    found = _read(store)
    if now < found["later"] <= now + MONTH:  # the clock may have been wrong then
        return False
    return _count(store) - int(found["games"]) >= MANY


def _read(store: Store) -> dict[str, int]:
    found: Any = parse(store.storage.get(KEY) or "")
    found = found if isinstance(found, dict) else {}
    good = is_count(found.get("games")) and is_moment(found.get("at"))
    told = {"at": found["at"], "games": found["games"]} if good else {"at": 0, "games": 0}
    return {**told, "later": found["later"] if is_moment(found.get("later")) else 0}


def _count(store: Store) -> int:
    recent = store.recent()
    return len(recent.games) + recent.more
