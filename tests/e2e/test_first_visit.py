"""What a first visit to a table fetches: how many bytes, in which order, and how it is unpacked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from engine.games import REGISTRY
from tests.e2e.harness import BOARD, at_starts, serving, wait_for_mark
from tests.fixtures.compressed import TEXTS, packed
from tests.fixtures.sampled import sampled

MOST = 7_500_000  # bytes until the board stands
WITHOUT = """{
  delete globalThis.DecompressionStream;
  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(url, ...more) {
      if (String(url).includes("early-worker")) throw new Error("no workers");
      super(url, ...more);
    }
  };
}"""
# Whether every file that comes packed is cached as what it contains.
CACHED = """async () => {
  const [name] = await caches.keys(), cache = await caches.open(name);
  const found = {};
  for (const { url } of await cache.keys()) {
    if (!/\\.(wasm|js)\\.bin$/.test(url)) continue;
    const answer = await cache.match(url);
    const [one, two] = new Uint8Array(await answer.clone().arrayBuffer());
    const packed = one === 0x1f && two === 0x8b;
    found[url.split("/").at(-1)] = packed ? "packed" : answer.headers.get("content-type");
  }
  return found;
}"""


@pytest.fixture
def fresh(browser: Browser) -> Iterator[Page]:
    """A page of a new profile, without a service worker."""
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


def fetched(page: Page, site: Path, fragment: str) -> list[Path]:
    """Open a table until its board stands; return the files of the bundle in order of request."""
    found: list[Path] = []

    def note(url: str) -> None:
        path = unquote(urlsplit(url).path).lstrip("/") or "index.html"
        if (site / path).is_file():
            found.append(site / path)

    page.on("request", lambda request: note(request.url))
    with serving(site) as port:
        page.goto(f"http://localhost:{port}/#{fragment}")
        wait_for_mark(page, BOARD)
        page.goto("about:blank")
    return found


@pytest.mark.parametrize("game", sampled(REGISTRY))
def test_board_comes_within_the_budget_and_the_large_files_are_asked_for_first(
    fresh: Page, site: Path, game: str
) -> None:
    """Other packs come when the page is idle, or in place of an image that takes too long."""
    files = fetched(fresh, site, f"new={game}")
    names = [path.name for path in files]
    large = [names.index(name) for name in ("pyodide.asm.wasm.bin", "image.bin")]
    for later in ("app.bin", f"{game}.bin", "pyodide.asm.js.bin"):
        assert max(large) < names.index(later), names
    needed = [path for path in files if path.parent.name != "packs" or path.stem in ("app", game)]
    sizes = {path.name: path.stat().st_size for path in needed}
    fewer = {path.name: len(packed(path, 0)) for path in needed if path.suffix in TEXTS}
    assert sum((sizes | fewer).values()) < sum(sizes.values()) < MOST, sizes


def test_page_starts_without_the_unpacking_of_the_browser(fresh: Page, site: Path) -> None:
    at_starts(fresh, WITHOUT)
    names = [path.name for path in fetched(fresh, site, "new=andarraya")]
    assert "gunzip.js" in names


@pytest.mark.alone
def test_packed_files_are_cached_unpacked(browser: Browser, site: Path) -> None:
    """So that the browser may store the compiled code, as it does for other files."""
    context = browser.new_context()
    page = context.new_page()
    with serving(site) as port:
        page.goto(f"http://localhost:{port}/")
        page.wait_for_function("navigator.serviceWorker.controller", timeout=60_000)
        assert page.evaluate(CACHED) == {
            "pyodide.asm.wasm.bin": "application/wasm",
            "pyodide.asm.js.bin": "text/javascript",
        }
        page.reload()
        wait_for_mark(page, "asedio:ready")
    context.close()
