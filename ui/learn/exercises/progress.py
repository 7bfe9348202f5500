"""Stored progress with the exercises of a game in this browser.

    asedio:exercises:<game>   {"rating", "deviation", "volatility", "right": [ids],
                               "tried": {id: [day, how]}, "seen": [ids], "row", "best", "day",
                               "days"}

`right`: exercises solved at the first try. `tried`: the latest first answer to each exercise, with
its day (YYYY-MM-DD) and `how` (RIGHT, WRONG or SHOWN), newest last. `seen`: the exercises opened
last. `row`: current number of right answers in a row; `best`: the highest so far. `day`: the last
day whose daily exercise was solved; `days`: how many such days in a row. The rating is Glicko-2
(`glicko`): each first answer is a game against an exercise of known rating. `volatility`, `tried`
and `seen` were added after 0.2.1.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from typing import Any

from ui.learn.exercises.glicko import Rating, updated
from ui.saves.entries import PREFIX, dump, is_count, parse
from ui.saves.store import Store

RIGHT, WRONG, SHOWN = HOW = ("right", "wrong", "shown")
OF_EXERCISES = 60.0  # deviation assumed for the ratings of exercises
APART = 10  # number of other exercises before one counts, or is offered, again
UNSURE = 75.0  # deviation from which the rating is shown as approximate
BEFORE = 100.0  # minimum deviation of a rating computed by the rules of 0.2.1
NUMBERS = {"rating": (0.0, 4000.0), "deviation": (1.0, 1000.0), "volatility": (0.001, 1.0)}
COUNTS = ("row", "best", "days")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
DATE_LINE = timedelta(days=2)  # largest difference between the dates of two places
MOST = 5000  # exercises stored per game
ADDED = ("volatility", "tried", "seen")  # fields added after 0.2.1


@dataclass
class SolverProgress:
    """A player's progress with the exercises of one game; the defaults are a beginner's rating."""

    rating: float = 700.0
    deviation: float = 120.0
    volatility: float = 0.06
    right: list[str] = field(default_factory=list)
    tried: dict[str, list[str]] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)
    row: int = 0
    best: int = 0
    day: str = ""
    days: int = 0

    def counts(self, ident: str, day: date) -> bool:
        """Return whether an answer to an exercise may change anything.

        It does not if the exercise is solved, was tried or shown on the same day, or is among the
        APART exercises tried last.
        """
        if ident in self.right:
            return False
        known = self.tried.get(ident)
        return known is None or (
            known[0] != day.isoformat() and ident not in list(self.tried)[-APART:]
        )

    def note(self, ident: str, rating: int, how: str, day: date) -> None:
        """Record a first answer, and update the rating and the row.

        `how`: RIGHT, WRONG or SHOWN; a shown solution counts as a wrong answer.
        """
        solved = how == RIGHT
        own = Rating(self.rating, self.deviation, self.volatility)
        new = updated(own, [(Rating(rating, OF_EXERCISES), float(solved))])
        low, high = NUMBERS["rating"]
        self.rating, self.deviation = min(max(new.rating, low), high), new.deviation
        self.volatility = new.volatility
        self.row = self.row + 1 if solved else 0
        self.best = max(self.best, self.row)
        self.tried.pop(ident, None)
        self.tried[ident] = [day.isoformat(), how]
        if solved:
            self.right.append(ident)

    def opened(self, ident: str) -> None:
        """Record that an exercise is on the table."""
        self.seen = [*(one for one in self.seen if one != ident), ident][-APART:]

    def was_shown(self, ident: str, day: date) -> bool:
        """Return whether the solution was shown on that day."""
        return self.tried.get(ident) == [day.isoformat(), SHOWN]

    def note_shown(self, ident: str, day: date) -> None:
        """Record that the solution was shown of an exercise that had been tried before."""
        if ident in self.tried and ident not in self.right:
            self.tried[ident] = [day.isoformat(), SHOWN]

    def note_day(self, day: date) -> None:
        """Record that the exercise of a day is done; repeating it does not count again."""
        if self.counted(day):
            return
        before = (day - timedelta(days=1)).isoformat()
        self.days = self.days + 1 if self.day == before else 1
        self.day = day.isoformat()

    def counted(self, day: date) -> bool:
        """Return whether this day or a later one has been counted.

        A flight across the date line sets the date back. A last day further ahead came from a wrong
        clock and is ignored.
        """
        return bool(self.day) and day <= date.fromisoformat(self.day) <= day + DATE_LINE


def load(store: Store, game_id: str) -> SolverProgress:
    """Return the stored progress, or a new one.

    Unreadable data is put aside in the store.
    """
    raw = store.storage.get(key_of(game_id))
    if raw is None:
        return SolverProgress()
    found = _with_what_was_added(parse(raw))
    if not fits(found):
        store.put_aside(key_of(game_id))
        return SolverProgress()
    return SolverProgress(**found)


def _with_what_was_added(found: Any) -> Any:
    """Migrate a progress of 0.2.1: it keeps its rating, but with a deviation of at least BEFORE."""
    usual = asdict(SolverProgress())
    if not isinstance(found, dict) or set(found) != set(usual) - set(ADDED):
        return found
    new = {**usual, **found}
    if _within(found["deviation"], *NUMBERS["deviation"]):
        new["deviation"] = max(BEFORE, found["deviation"])
    return new


def save(store: Store, game_id: str, progress: SolverProgress) -> None:
    store.storage.set(key_of(game_id), dump(asdict(progress)))


def key_of(game_id: str) -> str:
    return f"{PREFIX}exercises:{game_id}"


def fits(found: Any) -> bool:
    """Return whether a parsed value is a valid progress."""
    if not isinstance(found, dict) or set(found) != set(asdict(SolverProgress())):
        return False
    return (
        all(_within(found[name], *ends) for name, ends in NUMBERS.items())
        and all(is_count(found[name]) for name in COUNTS)
        and _words(found["right"])
        and _words(found["seen"])
        and isinstance(found["tried"], dict)
        and len(found["tried"]) <= MOST
        and all(map(_answer, found["tried"].values()))
        and _is_day(found["day"])
    )


def _is_day(value: Any) -> bool:
    """Return whether a value is a date as `note_day` writes it, or the empty string."""
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        return bool(value == "")
    try:
        return bool(date.fromisoformat(value))
    except ValueError:
        return False


def _words(found: Any) -> bool:
    return (
        isinstance(found, list)
        and len(found) <= MOST
        and all(isinstance(one, str) for one in found)
    )


def _answer(found: Any) -> bool:
    return _words(found) and len(found) == 2 and found[1] in HOW


def _within(value: Any, low: float, high: float) -> bool:
    return type(value) in (int, float) and low <= value <= high
