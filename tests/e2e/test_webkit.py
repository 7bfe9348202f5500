"""The page in WebKit, if it is installed: every game is opened, played and resumed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.dev.browser import find_webkit
from engine.games import REGISTRY
from tests.e2e.harness import Servers
from tests.e2e.webkit import WebKit, running

MOVES = 6
BOARD = "performance.getEntriesByName('asedio:board').length > 0"
EVENTS = "Object.keys(localStorage).filter(k => k.startsWith('asedio:event:')).length"
FAULTS = "[...document.querySelectorAll('#notice:not([hidden])')].map(one => one.textContent)"
# The selector to press now: an answer, the end of a selection, or the start of one.
NEXT = """(['[data-curtain] [data-target="btn:reveal"]', '[data-target="act:ready"]:enabled',
  '[data-target="act:random"]:enabled', '.cell.to', '.table-choices [data-target^="btn:"]:enabled',
  '.table-choices [data-target^="opt:"]:enabled', 'button.card.can', '.cell.can']
  .find(one => document.querySelector(one)?.checkVisibility()))"""


@pytest.fixture(scope="module")
def page() -> Iterator[WebKit]:
    browser = find_webkit()
    if browser is None:
        pytest.skip("no WebKit here (Debian: apt-get install webkit2gtk-driver xvfb)")
    with running(browser) as found:
        yield found


def play(page: WebKit) -> None:
    """Set up at random, then make `MOVES` presses at the table."""
    made = 0
    while made < MOVES:
        if page.wait(NEXT) == '[data-target="act:ready"]:enabled':
            page.press('[data-target="act:random"]')
            page.press('[data-target="act:ready"]')
            continue
        selector = page.wait(NEXT)
        page.press(selector)
        made += "reveal" not in selector


@pytest.mark.soak
@pytest.mark.parametrize(
    "game", [REGISTRY[0], *(pytest.param(one, marks=pytest.mark.soak) for one in REGISTRY[1:])]
)
def test_game_can_be_opened_played_and_resumed(page: WebKit, server: Servers, game: str) -> None:
    page.open(f"{server.url}?{game}#new={game}")
    page.wait(BOARD)
    play(page)
    assert page.ask(FAULTS) == []
    before = page.ask(EVENTS)
    assert before > 0 and page.ask("location.hash").startswith("#play=")
    page.open(page.ask("location.href").replace(f"?{game}", f"?again={game}"))
    page.wait(BOARD)
    assert page.ask(FAULTS) == [] and page.ask(EVENTS) == before
