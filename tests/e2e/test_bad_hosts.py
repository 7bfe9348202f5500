"""Servers that keep the page from starting: it says what the server does wrong.

What is said of each kind of fault: tests/ui/test_server_trouble.py.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from engine.dev.serve import Handler
from tests.e2e.harness import lying, replace
from tests.e2e.test_boot_files import SETTLED_MS
from tests.e2e.test_hosts import hosted

FAILED = 'html[data-boot="failed"]'


class PlainText(Handler):
    """Server that takes scripts for plain text."""

    extensions_map = {".html": "text/html", ".css": "text/css", "": "text/plain"}

    def guess_type(self, path: object) -> str:
        """Return the type from this short list alone."""
        return self.extensions_map.get(Path(str(path)).suffix, "text/plain")


class Strict(Handler):
    """Server whose security policy forbids WebAssembly."""

    def end_headers(self) -> None:
        """Add the policy to every answer."""
        self.send_header("Content-Security-Policy", "script-src 'self'")
        super().end_headers()


def test_page_says_what_its_server_does_wrong(browser: Browser, copy: Path) -> None:
    """By the type of a file, the policy of the browser, and a file that the server has changed."""
    path = lying(copy, "core.js")
    banner = path.read_bytes() + b"\n// a banner of the host"
    cases = ((PlainText, "text/plain"), (Strict, "Content-Security-Policy"))
    for kind, said in (*cases, (Handler, "core.js arrives incomplete or changed")):
        if kind is Handler:
            replace(path, banner)
        context = browser.new_context(locale="en-GB", service_workers="block")
        page = context.new_page()
        with hosted(kind, copy) as url:
            page.goto(url)
            page.wait_for_selector(FAILED, timeout=SETTLED_MS, state="attached")
            expect(page.locator("#boot-progress")).to_contain_text(said)
        context.close()
