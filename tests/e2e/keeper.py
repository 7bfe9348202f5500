"""Page that stays open for the tests of a module, because a start takes longer than most tests.

For modules marked `shared`: there `boot(page, fragment)` opens a table in the running page. Between
two tests the page goes home, and its storage is emptied. After a failed test, or one that adds a
script to every start, the next test gets a new page, and so does a second try.
"""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.harness import STARTED, Watch, boot

SIZE = {"width": 1280, "height": 800}
HOME = "document.querySelector('main[data-screen=home]') && !document.querySelector('dialog[open]')"
EMPTY = "localStorage.clear(); sessionStorage.clear(); performance.clearMarks('asedio:board')"


class Keeper:
    """Holder of one page and what went wrong on it."""

    def __init__(self, browser: Browser, url: str, origins: tuple[str, ...]) -> None:
        self._browser, self._url, self._origins = browser, url, origins
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self.problems: list[str] = []
        self.spoilt = False

    def page(self) -> Page:
        """Return the page at home with nothing stored; start it if there is none."""
        if self._page is None:
            self._context = self._browser.new_context(
                base_url=self._url, locale="es-ES", service_workers="block", viewport=SIZE
            )
            self.problems = Watch(self._context, self._origins).problems
            self._page = boot(self._context.new_page())
            self._listen(self._page)
        page = self._page
        page.set_viewport_size(SIZE)
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
