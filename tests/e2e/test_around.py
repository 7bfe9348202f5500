"""Around the board with real pointers: asking what a thing is, drawing, the whole screen."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Page

from tests.e2e.conftest import NewContext
from tests.e2e.harness import boot, press, target


def middle_of(page: Page, name: str) -> tuple[float, float]:
    box = target(page, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(
    page: Page,
    start: tuple[float, float],
    goal: tuple[float, float],
    button: Literal["left", "right"] = "left",
) -> None:
    page.mouse.move(*start)
    page.mouse.down(button=button)
    page.mouse.move(*goal, steps=4)
    page.mouse.up(button=button)


def test_a_long_press_explains_and_the_way_into_the_rulebook_leads_back(
    new_context: NewContext,
) -> None:
    page = new_context(has_touch=True, viewport={"width": 360, "height": 640}).new_page()
    boot(page, "new=andarraya")
    x, y = middle_of(page, "sq:b1")
    touch = page.context.new_cdp_session(page)
    point = [{"x": x, "y": y}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    page.wait_for_selector("dialog[data-screen=about] svg .mark-reach")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.locator("dialog[data-screen=about]").is_visible()
    assert page.locator(".mark-select").count() == 0  # nothing has been chosen by it
    press(page, "act:rules:2.5")
    page.wait_for_selector("main[data-screen=rules] .rule.chosen")
    press(page, "about:piece:knight")
    page.wait_for_selector("dialog[data-screen=about] svg .mark-reach")
    press(page, "dialog:close")
    press(page, "act:back")
    page.wait_for_selector("main[data-screen=table] .cell")
    page.touchscreen.tap(x, y)  # a short one chooses, as ever
    page.wait_for_selector(".mark-select")


def test_the_right_button_draws_and_the_tool_does_and_nothing_is_played(page: Page) -> None:
    boot(page, "new=andarraya")
    start, goal = middle_of(page, "sq:b1"), middle_of(page, "sq:c3")
    for strokes in (1, 0):
        drag(page, start, goal, "right")
        page.wait_for_function(
            "n => document.querySelectorAll('.stroke polyline').length === n", arg=strokes
        )
    page.keyboard.down("Shift")
    page.mouse.click(*goal, button="right")
    page.keyboard.up("Shift")
    page.wait_for_selector(".stroke-1 circle")
    press(page, "act:sketch")
    page.wait_for_selector("main[data-sketch=on]")
    drag(page, start, goal)
    page.wait_for_selector(".stroke-0 polyline")
    assert page.locator(".moves").count() == 0
    press(page, "act:sketch")
    page.wait_for_selector("main[data-sketch=off]")
    drag(page, start, goal)
    page.wait_for_selector(".moves .move")
    assert page.locator(".stroke").count() == 0  # gone with the move


def test_the_whole_screen_and_back_and_the_keys_of_the_table(page: Page) -> None:
    boot(page, "new=andarraya")
    press(page, "act:full")
    page.wait_for_function("() => document.fullscreenElement !== null")
    press(page, "act:full")
    page.wait_for_function("() => document.fullscreenElement === null")
    page.mouse.move(*middle_of(page, "sq:e1"))
    page.wait_for_selector(".notice.named")  # the king is named where the pointer rests
    page.keyboard.press("i")
    page.wait_for_selector("dialog[data-screen=about]")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[data-screen=keys] kbd")
