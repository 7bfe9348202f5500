"""Servers that keep the page from starting: it says what the server does wrong.

What is said of each kind of fault: tests/ui/test_server_trouble.py.
"""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from engine.dev.serve import Handler
from tests.e2e.harness import lying, replace, screenshot
from tests.e2e.test_boot_files import SETTLED_MS, fresh
from tests.e2e.test_hosts import Netlify, hosted
from tests.fixtures.sampled import sampled

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


class Closed(Handler):
    """Server that does not hand out WebAssembly."""

    def send_head(self):  # type: ignore[no-untyped-def]
        """Refuse these files."""
        if self.path.split("?")[0].endswith(".wasm"):
            self.send_error(HTTPStatus.FORBIDDEN)
            return None
        return super().send_head()


class Busy(Handler):
    """Server that is overloaded when it comes to PyScript."""

    def send_head(self):  # type: ignore[no-untyped-def]
        """Answer with an error."""
        if "/pyscript/" in self.path:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return None
        return super().send_head()


CASES = [
    pytest.param(PlainText, "", "text/plain", id="type"),
    pytest.param(
        Handler,
        "pyodide.asm.wasm.bin",
        "pyodide.asm.wasm.bin is missing on the server (error 404)",
        id="missing",
    ),
    pytest.param(Netlify, "core.js", "Instead of core.js the server sends a web page", id="page"),
    pytest.param(Closed, "", "read pyodide.asm.wasm.bin (error 403)", id="refused"),
    pytest.param(Busy, "", "core.js with error 503", id="broken"),
    pytest.param(Strict, "", "Content-Security-Policy", id="policy"),
]


@pytest.mark.parametrize(("kind", "missing", "said"), sampled(CASES))
def test_page_says_what_its_server_does_wrong(
    browser: Browser, copy: Path, kind: type[Handler], missing: str, said: str
) -> None:
    if missing:
        lying(copy, missing).unlink()
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    with hosted(kind, copy) as url:
        page.goto(url)
        page.wait_for_selector(FAILED, timeout=SETTLED_MS, state="attached")
        expect(page.locator("#boot-progress")).to_contain_text(said)
        screenshot(page, f"bad-host-{kind.__name__}")
    context.close()


def test_file_that_the_server_has_changed_is_named(browser: Browser, copy: Path) -> None:
    path = lying(copy, "core.js")
    replace(path, path.read_bytes() + b"\n// a banner of the host")
    context = fresh(browser)
    page = context.new_page()
    with hosted(Handler, copy) as url:
        page.goto(url)
        page.wait_for_selector(FAILED, timeout=SETTLED_MS, state="attached")
        expect(page.locator("#boot-progress")).to_contain_text(
            "core.js llega incompleto o cambiado"
        )
    context.close()
