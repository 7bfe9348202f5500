"""What a player reads or presses stays in its place and in sight: questions, boards, headers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from tests.e2e.harness import boot, press, press_all, target, written
from tests.e2e.look import box, boxes, unread
from tests.e2e.screens import (
    ACROSS,
    PHONE,
    SMALL,
    WIDE,
    goto,
    home,
    open_there,
    settings,
    sized,
)
from tests.fixtures.matches import random_match
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.moving
EVENTS = {"cotadrez": 120, "stratego": 100, "andarraya": 20, "rilatria": 45, "twocities": 75}

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


def test_the_task_of_a_lesson_stays_in_sight_while_a_card_is_chosen(page: Page) -> None:
    """Regression test: the buttons of a chosen card took the place of the instruction."""
    settings(page, motion="none")
    for window in (PHONE, WIDE, ACROSS):
        sized(page, window)
        page.goto("about:blank")
        boot(page, "learn=twocities&lesson=1")
        page.wait_for_selector(".lesson button.card")
        assert unread(page, ".decision") == []
        press(page, "card:Ah")
        for selector in (".decision", '[data-target="btn:play"]', '[data-target="act:back"]'):
            assert unread(page, selector) == [], (window, selector)
        press_all(page, ("btn:play", "act:lesson:next", "sq:d4"))
        assert unread(page, ".decision") == []
        assert unread(page, ".table-choices .button") == []


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=3))
def test_nothing_moves_when_a_piece_is_described_a_question_asked_or_a_tab_opened(
    page: Page, game: str
) -> None:
    """Regression test: the description pushed the question down, or the list of turns up; the
    question pushed the tools down, a tab moved the field by 80 pixels."""
    settings(page, motion="none")
    boot(page)
    for window in (PHONE, WIDE):
        sized(page, window)
        home(page)
        open_there(page, random_match(game, 1, EVENTS[game]))
        steady(page, hover=window == WIDE)
        goto(page, f"learn={game}&lesson=1")
        page.wait_for_selector(".lesson")
        steady(page, hover=window == WIDE)
    home(page)
    open_there(page, random_match(game, 1, EVENTS[game]))
    written(page)
    parts = [".table-box", ".table-tools", ".table-panes", ".table-notation"]
    parts.append('[data-target="act:more"]')
    before = boxes(page, parts)
    press(page, "act:resign")
    assert boxes(page, parts) == before
    assert unread(page, ".question p") == []
    press_all(page, ("act:no", "act:more"))
    assert boxes(page, parts[-1:]) == before[-1:]
    press(page, "act:more")
    if page.locator('[data-target="act:tab:sides"]:visible').count():
        press(page, "act:tab:sides")
        assert boxes(page, parts) == before


def steady(page: Page, hover: bool) -> None:
    """Describe some things on the board, and check that nothing moves."""
    parts = ["svg.board", ".table-say", ".table-box"] + [".table-panes"] * hover
    page.wait_for_selector(".cell")
    written(page)
    found = 0
    for square in page.evaluate(_HELD)[:: 8 if hover else 3][:6]:
        page.mouse.move(0, 0)
        before = boxes(page, parts)
        if hover:
            target(page, square).hover()
            page.wait_for_timeout(700)  # longer than the delay of a description, where there is one
        else:
            press(page, square)
        found += page.locator(".notice").count()
        assert hover or page.evaluate(_OVER) == []
        assert boxes(page, parts) == before
        page.keyboard.press("Escape")
        written(page)
    assert found


def test_layout_stays_when_a_message_appears(page: Page) -> None:
    parts = [".table-board", ".table-choices", ".table-tray", ".table-tools", ".log-nav"]
    sized(page, SMALL)
    boot(page, "new=andarraya")
    page.evaluate("document.fonts.ready")
    before = boxes(page, parts)
    press(page, "sq:e4")
    assert target(page, "act:rules:1.4").is_visible() and boxes(page, parts) == before
    press(page, "act:seen")  # on a phone it covers the home button
    boot(page, "new=stratego")
    press(page, "act:random")
    target(page, "act:keep").scroll_into_view_if_needed()
    before = boxes(page, parts)
    press(page, "act:keep")
    kept = box(page, ".table-notice .notice")
    assert kept.y >= 0 and kept.bottom <= SMALL[1]
    assert boxes(page, parts)[0] == before[0]


def test_the_way_back_stays_in_sight_on_a_long_page_of_rules(page: Page) -> None:
    boot(page)
    for window in (WIDE, PHONE, ACROSS):
        sized(page, window)
        goto(page, "rules=cotadrez")
        page.wait_for_selector("[data-screen=rules] article .clause, [data-screen=rules] article a")
        page.evaluate("scrollTo(0, 3000)")
        assert unread(page, '.top [data-target="act:back"]') == []
        header = box(page, "header.top")
        assert header.height < window[1] / 8
        page.locator("article h2").nth(2).evaluate("one => one.scrollIntoView()")
        assert box(page, "article h2:nth-of-type(3)").y >= header.height
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.locator("article :is(a, button)").first.focus()
        assert box(page, "article :is(a, button)").y >= header.height
        home(page)
