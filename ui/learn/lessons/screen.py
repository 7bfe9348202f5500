"""Lesson screen: the ordinary table, with the task in place of the prompt.

Input works as in any game; this module only reacts to its result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from engine.core.texts import Message
from ui.learn.lessons import strip
from ui.learn.lessons.book import LessonPlace
from ui.learn.lessons.tutor import AT_IT, MISSED, PASSED, Tutor
from ui.learn.task_table import TaskScreen
from ui.saves.learned import learn, learned
from ui.session.long_tasks import ReadingTask
from ui.session.session import Session
from ui.table import hints, speech
from ui.words.brand import titled
from ui.words.html import Html
from ui.words.targets import PLAYED, Target, read_path

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

MISSED_MS = 1400  # how long a move that missed the aim stays on the board
DOUBT_MS = 30  # between two slices of the search for a way to the aim


class LessonScreen(TaskScreen):
    """Screen of a lesson. `tutor` judges the moves; `place` is the step on the table. A tutor that
    has passed the step already opens the lesson at its end."""

    kind = "lesson"

    def __init__(
        self, app: App, controller: Controller, session: Session, place: LessonPlace, tutor: Tutor
    ) -> None:
        self.place, self.tutor = place, tutor
        self._ended = tutor.verdict == PASSED
        super().__init__(app, controller, session)
        self._tries = 0

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        return titled(self.place.title(self.app.settings.lang), self.table.game.info.title)

    def fragment(self) -> str:
        return f"#learn={self.place.game_id}&lesson={self.place.lesson}"

    def said(self) -> dict[str, Html]:
        past = learned(self.app.store.storage, self.place.game_id)
        drawn = strip.slots(self.table.voice, self.place, self.tutor.verdict, past)
        return {**drawn, "choices": Html("")} if self.tutor.verdict == PASSED else drawn

    # -- what happens ------------------------------------------------------------------------

    def shown(self) -> None:
        if self.tutor.verdict == PASSED:
            self.ask(strip.done(self.table.voice, self.place))
        else:
            self.say()

    def say(self) -> None:
        """Announce the task."""
        lang = self.app.settings.lang
        where = strip.where(self.table.voice, self.place)
        self.ask(f"{where} {self.place.says(lang)}")

    def go_on(self) -> None:
        if not self.tutor.judge():
            return
        table, place = self.table, self.place
        table.pointed = ()
        table.state.revision.bump()
        if self.tutor.verdict == PASSED:
            if place.last:
                learn(self.app.store.storage, place.game_id, place.lesson)
            self.app.afterwards(self._praise)
        elif self.tutor.verdict == MISSED:
            self._missed()
        elif (doubt := self.tutor.doubt()) is not None:
            self._tries += 1
            self._doubt(doubt, self._tries)

    def _missed(self) -> None:
        """Explain at once why the move missed the aim; take it back after MISSED_MS."""
        table = self.table
        self._tries += 1
        tries = self._tries
        missed = strip.missed(table.voice, self.place)
        table.state.notice = table.state.refused = missed
        self.app.afterwards(lambda: self.app.announce(table.voice.message(missed)))
        self.app.page.after(MISSED_MS, lambda: self._soon_over(tries))

    def _doubt(self, doubt: ReadingTask[bool], tries: int) -> None:
        """Search in the background whether the aim can still be reached.

        If it cannot, the try counts as missed.
        """
        self.app.page.after(DOUBT_MS, lambda: self._doubt_on(doubt, tries))

    def _doubt_on(self, doubt: ReadingTask[bool], tries: int) -> None:
        if self._tries != tries or self.app.screen is not self or self.tutor.verdict != AT_IT:
            return
        if not doubt.go_on():
            self._doubt(doubt, tries)
        elif not doubt.result():
            self.app.later(self._out_of_reach)

    def _out_of_reach(self) -> None:
        self.tutor.miss()
        self.table.state.revision.bump()
        self._missed()

    def _praise(self) -> None:
        """Announce what happened and that the aim is met."""
        voice = self.table.voice
        told = [voice.message(one.words) for one in self.table.state.telling]
        self.app.announce(" ".join([*told, strip.done(voice, self.place)]))

    def _soon_over(self, tries: int) -> None:
        if self._tries == tries and self.app.screen is self:
            self.app.later(self._settle)

    def _settle(self) -> None:
        """Take back the moves that missed the aim, but keep the message about them."""
        if self.tutor.verdict == MISSED:
            notice = self.table.state.notice
            self._again()
            self.table.state.notice = notice

    def _again(self) -> None:
        self._tries += 1  # discard the result of a search still running
        self.tutor.again()
        table = self.table
        table.heard.skip()
        table.pointed = ()
        table.state.fresh()

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        self._settle()
        if target.kind in PLAYED and self.tutor.verdict == PASSED:
            speech.answer(self.table, Message("lesson.passed"))
        else:
            super().press(target)

    def grab(self, target: Target) -> bool:
        self._settle()
        return self.tutor.verdict != PASSED and super().grab(target)

    def acts(self) -> Mapping[str, Callable[[], None]]:
        count = len(self.place.book.steps)
        return {
            **{f"open:{number}": partial(self.start, number) for number in range(1, count + 1)},
            "next": self.next,
            "again": self.again,
            "point": self.point,
            "play": self.play,
            "leave": self.table.controller.go_home,
        }

    def start(self, lesson: int) -> None:
        """Open a lesson at its beginning."""
        self.table.controller.open_lesson(self.place.game_id, lesson, 1)

    def next(self) -> None:
        """Go on to the next step: on this table, or on a new one if it has its own position."""
        if self.tutor.verdict != PASSED or self.place.final:
            return
        place = self.place.after()
        if place.step.position:
            self.table.controller.open_lesson(place.game_id, place.lesson, place.number)
            return
        self.place = place
        self._tries = 0
        self.tutor.begin(place.step)
        self.table.state.fresh()
        self.say()

    def again(self) -> None:
        """Begin the step again, or the lesson if it was opened at its end."""
        if self._ended:
            self.start(self.place.lesson)
            return
        self._again()
        self.say()

    def point(self) -> None:
        """Highlight the next presses of a solution and name them.

        What is already chosen stays chosen if it belongs to the solution: its buttons are needed.
        """
        table = self.table
        path = read_path(self.tutor.shown())
        if path:
            walk = table.selection
            if path[: len(walk.prefix)] != tuple(walk.prefix):
                walk.clear()
            table.pointed = path
            table.state.fresh()
            speech.answer(table, hints.suggestion(table, path))

    def play(self) -> None:
        """Start a real game against the weakest computer."""
        seats = (0,) + (1,) * (self.session.players - 1)
        controller = self.table.controller
        controller.start_game(self.place.game_id, self.place.book.game, (), seats)
        self.app.page.bring_into_view(".decision")
