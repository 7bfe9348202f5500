"""Games with the same person at far tables, one after another, and the score between the two.

A table names the game in which it was agreed (`after` in its entry, ui/far/seat_store.py). A game
that was deleted ends the series: those before it no longer count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.saves.entries import key_of, parse
from ui.saves.results import Results, ended

if TYPE_CHECKING:
    from ui.saves.storage import SafeStorage
    from ui.saves.store import Store

MOST = 200  # games of a series that are counted


def seat_and_game_before(storage: SafeStorage, key: str) -> tuple[int, str]:
    """Return this device's seat at a far table, −1 for none, and the key of the game before, ""
    for none."""
    found = parse(storage.get(key_of("far", key)) or "")
    entry = found if isinstance(found, dict) else {}
    seat, after = entry.get("seat"), entry.get("after")
    return seat if seat in (0, 1) else -1, after if isinstance(after, str) else ""


def results_before(store: Store, key: str) -> Results:
    """Return how the earlier games of a table's series ended for this device's player."""
    total, seen = Results(), {key}
    _, key = seat_and_game_before(store.storage, key)
    while key and key not in seen and len(seen) <= MOST:
        seen.add(key)
        seat, before = seat_and_game_before(store.storage, key)
        total = total.plus(ended(store.result_of(key) or "", seat))
        key = before
    return total


def results_with(store: Store, key: str) -> Results:
    """Return the results of a table's series up to its own game."""
    seat, _ = seat_and_game_before(store.storage, key)
    return results_before(store, key).plus(ended(store.result_of(key) or "", seat))


def score_words(found: Results) -> str:
    """Return the score, this player's first: `2½–1½`; "" while no game counts."""
    if not found.played:
        return ""
    return f"{_points(found.won, found.drawn)}–{_points(found.lost, found.drawn)}"


def _points(wins: int, draws: int) -> str:
    whole, half = divmod(2 * wins + draws, 2)
    return f"{whole or ''}½" if half else str(whole)
