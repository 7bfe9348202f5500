"""Static hosts as people have them: no setting of theirs may be needed to start.

GitHub Pages drops names that begin with `_` or `.` and answers with a page of HTML for what is not
there; Netlify, told to serve a page with addresses of its own, answers such a request with that
page and status 200; a plain folder knows the types of no more than HTML, CSS, scripts and pictures.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser

from engine.dev.serve import HOST, Handler, Server
from tests.e2e.harness import BOARD, WAY, press, wait_for_mark
from tests.e2e.test_boot_files import WAYS, fresh

USUAL_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    "": "application/octet-stream",
}


class Pages(Handler):
    """GitHub Pages, from a branch, without `.nojekyll`."""

    error_message_format = "<!doctype html><title>404</title><p>There is no site here."

    def translate_path(self, path: str) -> str:
        """Names that Jekyll leaves out are not there."""
        parts = unquote(urlsplit(path).path).split("/")
        if any(part.startswith(("_", ".", "#")) or part.endswith("~") for part in parts):
            return str(Path(self.directory) / "no such file")
        return super().translate_path(path)

    def end_headers(self) -> None:
        """Ten minutes in which the browser asks for nothing again."""
        self.send_header("Cache-Control", "max-age=600")
        super(Handler, self).end_headers()


class Netlify(Handler):
    """With the usual rule for pages that have addresses of their own (`/* /index.html 200`)."""

    def send_error(self, code: int, *more: object) -> None:  # type: ignore[override]
        """What is not there is the page."""
        assert code == HTTPStatus.NOT_FOUND
        page = (Path(self.directory) / "index.html").read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


class Plain(Handler):
    """Types of the last century, and a header by which browsers hold to them."""

    extensions_map = USUAL_TYPES

    def guess_type(self, path: object) -> str:
        """Nothing that this machine knows."""
        return USUAL_TYPES.get(Path(str(path)).suffix, USUAL_TYPES[""])

    def end_headers(self) -> None:
        """No guessing from the content."""
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


@contextmanager
def hosted(kind: type[Handler], folder: Path) -> Iterator[str]:
    """The address of a folder on such a host."""
    with Server((HOST, 0), functools.partial(kind, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://localhost:{server.port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", [Pages, Netlify, Plain])
def test_every_way_of_starting_works_on_usual_hosts(
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
    assert not [text for text in said if "Asedio" in text]  # nothing had to be tried twice
    context.close()


def test_no_host_leaves_out_a_file_for_its_name(site: Path) -> None:
    names = [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]
    left_out = [n for n in names if any(part.startswith(("_", ".")) for part in n.split("/"))]
    assert names and left_out == []
