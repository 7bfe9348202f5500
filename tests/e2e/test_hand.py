"""What the hand expects: confirmed moves, names under the mouse, zen mode, vibration."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import NewContext, at_starts, boot, press, press_all, target, written
from tests.e2e.look import box
from tests.e2e.screens import ACROSS, PHONE, WIDE, Size, sized, violations
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.shared

PIERCE = "9r/2l7/1h8/B9/1h8/10/10/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
IN_SIGHT = """selector => {
  const found = document.querySelector(selector);
  const { left, right, top, bottom } = found.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && found.contains(at);
}"""
HIDDEN = """Object.defineProperty(
  document, "visibilityState", { value: "hidden", configurable: true })"""
NAME = "document.querySelector('#thing-name:not([hidden])')?.textContent ?? ''"


def setting(page: Page, name: str, value: str) -> None:
    press_all(page, ("act:settings", f"set:{name}={value}", "dialog:close"))


def wrong(page: Page) -> list[object]:
    """Return axe's violations, but for the short names in a phone's bar of tools."""
    return [one for one in violations(page) if one[0] != "label-content-name-mismatch"]


def pieces(page: Page) -> list[str]:
    found = page.locator('[data-parts="pieces"] [data-square]')
    return sorted(found.evaluate_all("all => all.map(one => one.dataset.square)"))


@pytest.mark.parametrize("size", sampled((ACROSS, PHONE, WIDE)), ids=str)
def test_move_is_confirmed_by_keys_and_presses(page: Page, size: Size) -> None:
    sized(page, size)
    config = MatchConfig("cotadrez", {"water": "lagos"}, ("Ana", "Blas"), PIERCE)
    boot(page, f"g={codec.encode(Match(config))}")
    setting(page, "confirm", "always")
    press_all(page, ("sq:a7", "sq:a8"))
    assert page.locator(".mark-unplayed").count() == 1 and "a8" in pieces(page)
    for name in ("confirm", "cancel"):
        assert page.evaluate(IN_SIGHT, f'[data-target="act:{name}"]'), name
    assert page.evaluate("document.activeElement.dataset.target") == "act:confirm"
    assert wrong(page) == []
    page.keyboard.press("Escape")
    written(page)
    assert page.locator(".mark-unplayed, [data-target='act:confirm']").count() == 0
    assert "a7" in pieces(page) and page.locator('main[data-player="0"]').count() == 1
    press_all(page, ("sq:a7", "sq:a8"))
    page.keyboard.press("Enter")
    page.wait_for_selector('main[data-player="1"]')
    press_all(page, ("sq:j10", "sq:j9"))
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")  # with the focus nowhere
    page.wait_for_selector('main[data-player="0"]')
    press_all(page, ("sq:a8", "sq:a7", "sq:a7"))
    page.wait_for_selector('main[data-player="1"]')
    press_all(page, ("sq:j9", "sq:j10", "sq:j10"))
    page.wait_for_selector('main[data-player="0"]')
    setting(page, "confirm", "far")


def test_names_appear_at_once_under_the_mouse_and_leave_with_the_screen(page: Page) -> None:
    boot(page, "new=stratego")
    press_all(page, ("act:random", "act:ready", "btn:reveal", "act:random"))
    page.mouse.move(3, 3)
    own = page.locator("[data-name]").first
    own.hover()
    page.wait_for_function(f"({NAME}) !== ''")  # the script has come
    page.mouse.move(3, 3)
    assert page.evaluate(NAME) == ""
    own.hover()
    assert page.evaluate(NAME) == own.get_attribute("data-name")
    label, strip = box(page, "#thing-name"), box(page, ".strips.below")
    assert strip.y <= label.y and label.bottom <= strip.bottom  # no letter of a file is covered
    assert box(page, ".strips.below .strip-name").right <= label.x and label.right <= strip.right
    page.evaluate("document.querySelector('.strips.below b').textContent = 'W'.repeat(40)")
    page.mouse.move(3, 3)
    own.hover()
    label, board = box(page, "#thing-name"), box(page, "svg.board")
    assert board.x <= label.x + 9 and label.right <= board.right + 9
    assert label.bottom <= box(page, ".strips.below").y + 1
    rows = page.locator(".cell").evaluate_all(
        "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
    )
    assert label.y >= rows - 6
    target(page, "act:ready").focus()
    page.keyboard.press("Enter")  # the mouse rests while the curtain falls
    page.wait_for_selector("[data-curtain]")
    assert page.evaluate(NAME) == ""
    press(page, "btn:reveal")
    hidden = page.locator('[data-name*="oculta"]').first
    hidden.hover()
    page.wait_for_function(f"name => ({NAME}) === name", arg=hidden.get_attribute("data-name"))


@pytest.mark.parametrize("size", sampled((PHONE, ACROSS, WIDE)), ids=str)
def test_zen_mode_leaves_board_question_and_a_way_back(page: Page, size: Size) -> None:
    boot(page, "new=andarraya")
    sized(page, size)
    board = box(page, "svg.board")
    page.keyboard.press("z")
    page.wait_for_selector('main[data-zen="on"]')
    written(page)
    for name in (".top", ".table-tools", ".table-panes", ".table-goal", ".table-now"):
        assert not page.locator(name).first.is_visible(), name
    for name in ("svg.board", ".decision", ".strip.on-turn"):
        assert page.locator(name).first.is_visible(), name
    assert box(page, "svg.board").width >= board.width
    assert page.evaluate(IN_SIGHT, ".zen-end") and wrong(page) == []
    press_all(page, ("sq:e2", "sq:e4"))
    assert "e4" in pieces(page)
    page.keyboard.press("Escape")
    page.wait_for_selector('main[data-zen="off"]')
    press(page, "act:more")
    press(page, "act:zen")
    page.wait_for_selector('main[data-zen="on"]')
    press(page, "act:zen")
    page.wait_for_selector('main[data-zen="off"]')
    assert page.locator(".table-tools").is_visible()


def test_phone_vibrates_only_in_front(new_context: NewContext) -> None:
    page = new_context(has_touch=True).new_page()
    at_starts(
        page,
        "window.shaken = []; navigator.vibrate = (ms) => { window.shaken.push(ms); return true; };",
    )
    boot(page, "new=andarraya")
    target(page, "sq:e2").tap()
    target(page, "sq:e4").tap()
    written(page)
    assert page.evaluate("window.shaken") == [10]
    page.evaluate(HIDDEN)
    press_all(page, ("sq:e7", "sq:e5"))
    assert page.evaluate("window.shaken") == [10]
    page.evaluate("delete document.visibilityState")
    setting(page, "haptics", "off")
    press_all(page, ("sq:d2", "sq:d4"))
    assert page.evaluate("window.shaken") == [10]
