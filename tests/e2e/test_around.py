"""Around the board with a real pointer: piece cards, drawing, full screen, settings."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.harness import boot, drag, middle_of, patient, press, press_all
from tests.e2e.look import box

pytestmark = pytest.mark.shared


def test_long_press_opens_a_card_that_leads_to_the_rulebook_and_back(phone: Page) -> None:
    page = phone
    page.set_viewport_size({"width": 360, "height": 640})
    boot(page, "new=andarraya")
    x, y = middle_of(page, "sq:b1")
    touch = page.context.new_cdp_session(page)
    point = [{"x": x, "y": y}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
    page.wait_for_selector("dialog[data-screen=about] svg .mark-reach")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.locator("dialog[data-screen=about]").is_visible()
    assert page.locator(".mark-select").count() == 0  # a long press selects nothing
    press(page, "act:rules:2.5")
    page.wait_for_selector("main[data-screen=rules] .rule.chosen")
    press(page, "about:piece:knight")
    page.wait_for_selector("dialog[data-screen=about] svg .mark-reach")
    press(page, "dialog:close")
    press(page, "act:back")
    page.wait_for_selector("main[data-screen=table] .cell")
    page.touchscreen.tap(x, y)  # a short tap still selects
    page.wait_for_selector(".mark-select")


def test_drawing_by_right_button_or_tool_plays_no_move(page: Page) -> None:
    patient(boot(page, "new=andarraya"))
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
    assert page.locator(".stroke").count() == 0  # a move clears the drawing


def test_full_screen_and_table_keys_work(page: Page) -> None:
    boot(page, "new=andarraya")
    press_all(page, ("act:more", "act:full"))
    page.wait_for_function("() => document.fullscreenElement !== null")
    press_all(page, ("act:more", "act:full"))
    page.wait_for_function("() => document.fullscreenElement === null")
    page.mouse.move(*middle_of(page, "sq:e1"))
    page.wait_for_selector(".notice.named")  # resting the pointer on the king names it
    page.keyboard.press("i")
    page.wait_for_selector("dialog[data-screen=about]")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[data-screen=keys] kbd")


def test_letters_have_room_beside_the_board_and_full_bars_are_alike(page: Page) -> None:
    """On a phone the letters are larger: the frame used to hide the bottom of i and j, and ranks
    of two digits were cut off. White's full bars used to be white in a frame, like empty ones."""
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        boot(page, "new=cotadrez")
        above, below = page.evaluate(
            """() => {
                const letters = [...document.querySelectorAll(".coordinates text")]
                    .filter((one) => /^[a-z]$/.test(one.textContent));
                const size = parseFloat(getComputedStyle(letters[0]).fontSize);
                const feet = letters.map((one) => one.getStartPositionOfChar(0).y);
                const frame = document.querySelector("svg.board .frame"), box = frame.getBBox();
                const line = parseFloat(getComputedStyle(frame).strokeWidth) / 2;
                return [Math.min(...feet) - 0.72 * size, box.y + box.height + line];
            }"""
        )
        assert above >= below
        ten, frame = box(page, '.coordinates text:text-is("10")'), box(page, "svg.board .frame")
        assert ten.x >= box(page, "svg.board").x + 1
        assert ten.right <= frame.x - 1
    boot(page, "new=twocities")
    press_all(page, ("btn:reveal", "act:tab:sides"))
    page.locator(".meter.side1 .steps i.on").first.wait_for()
    colours, heights = page.evaluate(
        """() => {
            const steps = (css) => [...document.querySelectorAll(`.meter.side${css}`)];
            const full = [steps("0 .steps i.on"), steps("1 .steps i.on")];
            const empty = [...document.querySelectorAll(".meter .steps i:not(.on)")];
            return [
                full.map((all) => getComputedStyle(all[0]).backgroundColor),
                [...full.map((all) => all[0].offsetHeight), empty[0].offsetHeight],
            ];
        }"""
    )
    assert colours[0] == colours[1]
    assert heights[0] == heights[1] > 2 * heights[2]
