"""Measure how long the page takes to start, compared with a page that only loads Pyodide.

    python -m tests.e2e.bench_boot --runs 5 [--mbit 10]

Both pages are measured alternately in one run, each time in a fresh profile, so that other load on
the machine affects both alike. Compare the ratios: milliseconds depend on the machine.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

from engine.dev.browser import LAUNCH_FLAGS, require_chromium
from engine.dev.serve import Handler, Server
from tests.e2e.harness import ROOT, press_all
from tests.e2e.test_cotadrez import COTADREZ, battle, deploy_both, outcome

SITE = ROOT / "dist" / "site"
BARE = """<!doctype html><title>bare</title><link rel="icon" href="data:,"><script type="module">
import { loadPyodide } from "./pyodide.mjs";
await loadPyodide();
performance.mark("asedio:board");
performance.mark("asedio:ready");
</script>"""
PACKED = (".mjs", ".js", ".css", ".html", ".wasm", ".json", ".svg", ".toml", ".py", ".webmanifest")
PAINT = """() => performance.getEntriesByName("first-contentful-paint").map(e => e.startTime)[0]"""
MARK = "name => performance.getEntriesByName(name).map(e => e.startTime)[0]"


class PackingServer(Server):
    """HTTP server that records the time and size of every response body it sends."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.sent: list[tuple[float, int]] = []

    def bytes_between(self, start: float, end: float) -> int:
        """Return the bytes sent in a period; times in seconds since the epoch, as in pages."""
        return sum(size for when, size in list(self.sent) if start <= when <= end)


@cache
def squeezed(path: str) -> bytes:
    return gzip.compress(Path(path).read_bytes(), 9, mtime=0)


class PackingHandler(Handler):
    """Request handler that gzips what static hosts compress and lets browsers cache files."""

    def send_head(self) -> Any:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        unconditional = "If-Modified-Since" not in self.headers
        if not path.is_file() or path.suffix not in PACKED or not unconditional:
            return super().send_head()
        data = squeezed(str(path))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Last-Modified", self.date_time_string(int(path.stat().st_mtime)))
        self.end_headers()
        if self.command != "HEAD":
            self._hand_out(data)
        return None

    def copyfile(self, source: Any, outputfile: Any) -> None:
        self._hand_out(source.read())

    def _hand_out(self, data: bytes) -> None:
        assert isinstance(self.server, PackingServer)
        self.server.sent.append((time.time(), len(data)))
        self.wfile.write(data)


@contextmanager
def packing(root: Path) -> Iterator[PackingServer]:
    with PackingServer(("127.0.0.1", 0), partial(PackingHandler, directory=str(root))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()


@dataclass
class Series:
    """Measurements of one page by name, in milliseconds or bytes."""

    name: str
    server: PackingServer
    rest: str = ""  # of the address: path, query and fragment
    mark: str = "asedio:board"
    kept: bool = True  # a service worker caches it, so that it also opens offline
    figures: dict[str, list[float]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server.port}/{self.rest}"

    def add(self, name: str, value: float | None) -> None:
        self.figures.setdefault(name, []).append(float(value or 0))

    def middle(self, name: str) -> float:
        return median(self.figures[name])

    def spread(self, name: str) -> str:
        values = self.figures[name]
        return f"{median(values):7.0f} ({min(values):.0f}–{max(values):.0f})"


def throttle(page: Page, mbit: float) -> None:
    if mbit <= 0:
        return
    session = page.context.new_cdp_session(page)
    rate = mbit * 1e6 / 8
    session.send("Network.enable")
    limits = {"offline": False, "latency": 20, "downloadThroughput": rate, "uploadThroughput": rate}
    session.send("Network.emulateNetworkConditions", limits)


def visit(context: BrowserContext, series: Series, state: str, mbit: float) -> None:
    page = context.new_page()
    throttle(page, mbit)
    page.goto(series.url)
    page.wait_for_function(f"name => ({MARK})(name) > 0", arg=series.mark, timeout=180_000)
    took = page.evaluate(MARK, series.mark)
    begun = page.evaluate("performance.timeOrigin") / 1000
    series.add(f"{state} bytes", series.server.bytes_between(begun, begun + took / 1000))
    series.add(state, took)
    series.add(f"{state} paint", page.evaluate(PAINT))
    if series.kept and state == "cold":
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_timeout(1000)
    page.close()


@contextmanager
def profile(playwright: Playwright) -> Iterator[BrowserContext]:
    folder = tempfile.mkdtemp(prefix="asedio-bench-")
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=require_chromium(), args=[*LAUNCH_FLAGS], headless=True
    )
    try:
        yield context
    finally:
        context.close()
        shutil.rmtree(folder, ignore_errors=True)


def one_profile(playwright: Playwright, series: Series, mbit: float) -> None:
    """Measure a first, a second and an offline visit; record them only if all succeed."""
    fresh = replace(series, figures={})
    with profile(playwright) as context:
        visit(context, fresh, "cold", mbit)
        visit(context, fresh, "warm", mbit)
        if series.kept:
            context.set_offline(True)
            visit(context, fresh, "offline", 0)
    for name, values in fresh.figures.items():
        series.add(name, values[0])


def measure(playwright: Playwright, pages: list[Series], runs: int, mbit: float) -> None:
    """Measure every page `runs` times, in alternating order; retry once if a browser fails."""
    for run in range(runs):
        for series in pages if run % 2 == 0 else reversed(pages):
            try:
                one_profile(playwright, series, mbit)
            except Error as problem:  # the browser may crash on a busy machine
                print(f"{series.name}, again: {problem}", file=sys.stderr, flush=True)
                one_profile(playwright, series, mbit)
        print(f"run {run + 1} of {runs}", file=sys.stderr, flush=True)


def heap(page: Page) -> str:
    """Return the JavaScript heap and its backing storage (mostly Python's memory) as text."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    beside = usage.get("backingStorageSize", 0)
    return f"{usage['usedSize'] / 1e6:.1f} MB of JavaScript, {beside / 1e6:.1f} MB beside it"


def memory(playwright: Playwright, site: str, games: int = 10) -> None:
    """Print the page's memory after the start and after `games` games played by clicks."""
    with profile(playwright) as context:
        page = context.new_page()
        for number in range(games):
            page.goto(f"{site}#new=cotadrez" if number == 0 else f"{site}#")
            if number:
                page.evaluate("location.hash = '#new=cotadrez'")
            page.wait_for_function(f"name => ({MARK})(name) > 0", arg="asedio:board")
            if number == 0:
                print(f"memory after the start: {heap(page)}", flush=True)
            deploy_both(page)
            for state, action in battle():
                press_all(page, COTADREZ.path(state, action))
            assert outcome(page) == "1-0"
        print(f"memory after {games} games: {heap(page)}", flush=True)


def report(pages: list[Series]) -> None:
    base = pages[0]
    for series in pages:
        print(f"\n{series.name}")
        for state in ("cold", "warm", "offline") if series.kept else ("cold", "warm"):
            of_bare = base.middle("cold" if state == "cold" else "warm")
            ratio = series.middle(state) / of_bare
            print(
                f"  {state}: {series.spread(state)} ms, {ratio:.2f} of bare;"
                f" paint {series.middle(state + ' paint'):.0f} ms"
                f" ({series.middle(state + ' paint') / of_bare:.2f} of bare's time);"
                f" {series.middle(state + ' bytes') / 1e6:.2f} MB"
            )


def bare_folder() -> Path:
    """Create a folder with Pyodide's published files and a page that only loads them."""
    folder = Path(tempfile.mkdtemp(prefix="asedio-bare-"))
    package = ROOT / "node_modules" / "pyodide"
    for path in package.iterdir():
        if path.suffix in (".mjs", ".wasm", ".zip") or path.name == "pyodide-lock.json":
            shutil.copyfile(path, folder / path.name)
    (folder / "index.html").write_text(BARE, encoding="utf-8")
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench-boot", description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--mbit", type=float, default=0, help="throttle the line; 0: do not")
    parser.add_argument("--site", type=Path, default=SITE)
    parser.add_argument("--no-image", action="store_true", help="also without the memory image")
    parser.add_argument("--memory", action="store_true", help="only: memory, also after ten games")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if args.memory:
        with packing(args.site) as site, sync_playwright() as playwright:
            memory(playwright, f"http://localhost:{site.port}/")
        return 0
    bare = bare_folder()
    with packing(bare) as stock, packing(args.site) as site, sync_playwright() as playwright:
        pages = [
            Series("bare loadPyodide", stock, kept=False),
            Series("board (#new=cotadrez)", site, "#new=cotadrez"),
            Series("home", site, mark="asedio:ready"),
        ]
        if args.no_image:
            pages.append(Series("board without the image", site, "?way=compiled#new=cotadrez"))
        measure(playwright, pages, args.runs, args.mbit)
    report(pages)
    if args.json:
        found = {series.name: series.figures for series in pages}
        args.json.write_text(json.dumps(found, indent=1))
    shutil.rmtree(bare)
    return 0


if __name__ == "__main__":
    sys.exit(main())
