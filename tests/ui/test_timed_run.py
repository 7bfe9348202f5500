"""Timed runs of exercises: three or five minutes, solved ones counted, the best result kept."""

from __future__ import annotations

import pytest

from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import Opened, opened, whole
from tests.ui.pages import Page
from tests.ui.test_exercises import miss, solve
from tests.ui.test_opponent import FakeEngine
from ui.learn.exercises import progress as progresses
from ui.learn.exercises.listing import ExerciseList
from ui.learn.exercises.run import RunScreen, begin_run
from ui.saves.storage import MemoryStorage
from ui.saves.timed_runs import KEY, best_run, note_run
from ui.shell.app import App

GAME = "andarraya"


@pytest.fixture(autouse=True)
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Page, "engine", lambda page: FakeEngine(), raising=False)


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def begun(minutes: int = 3, storage: MemoryStorage | None = None) -> tuple[Opened, Watch]:
    app, watch = opened("", storage), Watch()
    app.go(begin_run(app, app.controller, GAME, minutes, watch))
    return app, watch


def now(app: App) -> RunScreen:
    assert isinstance(app.screen, RunScreen)
    return app.screen


def pass_time(app: App) -> None:
    """Run every timer that is due, once."""
    due, app.page.due = app.page.due, []  # type: ignore[attr-defined]
    for act in due:
        act()


def test_solved_exercises_are_counted_and_others_follow() -> None:
    app, _ = begun()
    tried = []
    for number in range(3):
        tried.append(now(app).place.number)
        solve(now(app))
        assert now(app).run.solved == number + 1
        pass_time(app)
    miss(now(app))
    assert now(app).run.solved == 3 and says("run.missed", "es") in whole(now(app))
    pass_time(app)
    assert len({*tried, now(app).place.number}) == 4 and now(app).status == "open"


def test_the_run_ends_with_its_time_and_keeps_the_best() -> None:
    storage = MemoryStorage()
    app, watch = begun(3, storage)
    solve(now(app))
    watch.seconds = 180.0
    pass_time(app)
    assert now(app).over and best_run(app.store.storage, GAME, 3) == 1
    assert "act:exercise:run3" in whole(now(app)) and "act:exercise:skip" not in whole(now(app))
    solved = now(app).run.solved
    app.press("sq:e2")
    assert now(app).run.solved == solved
    app.press("act:exercise:run5")
    assert now(app).run.minutes == 5 and now(app).run.solved == 0


def test_an_answer_after_the_end_does_not_count() -> None:
    app, watch = begun()
    watch.seconds = 180.0
    solve(now(app))
    assert now(app).run.solved == 0


def test_a_run_leaves_rating_and_progress_alone() -> None:
    app, _ = begun()
    before = progresses.load(app.store, GAME)
    solve(now(app))
    after = progresses.load(app.store, GAME)
    assert (after.rating, after.right, after.tried) == (before.rating, before.right, before.tried)


def test_a_skipped_exercise_is_not_solved() -> None:
    app, _ = begun()
    number = now(app).place.number
    app.press("act:exercise:skip")
    assert now(app).place.number != number and now(app).run.solved == 0


def test_a_screen_that_was_left_goes_nowhere() -> None:
    app, _ = begun()
    solve(now(app))
    app.controller.go_home()
    pass_time(app)
    assert app.screen is not None and app.screen.name == "home"


def test_runs_are_offered_in_the_list_with_the_best_result() -> None:
    storage = MemoryStorage()
    note_run(storage, GAME, 5, 9)
    app = opened(f"#puzzle={GAME}&n=1", storage)
    app.press("act:exercise:list")
    assert isinstance(app.dialog, ExerciseList) and "9)" in app.dialog.layout()
    app.dialog.press(aim("act:run5"))
    assert now(app).run.minutes == 5 and now(app).before == 9


@pytest.mark.parametrize("raw", ["{", "[]", "7", '{"andarraya":[]}', '{"andarraya":{"3":-1}}'])
def test_what_cannot_be_read_is_no_result(raw: str) -> None:
    storage = MemoryStorage({KEY: raw})
    assert best_run(storage, GAME, 3) == 0
    note_run(storage, GAME, 3, 4)
    note_run(storage, GAME, 3, 2)
    assert best_run(storage, GAME, 3) == 4
