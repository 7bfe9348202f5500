"""A held key presses once: it never answers the question it has just asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press, target, written
from tests.fixtures.sampled import sampled

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


ASKED = [pytest.param(one, key) for key in ("Enter", "Space") for one in ("resign", "draw")]


@pytest.mark.parametrize(("question", "key"), sampled(ASKED))
def test_key_held_on_a_button_asks_but_does_not_answer(page: Page, question: str, key: str) -> None:
    boot(page, "new=andarraya")
    target(page, f"act:{question}").focus()
    hold(page, key)
    assert outcome(page) == "" and target(page, f"act:{question}-yes").is_visible()
    assert focused(page) == "act:no", "what does no harm has the focus"
    page.keyboard.press(key)
    written(page)
    assert outcome(page) == "" and target(page, f"act:{question}-yes").count() == 0


def test_key_held_on_delete_deletes_nothing(page: Page) -> None:
    boot(page, "new=andarraya")
    press(page, "sq:e2")
    press(page, "sq:e4")
    press(page, "act:home")
    page.locator('[data-target^="act:delete:"]').first.focus()
    hold(page, "Enter")
    assert focused(page) == "act:delete-no"
    page.keyboard.press("Enter")
    expect(page.locator(".save")).to_have_count(1)


def test_key_held_on_ready_does_not_lift_the_curtain(page: Page) -> None:
    boot(page, "new=stratego&army=barrage8")
    press(page, "act:random")
    target(page, "act:ready").focus()
    hold(page, "Enter")
    assert page.locator("[data-curtain]").is_visible()


def test_key_held_on_a_square_toggles_it_once(page: Page) -> None:
    boot(page, "new=andarraya")
    for count, times in ((1, "once"), (0, "and lets it go once")):
        target(page, "sq:e2").focus()
        hold(page, "Enter")
        assert page.locator('.cell[aria-selected="true"]').count() == count, times


def test_held_letter_toggles_the_drawing_tool_once(page: Page) -> None:
    boot(page, "new=andarraya")
    target(page, "sq:e2").focus()
    hold(page, "b")
    assert page.locator("main").get_attribute("data-sketch") == "on"


def test_arrow_keys_after_a_click_leave_the_focus_where_it_is(page: Page) -> None:
    """They step through the turns then. It ends with a press, before which the next test begins."""
    boot(page, "new=andarraya")
    press(page, "sq:a2")
    hold(page, "ArrowRight")
    assert focused(page) == "sq:a2"
    press(page, "act:turn")


def test_held_arrow_key_keeps_moving(page: Page) -> None:
    """Regression test: if the test before it on this page had pressed something last, the focus
    counted as moved by that press, and the keys had no effect."""
    boot(page, "new=andarraya")
    target(page, "sq:a1").focus()
    hold(page, "ArrowRight")
    assert focused(page) == "sq:h1"
