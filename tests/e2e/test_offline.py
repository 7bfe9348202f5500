"""Offline use after one visit, with the server dead, in Chromium and Firefox.

It must also work after the browser was closed.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Route

from engine.dev.browser import LAUNCH_FLAGS, require_chromium
from engine.games import REGISTRY
from tests.e2e.harness import (
    BOARD,
    CONTROLLED,
    CUT_OFF,
    READY,
    WAY,
    Host,
    at_starts,
    lying,
    press,
    require_firefox,
    serving,
    target,
    wait_for_mark,
)
from tests.e2e.test_opponent import answered, any_move, events, my_turn
from tests.e2e.test_outdated import NO_KEEPER, THERE_IS

LOADS = "performance.getEntriesByType('navigation')[0].type"
PLAYED = """() => JSON.parse(
  localStorage.getItem(location.hash.replace("#play=", "asedio:game:"))).game"""
# Of our own fonts: those of the device that stand in for them may be missing.
FONTS = """() => document.fonts.ready.then(() => [...document.fonts]
  .filter((face) => !face.family.includes("As Wide")).map((face) => face.status))"""
WAIT_MS = 60_000


class Visitor:
    """Visitor with a browser of his own, which can be closed and opened again."""

    def __init__(self, playwright: Playwright, browser: str, folder: Path) -> None:
        self._playwright, self._browser, self._folder = playwright, browser, folder
        self.problems: list[str] = []
        self._context: BrowserContext | None = None

    def page(self) -> Page:
        """Restart the browser with the same profile and return a page of it."""
        self.leave()
        if self._browser == "firefox":
            program = require_firefox()
            self._context = self._playwright.firefox.launch_persistent_context(
                self._folder, channel="moz-firefox", executable_path=program, locale="es-ES"
            )
        else:
            self._context = self._playwright.chromium.launch_persistent_context(
                self._folder,
                executable_path=require_chromium(),
                args=LAUNCH_FLAGS,
                locale="es-ES",
            )
        page = self._context.new_page()
        page.on("pageerror", lambda error: self._note(f"page error: {error}"))
        page.on("console", lambda told: self._note(told.text if told.type == "error" else ""))
        return page

    def _note(self, problem: str) -> None:
        if problem and not CUT_OFF.search(problem):
            self.problems.append(problem)

    def leave(self) -> None:
        if self._context is not None:
            self._context.close()
            self._context = None


@pytest.fixture(params=["chromium", pytest.param("firefox", marks=pytest.mark.soak)])
def visitor(
    request: pytest.FixtureRequest, playwright_driver: Playwright, tmp_path: Path
) -> Iterator[Visitor]:
    one = Visitor(playwright_driver, request.param, tmp_path / "profile")
    yield one
    one.leave()


def home(page: Page) -> None:
    press(page, "act:home")
    page.wait_for_selector('main[data-screen="home"]')


def everything(page: Page, game: str) -> None:
    """Read the rulebook of a game in both languages, and start the game."""
    for lang, back in (("en", "Back"), ("es", "Volver")):
        press(page, "act:settings")
        target(page, f"set:lang={lang}").click()
        press(page, "dialog:close")
        press(page, f"act:game:{game}")
        press(page, "act:rules")
        page.wait_for_selector(f'.rules[data-game="{game}"] [lang="{lang}"] h2')
        assert back in page.inner_text("header.top")
        press(page, "act:back")
    press(page, f"act:game:{game}")
    press(page, "act:start")
    page.wait_for_selector('main[data-screen="table"]', timeout=WAIT_MS)
    assert page.evaluate(PLAYED) == game
    home(page)


def the_computer_answers(page: Page) -> None:
    press(page, "act:game:andarraya")
    page.select_option('main#app select[data-field="seat1"]', "1")
    press(page, "act:start")
    page.wait_for_selector('main[data-screen="table"]', timeout=WAIT_MS)
    my_turn(page)
    before = events(page)
    any_move(page)
    answered(page, before)
    home(page)


def test_everything_works_without_the_server_after_the_first_visit(
    visitor: Visitor, site: Path
) -> None:
    """Test it at once, then in a restarted browser: a link first, then everything."""
    said: list[str] = []
    with ExitStack() as stack:
        url = f"http://localhost:{stack.enter_context(serving(site))}/"
        page = visitor.page()
        page.goto(url)
        wait_for_mark(page, READY)
        page.wait_for_function(CONTROLLED, timeout=WAIT_MS)
        assert page.evaluate(LOADS) == "navigate"  # the page was not reloaded for that
    for restarted in (False, True):
        if restarted:
            page = visitor.page()
            page.goto(f"{url}#new=rilatria")
            wait_for_mark(page, BOARD)
            page.goto("about:blank")  # a changed fragment alone would load nothing
            page.goto(url)
            wait_for_mark(page, READY)
            assert page.evaluate(CONTROLLED) and page.evaluate(WAY) == "image"
        page.on("console", lambda told: said.append(told.text))
        everything(page, REGISTRY[0])  # all games are cached alike
        the_computer_answers(page)
        assert "error" not in page.evaluate(FONTS)
        assert not any("no worker" in text for text in said)  # or the search would run in the page
    assert visitor.problems == []


# -- slow or broken connection --------------------------------------------------------------------


def test_slow_failed_or_foreign_download_is_announced_and_can_be_retried(
    host: Host, site: Path
) -> None:
    """At first the server has received another build while the page stayed open."""
    pack = gzip.decompress(lying(site, "packs/rilatria.bin").read_bytes())
    other = gzip.compress(re.sub(rb'"build": "\w', b'"build": "-', pack, count=1))
    held: list[Route] = []
    at_starts(host.page, NO_KEEPER)
    host.page.route("**/packs/rilatria.bin*", lambda route: held.append(route))
    page = host.open()
    press(page, "act:game:rilatria")
    press(page, "act:start")
    page.wait_for_selector("#notice:has-text('Cargando Rilatria')")
    assert page.locator('main[data-screen="home"]').count() == 1
    answers: list[Callable[[Route], None]] = [
        lambda route: route.fulfill(body=other),
        lambda route: route.abort(),
        lambda route: route.continue_(),
    ]
    for answer in answers:
        answer(held.pop())
        if answer is not answers[-1]:
            page.wait_for_selector("#notice:has-text('No se ha podido cargar Rilatria')")
            assert THERE_IS not in page.locator("#notice").inner_text()
            press(page, "page:again")
            page.wait_for_timeout(100)
    wait_for_mark(page, BOARD)
    assert page.locator("#notice").inner_text() == ""
    host.watch.forgive("ERR_FAILED")
    assert host.watch.problems == []
