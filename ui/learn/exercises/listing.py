"""Exercises of a game with those solved: all of them by difficulty and theme in a dialog, and those
next to the current one below its task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from engine.search.exercises.exercise import Collection, Exercise
from ui.learn.exercises.progress import SolverProgress
from ui.learn.exercises.strip import MINUTES
from ui.saves.timed_runs import best_run
from ui.shell.dialogs import Dialog
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import Target, cut

if TYPE_CHECKING:
    from ui.shell.app import App

# Rating below which each grade ends, and its name.
GRADES = ((1000, "easy"), (1500, "medium"), (1800, "hard"), (9999, "master"))
MARKS = {"solved": "✓", "missed": "✗", "open": ""}

NEARBY = 6  # one row on a phone

Numbered = tuple[int, Exercise]
Say = Callable[..., str]


def grade(rating: int) -> str:
    """Return the grade of a rating, the last part of the key `exercise.grade.<grade>`."""
    return next(name for limit, name in GRADES if rating < limit)


class ExerciseList(Dialog):
    """Dialog with the exercises of a game.

    `here`: number of the exercise on the table. `choose`: called with the number of the selected
    exercise. `timed`: called with the minutes of the timed run to begin.
    """

    name = "exercises"
    heading = "exercise.list"

    def __init__(
        self,
        app: App,
        collection: Collection,
        progress: SolverProgress,
        here: int,
        choose: Callable[[int], None],
        timed: Callable[[int], None],
    ) -> None:
        super().__init__(app)
        self.game_id = collection.game
        self._progress, self._here, self._choose = progress, here, choose
        self._timed = timed
        self._numbered = list(enumerate(collection.exercises, 1))

    def layout(self) -> Html:
        t, here = self.words.t, self._numbered
        solved = solved_of(self._progress, here)
        graded = groupby(here, key=lambda one: grade(one[1].rating))
        return self.frame(
            el("p", None, t("exercise.list.solved", n=solved, of=len(here))),
            el("p", {"class": "soft"}, t("exercise.list.marks")),
            el("p", {"class": "runs"}, [self._run(minutes) for minutes in MINUTES]),
            join(self._grade(name, list(those)) for name, those in graded),
        )

    def _run(self, minutes: int) -> Html:
        """Draw the button of a timed run, with the best result so far."""
        best = best_run(self.app.store.storage, self.game_id, minutes)
        key = "run.begin.best" if best else "run.begin"
        return button(f"act:run{minutes}", self.words.t(key, n=minutes, best=best), "quiet")

    def _grade(self, name: str, those: Sequence[Numbered]) -> Html:
        """Return the exercises of one grade by theme, those not tried yet together. The collection
        is sorted by rating."""
        t = self.words.t
        solved = solved_of(self._progress, those)
        title = t(
            "exercise.list.grade",
            grade=t(f"exercise.grade.{name}"),
            low=those[0][1].rating,
            high=those[-1][1].rating,
            n=solved,
            of=len(those),
        )
        themes: dict[str, list[Numbered]] = {}
        for number, one in those:
            themes.setdefault(self._theme(one), []).append((number, one))
        return join(
            el("h3", None, title),
            [
                el(
                    "div",
                    {"class": "exercise-theme"},
                    el("h4", None, theme),
                    el("div", {"class": "exercise-list"}, [self._entry(*one) for one in same]),
                )
                for theme, same in sorted(themes.items())
            ],
        )

    def _theme(self, one: Exercise) -> str:
        """Return the name of the theme once it gives nothing away: after the first answer."""
        if state_of(self._progress, one) == "open":
            return self.words.t("exercise.list.untried")
        return self.words.t(f"exercise.theme.{one.theme}", n=one.turns)

    def _entry(self, number: int, one: Exercise) -> Html:
        return entry(self.words.t, self._progress, (number, one), number == self._here)

    def press(self, target: Target) -> None:
        if number := chosen(target):
            self.app.close()
            self._choose(number)
        for minutes in MINUTES:
            if target == Target("act", f"run{minutes}"):
                self.app.close()
                self._timed(minutes)


def state_of(progress: SolverProgress, one: Exercise) -> str:
    """Return how an exercise stands, the last part of the key `exercise.state.<state>`."""
    if one.id in progress.right:
        return "solved"
    return "missed" if one.id in progress.tried else "open"


def solved_of(progress: SolverProgress, numbered: Sequence[Numbered]) -> int:
    """Return how many of these exercises are solved."""
    return sum(one.id in progress.right for _, one in numbered)


def chosen(target: Target) -> int:
    """Return the number of the exercise that a press opens; 0 if it opens none."""
    word, number = cut(target.subject)
    opens = (target.kind, target.word, word) == ("act", "exercise", "open")
    return int(number) if opens and number.isdecimal() else 0


def entry(t: Say, progress: SolverProgress, numbered: Numbered, here: bool) -> Html:
    """Draw the button that opens an exercise. `here`: it is on the table."""
    number, one = numbered
    state = state_of(progress, one)
    label = t("exercise.where", number=number)
    about = t("exercise.list.entry", rating=one.rating, state=t(f"exercise.state.{state}"))
    return button(
        f"act:exercise:open:{number}",
        join(number, MARKS[state] and el("span", {"aria-hidden": "true"}, MARKS[state])),
        f"exercise-{state}",
        aria_label=f"{label}, {about}",
        title=about,
        aria_current="true" if here else None,
    )


def nearby(t: Say, collection: Collection, progress: SolverProgress, here: int) -> Html:
    """Draw how many exercises are solved, and those next to the current one."""
    numbered = list(enumerate(collection.exercises, 1))
    solved = solved_of(progress, numbered)
    first = max(0, min(here - 1 - NEARBY // 2, len(numbered) - NEARBY))
    shown = numbered[first : first + NEARBY]
    return join(
        el("p", {"class": "soft"}, t("exercise.list.solved", n=solved, of=len(numbered))),
        el(
            "div",
            {"class": "exercise-list"},
            [entry(t, progress, one, one[0] == here) for one in shown],
        ),
    )
