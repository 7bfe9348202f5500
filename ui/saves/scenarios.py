"""Scenarios won in this browser, stored per game under `asedio:campaign:<game>`:
`{number: 1 or, with its star, 2}`."""

from __future__ import annotations

import json
import time

from ui.saves.entries import parse, set_aside
from ui.saves.storage import Storage

PREFIX = "asedio:campaign:"
PASSED, STARRED = 1, 2
NUMBERS = {str(number): number for number in range(1, 100)}


def passed(storage: Storage, game_id: str) -> dict[int, int]:
    """Return PASSED or STARRED by the number of each scenario won. An unreadable entry is set
    aside."""
    raw = storage.get(PREFIX + game_id)
    if raw is None:
        return {}
    found = parse(raw)
    if isinstance(found, dict) and all(one in (PASSED, STARRED) for one in found.values()):
        return {NUMBERS[key]: won for key, won in found.items() if key in NUMBERS}
    set_aside(storage, PREFIX + game_id, int(time.time() * 1000))
    return {}


def note(storage: Storage, game_id: str, number: int, star: bool) -> None:
    """Store that a scenario was won; a star once earned is kept."""
    past = passed(storage, game_id)
    won = max(STARRED if star else PASSED, past.get(number, 0))
    if past.get(number) != won:
        storage.set(PREFIX + game_id, json.dumps({**past, number: won}))
