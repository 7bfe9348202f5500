"""The exercises of one game: which there are, that of the day, and which comes next."""

from __future__ import annotations

from collections.abc import Collection as Some
from datetime import UTC, date, datetime
from functools import cache

from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.games import game_text
from engine.search.exercises.exercise import FILE, BadExercises, Collection, read


class NoSuchExercise(AsedioError):
    """An address names an exercise that is not there."""

    default_code = "no_such_exercise"


@cache
def exercises_of(game_id: str) -> Collection:
    """Raises NoSuchExercise for a game that has none."""
    try:
        return read(game_text(game_id, FILE))
    except BadExercises:
        raise NoSuchExercise(Message("exercise.none")) from None


def today() -> date:
    """The day is the same for everybody: that of Greenwich."""
    return datetime.now(UTC).date()


def of_the_day(collection: Collection, day: date) -> int:
    """The number (from 1) of the exercise everybody has on this day. All come in turn, in an order
    nobody can guess from how hard they are."""
    order = sorted(range(len(collection.exercises)), key=lambda n: collection.exercises[n].id)
    return order[day.toordinal() % len(order)] + 1


def next_number(collection: Collection, rating: float, done: Some[str], here: int = 0) -> int:
    """The number (from 1) of the exercise that suits best: nearest to a rating among those not yet
    done, or among all when there are none left; not the one that is `here` already."""
    numbers = [n for n in range(1, len(collection.exercises) + 1) if n != here] or [here]
    found = {n: collection.exercises[n - 1] for n in numbers}
    left = [n for n in numbers if found[n].id not in done] or numbers
    return min(left, key=lambda n: (abs(found[n].rating - rating), n))
