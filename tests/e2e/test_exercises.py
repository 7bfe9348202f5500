"""Exercises in a real browser: by mouse and keyboard, and fetched only on request."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.core.contract import Action, AnyGame, State
from engine.games import load_game
from engine.search.exercises.exercise import Exercise
from tests.e2e.harness import boot, press, press_all, target
from tests.e2e.screens import (
    ACROSS,
    PHONE,
    WIDE,
    not_wider_than_the_screen,
    sized,
    violations,
)
from tests.fixtures.says import says
from ui.learn.exercises.library import exercises_of

pytestmark = pytest.mark.shared


def first(game_id: str, open_end: bool = False) -> tuple[AnyGame, State, Exercise, int]:
    """Return game, state, exercise and number of a game's first exercise.

    `open_end`: of the first that is to gain something, where the opponent answers a wrong step.
    """
    found = exercises_of(game_id)
    game = load_game(game_id)(found.options)
    for number, one in enumerate(found.exercises, 1):
        if not open_end or one.goal == "gain":
            return game, game.state_from_text(one.position), one, number
    raise AssertionError(f"no such exercise of {game_id}")


def solution(game: AnyGame, state: State, one: Exercise) -> tuple[str, ...]:
    return game.path(state, game.parse_action(state, one.solution))


def another(game: AnyGame, state: State, one: Exercise) -> tuple[str, ...]:
    """Return a two-press path of a wrong step that starts elsewhere than the solution."""
    right = game.parse_action(state, one.solution)

    def fits(action: Action) -> bool:
        path = game.path(state, action)
        return action != right and len(path) == 2 and path[0] != solution(game, state, one)[0]

    return game.path(state, next(a for a in sorted(state.legal_actions()) if fits(a)))


def status(page: Page, wanted: str) -> None:
    expect(page.locator("main")).to_have_attribute("data-exercise", wanted, timeout=20_000)


def test_wrong_step_is_answered_and_the_right_one_counts(
    page: Page, context: BrowserContext
) -> None:
    """In a context of its own: the exercises are fetched only here."""
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    boot(page)
    press(page, "act:game:andarraya")
    assert not [url for url in asked if "/packs/exercises" in url]
    press(page, "act:exercises")
    status(page, "open")
    assert len([url for url in asked if "/packs/exercises" in url]) == 1
    game, state, one, number = first("andarraya", open_end=True)
    boot(page, f"puzzle=andarraya&n={number}")
    assert violations(page) == []
    press_all(page, another(game, state, one))
    status(page, "wrong")
    expect(page.locator(".exercise-verdict")).to_contain_text("La respuesta", timeout=30_000)
    press(page, "act:exercise:again")
    status(page, "open")
    press_all(page, solution(game, state, one))
    status(page, "right")
    assert violations(page) == []
    page.reload()
    status(page, "open")
    expect(page.locator(".lesson-where")).not_to_contain_text("700")  # the rating is kept


def test_exercise_can_be_solved_by_keyboard_and_screen_reader(page: Page) -> None:
    game, state, one, number = first("stratego")
    boot(page, f"puzzle=stratego&n={number}")
    live = page.locator("#live")
    expect(live).to_contain_text(re.compile("Ejercicio|jugada"))
    for name in solution(game, state, one):
        target(page, name).focus()
        page.keyboard.press("Enter")
    status(page, "right")
    expect(live).to_contain_text(says("exercise.right", "es"))
    target(page, "act:exercise:again").focus()
    page.keyboard.press("Enter")
    status(page, "open")


def test_exercise_list_shows_which_are_solved(page: Page) -> None:
    game, state, one, number = first("andarraya")
    boot(page, f"puzzle=andarraya&n={number}")
    press_all(page, solution(game, state, one))
    status(page, "right")
    target(page, "act:exercise:list").focus()
    page.keyboard.press("Enter")
    shown = page.locator("dialog[open]")
    expect(shown.locator(".exercise-solved")).to_have_count(1)
    assert violations(page) == []
    for size in (WIDE, PHONE, ACROSS):
        sized(page, size)
        assert not_wider_than_the_screen(page), size
    target(page, "act:exercise:open:7").focus()
    page.keyboard.press("Enter")
    status(page, "open")
    assert page.url.endswith("n=7")
