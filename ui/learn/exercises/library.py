"""Exercises of a game: the collection, the exercise of the day, and the choice of the next one."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import cache

from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.games import game_text
from engine.search.exercises.exercise import FILE, BadExercises, Collection, read

DAILY = 1500  # rating that the exercise of a day stays below


class NoSuchExercise(AsedioError):
    """The address names an exercise that does not exist."""

    default_code = "no_such_exercise"


@cache
def exercises_of(game_id: str) -> Collection:
    """Return the exercises of a game. Raises NoSuchExercise if it has none."""
    try:
        return read(game_text(game_id, FILE))
    except BadExercises:
        raise NoSuchExercise(Message("exercise.none")) from None


def today() -> date:
    """Return the current day in UTC, so that everybody gets the same daily exercise."""
    return datetime.now(UTC).date()


def of_the_day(collection: Collection, day: date) -> int:
    """Return the number (from 1) of the exercise of a day.

    Takes those that most can solve in turn, ordered by id, which does not depend on their
    difficulty; all of them if the collection has none so easy.
    """
    found = collection.exercises
    easy = [n for n in range(len(found)) if found[n].rating < DAILY]
    order = sorted(easy or range(len(found)), key=lambda n: found[n].id)
    return order[day.toordinal() % len(order)] + 1


def next_number(
    collection: Collection, rating: float, done: Some[str], seen: Sequence[str] = ()
) -> int:
    """Return the number (from 1) of the exercise to offer next.

    Takes the one with the rating nearest to `rating` among those not `done`, or among all if all
    are done. Skips the ids in `seen`; if all are in it, takes the one seen longest ago.
    """
    found = collection.exercises
    fresh = [n for n in range(len(found)) if found[n].id not in seen]
    if not fresh:
        return min(range(len(found)), key=lambda n: seen.index(found[n].id)) + 1
    left = [n for n in fresh if found[n].id not in done] or fresh
    return min(left, key=lambda n: (abs(found[n].rating - rating), n)) + 1
