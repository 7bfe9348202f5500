"""Page that stays open for many tests, because a start takes longer than most tests.

For tests and modules marked `shared`: there `boot(page, fragment)` opens a table in the running
page. Between two tests the page goes home, its storage is emptied, and its settings become those
that the mark names: `shared(motion="none")`; the others are the defaults. Nothing on it is animated
except for a test marked `moving`. After a failed test, or one that adds a script to every start,
the next test gets a new page.

The page remembers what was typed into home's form and who played last: tests that rely on either
are not marked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

from tests.e2e.harness import (
    BOOT_TIMEOUT_MS,
    PRESS_TIMEOUT_MS,
    STARTED,
    Watch,
    boot,
    choose_settings,
)
from ui.shell.settings import KEY, Settings

SIZE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
HOME = "document.querySelector('main[data-screen=home]') && !document.querySelector('dialog[open]')"
EMPTY = """([attributes, ...settings]) => {
  window.setTimeout = window.asedioHasty ?? window.setTimeout;  // `patient` has replaced it
  localStorage.clear();
  sessionStorage.clear();
  performance.clearMarks("asedio:board");
  if (settings.length) localStorage.setItem(...settings);
  for (const one of Object.entries(attributes)) document.documentElement.setAttribute(...one);
  dispatchEvent(new StorageEvent("storage", { key: null }));  // the page must forget its games
  window.asedioUnused = true;
}"""
LEAVE = """document.querySelector("dialog[open] [data-target='dialog:close']")?.click();
  location.hash = "";"""
CHOSEN = "key => localStorage.getItem(key)"
DEFAULTS = asdict(Settings(lang="es", warn="off"))  # no press waits for the engine
# An empty page has neither an origin nor a storage.
UNWARNED = f"""if (origin !== "null" && localStorage.getItem("{KEY}") === null)
  localStorage.setItem("{KEY}", '{{"warn":"off"}}');"""
MOST = 60  # tests that a page serves


def worn(page: Page) -> dict[str, str]:
    """Return the settings of a running page."""
    return {**DEFAULTS, **json.loads(page.evaluate(CHOSEN, KEY) or "{}")}


def wear(page: Page, wanted: Mapping[str, str]) -> None:
    """Choose those of these settings that a running page does not have."""
    now = worn(page)
    if lacking := {name: value for name, value in wanted.items() if now[name] != value}:
        choose_settings(page, lacking)


class Keeper:
    """Holder of one page and what went wrong on it. `phone`: its page is small and has touch."""

    def __init__(
        self, browser: Browser, url: str, origins: tuple[str, ...], phone: bool = False
    ) -> None:
        self._browser, self._origins = browser, origins
        self._size = PHONE if phone else SIZE
        self._options: dict[str, Any] = {"base_url": url, "has_touch": phone}
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self.problems: list[str] = []
        self._lent = 0

    def page(self, settings: Mapping[str, str], still: bool = True) -> Page:
        """Return the page at home with only these settings stored; start it if there is none.
        `still`: as for a visitor who asks for reduced motion."""
        if self._lent >= MOST:
            self.drop()
        self._lent += 1
        if self._page is None:
            self._context = self._browser.new_context(
                locale="es-ES", service_workers="block", viewport=self._size, **self._options
            )
            self._context.add_init_script(UNWARNED)
            self._context.set_default_timeout(BOOT_TIMEOUT_MS)
            self.problems = Watch(self._context, self._origins).problems
            self._page = boot(self._context.new_page())
            STARTED[self._page] = set()
        page = self._page
        page.set_viewport_size(self._size)
        page.mouse.up()
        page.mouse.move(0, 0)
        page.keyboard.press("Shift")  # focus counts as moved by key, as it does after a start
        page.emulate_media(media="null", color_scheme="null")
        page.unroute_all()
        page.emulate_media(reduced_motion="reduce" if still else "no-preference")
        if page.url == "about:blank":
            boot(page)
        try:
            self._clear(page, {**DEFAULTS, **settings}, bool(settings))
        except Error:  # the last test left it where it does not get home
            if self._lent == 1:
                raise
            self.drop()
            return self.page(settings, still)
        return page

    def _clear(self, page: Page, wanted: dict[str, str], stored: bool) -> None:
        """Bring a page home, empty its storage and choose these settings. `stored`: keep them."""
        page.evaluate(LEAVE)
        page.wait_for_function(HOME, timeout=PRESS_TIMEOUT_MS)
        wear(page, wanted)
        entry = [KEY, json.dumps(wanted)] if stored else []
        page.evaluate(EMPTY, [Settings(**wanted).attributes(), *entry])

    @property
    def spoilt(self) -> bool:
        """Whether a script was added to the starts of the page."""
        return self._page is not None and STARTED[self._page] is None

    def drop(self) -> None:
        """Close the page; the next test starts another."""
        if self._context is not None:
            self._context.close()
        self._context = self._page = None
        self._lent = 0
