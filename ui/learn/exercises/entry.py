"""Opening of an exercise: by number, by rating or as that of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.texts import Message
from ui.learn.exercises import progress as progresses
from ui.learn.exercises.library import (
    NoSuchExercise,
    exercises_of,
    next_number,
    of_the_day,
    today,
)
from ui.learn.exercises.screen import ExercisePlace, ExerciseScreen
from ui.learn.practice import practice

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller


def open_exercise(
    app: App, controller: Controller, game_id: str, number: int = 0, daily: bool = False
) -> ExerciseScreen:
    """Return the screen of an exercise.

    `number` counts from 1; 0 chooses the one that suits the player's rating. `daily` takes the
    exercise of the day instead. Raises NoSuchExercise.
    """
    collection = exercises_of(game_id)
    progress = progresses.load(app.store, game_id)
    if daily:
        number = of_the_day(collection, today())
    number = number or next_number(collection, progress.rating, progress.right, progress.seen)
    if not 1 <= number <= len(collection.exercises):
        raise NoSuchExercise(Message("exercise.none_such"))
    place = ExercisePlace(collection, number, daily)
    session = practice(game_id, collection.options, place.exercise.position, number)
    return ExerciseScreen(app, controller, session, place, progress)
