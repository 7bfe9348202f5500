"""The recipes of docs/hosting.md, each on a server that behaves as that host does.

Checked are sub-path, headers, missing files and compression.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPMessage
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from engine.dev.serve import Handler
from tests.e2e.harness import BOARD, WAY, wait_for_mark
from tests.e2e.test_boot_files import fresh
from tests.e2e.test_hosts import Plain, hosted
from tests.fixtures.compressed import Compressed
from tests.fixtures.sampled import sampled


class WithNotFound(Compressed):
    """Host that compresses and answers a missing file with the folder's 404.html."""

    below = ""  # folder of the page on the host

    def send_error(self, code: int, *more: object) -> None:  # type: ignore[override]
        """Send the nearest 404.html with status 404."""
        assert code == HTTPStatus.NOT_FOUND
        page = (Path(self.directory) / self.below / "404.html").read_bytes()
        self.send_response(HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(page)


class GitHubPages(WithNotFound):
    """A project's page below the name of its repository; ten minutes in every cache."""

    below = "repository"

    def end_headers(self) -> None:
        """Send the only caching rule that Pages has."""
        self.send_header("Cache-Control", "max-age=600")
        super(Handler, self).end_headers()


class ReadsHeaders(WithNotFound):
    """Host that reads `_headers`, applies its rules and does not send the file itself."""

    def translate_path(self, path: str) -> str:
        """Hide `_headers`."""
        hidden = urlsplit(path).path == "/_headers"
        return super().translate_path("/no-such-file" if hidden else path)

    def rules(self) -> dict[str, str]:
        """Return the headers of the requested path; later rules of the file win."""
        found: dict[str, str] = {}
        path, applies = urlsplit(self.path).path, False
        for line in (Path(self.directory) / "_headers").read_text("utf-8").splitlines():
            if line.startswith("/"):
                applies = path.startswith(line[:-1]) if line.endswith("*") else path == line
            elif applies:
                name, _, value = line.strip().partition(": ")
                found[name] = value
        return found

    def end_headers(self) -> None:
        """Send the headers of the rules."""
        for name, value in {"Cache-Control": "max-age=0", **self.rules()}.items():
            self.send_header(name, value)
        super(Handler, self).end_headers()


class CloudflarePages(ReadsHeaders):
    """Addresses without `.html`, to which those with it are redirected."""

    def do_GET(self) -> None:
        """Redirect `x.html` to `x`, and send x.html for `x`."""
        path = urlsplit(self.path).path
        if path.endswith(".html"):
            self.send_response(HTTPStatus.PERMANENT_REDIRECT)
            self.send_header("Location", path.removesuffix(".html").removesuffix("index") or "/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if (Path(self.directory) / f"{path.strip('/')}.html").is_file() and path != "/":
            self.path = f"{path}.html"
        super().do_GET()


class PlainServer(Plain):
    """A server without 404.html of its own, compression or settings."""


HOSTS = (GitHubPages, ReadsHeaders, CloudflarePages, PlainServer)


def asked(address: str) -> tuple[int, HTTPMessage, str]:
    """Return status, headers and text of an address, compressed if the server does that."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, ""
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


@pytest.mark.parametrize("kind", sampled(HOSTS))
def test_recipe_of_each_host_works(
    browser: Browser, site: Path, tmp_path: Path, kind: type[Handler]
) -> None:
    with recipe(kind, site, tmp_path) as url:
        context = fresh(browser)
        page = context.new_page()
        page.goto(f"{url}#new=andarraya")
        wait_for_mark(page, BOARD)
        assert page.evaluate(WAY) == "image"
        page.goto("about:blank")
        page.goto(f"{url}cotadrez.html")  # the page that messengers preview
        wait_for_mark(page, BOARD)
        assert "#play=" in page.url and page.locator("main[data-game=cotadrez]").count() == 1
        if issubclass(kind, WithNotFound):
            page.goto(f"{url}no/such/page")
            page.wait_for_selector('a[href="../../"]')
            page.locator("a").first.click()
            page.wait_for_selector("main#app")
            assert page.url.startswith(url)
        context.close()


@contextmanager
def recipe(kind: type[Handler], site: Path, tmp_path: Path) -> Iterator[str]:
    """Serve the bundle as this host does while the block runs; yield its address."""
    below = getattr(kind, "below", "")
    root = site
    if below:
        root = tmp_path
        (root / below).symlink_to(site)
    with hosted(kind, root) as host:
        yield f"{host}{below}/" if below else host


def test_headers_and_missing_files_of_each_host(site: Path, tmp_path: Path) -> None:
    for kind in HOSTS:
        with recipe(kind, site, tmp_path) as url:
            about_headers(kind, site, url)
            about_missing_files(kind, url)


def about_headers(kind: type[Handler], site: Path, url: str) -> None:
    """Check caching and compression of the host."""
    style = next(site.glob("static/v-*/css/asedio.css")).relative_to(site).as_posix()
    status, headers, _ = asked(url + style)
    assert status == HTTPStatus.OK
    _, fresh_ones, _ = asked(f"{url}sw.js")
    if issubclass(kind, ReadsHeaders):
        assert "immutable" in headers["Cache-Control"]
        assert fresh_ones["Cache-Control"] == "no-cache"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert asked(f"{url}_headers")[0] == HTTPStatus.NOT_FOUND
    compressed = headers.get("Content-Encoding") == "gzip"
    assert compressed == issubclass(kind, Compressed)
    if compressed:
        assert int(headers["Content-Length"]) < (site / style).stat().st_size / 3


def about_missing_files(kind: type[Handler], url: str) -> None:
    """Check that a missing address gives our page, where the host sends one."""
    status, _, text = asked(f"{url}no/such/page")
    assert status == HTTPStatus.NOT_FOUND
    assert ("Esta página no existe" in text) == issubclass(kind, WithNotFound)
