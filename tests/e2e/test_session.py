"""Sessions at one screen: saved set-ups, the home form and messages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.harness import BOARD, boot, press, press_all, screenshot, target, wait_for_mark
from tests.fixtures.sampled import sampled

LIBRARY = "document.querySelector('[data-slot=library]').innerHTML"
PLACES = """() => ['.table-board', '.table-choices', '.table-tray', '.table-tools', '.log-nav']
  .map(name => document.querySelector(name).getBoundingClientRect())
  .map(box => [box.x, box.y, box.width, box.height])"""
SIZES = [(1280, 800), (360, 640), (640, 360)]


def height(page: Page, square: str) -> float:
    box = target(page, f"sq:{square}").bounding_box()
    assert box is not None
    return box["y"]


def stratego(page: Page) -> None:
    press(page, "act:game:stratego")
    press(page, "act:start")
    press(page, "act:random")


def test_blue_sees_nothing_of_the_set_up_that_red_has_saved(page: Page) -> None:
    boot(page)
    stratego(page)
    press_all(page, ("act:ready", "btn:reveal"))
    before = page.evaluate(LIBRARY)
    press(page, "act:home")
    stratego(page)
    press(page, "act:keep")
    assert target(page, "act:mine:0").is_visible()
    press_all(page, ("act:ready", "btn:reveal"))
    assert page.evaluate(LIBRARY) == before
    page.reload()
    wait_for_mark(page, BOARD)
    press(page, "btn:reveal")
    assert page.evaluate(LIBRARY) == before
    press(page, "act:home")  # another game in between
    stratego(page)
    assert page.locator('[data-target^="act:mine"]').count() == 0
    press(page, "act:home")


def test_home_form_keeps_what_was_typed(page: Page) -> None:
    boot(page)
    press(page, "act:game:stratego")
    page.locator('[data-field="name0"]').fill("Ana")
    page.select_option('main#app select[data-field="seat1"]', "4")
    page.locator('[data-field="paste"]').fill("1. e4")
    press(page, "preset:barrage")
    press_all(page, ("act:settings", "set:theme=night", "set:lang=en", "dialog:close"))
    left_as_it_was(page)
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules]")
    page.go_back()
    left_as_it_was(page)
    page.go_forward()
    page.wait_for_selector("main[data-screen=rules]")
    press(page, "act:back")
    left_as_it_was(page)


def left_as_it_was(page: Page) -> None:
    page.wait_for_selector("main[data-screen=home]")
    assert page.locator('[data-field="name0"]').input_value() == "Ana"
    assert page.locator('main#app select[data-field="seat1"]').input_value() == "4"
    assert page.locator('[data-field="paste"]').input_value() == "1. e4"
    assert target(page, "preset:barrage").get_attribute("aria-pressed") == "true"
    assert target(page, "act:game:stratego").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("size", sampled(SIZES))
@pytest.mark.moving
def test_layout_stays_when_a_message_appears(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    boot(page, "new=andarraya")
    page.evaluate("document.fonts.ready")
    before = page.evaluate(PLACES)
    press(page, "sq:e4")
    assert target(page, "act:rules:1.4").is_visible() and page.evaluate(PLACES) == before
    screenshot(page, f"session-message-{size[0]}")
    press(page, "act:seen")  # on a phone it covers the home button
    press(page, "act:home")
    stratego(page)
    target(page, "act:keep").scroll_into_view_if_needed()
    before = page.evaluate(PLACES)
    press(page, "act:keep")
    kept = page.locator(".table-notice .notice").bounding_box()
    assert kept is not None and kept["y"] >= 0 and kept["y"] + kept["height"] <= size[1]
    screenshot(page, f"session-kept-{size[0]}")
    assert page.evaluate(PLACES)[0] == before[0]
