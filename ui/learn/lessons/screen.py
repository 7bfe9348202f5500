"""A lesson on the table: the table's own screen, with a sentence in the place of the prompt.

Everything is pressed, dragged and refused as in any game; here is only what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.core.texts import Message
from ui.learn.lessons import strip
from ui.learn.lessons.book import LessonPlace
from ui.learn.lessons.tutor import AT_IT, MISSED, PASSED, Tutor
from ui.learn.task import TaskScreen
from ui.saves.learned import learn
from ui.session.reading import ReadingTask
from ui.session.session import Session
from ui.shell.ports import Requests
from ui.table import speech
from ui.words.html import Html
from ui.words.targets import PLAYED, Target, read_path

if TYPE_CHECKING:
    from ui.shell.app import App

MISSED_MS = 1400  # that what misses the aim is seen on the board
DOUBT_MS = 30  # between two slices of looking ahead


class LessonScreen(TaskScreen):
    """`tutor` judges; `place` is the step that is on the table."""

    kind = "lesson"

    def __init__(
        self, app: App, controller: Requests, session: Session, place: LessonPlace, tutor: Tutor
    ) -> None:
        self.place, self.tutor = place, tutor
        super().__init__(app, controller, session)
        self._tries = 0

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        return f"{self.place.title(self.app.settings.lang)} · {self.table.game.info.title} · Asedio"

    def fragment(self) -> str:
        return f"#learn={self.place.game_id}&lesson={self.place.lesson}"

    def said(self) -> dict[str, Html]:
        drawn = strip.slots(self.table.voice, self.place, self.tutor.verdict)
        return {**drawn, "choices": Html("")} if self.tutor.verdict == PASSED else drawn

    # -- what happens ------------------------------------------------------------------------

    def shown(self) -> None:
        self.say()

    def say(self) -> None:
        """What is to be done."""
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
        """It is answered at once, and seen for a while."""
        table = self.table
        self._tries += 1
        tries = self._tries
        missed = strip.missed(table.voice, self.place)
        table.state.notice = table.state.refused = missed
        self.app.afterwards(lambda: self.app.announce(table.voice.message(missed)))
        self.app.page.after(MISSED_MS, lambda: self._soon_over(tries))

    def _doubt(self, doubt: ReadingTask[bool], tries: int) -> None:
        """As soon as nothing can lead to the aim any more, that is said; nobody waits for it."""
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
        """What has happened, which the table has just told, and what it was good for."""
        voice = self.table.voice
        told = [voice.message(one.words) for one in self.table.state.telling]
        self.app.announce(" ".join([*told, strip.done(voice, self.place)]))

    def _soon_over(self, tries: int) -> None:
        if self._tries == tries and self.app.screen is self:
            self.app.later(self._settle)

    def _settle(self) -> None:
        """What missed the aim is taken back; what was said about it stays."""
        if self.tutor.verdict == MISSED:
            notice = self.table.state.notice
            self._again()
            self.table.state.notice = notice

    def _again(self) -> None:
        self._tries += 1  # whoever looked ahead is too late
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
        return {
            "next": self.next,
            "again": self.again,
            "point": self.point,
            "play": self.play,
            "leave": self.table.controller.go_home,
        }

    def next(self) -> None:
        """The next step: on the same table, or on one of its own."""
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
        self._again()
        self.say()

    def point(self) -> None:
        """Points at what leads on."""
        table = self.table
        path = read_path(self.tutor.shown())
        if path:
            table.walk()[0].clear()
            table.pointed = path
            table.state.fresh()
            speech.answer(table, Message("lesson.shown", how=speech.way(table, path)))

    def play(self) -> None:
        """A real game, against the weakest computer."""
        seats = (0,) + (1,) * (self.session.players - 1)
        controller = self.table.controller
        controller.start_game(self.place.game_id, self.place.book.game, (), seats)
        controller.bring_into_view(".decision")
