"""Timed run: as many exercises as one can solve in three or five minutes, easier ones first.

Each has one answer; then the next one comes. Rating and progress stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from engine.match.clock import SECOND
from ui.learn.exercises import progress as progresses
from ui.learn.exercises.library import exercises_of, next_number
from ui.learn.exercises.progress import RIGHT, SolverProgress
from ui.learn.exercises.screen import OPEN, ExercisePlace, ExerciseScreen
from ui.learn.exercises.strip import MINUTES
from ui.learn.practice import practice
from ui.saves.timed_runs import best_run, note_run
from ui.session.session import Session
from ui.words.clocks import left_words
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

EASIER, HARDER = 300, 40  # ratings: how far below one's own it begins, and each step up
NEXT_MS = 700  # for the verdict, before the next exercise comes
TICK_MS = 1000


@dataclass
class TimedRun:
    """A run in progress. `ends`: by the clock `now`, in seconds; `tried`: ids of its exercises."""

    minutes: int
    ends: float
    now: Callable[[], float] = monotonic
    solved: int = 0
    tried: list[str] = field(default_factory=list)

    @property
    def left(self) -> float:
        return max(0.0, self.ends - self.now())


def begin_run(
    app: App, controller: Controller, game_id: str, minutes: int,
    now: Callable[[], float] = monotonic,
) -> RunScreen:  # fmt: skip
    """Return the screen of a run's first exercise."""
    return _screen(app, controller, game_id, TimedRun(minutes, now() + 60 * minutes, now))


def _screen(app: App, controller: Controller, game_id: str, run: TimedRun) -> RunScreen:
    collection, progress = exercises_of(game_id), progresses.load(app.store, game_id)
    wanted = progress.rating - EASIER + HARDER * run.solved
    number = next_number(collection, wanted, (), run.tried)
    place = ExercisePlace(collection, number, False)
    run.tried.append(place.exercise.id)
    session = practice(game_id, collection.options, place.exercise.position, number)
    return RunScreen(app, controller, session, place, progress, run)


class RunScreen(ExerciseScreen):
    """Screen of one exercise of a timed run; once time is over, of its result."""

    def __init__(
        self, app: App, controller: Controller, session: Session, place: ExercisePlace,
        progress: SolverProgress, run: TimedRun,
    ) -> None:  # fmt: skip
        self.run, self.over = run, False
        self.before = best_run(app.store.storage, session.config.game_id, run.minutes)
        super().__init__(app, controller, session, place, progress)

    def shown(self) -> None:
        super().shown()
        self._tick()

    def where(self) -> list[Html]:
        t, run = self.table.voice.t, self.run
        left = left_words(t, int(SECOND * run.left), False)
        told = t("run.where", left=left, n=run.solved)
        return [el("span", None, told), el("span", None, t("run.best", n=self.before))]

    def said(self) -> dict[str, Html]:
        return {**super().said(), "goal": Html("")}  # no other exercises to choose from

    def tools(self) -> Html:
        t = self.table.voice.t
        again = [button(f"act:exercise:run{n}", t("run.begin", n=n)) for n in MINUTES]
        skip = button("act:exercise:skip", t("run.skip")) if self.status == OPEN else None
        leave = button("act:exercise:leave", t("exercise.leave"), "quiet")
        return join(again if self.over else skip, leave)

    def verdict(self) -> list[str]:
        t, run = self.table.voice.t, self.run
        if self.over:
            key = "run.record" if run.solved > self.before else "run.over"
            return [t(key, n=run.solved, best=self.before)]
        if self.status == OPEN:
            return super().verdict()
        return [t("exercise.right") if self.status == RIGHT else t("run.missed")]

    def acts(self) -> Mapping[str, Callable[[], None]]:
        return {**super().acts(), "skip": self._next}

    def _tick(self) -> None:
        """Draw the time every second, and end the run when it is over."""
        if self._gone or self.over:
            return
        self.over = not self.run.left
        if self.over:
            note_run(self.app.store.storage, self.table.game_id, self.run.minutes, self.run.solved)
            self.app.announce(" ".join(self.verdict()))
        else:
            self.app.page.after(TICK_MS, lambda: self.app.later(self._tick))
        self.table.state.revision.bump()

    def press(self, target: Target) -> None:
        if not self.over or target.kind == "act":
            super().press(target)

    def grab(self, target: Target) -> bool:
        return not self.over and super().grab(target)

    def _note(self, how: str) -> None:
        """Count the answer in the run alone; the next exercise follows."""
        if not self.run.left:
            return
        self.run.solved += how == RIGHT
        self.app.page.after(NEXT_MS, lambda: self.app.later(self._next))

    def _begin_line(self) -> None:
        """Leave the line out: the next exercise comes."""

    def _next(self) -> None:
        if not self._gone and not self.over and self.run.left:
            controller = self.table.controller
            self.app.go(_screen(self.app, controller, self.table.game_id, self.run))
