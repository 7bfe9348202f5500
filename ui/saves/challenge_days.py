"""Days on which the challenge of the day was played, stored under `asedio:daily`.

{"2027-01-31": [attempts, turns of the first success or 0, 1 if that was on its own day], …}
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from ui.saves.entries import PREFIX, dump, is_count, parse
from ui.saves.storage import Storage

KEY = f"{PREFIX}daily"
MOST = 400  # days stored, the newest ones


class DayPlayed(NamedTuple):
    """Attempts at a day's challenge; `turns` of the first success, 0 before it; `prompt`: whether
    that was on the day itself."""

    tries: int
    turns: int = 0
    prompt: bool = False

    @property
    def solved(self) -> bool:
        return self.turns > 0


def days_played(storage: Storage) -> dict[date, DayPlayed]:
    """Return the stored days. What cannot be read counts as not played."""
    found: Any = parse(storage.get(KEY) or "{}")
    rows = found.items() if isinstance(found, dict) else ()
    read = {_day(key): value for key, value in rows if _fits(value)}
    days = sorted(day for day in read if day is not None)[-MOST:]
    return {day: DayPlayed(read[day][0], read[day][1], read[day][2] == 1) for day in days}


def note_attempt(storage: Storage, day: date, turns: int, prompt: bool) -> DayPlayed:
    """Store an attempt and return its day. `turns`: used for a success, 0 for none. Attempts after
    the first success change nothing."""
    days = days_played(storage)
    before = days.get(day, DayPlayed(0))
    if before.solved:
        return before
    days[day] = DayPlayed(before.tries + 1, turns, bool(turns) and prompt)
    kept = sorted(days)[-MOST:]
    rows = {one.isoformat(): [*days[one][:2], int(days[one].prompt)] for one in kept}
    storage.set(KEY, dump(rows))
    return days[day]


def streak(days: Mapping[date, DayPlayed], today: date) -> int:
    """Return how many days in a row were solved on the day itself, up to today or yesterday."""
    last = today if _prompt(days, today) else today - timedelta(days=1)
    count = 0
    while _prompt(days, last - timedelta(days=count)):
        count += 1
    return count


def week_of(today: date) -> list[date]:
    """Return the days from Monday to Sunday of a day's week."""
    monday = today - timedelta(days=today.weekday())
    return [monday + timedelta(days=number) for number in range(7)]


def _prompt(days: Mapping[date, DayPlayed], day: date) -> bool:
    return day in days and days[day].prompt


def _day(text: object) -> date | None:
    """Return the day of a key as `note_attempt` writes it; None for any other text."""
    try:
        found = date.fromisoformat(str(text))
    except ValueError:
        return None
    return found if found.isoformat() == text else None


def _fits(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(map(is_count, value))
