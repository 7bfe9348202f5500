"""Notices and piece cards must not cover what a player reads or presses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from tests.e2e.harness import boot, press, target, written
from tests.e2e.test_access import lift, open_middle
from tests.e2e.test_home import settings
from tests.fixtures.sampled import sampled

WIDE, UPRIGHT, ACROSS = (1280, 800), (390, 844), (844, 390)

# Lists what a notice covers of the instruction, the items to place or play, the latest turns, and
# the buttons. It may lie over the first lines in sight of the list: without it they have room.
COVERED = """() => {
  const box = (e) => e.getBoundingClientRect(), over = box(document.querySelector('.notice'));
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = document.querySelectorAll(`.table-say :is(h1, p), .table-side .items, .strip,
    .table-tray .items, .table button:not(.skip, .clause, .notice *), .cell, .told`);
  // What a scrolling list has out of sight is not covered.
  const seen = (one, e) => {
    const lists = '.table-box, .log, .news-lines, .pane-sides, .table-flow';
    const list = e.parentElement?.closest(lists);
    if (!list) return one;
    const { top, bottom } = box(list), open = getComputedStyle(list).overflowY === 'visible';
    const cut = { left: one.left, right: one.right, top: Math.max(one.top, top),
      bottom: Math.min(one.bottom, bottom) };
    return seen(open ? one : cut, list);
  };
  const first = (e) => e.closest('.log') && box(e).top < box(e.closest('.log')).top + 80;
  const found = [...parts].filter((e) => !first(e))
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && box(e).width > 1)
    .filter((e) => [...e.getClientRects()].map((one) => seen(one, e))
      .some((one) => one.bottom > one.top && !apart(one, over)));
  const inside = over.top >= 0 && over.left >= 0 && over.right <= innerWidth
    && over.bottom <= innerHeight;
  return [...found.map((e) => e.textContent), ...(inside ? [] : ['not in the window'])];
}"""

# Shows words as a notice; `LONG` is as long as the longest hints.
_HINT = """words => {
  const said = document.createElement('p');
  said.className = 'notice';
  said.textContent = words;
  document.querySelector('[data-slot=notice]').replaceChildren(said);
}"""
LONG = (
    "Prueba con la infantería ligera: f4 → f5 → f6. Va hacia una pieza desconocida, para saber cuál"
    " es. No deja ningún ataque bueno al rival. Desde ahí tiene más casillas adonde ir."
)


def sized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def rest_on(page: Page, square: str) -> None:
    page.mouse.move(1, 1)
    target(page, f"sq:{square}").hover()
    page.locator(".notice.named").wait_for()


def covered_by_a_card(page: Page) -> object:
    """Return what the next card covers as it appears: it goes when the pointer leaves."""
    looked = f"document.querySelector('.notice.named') && ({COVERED})()"
    return page.wait_for_function(looked).json_value()


def scrolled(page: Page) -> None:
    """Scroll the page and what scrolls on it as far as they go."""
    page.evaluate("""() => {
      scrollTo(0, document.documentElement.scrollHeight);
      for (const one of document.querySelectorAll('.table-flow, .table-box, .log'))
        one.scrollTop = one.scrollHeight;
    }""")


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=1))
@pytest.mark.shared(motion="none")
def test_hint_and_piece_card_cover_nothing_that_is_needed(page: Page, game: str) -> None:
    settings(page, motion="none", lang="es")
    open_middle(page, game)
    page.keyboard.press("Escape")
    squares = page.evaluate(
        "[...document.querySelectorAll('.layer-pieces .piece')].map((one) => one.dataset.square)"
    )
    found = {}
    for size in (WIDE, (1024, 768), UPRIGHT, ACROSS):
        sized(page, size)
        page.evaluate(_HINT, LONG)
        found[size, "hint"] = page.evaluate(COVERED)
        scrolled(page)
        found[size, "hint, scrolled"] = page.evaluate(COVERED)
        page.evaluate("document.querySelector('[data-slot=notice]').replaceChildren()")
    sized(page, WIDE)
    for square in (squares[0], squares[-1]):
        rest_on(page, square)
        found[WIDE, square] = page.evaluate(COVERED)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.shared(motion="none")
def test_piece_card_covers_no_set_up_no_task_of_a_lesson_and_no_short_list(page: Page) -> None:
    """Regression test: the heading of the only turn was covered, with the list empty below it."""
    settings(page, motion="none")
    for game in ("stratego", "cotadrez"):
        sized(page, WIDE)
        boot(page, f"new={game}")
        lift(page)
        page.locator(".table-tray button").first.click()
        assert covered_by_a_card(page) == [], game
        scrolled(page)
        assert page.evaluate(COVERED) == [], game
    for size in (WIDE, ACROSS):
        sized(page, size)
        page.evaluate("location.hash = ''")
        page.wait_for_selector("main[data-screen=home]")
        page.evaluate("location.hash = 'learn=cotadrez&lesson=1'")
        page.wait_for_selector(".lesson .layer-pieces .piece")
        written(page)
        square = page.locator(".layer-pieces .piece").first.get_attribute("data-square")
        rest_on(page, square or "")
        assert page.evaluate(COVERED) == [], size
        press(page, "act:lesson:point")
    sized(page, WIDE)
    boot(page, "new=twocities")
    lift(page)
    rest_on(page, "d8")
    notice = page.locator(".table-now .notice").bounding_box()
    first = page.locator(".log .move-head").first.bounding_box()
    assert notice is not None and first is not None
    assert notice["y"] + notice["height"] <= first["y"] + 1
