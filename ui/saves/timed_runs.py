"""Best results of timed runs of exercises: `asedio:runs`, {game: {minutes: solved}}."""

from __future__ import annotations

from typing import Any

from ui.saves.entries import PREFIX, dump, is_count, parse
from ui.saves.storage import Storage

KEY = f"{PREFIX}runs"


def best_run(storage: Storage, game_id: str, minutes: int) -> int:
    """Return how many exercises were solved in the best run; 0 without a readable one."""
    found = _read(storage).get(game_id)
    best: Any = found.get(str(minutes)) if isinstance(found, dict) else 0
    return int(best) if is_count(best) else 0


def note_run(storage: Storage, game_id: str, minutes: int, solved: int) -> None:
    """Store a result, if it is better than the best so far."""
    if solved > best_run(storage, game_id, minutes):
        known = _read(storage)
        own = known.get(game_id)
        kept = own if isinstance(own, dict) else {}
        storage.set(KEY, dump({**known, game_id: {**kept, str(minutes): solved}}))


def _read(storage: Storage) -> dict[str, Any]:
    found: Any = parse(storage.get(KEY) or "{}")
    return found if isinstance(found, dict) else {}
