"""Opening of a lesson: an ordinary match in memory, which is not saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.match.match import Match, MatchConfig
from ui.learn.lessons.book import LessonPlace, lessons_of
from ui.learn.lessons.screen import LessonScreen
from ui.learn.lessons.tutor import Script, Tutor
from ui.saves.learned import learned
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.seats import PERSON, TAUGHT
from ui.session.session import Session

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller


def open_lesson(
    app: App, controller: Controller, game_id: str, lesson: int = 0, step: int = 0
) -> LessonScreen:
    """Return the screen of a lesson, beginning at a step.

    Lesson 0 opens the first one not yet passed, or the last one. Step 0 is the first one, or the
    end of a lesson that was passed before: it offers what comes next. Raises NoSuchLesson.
    """
    past = learned(app.store.storage, game_id)
    number = lesson or _due(past, game_id)
    place = LessonPlace(game_id, number, step or 1)
    if finished := step == 0 and number in past:
        place = LessonPlace(game_id, number, len(place.steps))
    session, script = _seated(place)
    tutor = Tutor(session, script, place.step)
    if finished:
        for action in script.answer(place.step.solutions[0]):
            session.play([action])
        tutor.judge()
    return LessonScreen(app, controller, session, place, tutor)


def _due(past: Sequence[int], game_id: str) -> int:
    count = len(lessons_of(game_id).steps)
    return next((number for number in range(1, count + 1) if number not in past), count)


def _seated(place: LessonPlace) -> tuple[Session, Script]:
    """Return a session at the beginning of a step.

    If the step has no position of its own, the solutions of the steps before it are played from the
    last position on.
    """
    first = place.number
    while not place.steps[first - 1].position:
        first -= 1
    begin = place.steps[first - 1]
    config = MatchConfig(place.game_id, dict(begin.options), (), begin.position)
    match = Match(config)
    match.sampler = script = Script(match)
    for step in place.steps[first - 1 : place.number - 1]:
        script.begin(step)
        for text in (step.solutions[0], step.reply):
            for action in script.answer(text):
                match.play(action)
    person = match.state.current_player()
    seats = tuple(PERSON if n == person else TAUGHT for n in range(len(match.game.sides)))
    store = Store(MemoryStorage())
    return Session(match, store, store.new_game(config), seats=seats), script
