"""Usual static hosts: the page must start on each of them without any setting, and the recipes of
docs/hosting.md work.

GitHub Pages drops names that begin with `_` or `.`. Netlify, with its usual rewrite rule, answers a
missing file with index.html and status 200. A plain server knows only the types of HTML, CSS,
scripts and pictures.
"""

from __future__ import annotations

import functools
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser

from engine.dev.hosting.extras import FOR_HOSTS
from engine.dev.serve import HOST, Handler, Server
from tests.e2e.harness import BOARD, ROOT, WAY, press, wait_for_mark
from tests.e2e.test_boot_files import WAYS
from tests.fixtures.compressed import Compressed
from tests.fixtures.sampled import sampled

USUAL_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    "": "application/octet-stream",
}


class WithNotFound(Compressed):
    """Host that compresses and answers a missing file with the folder's 404.html."""

    below = ""  # folder of the page on the host

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
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
    """A project's page below the name of its repository, published from a branch without
    `.nojekyll`; ten minutes in every cache."""

    below = "repository"

    def translate_path(self, path: str) -> str:
        """Map a path like the base class, except that names that Jekyll leaves out are missing."""
        parts = unquote(urlsplit(path).path).split("/")
        if any(part.startswith(("_", ".", "#")) or part.endswith("~") for part in parts):
            return str(Path(self.directory) / "no such file")
        return super().translate_path(path)

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


class Netlify(Handler):
    """Netlify with the usual rule for single-page sites (`/* /index.html 200`)."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
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


HOSTS: tuple[type[Handler], ...] = (GitHubPages, ReadsHeaders, CloudflarePages, Plain)
EVERY = [(kind, way) for way in WAYS for kind in (GitHubPages, Plain, Netlify, CloudflarePages)]


@contextmanager
def recipe(kind: type[Handler], site: Path, tmp_path: Path) -> Iterator[str]:
    """Serve the bundle as this host does while the block runs; yield its address."""
    below = kind.below if issubclass(kind, WithNotFound) else ""
    root = site
    if below:
        root = tmp_path
        (root / below).symlink_to(site)
    with hosted(kind, root) as host:
        yield f"{host}{below}/" if below else host


@pytest.mark.parametrize(("kind", "way"), sampled(pytest.param(*one) for one in EVERY))
def test_every_way_to_start_works_on_usual_hosts(
    browser: Browser, site: Path, tmp_path: Path, kind: type[Handler], way: str
) -> None:
    """Also the page that messengers preview, and the one that says that there is none."""
    context = browser.new_context(locale="es-ES", service_workers="block")
    said: list[str] = []
    with recipe(kind, site, tmp_path) as url:
        page = context.new_page()
        page.on("console", lambda told: said.append(told.text))
        page.goto(f"{url}?way={way}#new=andarraya")
        wait_for_mark(page, BOARD)
        assert page.evaluate(WAY) == way
        press(page, "sq:e2")
        page.wait_for_function("document.documentElement.dataset.pieces !== 'letters'")
        page.goto("about:blank")
        page.goto(f"{url}cotadrez.html")
        wait_for_mark(page, BOARD)
        assert "#play=" in page.url and page.locator("main[data-game=cotadrez]").count() == 1
        assert not [text for text in said if "Asedio" in text]  # nothing had to be retried
        if issubclass(kind, WithNotFound):
            page.goto(f"{url}no/such/page")
            page.wait_for_selector('a[href="../../"]')
            page.locator("a").first.click()
            page.wait_for_selector("main#app")
            assert page.url.startswith(url)
    context.close()


def asked(address: str) -> tuple[int, Message, str]:
    """Return status, headers and text of an address, compressed if the server does that."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, ""
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_hosts_send_the_headers_and_leave_out_the_names_that_their_recipes_say(
    site: Path, tmp_path: Path
) -> None:
    told = re.search(r"folder of about (\d+) MB", (ROOT / "docs/hosting.md").read_text("utf-8"))
    assert told is not None
    files = [path for path in site.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    assert abs(size - int(told[1])) < int(told[1]) / 5
    names = [path.relative_to(site).as_posix() for path in files]
    left_out = [n for n in names if any(part.startswith(("_", ".")) for part in n.split("/"))]
    assert sorted(left_out) == [".nojekyll", "_headers"] and set(left_out) <= set(FOR_HOSTS)
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
