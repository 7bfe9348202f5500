"""Exercises in a real browser: by mouse, by tap, by keyboard; fetched when they are asked for."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from engine.core.contract import Action, AnyGame, State
from engine.games import load_game
from engine.search.exercises.exercise import Exercise
from tests.e2e.conftest import NewContext
from tests.e2e.harness import boot, press, press_all, target
from tests.e2e.test_home import not_wider_than_the_screen, violations
from ui.learn.exercises.library import exercises_of


def first(game_id: str, open_end: bool = False) -> tuple[AnyGame, State, Exercise, int]:
    """An exercise with its number; `open_end`: whose wrong steps are answered by the other side."""
    found = exercises_of(game_id)
    game = load_game(game_id)(found.options)
    for number, one in enumerate(found.exercises, 1):
        if not open_end or one.goal == "gain":
            return game, game.state_from_text(one.position), one, number
    raise AssertionError(f"no such exercise of {game_id}")


def solution(game: AnyGame, state: State, one: Exercise) -> tuple[str, ...]:
    return game.path(state, game.parse_action(state, one.solution))


def another(game: AnyGame, state: State, one: Exercise) -> tuple[str, ...]:
    """A step that does not solve it and goes straight from square to square."""
    right = game.parse_action(state, one.solution)

    def fits(action: Action) -> bool:
        path = game.path(state, action)
        return action != right and len(path) == 2 and path[0] != solution(game, state, one)[0]

    return game.path(state, next(a for a in sorted(state.legal_actions()) if fits(a)))


def status(page: Page, wanted: str) -> None:
    expect(page.locator("main")).to_have_attribute("data-exercise", wanted, timeout=20_000)


def test_by_mouse_a_wrong_step_is_answered_and_the_right_one_counts(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
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
    expect(page.locator(".lesson-where")).not_to_contain_text("1200")


def test_by_tap_on_a_phone(new_context: NewContext) -> None:
    page = new_context(viewport={"width": 360, "height": 640}, has_touch=True).new_page()
    game, state, one, number = first("rilatria")
    boot(page, f"puzzle=rilatria&n={number}")
    assert not_wider_than_the_screen(page)
    for name in solution(game, state, one):
        target(page, name).tap()
    status(page, "right")
    assert not_wider_than_the_screen(page)
    target(page, "act:exercise:next").tap()
    status(page, "open")
    assert not page.url.endswith(f"n={number}")


def test_by_keyboard_and_ear(page: Page) -> None:
    game, state, one, number = first("stratego")
    boot(page, f"puzzle=stratego&n={number}")
    live = page.locator("#live")
    expect(live).to_contain_text(re.compile("Ejercicio|jugada"))
    for name in solution(game, state, one):
        target(page, name).focus()
        page.keyboard.press("Enter")
    status(page, "right")
    expect(live).to_contain_text("¡Eso es!")
    target(page, "act:exercise:again").focus()
    page.keyboard.press("Enter")
    status(page, "open")
