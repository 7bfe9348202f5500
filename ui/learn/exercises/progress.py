"""How somebody fares with the exercises of a game in this browser.

    asedio:exercises:<game>   {"rating", "deviation", "right": [ids], "row", "best", "day", "days"}

`row`: right answers in a row now, `best` the most there were; `day`: the last day whose exercise
was done, as YYYY-MM-DD, and `days` how many in a row. The rating is Glicko-1 (M. Glickman,
"Parameter estimation in large dynamic paired comparison experiments", 1999): each first answer is
a game against an exercise of known rating.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from math import log, pi, sqrt
from typing import Any

from ui.saves.entries import PREFIX, dump, is_count, parse
from ui.saves.store import Store

Q = log(10) / 400
OF_EXERCISES = 60.0  # how uncertain their ratings are taken to be
LEAST = 60.0  # how certain one's own may become
NUMBERS = {"rating": (0.0, 4000.0), "deviation": (1.0, 1000.0)}
COUNTS = ("row", "best", "days")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
DATE_LINE = timedelta(days=2)  # by as much the dates of two places may differ


@dataclass
class Progress:
    """Of one game."""

    rating: float = 1200.0
    deviation: float = 130.0
    right: list[str] = field(default_factory=list)
    row: int = 0
    best: int = 0
    day: str = ""
    days: int = 0

    def note(self, ident: str, rating: int, solved: bool) -> None:
        """A first answer to an exercise."""
        self.rating, self.deviation = rated(self.rating, self.deviation, rating, solved)
        self.row = self.row + 1 if solved else 0
        self.best = max(self.best, self.row)
        if solved and ident not in self.right:
            self.right.append(ident)

    def note_day(self, day: date) -> None:
        """The exercise of a day is done. A day counts once, also when it comes again."""
        if self.counted(day):
            return
        before = (day - timedelta(days=1)).isoformat()
        self.days = self.days + 1 if self.day == before else 1
        self.day = day.isoformat()

    def counted(self, day: date) -> bool:
        """Whether this day, or a later one, has counted. A flight over the date line takes the
        date back; a last day further ahead was written by a wrong clock."""
        return bool(self.day) and day <= date.fromisoformat(self.day) <= day + DATE_LINE


def rated(rating: float, deviation: float, other: float, solved: bool) -> tuple[float, float]:
    """Rating and deviation after one game against `other`."""
    g = 1 / sqrt(1 + 3 * (Q * OF_EXERCISES / pi) ** 2)
    expected = 1 / (1 + 10 ** (-g * (rating - other) / 400))
    weight = (Q * g) ** 2 * expected * (1 - expected)
    precision = 1 / deviation**2 + weight
    rating += Q / precision * g * (solved - expected)
    return min(max(rating, 0.0), 4000.0), max(sqrt(1 / precision), LEAST)


def load(store: Store, game_id: str) -> Progress:
    """What cannot be read is set aside, and one begins anew."""
    raw = store.storage.get(key_of(game_id))
    if raw is None:
        return Progress()
    found = parse(raw)
    if not fits(found):
        store.put_aside(key_of(game_id))
        return Progress()
    return Progress(**found)


def save(store: Store, game_id: str, progress: Progress) -> None:
    store.storage.set(key_of(game_id), dump(asdict(progress)))


def key_of(game_id: str) -> str:
    return f"{PREFIX}exercises:{game_id}"


def fits(found: Any) -> bool:
    """Whether this is a progress."""
    if not isinstance(found, dict) or set(found) != set(asdict(Progress())):
        return False
    right = found["right"]
    return (
        all(_within(found[name], *ends) for name, ends in NUMBERS.items())
        and all(is_count(found[name]) for name in COUNTS)
        and isinstance(right, list)
        and all(isinstance(one, str) for one in right)
        and _is_day(found["day"])
    )


def _is_day(value: Any) -> bool:
    """Whether this is a day as `note_day` writes it, or none yet."""
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        return bool(value == "")
    try:
        return bool(date.fromisoformat(value))
    except ValueError:
        return False


def _within(value: Any, low: float, high: float) -> bool:
    return type(value) in (int, float) and low <= value <= high
