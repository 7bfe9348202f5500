"""What a player reads or presses stays in its place and in sight: questions, boards, headers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from engine.match import codec
from tests.e2e.harness import boot, press, target, written
from tests.e2e.test_access import open_there
from tests.e2e.test_home import settings
from tests.fixtures.matches import random_match
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.moving
EVENTS = {"cotadrez": 120, "stratego": 100, "andarraya": 20, "rilatria": 45, "twocities": 75}
WIDE, PHONE, ACROSS = (1280, 800), (390, 844), (844, 390)

# Returns the lines of an element's text that are covered, cut off or out of the window.
_UNREAD = """async (selector) => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const one = document.querySelector(selector), range = document.createRange();
  range.selectNodeContents(one);
  const lines = [...range.getClientRects()];
  const at = (box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const wrong = lines.filter((box) => box.width < 3 || !one.contains(at(box)));
  return lines.length ? wrong.map((box) => `${box.x} ${box.y}`) : ["no text"];
}"""
_BOXES = """async (selectors) => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  return selectors.map((one) => {
    const box = document.querySelector(one).getBoundingClientRect();
    return [one, Math.round(box.x), Math.round(box.y), Math.round(box.width),
      Math.round(box.height)].join(" ");
  });
}"""
# Descriptions that lie over the player's line above them.
_OVER = """() => {
  const line = document.querySelector(".strips.below").getBoundingClientRect();
  return [...document.querySelectorAll(".table-now .notice")]
    .filter((one) => one.getBoundingClientRect().top < line.bottom - 2)
    .map((one) => one.textContent);
}"""
# Squares with a piece or a building on them.
_HELD = """() => [...document.querySelectorAll(".cell")]
  .filter((one) => (one.dataset.name ?? "").length > 3).map((one) => one.dataset.target)"""


def size(page: Page, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})


@pytest.mark.parametrize("window", sampled([PHONE, WIDE, ACROSS]))
def test_the_task_of_a_lesson_stays_in_sight_while_a_card_is_chosen(
    page: Page, window: tuple[int, int]
) -> None:
    """Regression test: the buttons of a chosen card took the place of the instruction."""
    settings(page, motion="none")
    size(page, window)
    boot(page, "learn=twocities&lesson=1")
    page.wait_for_selector(".lesson button.card")
    assert page.evaluate(_UNREAD, ".decision") == []
    press(page, "card:Ah")
    assert page.evaluate(_UNREAD, ".decision") == []
    assert page.evaluate(_UNREAD, '[data-target="btn:play"]') == []
    assert page.evaluate(_UNREAD, '[data-target="act:back"]') == []
    press(page, "btn:play")
    press(page, "act:lesson:next")
    press(page, "sq:d4")
    assert page.evaluate(_UNREAD, ".decision") == []
    assert page.evaluate(_UNREAD, ".table-choices .button") == []


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=3))
def test_nothing_moves_when_a_piece_is_described(page: Page, game: str) -> None:
    """Regression test: the description pushed the question down, or the list of turns up."""
    settings(page, motion="none")
    boot(page)
    for window in (PHONE, WIDE):
        size(page, window)
        page.evaluate("location.hash = ''")
        page.wait_for_selector("main[data-screen=home]")
        open_there(page, game)
        steady(page, hover=window == WIDE)
        page.evaluate("where => { location.hash = where }", f"learn={game}&lesson=1")
        page.wait_for_selector(".lesson")
        steady(page, hover=window == WIDE)


def steady(page: Page, hover: bool) -> None:
    """Describe up to eight things on the board, and check that nothing moves."""
    parts = ["svg.board", ".table-say", ".table-box"] + [".table-panes"] * hover
    page.wait_for_selector(".cell")
    written(page)
    found = 0
    for square in page.evaluate(_HELD)[:8]:
        page.mouse.move(0, 0)
        before = page.evaluate(_BOXES, parts)
        if hover:
            target(page, square).hover()
            page.wait_for_timeout(700)
        else:
            press(page, square)
        found += page.locator(".notice").count()
        assert hover or page.evaluate(_OVER) == []
        assert page.evaluate(_BOXES, parts) == before
        page.keyboard.press("Escape")
        written(page)
    assert found


def box(page: Page, selector: str) -> Any:
    return page.locator(selector).first.bounding_box()


def test_the_way_back_stays_in_sight_on_a_long_page_of_rules(page: Page) -> None:
    boot(page)
    for window in (WIDE, PHONE, ACROSS):
        size(page, window)
        page.evaluate("location.hash = 'rules=cotadrez'")
        page.wait_for_selector("[data-screen=rules] article .clause, [data-screen=rules] article a")
        page.evaluate("scrollTo(0, 3000)")
        assert page.evaluate(_UNREAD, '.top [data-target="act:back"]') == []
        header = box(page, "header.top")
        assert header["height"] <= (40 if window == ACROSS else 60)
        heading = page.locator("article h2").nth(2)
        heading.evaluate("one => one.scrollIntoView()")
        assert heading.bounding_box()["y"] >= header["height"]  # type: ignore[index]
        link = page.locator("article :is(a, button)").first
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        link.focus()
        assert link.bounding_box()["y"] >= header["height"]  # type: ignore[index]
        page.evaluate("location.hash = ''")
        page.wait_for_selector("main[data-screen=home]")


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=1))
def test_nothing_moves_when_a_question_is_asked_or_a_tab_is_opened(page: Page, game: str) -> None:
    """Regression test: the question pushed the tools down, a tab moved the field by 80 pixels."""
    settings(page, motion="none")
    match = random_match(game, 1, EVENTS[game])
    boot(page, f"g={codec.encode(match)}")
    if page.locator('[data-target="btn:reveal"]:visible').count():
        press(page, "btn:reveal")
    size(page, WIDE)
    written(page)
    parts = [".table-box", ".table-tools", ".table-panes", ".table-notation"]
    parts.append('[data-target="act:more"]')
    before = page.evaluate(_BOXES, parts)
    press(page, "act:resign")
    assert page.evaluate(_BOXES, parts) == before
    assert page.evaluate(_UNREAD, ".question p") == []
    press(page, "act:no")
    press(page, "act:more")
    assert page.evaluate(_BOXES, parts[-1:]) == before[-1:]
    press(page, "act:more")
    if page.locator('[data-target="act:tab:sides"]:visible').count():
        press(page, "act:tab:sides")
        assert page.evaluate(_BOXES, parts) == before
