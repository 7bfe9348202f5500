"""Exercise screen: the player's first action is the answer; then play may go on freely. Where the
steps of a turn may come in any order, the answer is whether the turn contains the solution.

Once the answer is known, the line is played step by step, each with its effects and at a pace one
can follow. A press on the board plays the rest at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.core.contract import Action
from engine.search.exercises.exercise import Collection, Exercise
from engine.search.exercises.proof import ANY_ORDER
from engine.search.exercises.turns import still_possible
from ui.learn.exercises import progress as progresses
from ui.learn.exercises import strip
from ui.learn.exercises.library import next_number, of_the_day, today
from ui.learn.exercises.listing import ExerciseList, chosen, nearby
from ui.learn.exercises.progress import RIGHT, SHOWN, WRONG, SolverProgress
from ui.learn.task_table import TaskScreen, task, verdict
from ui.render.telling import lengths
from ui.session.session import Session
from ui.session.turns import Turn
from ui.shell import routes
from ui.table import heading, speech
from ui.words.brand import titled
from ui.words.html import Html, el
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

OPEN = "open"
STEP_MS = 1100  # minimum time between two steps of the line


class ExercisePlace(NamedTuple):
    """An exercise of a game, numbered from 1. `daily`: opened as the exercise of the day."""

    collection: Collection
    number: int
    daily: bool

    @property
    def exercise(self) -> Exercise:
        return self.collection.exercises[self.number - 1]


class ExerciseScreen(TaskScreen):
    """Screen of one exercise.

    `status`: OPEN until the answer is known or the solution shown, then RIGHT, WRONG or SHOWN.
    `change`: rounded rating before and after the answer, None if it did not count. `showing`: the
    line is being played automatically.
    """

    kind = "exercise"

    def __init__(
        self,
        app: App,
        controller: Controller,
        session: Session,
        place: ExercisePlace,
        progress: SolverProgress,
    ) -> None:
        super().__init__(app, controller, session)
        self.place, self.progress = place, progress
        self.status = OPEN
        self.change: tuple[int, int] | None = None
        self.showing = False
        self._round = 0  # number of the current replay of the line; timers of older ones do nothing
        self._seen = session.observation()
        self._reload()
        self.progress.opened(place.exercise.id)
        progresses.save(app.store, self.table.game_id, self.progress)

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        words = strip.where(self.table.voice, self.place.number, self.place.daily)
        return titled(words, self.table.game.info.title)

    def fragment(self) -> str:
        which = "day" if self.place.daily else f"n={self.place.number}"
        return f"#puzzle={self.table.game_id}&{which}"

    def attributes(self) -> dict[str, str]:
        return {**super().attributes(), "data-exercise": self.status}

    def said(self) -> dict[str, Html]:
        voice, place = self.table.voice, self.place
        return {
            "say": task(
                self.where(),
                strip.asked(voice, place.collection.proof, place.exercise),
                self.status == RIGHT,
                [voice.message(one) for one in (self.table.prompt(), *heading.status(self.table))],
            ),
            "result": verdict(self.verdict()),
            "tools": self.tools(),
            "goal": nearby(voice.t, place.collection, self.progress, place.number),
            **({"choices": Html("")} if self.status in (RIGHT, SHOWN) else {}),
        }

    def where(self) -> list[Html]:
        """Return what stands above the task: which exercise this is, and the rating."""
        voice, place = self.table.voice, self.place
        where = strip.where(voice, place.number, place.daily)
        return [el("span", None, where), el("span", None, strip.standing(voice, self.progress))]

    def tools(self) -> Html:
        """Return the buttons below the board."""
        day = not self.place.daily and not self._daily_done()
        return strip.tools(self.table.voice, self.status, day)

    def verdict(self) -> list[str]:
        """Return the sentences about the answer; empty before there is one."""
        voice, exercise, proof = self.table.voice, self.place.exercise, self.place.collection.proof
        if self.status == OPEN:
            return [voice.t("exercise.go_on")] if self._mine() else []
        counted = strip.counted(voice, self.change)
        if self.status == WRONG:
            reply = self._told(own=False)
            more = [f"{voice.t('exercise.reply')} {reply}"] if reply else []
            return [strip.missed(voice, proof, exercise), *more, counted]
        first = [voice.t("exercise.right")] if self.status == RIGHT else []
        told = [f"{voice.t('exercise.solution')} {self._told(own=True)}", *self._line()]
        why = strip.why(voice, proof, exercise)
        return [*first, *told, counted, *why]

    def _told(self, own: bool) -> str:
        """Return the sentences of the viewer's first turn, or of the first by another player."""
        session = self.session
        turns = (turn for turn in session.log() if turn.actor >= 0)
        first = next((turn for turn in turns if (turn.actor == session.viewer) == own), None)
        return "" if first is None else self._words(first)

    def _words(self, turn: Turn) -> str:
        telling = self.session.history.telling_of(turn)
        return " ".join(self.table.voice.message(one.words) for one in telling)

    def _line(self) -> list[str]:
        """Return the sentences of each turn after the first, as far as the line has been played."""
        length, found = len(self._actions()), []
        for turn in self.session.log()[1:]:
            if turn.end <= length and (words := self._words(turn)):
                found.append(words)
        if found:
            found[0] = f"{self.table.voice.t('exercise.goes_on')} {found[0]}"
        return found

    def _daily_done(self) -> bool:
        return self.progress.counted(today())

    # -- what happens ------------------------------------------------------------------------

    def shown(self) -> None:
        super().shown()
        if self.status == OPEN:
            self.say()

    def say(self) -> None:
        """Announce the task."""
        voice, place = self.table.voice, self.place
        where = strip.where(voice, place.number, place.daily)
        asked = strip.asked(voice, place.collection.proof, place.exercise)
        self.ask(f"{where}. {asked} {speech.prompt(self.table)}")

    def go_on(self) -> None:
        if self.status == OPEN and self.session.count:
            self._judge()
        if not self.showing:
            super().go_on()

    def leave(self) -> None:
        self._stop()
        super().leave()

    def press(self, target: Target) -> None:
        if number := chosen(target):
            self.table.controller.open_exercise(self.table.game_id, number)
        elif self.showing and target.kind not in ("act", "look"):
            self._finish()
        else:
            super().press(target)

    def grab(self, target: Target) -> bool:
        return not self.showing and super().grab(target)

    def _judge(self) -> None:
        self.status = self._judged()
        if self.status != OPEN:
            self._note(self.status)
        self.table.state.revision.bump()
        self.app.afterwards(self._pronounce)
        if self.status == RIGHT:
            self._begin_line()

    def _judged(self) -> str:
        """Return the status after what the viewer has played. Where the steps of a turn may come
        in any order, it is OPEN as long as the solution can still be played in this turn."""
        solution, mine = self._actions()[0], self._mine()
        if self.place.collection.proof not in ANY_ORDER:
            return RIGHT if mine[0] == solution else WRONG
        if solution in mine:
            return RIGHT
        session, turn = self.session, self._seen.turn_index()
        waits = still_possible(session.observation(), solution, session.viewer, turn)
        return OPEN if waits else WRONG

    def _mine(self) -> list[Action]:
        """Return what the viewer has played."""
        events = (event for turn in self.session.log() for event in turn.events)
        return [event.action for event in events if event.actor == self.session.viewer]

    def _pronounce(self) -> None:
        """Announce the verdict, after the table has announced what happened."""
        self.app.announce(" ".join([*self.verdict(), speech.prompt(self.table)]))

    def _actions(self) -> list[Action]:
        """Return the solution and the line after it."""
        exercise, game, state = self.place.exercise, self.table.game, self._seen.clone()
        found = []
        for text in (exercise.solution, *exercise.line):
            found.append(game.parse_action(state, text))
            state.apply(found[-1])
        return found

    def _note(self, how: str) -> None:
        """Record the first answer in the stored progress, if it counts."""
        self._reload()
        place, progress, day = self.place, self.progress, today()
        one = place.exercise
        if progress.counts(one.id, day):
            before = round(progress.rating)
            progress.note(one.id, one.rating, how, day)
            self.change = (before, round(progress.rating))
        elif how == SHOWN:
            progress.note_shown(one.id, day)
        daily = place.number == of_the_day(place.collection, day)
        if how == RIGHT and daily and not progress.was_shown(one.id, day):
            progress.note_day(day)
        progresses.save(self.app.store, self.table.game_id, progress)

    def _reload(self) -> None:
        """Load the progress again: another tab may have changed it."""
        self.progress = progresses.load(self.app.store, self.table.game_id)

    # -- the line ----------------------------------------------------------------------------

    def _begin_line(self) -> None:
        self._round += 1
        self.showing = True
        self._wait()

    def _stop(self) -> None:
        self._round += 1
        self.showing = False

    def _left(self) -> list[Action]:
        """Return the part of the line not yet played (the table plays forced replies itself)."""
        return self._actions()[self.session.count :]

    def _wait(self) -> None:
        """Play the next step once the effects of the last have been shown.

        Stop after the last step.
        """
        number = self._round

        def told() -> None:
            if number == self._round and self._left():
                pause = max(STEP_MS, sum(lengths(self.table.state.telling)))
                self.app.page.after(pause, lambda: self.app.later(lambda: self._step(number)))

        if self._left():
            self.app.afterwards(told)
        else:
            self._stop()

    def _step(self, number: int) -> None:
        if number == self._round:
            self._play(1)
            self._wait()
            self.go_on()

    def _finish(self) -> None:
        """Play the rest of the line at once."""
        self._stop()
        self._play(len(self._left()))
        self.go_on()

    def _play(self, count: int) -> None:
        """Play the next `count` actions of the line, with effects and announcement as in a game."""
        if actions := self._left()[:count]:
            self.table.state.fresh()
            self.session.play(actions)
            speech.after(self.table)
            self.table.state.revision.bump()

    # -- buttons -----------------------------------------------------------------------------

    def acts(self) -> Mapping[str, Callable[[], None]]:
        return {
            "again": self.again,
            "solve": self.solve,
            "next": self.next,
            "day": self.day,
            **{f"run{minutes}": partial(self.timed, minutes) for minutes in strip.MINUTES},
            "list": self.list,
            "share": self.share,
            "leave": self.table.controller.go_home,
        }

    def again(self) -> None:
        self._stop()
        self.rewind()
        self.status, self.change = OPEN, None
        self.say()
        self.go_on()

    def solve(self) -> None:
        """Show the solution; the exercise then counts as not solved."""
        self._stop()
        self.rewind()
        self._note(SHOWN)
        self.status = SHOWN
        self._play(1)
        self.app.afterwards(self._pronounce)
        self._begin_line()
        self.go_on()

    def next(self) -> None:
        game, progress = self.table.game_id, self.progress
        number = next_number(self.place.collection, progress.rating, progress.right, progress.seen)
        self.table.controller.open_exercise(game, number)

    def day(self) -> None:
        self.table.controller.open_exercise(self.table.game_id, daily=True)

    def timed(self, minutes: int) -> None:
        """Leave this exercise for a run of exercises against the clock."""
        self.app.go(routes.run(self.app, self.table.controller, self.table.game_id, minutes))

    def share(self) -> None:
        """Offer the link to this exercise; the one of the day by its number."""
        base = self.app.page.url().split("#", 1)[0]
        address = f"{base}#puzzle={self.table.game_id}&n={self.place.number}"
        title, about = "exercise.share.title", "exercise.share.about"
        self.app.open(routes.link(self.app, address, title, about))

    def list(self) -> None:
        """Open the list of all exercises of the game."""
        self._reload()
        place, game = self.place, self.table.game_id

        def choose(number: int) -> None:
            self.table.controller.open_exercise(game, number)

        self.app.open(
            ExerciseList(
                self.app, place.collection, self.progress, place.number, choose, self.timed
            )
        )
