"""Stratego at one screen: set-ups, curtain, fights, options and other boards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games.stratego.game import Stratego
from tests.e2e.harness import boot, press, press_all, screenshot, target
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.shared

FRONT = "2S3M9...../FB2......./........../.........."
BACK = "FB2S39M..2/........../........../.........."


def start(page: Page, preset: str) -> None:
    """Open a new game with the options of a preset."""
    options = next(one.options for one in Stratego.info.presets if one.id == preset)
    boot(page, "&".join(["new=stratego", *(f"{name}={value}" for name, value in options.items())]))


def table(page: Page, preset: str, players: int = 2) -> None:
    """Open a table set up at random by all players, with red to move."""
    start(page, preset)
    for _ in range(players):
        press(page, "act:random")
        press(page, "act:ready")
        press(page, "btn:reveal")


def load(page: Page, text: str) -> None:
    """Type a set-up, end it and lift the curtain."""
    page.locator('[data-field="setup"]:visible').fill(text)
    press(page, "act:load")
    press(page, "act:ready")
    press(page, "btn:reveal")


def outcome(page: Page) -> str:
    return page.locator("[data-outcome]").first.get_attribute("data-outcome") or ""


def standing(page: Page, square: str) -> str:
    """Return the class names of the piece on a cell; empty if there is none."""
    found = page.locator(f'[data-parts=pieces] [data-square="{square}"]')
    return str(found.first.get_attribute("class")) if found.count() else ""


def to_the_flag(page: Page, name: str) -> None:
    """Play a barrage game by clicks until the flag is captured; `name` ends its screenshots."""
    start(page, "barrage")
    load(page, FRONT)
    load(page, BACK)
    # The red scout on a4 attacks the blue scout on a7: both fall. Then red goes round to j7.
    moves = [("a4", "a7"), ("e7", "e6"), ("e4", "e5"), ("e6", "f6"), ("d4", "e4"), ("f7", "e7")]
    for number, (origin, goal) in enumerate(moves):
        press_all(page, (f"sq:{origin}", f"sq:{goal}"))
        if number == 0:
            screenshot(page, f"stratego-fight-curtain-{name}")
            said = page.locator(".curtain-card").inner_text().lower()
            assert "explorador" in said or "scout" in said
        press(page, "btn:reveal")
    assert "hidden-piece" in standing(page, "f6") and "hidden-piece" not in standing(page, "e5")
    press_all(page, ("sq:c3", "sq:j3"))
    press(page, "btn:reveal")
    press_all(page, ("sq:f6", "sq:f5"))
    press(page, "btn:reveal")
    press_all(page, ("sq:j3", "sq:j7"))
    assert outcome(page) == "1-0"
    screenshot(page, f"stratego-result-{name}")


def test_game_can_be_played_to_the_flag_by_clicks(page: Page) -> None:
    to_the_flag(page, "wide")


def test_library_and_own_set_ups_can_be_loaded(page: Page) -> None:
    boot(page, "new=stratego")
    page.locator(".library summary").click()
    assert page.locator(".library li").count() >= 12
    place = target(page, "act:ready").bounding_box()
    press(page, "act:named:storm")
    assert target(page, "act:ready").bounding_box() == place  # no button moves
    assert page.locator("[data-parts=pieces] [data-square]").count() == 40
    before = standing(page, "a4"), standing(page, "d1")
    press_all(page, ("sq:a4", "sq:d1"))  # swap two pieces
    assert before == (standing(page, "a4"), standing(page, "d1"))
    press(page, "act:keep")
    press(page, "act:clear")
    press(page, "act:mine:0")
    assert page.locator("[data-parts=pieces] [data-square]").count() == 40
    screenshot(page, "stratego-setup-wide")


OTHER_BOARDS = [pytest.param("hex", 2), pytest.param("four_armies", 4)]


@pytest.mark.soak
@pytest.mark.parametrize(("preset", "players"), sampled(OTHER_BOARDS))
def test_turns_can_be_played_on_other_boards(page: Page, preset: str, players: int) -> None:
    table(page, preset, players)
    for _ in range(players):
        play_something(page)
        press(page, "btn:reveal")
    screenshot(page, f"stratego-{preset}-wide")


def play_something(page: Page) -> None:
    """Move a piece of the player to move: the first that can go somewhere."""
    player = page.locator("[data-player]").first.get_attribute("data-player")
    names = page.evaluate(
        "side => [...document.querySelectorAll(`[data-parts=pieces] .side${side}[data-square]`)]"
        ".map(piece => piece.dataset.square)",
        player,
    )
    for name in names:
        press(page, f"sq:{name}")
        goals = page.evaluate(
            "() => [...document.querySelectorAll('[data-next], .can[data-target^=\"sq:\"]')]"
            ".map(cell => cell.dataset.target)"
        )
        fresh = [goal for goal in goals if goal and goal[3:] not in names]
        if fresh:
            press(page, fresh[0])
            if target(page, "btn:reveal").count():
                return


WIDE, PHONE = {"width": 1280, "height": 860}, {"width": 360, "height": 640}


@pytest.mark.soak
def test_custom_board_and_army_can_be_entered(page: Page) -> None:
    boot(page)
    press(page, "act:game:stratego")
    page.locator(".options > summary").click()
    board = page.locator('input[type=text][data-field="opt:board"]')
    page.locator(".option:has(> .own-value) summary").first.click()
    board.fill("8x10/3 ~c5")
    board.blur()
    said = page.locator(".rules-of-today > .problem")
    assert "f6" in said.inner_text() and "Tablero" in said.inner_text()
    for size, name in ((WIDE, "wide"), (PHONE, "phone")):
        page.set_viewport_size(size)
        board.scroll_into_view_if_needed()
        screenshot(page, f"stratego-own-board-{name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    press(page, "example:board:0")
    assert not said.inner_text().strip() or "ejército" in said.inner_text()
    field = page.locator('input[type=text][data-field="opt:army"]')
    page.locator('.option:has([data-field="opt:army"]) .own-value summary').click()
    field.fill("F Bx2 S 2x4 3x2 9 M")
    field.blur()
    assert not said.inner_text().strip()
    page.locator('label[data-target="opt:rescue_points=2"]').click()
    shut = page.locator(".clashes")
    assert "X4" in shut.inner_text()
    shut.scroll_into_view_if_needed()
    screenshot(page, "stratego-excluded-phone")
    page.set_viewport_size(WIDE)
    shut.scroll_into_view_if_needed()
    screenshot(page, "stratego-excluded-wide")
    press(page, "act:start")
    press(page, "act:random")
    screenshot(page, "stratego-own-board-table")
    assert page.locator("[data-parts=pieces] [data-square]").count() == 12


SPEARHEADS = "9267M287628/5252S635247/43.4B5B6.32/.32B4BFB3B."


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.target || ''"))


NAMED = "cells => cells.map(cell => cell.dataset.target.slice(3))"


@pytest.mark.soak
def test_triangle_board_can_be_played_by_clicks_and_keyboard(page: Page) -> None:
    start(page, "triangles")
    load(page, SPEARHEADS)
    press(page, "act:random")
    assert page.locator("[data-parts=pieces] [data-square]").count() == 40
    load(page, SPEARHEADS)
    assert page.locator("[data-parts=pieces] [data-square]").count() == 80
    press(page, "sq:e4")  # points down: only the way over its base is free
    goals = page.locator('.can[data-target^="sq:"]').evaluate_all(NAMED)
    assert [goal for goal in goals if not standing(page, goal)] == ["e5"]
    press(page, "sq:e5")
    press(page, "btn:reveal")
    press_all(page, ("sq:e7", "sq:e6"))
    press(page, "btn:reveal")
    assert "side0" in standing(page, "e5") and "hidden-piece" in standing(page, "e6")
    page.keyboard.press("t")  # to the board, where arrow keys move the focus
    target(page, "sq:a1").focus()
    for key, there in (("ArrowRight", "b1"), ("ArrowUp", "b2"), ("End", "k2"), ("Home", "a2")):
        page.keyboard.press(key)
        assert focused(page) == f"sq:{there}"
    target(page, "sq:e5").focus()
    page.keyboard.press("Enter")
    screenshot(page, "stratego-triangles-wide")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "sq:f5"
    page.keyboard.press("Enter")
    press(page, "btn:reveal")
    assert "side0" in standing(page, "f5") and not standing(page, "e5")
    page.set_viewport_size(PHONE)
    press(page, "sq:e6")
    screenshot(page, "stratego-triangles-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    press(page, "sq:d7")  # touches e6 only at a corner
    press(page, "sq:e6")
    press(page, "sq:d5")
    assert page.locator(".table-notice").inner_text().strip()
