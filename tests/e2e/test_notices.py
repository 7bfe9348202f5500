"""Notices and piece cards must not cover what a player reads or presses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, press, target, written
from tests.e2e.look import COVERED, box, covered
from tests.e2e.screens import (
    ACROSS,
    PHONE,
    WIDE,
    goto,
    home,
    lift,
    middle,
    open_there,
    settings,
    sized,
)
from tests.e2e.test_rilatria import FIGHT
from tests.e2e.test_rilatria import link as rilatria
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.shared(motion="none")

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
def test_hint_and_piece_card_cover_nothing_that_is_needed(page: Page, game: str) -> None:
    settings(page, motion="none", lang="es")
    boot(page)
    open_there(page, middle(game))
    page.keyboard.press("Escape")
    squares = page.evaluate(
        "[...document.querySelectorAll('.layer-pieces .piece')].map((one) => one.dataset.square)"
    )
    for size in (WIDE, (1024, 768), PHONE, ACROSS):
        sized(page, size)
        page.evaluate(_HINT, LONG)
        assert covered(page) == [], size
        scrolled(page)
        assert covered(page) == [], (size, "scrolled")
        page.evaluate("document.querySelector('[data-slot=notice]').replaceChildren()")
    sized(page, WIDE)
    for square in (squares[0], squares[-1]):
        rest_on(page, square)
        assert covered(page) == [], square


LEAP = "4k3/8/8/8/8/8/3P4/R3K3 w AE - 20 11"


def test_notice_covers_no_set_up_task_short_list_strip_or_square(page: Page) -> None:
    """Regression test: the heading of the only turn was covered, with the list empty below it."""
    settings(page, motion="none")
    for game in ("stratego", "cotadrez"):
        sized(page, WIDE)
        boot(page, f"new={game}")
        lift(page)
        page.locator(".table-tray button").first.click()
        assert covered_by_a_card(page) == [], game
        scrolled(page)
        assert covered(page) == [], game
    for size in (WIDE, ACROSS):
        sized(page, size)
        home(page)
        goto(page, "learn=cotadrez&lesson=1")
        page.wait_for_selector(".lesson .layer-pieces .piece")
        written(page)
        square = page.locator(".layer-pieces .piece").first.get_attribute("data-square")
        rest_on(page, square or "")
        assert covered(page) == [], size
        press(page, "act:lesson:point")
    sized(page, WIDE)
    boot(page, "new=twocities")
    lift(page)
    rest_on(page, "d8")
    assert box(page, ".table-now .notice").bottom <= box(page, ".log .move-head").y + 1
    boot(page, rilatria(FIGHT, "; ?4d,1h,F=1h"))
    for size in ((1280, 900), WIDE, (1024, 700)):
        sized(page, size)
        press(page, "kind:assassin")
        page.locator(".notice").wait_for()
        assert covered(page) == [], size
        press(page, "kind:assassin")
    boot(page, "g=" + codec.encode(Match(MatchConfig("andarraya", start=LEAP))))
    for size in (WIDE, PHONE, ACROSS):
        sized(page, size)
        press(page, "sq:e1")
        page.locator(".notice:has-text('Salto')").wait_for()
        assert covered(page) == [], size  # squares included
        press(page, "sq:e1")
