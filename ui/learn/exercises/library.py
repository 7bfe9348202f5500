"""The exercises of one game: which there are, that of the day, and which comes next."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Sequence
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


def next_number(
    collection: Collection, rating: float, done: Some[str], seen: Sequence[str] = ()
) -> int:
    """The number (from 1) of the exercise that suits best: nearest to a rating among those not yet
    done, or among all when there are none left; none of those `seen` last (ids), or where there are
    no others the one that was seen longest ago."""
    found = collection.exercises
    fresh = [n for n in range(len(found)) if found[n].id not in seen]
    if not fresh:
        return min(range(len(found)), key=lambda n: seen.index(found[n].id)) + 1
    left = [n for n in fresh if found[n].id not in done] or fresh
    return min(left, key=lambda n: (abs(found[n].rating - rating), n)) + 1
