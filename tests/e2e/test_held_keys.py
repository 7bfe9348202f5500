"""A held key presses once: it never answers the question it has just asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press, press_all, target, written

pytestmark = pytest.mark.shared

REPEATS = 8  # key repeats in half a second


def hold(page: Page, key: str) -> None:
    """Hold a key down as a keyboard does: repeated key-down events and one key-up."""
    for _ in range(REPEATS):
        page.keyboard.down(key)
        written(page)
    page.keyboard.up(key)
    written(page)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.target ?? ''"))


def outcome(page: Page) -> str:
    return page.locator("main").get_attribute("data-outcome") or ""


def test_held_key_presses_once_and_neither_deletes_a_game_nor_lifts_the_curtain(page: Page) -> None:
    boot(page, "new=andarraya")
    for question, key in (("resign", "Enter"), ("draw", "Space")):
        target(page, f"act:{question}").focus()
        hold(page, key)
        assert outcome(page) == "" and target(page, f"act:{question}-yes").is_visible()
        assert focused(page) == "act:no", "what does no harm has the focus"
        page.keyboard.press(key)
        written(page)
        assert outcome(page) == "" and target(page, f"act:{question}-yes").count() == 0
    for count, times in ((1, "once"), (0, "and lets it go once")):
        target(page, "sq:e2").focus()
        hold(page, "Enter")
        assert page.locator('.cell[aria-selected="true"]').count() == count, times
    target(page, "sq:e2").focus()
    hold(page, "b")  # toggles the drawing tool
    assert page.locator("main").get_attribute("data-sketch") == "on"
    press_all(page, ("act:sketch", "sq:e2", "sq:e4", "act:home"))
    page.locator('[data-target^="act:delete:"]').first.focus()
    hold(page, "Enter")
    assert focused(page) == "act:delete-no"
    page.keyboard.press("Enter")
    expect(page.locator(".save")).to_have_count(1)
    boot(page, "new=stratego&army=barrage8")
    press(page, "act:random")
    target(page, "act:ready").focus()
    hold(page, "Enter")
    assert page.locator("[data-curtain]").is_visible()


def test_held_arrow_key_moves_over_the_board_only_if_a_key_has_led_there(page: Page) -> None:
    """After a click arrow keys step through the turns, and the focus stays."""
    boot(page, "new=andarraya")
    press(page, "sq:a2")
    hold(page, "ArrowRight")
    assert focused(page) == "sq:a2"
    page.keyboard.press("Tab")  # leaves the board
    target(page, "sq:a1").focus()
    hold(page, "ArrowRight")
    assert focused(page) == "sq:h1"
