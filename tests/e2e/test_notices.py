"""What is said about a thing or a press covers nothing that one reads or plays from meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from tests.e2e.harness import boot, press, target
from tests.e2e.test_access import lift, open_middle
from tests.e2e.test_home import settings

WIDE, UPRIGHT, ACROSS = (1280, 800), (390, 844), (844, 390)

# The instruction, what is placed or played from, and every button but those of the line at the top.
_COVERED = """() => {
  const box = (e) => e.getBoundingClientRect(), over = box(document.querySelector('.notice'));
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = document.querySelectorAll(`.table-say :is(h1, p), .table-side .items,
    .table-tray .items, .table button:not(.skip, .clause, .notice *, .table-log *)`);
  const found = [...parts].filter((e) => e.checkVisibility() && box(e).width > 1)
    .filter((e) => [...e.getClientRects()].some((one) => !apart(one, over)));
  const inside = over.top >= 0 && over.left >= 0 && over.right <= innerWidth;
  return [...found.map((e) => e.textContent), ...(inside ? [] : ['not in the window'])];
}"""

# As long as the longest hints are.
_HINT = """words => {
  const said = document.createElement('p');
  said.className = 'notice';
  said.textContent = words;
  document.querySelector('[data-slot=notice]').replaceChildren(said);
}"""
LONG = (
    "Yo jugaría: f4, Explorador, ejército rojo, rango 2 → f5, porque va hacia una pieza que aún no"
    " se ha visto, para averiguar cuál es, y deja al rival sin ataques buenos."
)


def sized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def rest_on(page: Page, square: str) -> None:
    page.mouse.move(1, 1)
    target(page, f"sq:{square}").hover()
    page.locator(".notice.named").wait_for()


def covered_by_a_card(page: Page) -> object:
    """What the next card covers in the moment it is there: it goes when the pointer does."""
    looked = f"document.querySelector('.notice.named') && (scrollTo(0, 0), ({_COVERED})())"
    return page.wait_for_function(looked).json_value()


@pytest.mark.parametrize("game", REGISTRY)
def test_a_hint_and_the_card_of_a_piece_cover_nothing_one_needs(page: Page, game: str) -> None:
    settings(page, motion="none", lang="es")
    open_middle(page, game)
    page.keyboard.press("Escape")
    squares = page.evaluate(
        "[...document.querySelectorAll('.layer-pieces .piece')].map((one) => one.dataset.square)"
    )
    found = {}
    for size in (WIDE, (1024, 768), UPRIGHT, ACROSS):
        sized(page, size)
        page.evaluate("scrollTo(0, 0)")
        page.evaluate(_HINT, LONG)
        found[size, "hint"] = page.evaluate(_COVERED)
        page.evaluate("document.querySelector('[data-slot=notice]').replaceChildren()")
    sized(page, WIDE)
    for square in (squares[0], squares[-1]):
        rest_on(page, square)
        found[WIDE, square] = page.evaluate(_COVERED)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("size", [WIDE, UPRIGHT, ACROSS])
def test_what_is_taken_up_in_a_set_up_is_named_beside_the_instruction(
    page: Page, size: tuple[int, int]
) -> None:
    settings(page, motion="none")
    sized(page, size)
    for game in ("stratego", "cotadrez"):
        boot(page, f"new={game}")
        lift(page)
        chip = page.locator(".table-tray button").first
        chip.click()
        assert covered_by_a_card(page) == [], game


def test_the_card_of_a_piece_lies_beside_what_a_lesson_asks(page: Page) -> None:
    settings(page, motion="none")
    for size in (WIDE, ACROSS):
        sized(page, size)
        boot(page, "learn=cotadrez&lesson=1")
        square = page.locator(".layer-pieces .piece").first.get_attribute("data-square")
        rest_on(page, square or "")
        assert page.evaluate(_COVERED) == [], size
        press(page, "act:lesson:point")
