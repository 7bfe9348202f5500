"""Measure what 200 saved games cost when the home page starts: bundle in Chromium.

    .venv/bin/python -m tests.bench.home [RUNS]

Starts with and without games alternate in one run, so that machine load affects both. Measures the
time until `asedio:ready` and the processor time of the page's thread, which load hardly affects.
`without a list`: the first start with games that an earlier version has stored.
"""

from __future__ import annotations

import sys
from statistics import median

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from engine.core.contract import Event
from engine.dev.site import build
from tests.bench.long_games import SHELF, stored
from tests.e2e.harness import READY, ROOT, boot, launch, serving, wait_for_mark
from ui.saves.index import SHELF as LIST
from ui.saves.storage import MemoryStorage

RUNS, EVENTS = 12, 60
FILL = "entries => Object.entries(entries).forEach(([key, raw]) => localStorage.setItem(key, raw))"
SERIES = {"no games": 0, f"{SHELF} games": SHELF, f"{SHELF} games, without a list": SHELF}


def shelf(games: int) -> dict[str, str]:
    """Return the stored entries of this many games."""
    disk = MemoryStorage()
    for number in range(games):
        stored(disk, "andarraya", [Event(n % 2, ("move", n, number)) for n in range(EVENTS)])
    return disk.entries


def profile(browser: Browser, url: str, games: int) -> BrowserContext:
    """Return a browser profile with this many games, a written list and compiled code."""
    context = browser.new_context(base_url=url, service_workers="block")
    page = boot(context.new_page())
    page.evaluate(FILL, shelf(games))
    page.close()
    for _ in range(2):
        page = boot(context.new_page())
        page.close()
    return context


def start(context: BrowserContext, listed: bool) -> tuple[float, float]:
    """Return the milliseconds until home is ready: wall clock and processor time."""
    page = context.new_page()
    if not listed:
        page.add_init_script(f"localStorage.removeItem('{LIST}')")
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("./")
    took = wait_for_mark(page, READY)
    found = session.send("Performance.getMetrics")["metrics"]
    busy = next(one["value"] for one in found if one["name"] == "TaskDuration")
    page.close()
    return took, 1000 * busy


def main(runs: int) -> None:
    site = ROOT / "dist" / "site"
    build(ROOT, site)
    with sync_playwright() as driver, serving(site) as port:
        browser = launch(driver)
        url = f"http://localhost:{port}/"
        pages = {name: profile(browser, url, games) for name, games in SERIES.items()}
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in pages}
        for run in range(runs):
            for name in list(pages) if run % 2 else reversed(pages):
                found[name].append(start(pages[name], "without" not in name))
    base = [median(one) for one in zip(*found["no games"], strict=True)]
    for name, values in found.items():
        clock, busy = (median(one) for one in zip(*values, strict=True))
        print(
            f"{name:28} ready after {clock:5.0f} ms ({clock / base[0]:.2f}),"
            f" {busy:5.0f} ms of the processor ({busy / base[1]:.2f})"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else RUNS)
