"""What belongs to a date, the same for everybody on it: a day is the ordinal of its date."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.info import GameInfo

WEEK = 7
MONDAY = 1  # the ordinal of a Monday
GRADES = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")  # from Monday on


def weekday(day: int) -> int:
    """Return the day of the week of a day, 0 for Monday."""
    return (day - MONDAY) % WEEK


def with_challenges(games: Iterable[GameInfo]) -> list[str]:
    """Return the games that have challenges, in the order in which they take turns."""
    return sorted(info.id for info in games if info.challenges)


def game_of_the_day(games: Iterable[GameInfo], day: int) -> str:
    """Return the game of a day's challenge; "" if no game has any. The games take turns, so that
    the same weekday brings another one the week after."""
    known = with_challenges(games)
    return known[day % len(known)] if known else ""
