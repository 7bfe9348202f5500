"""An exercise on the table: the first step somebody takes is the answer, the rest may be tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from engine.core.contract import Action
from engine.search.exercises.exercise import Collection, Exercise
from ui.learn.exercises import progress as progresses
from ui.learn.exercises import strip
from ui.learn.exercises.library import next_number, of_the_day, today
from ui.learn.exercises.progress import Progress
from ui.learn.task import TaskScreen
from ui.session.session import Session
from ui.shell.ports import Requests
from ui.table import heading, speech
from ui.words.html import Html

if TYPE_CHECKING:
    from ui.shell.app import App

OPEN, RIGHT, WRONG, SHOWN = "open", "right", "wrong", "shown"


class Place(NamedTuple):
    """An exercise of a game, numbered from 1. `daily`: as that of the day."""

    collection: Collection
    number: int
    daily: bool

    @property
    def exercise(self) -> Exercise:
        return self.collection.exercises[self.number - 1]


class ExerciseScreen(TaskScreen):
    """`status`: OPEN until the first step is taken or the solution shown."""

    kind = "exercise"

    def __init__(
        self, app: App, controller: Requests, session: Session, place: Place, progress: Progress
    ) -> None:
        super().__init__(app, controller, session)
        self.place, self.progress = place, progress
        self.status = OPEN
        self._noted = place.exercise.id in progress.right
        self._seen = session.observation()

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        words = strip.where(self.table.voice, self.place.number, self.place.daily)
        return f"{words} · {self.table.game.info.title} · Asedio"

    def fragment(self) -> str:
        which = "day" if self.place.daily else f"n={self.place.number}"
        return f"#puzzle={self.game_id}&{which}"

    def attributes(self) -> dict[str, str]:
        return {**super().attributes(), "data-exercise": self.status}

    def said(self) -> dict[str, Html]:
        voice, place = self.table.voice, self.place
        return {
            "say": strip.say(
                strip.where(voice, place.number, place.daily),
                strip.standing(voice, self.progress),
                strip.asked(voice, place.exercise),
                self.status,
                [voice.message(one) for one in (self.table.prompt(), *heading.status(self.table))],
            ),
            "result": strip.verdict(self._verdict()),
            "tools": strip.tools(voice, self.status, not place.daily and not self._daily_done()),
            **({"choices": Html("")} if self.status in (RIGHT, SHOWN) else {}),
        }

    def _verdict(self) -> list[str]:
        """What is said of the first step, sentence by sentence; empty before it."""
        voice, exercise = self.table.voice, self.place.exercise
        if self.status == WRONG:
            reply = self._told(own=False)
            more = [f"{voice.t('exercise.reply')} {reply}"] if reply else []
            return [voice.t(f"exercise.wrong.{exercise.goal}"), *more]
        if self.status in (RIGHT, SHOWN):
            first = [voice.t("exercise.right")] if self.status == RIGHT else []
            told = f"{voice.t('exercise.solution')} {self._told(own=True)}"
            return [*first, told, *strip.why(voice, self.place.collection.proof, exercise)]
        return []

    def _told(self, own: bool) -> str:
        """What the first turn of the person in front has come to, or the one that answers it."""
        session, voice = self.session, self.table.voice
        for turn in session.log():
            if turn.actor >= 0 and (turn.actor == session.viewer) == own:
                return " ".join(voice.message(one.words) for one in session.history.told(turn))
        return ""

    def _daily_done(self) -> bool:
        return self.progress.counted(today())

    # -- what happens ------------------------------------------------------------------------

    def shown(self) -> None:
        super().shown()
        if self.status == OPEN:
            self.say()

    def say(self) -> None:
        """What is asked."""
        voice, place = self.table.voice, self.place
        where = strip.where(voice, place.number, place.daily)
        asked = strip.asked(voice, place.exercise)
        self.ask(f"{where}. {asked} {speech.prompt(self.table)}")

    def go_on(self) -> None:
        if self.status == OPEN and self.session.count:
            self._judge()
        super().go_on()

    def _judge(self) -> None:
        solution = self._actions()[0]
        events = (event for turn in self.session.log() for event in turn.events)
        first = next(event.action for event in events if event.actor == self.session.viewer)
        self.status = RIGHT if first == solution else WRONG
        self._note(self.status == RIGHT)
        if self.status == RIGHT:
            self._play()
        self.table.state.revision += 1
        self.app.afterwards(self._pronounce)

    def _pronounce(self) -> None:
        """The verdict, for those who listen, once the table has told what happened."""
        self.app.announce(" ".join([*self._verdict(), speech.prompt(self.table)]))

    def _actions(self) -> list[Action]:
        """The solution and what follows."""
        exercise, game, state = self.place.exercise, self.table.game, self._seen.clone()
        found = []
        for text in (exercise.solution, *exercise.line):
            found.append(game.parse_action(state, text))
            state.apply(found[-1])
        return found

    def _play(self) -> None:
        """Shows the solution and how it goes on, as far as that has not been played (single
        answers are given by the table); what has just happened is still told as well."""
        before = self.table.state.telling
        if actions := self._actions()[self.session.count :]:
            self.session.play(actions)
            speech.after(self.table)
            self.table.state.telling = (*before, *self.table.state.telling)

    def _note(self, solved: bool) -> None:
        """The first answer counts, once."""
        place, progress = self.place, self.progress
        if not self._noted:
            progress.note(place.exercise.id, place.exercise.rating, solved)
            self._noted = True
        if solved and place.number == of_the_day(place.collection, today()):
            progress.note_day(today())
        progresses.save(self.app.store, place.collection.game, progress)

    # -- buttons -----------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[[], None]]:
        return {
            "again": self.again,
            "solve": self.solve,
            "next": self.next,
            "day": self.day,
            "leave": self.table.controller.go_home,
        }

    def again(self) -> None:
        self.rewind()
        self.status = OPEN
        self.say()
        self.go_on()

    def solve(self) -> None:
        """The solution, which then counts as not found."""
        self.rewind()
        if self.status == OPEN:
            self._note(False)
        self.status = SHOWN
        self._play()
        self.app.afterwards(self._pronounce)
        self.go_on()

    def next(self) -> None:
        place, progress = self.place, self.progress
        number = next_number(place.collection, progress.rating, progress.right, place.number)
        self.table.controller.open_exercise(place.collection.game, number)

    def day(self) -> None:
        self.table.controller.open_exercise(self.place.collection.game, daily=True)
