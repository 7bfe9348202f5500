"""Usual static hosts: the page must start on each of them without any setting.

GitHub Pages drops names that begin with `_` or `.` and answers a missing file with an HTML page.
Netlify, with its usual rewrite rule, answers it with index.html and status 200. A plain server
knows only the types of HTML, CSS, scripts and pictures.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser

from engine.dev.hosting.extras import FOR_HOSTS
from engine.dev.serve import HOST, Handler, Server
from tests.e2e.harness import BOARD, ROOT, WAY, press, wait_for_mark
from tests.e2e.test_boot_files import WAYS, fresh
from tests.fixtures.sampled import sampled

USUAL_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    "": "application/octet-stream",
}


class Pages(Handler):
    """GitHub Pages, published from a branch without `.nojekyll`."""

    error_message_format = "<!doctype html><title>404</title><p>There is no site here."

    def translate_path(self, path: str) -> str:
        """Map a path like the base class, except that names that Jekyll leaves out are missing."""
        parts = unquote(urlsplit(path).path).split("/")
        if any(part.startswith(("_", ".", "#")) or part.endswith("~") for part in parts):
            return str(Path(self.directory) / "no such file")
        return super().translate_path(path)

    def end_headers(self) -> None:
        """Let browsers use a file for ten minutes without asking again."""
        self.send_header("Cache-Control", "max-age=600")
        super(Handler, self).end_headers()


class Netlify(Handler):
    """Netlify with the usual rule for single-page sites (`/* /index.html 200`)."""

    def send_error(self, code: int, *more: object) -> None:  # type: ignore[override]
        """Answer a missing file with index.html and status 200."""
        assert code == HTTPStatus.NOT_FOUND
        page = (Path(self.directory) / "index.html").read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


class Plain(Handler):
    """Server that knows few types and forbids browsers to guess others."""

    extensions_map = USUAL_TYPES

    def guess_type(self, path: object) -> str:
        """Return the type from `USUAL_TYPES` alone, whatever this machine knows."""
        return USUAL_TYPES.get(Path(str(path)).suffix, USUAL_TYPES[""])

    def end_headers(self) -> None:
        """Forbid browsers to guess a type from the content."""
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


@contextmanager
def hosted(kind: type[Handler], folder: Path) -> Iterator[str]:
    """Serve a folder on such a host while the block runs; yield its address."""
    with Server((HOST, 0), functools.partial(kind, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://localhost:{server.port}/"
        finally:
            server.shutdown()
            thread.join()


EVERY = [(kind, way) for way in WAYS for kind in (Plain, Pages, Netlify)]


@pytest.mark.parametrize(("kind", "way"), sampled(pytest.param(*one) for one in EVERY))
def test_every_way_to_start_works_on_usual_hosts(
    browser: Browser, site: Path, kind: type[Handler], way: str
) -> None:
    context = fresh(browser)
    said: list[str] = []
    with hosted(kind, site) as url:
        page = context.new_page()
        page.on("console", lambda told: said.append(told.text))
        page.goto(f"{url}?way={way}#new=andarraya")
        wait_for_mark(page, BOARD)
        assert page.evaluate(WAY) == way
        press(page, "sq:e2")
        page.wait_for_function("document.documentElement.dataset.pieces !== 'letters'")
    assert not [text for text in said if "Asedio" in text]  # nothing had to be retried
    context.close()


def test_hosts_are_told_the_size_and_get_no_other_names_that_they_leave_out(site: Path) -> None:
    told = re.search(r"folder of about (\d+) MB", (ROOT / "docs/hosting.md").read_text("utf-8"))
    assert told is not None
    files = [path for path in site.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    assert abs(size - int(told[1])) < int(told[1]) / 5
    names = [path.relative_to(site).as_posix() for path in files]
    left_out = [n for n in names if any(part.startswith(("_", ".")) for part in n.split("/"))]
    assert sorted(left_out) == [".nojekyll", "_headers"] and set(left_out) <= set(FOR_HOSTS)
