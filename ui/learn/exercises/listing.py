"""Dialog that lists all exercises of a game by difficulty and theme, with those solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from engine.search.exercises.exercise import Collection, Exercise
from ui.learn.exercises.progress import Progress
from ui.shell.dialogs import Dialog, dialog
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import Target, cut

if TYPE_CHECKING:
    from ui.shell.app import App

# Rating below which each grade ends, and its name.
GRADES = ((1000, "easy"), (1500, "medium"), (1800, "hard"), (9999, "master"))
MARKS = {"solved": "✓", "missed": "✗", "open": ""}

Numbered = tuple[int, Exercise]


def grade(rating: int) -> str:
    """Return the grade of a rating, the last part of the key `exercise.grade.<grade>`."""
    return next(name for limit, name in GRADES if rating < limit)


class ExerciseList(Dialog):
    """Dialog with the exercises of a game.

    `here`: number of the exercise on the table. `choose`: called with the number of the selected
    exercise.
    """

    name = "exercises"

    def __init__(
        self,
        app: App,
        collection: Collection,
        progress: Progress,
        here: int,
        choose: Callable[[int], None],
    ) -> None:
        super().__init__(app)
        self.game_id = collection.game
        self._progress, self._here, self._choose = progress, here, choose
        self._numbered = list(enumerate(collection.exercises, 1))

    def title(self) -> str:
        return self.words.t("exercise.list")

    def layout(self) -> Html:
        t, here = self.words.t, self._numbered
        solved = sum(self._state(one) == "solved" for _, one in here)
        graded = groupby(here, key=lambda one: grade(one[1].rating))
        return dialog(
            self.words,
            t("exercise.list"),
            el("p", None, t("exercise.list.solved", n=solved, of=len(here))),
            el("p", {"class": "soft"}, t("exercise.list.marks")),
            join(self._grade(name, list(those)) for name, those in graded),
        )

    def _grade(self, name: str, those: Sequence[Numbered]) -> Html:
        """Return the exercises of one grade by theme. The collection is sorted by rating."""
        t = self.words.t
        solved = sum(self._state(one) == "solved" for _, one in those)
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
        return self.words.t(f"exercise.theme.{one.theme}", n=one.turns)

    def _entry(self, number: int, one: Exercise) -> Html:
        state, t = self._state(one), self.words.t
        label = t("exercise.where", number=number)
        about = t("exercise.list.entry", rating=one.rating, state=t(f"exercise.state.{state}"))
        here = number == self._here
        return button(
            f"act:exercise:open:{number}",
            join(number, MARKS[state] and el("span", {"aria-hidden": "true"}, MARKS[state])),
            f"exercise-{state}",
            aria_label=f"{label}, {about}",
            title=about,
            aria_current="true" if here else None,
        )

    def _state(self, one: Exercise) -> str:
        progress = self._progress
        if one.id in progress.right:
            return "solved"
        return "missed" if one.id in progress.tried else "open"

    def press(self, target: Target) -> None:
        word, number = cut(target.subject)
        if (target.kind, target.word, word) == ("act", "exercise", "open") and number.isdecimal():
            self.app.close()
            self._choose(int(number))
