"""Page that stays open for the tests of a module, because a start takes longer than most tests.

For modules marked `shared`: there `boot(page, fragment)` opens a table in the running page. Between
two tests the page goes home, and its storage is emptied. After a failed test, or one that adds a
script to every start, the next test gets a new page, and so does a second try.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.e2e.harness import STARTED, Watch, boot

SIZE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
HOME = "document.querySelector('main[data-screen=home]') && !document.querySelector('dialog[open]')"
EMPTY = "localStorage.clear(); sessionStorage.clear(); performance.clearMarks('asedio:board')"


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
        self.spoilt = False

    def page(self) -> Page:
        """Return the page at home with nothing stored; start it if there is none."""
        if self._page is None:
            self._context = self._browser.new_context(
                locale="es-ES", service_workers="block", viewport=self._size, **self._options
            )
            self.problems = Watch(self._context, self._origins).problems
            self._page = boot(self._context.new_page())
            self._listen(self._page)
        page = self._page
        page.set_viewport_size(self._size)
        page.mouse.up()
        page.mouse.move(0, 0)
        page.unroute_all()
        if page.url == "about:blank":
            boot(page)
        page.evaluate("location.hash = ''")
        page.wait_for_function(HOME)
        page.evaluate(EMPTY)
        return page

    def _listen(self, page: Page) -> None:
        """Start the page again, and drop it afterwards, if a script is added to its starts."""
        add = page.add_init_script

        def noted(*script: str, **more: str) -> object:
            STARTED[page], self.spoilt = None, True
            return add(*script, **more)

        page.add_init_script = noted  # type: ignore[method-assign]
        STARTED[page], self.spoilt = set(), False

    def drop(self) -> None:
        """Close the page; the next test starts another."""
        if self._context is not None:
            self._context.close()
        self._context = self._page = None
