"""Measure what thousands of stored games cost in the browser: home, the list, a search.

    .venv/bin/python -m tests.bench.many_games_page [GAMES] [RUNS]

Bundle in Chromium. Runs with and without games alternate, so that machine load affects both; the
numbers are medians. `busy` is the processor time of the page's thread, which load hardly affects.
A search is measured from the key to the painted list.
"""

from __future__ import annotations

import sys
from statistics import median

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from engine.dev.site import build
from tests.bench.home import FILL
from tests.bench.many_games import GAMES, SEARCHES, filled
from tests.e2e.harness import READY, ROOT, boot, launch, serving, wait_for_mark

RUNS = 7
PAINTED = """async act => {
  const begun = performance.now();
  act();
  await new Promise(done => {
    const look = () => window.asedioUnpainted || !document.querySelector(".mine-list")
      ? setTimeout(look, 1) : requestAnimationFrame(() => setTimeout(done, 0));
    setTimeout(look, 0);
  });
  return performance.now() - begun;
}"""
OPEN = f"""() => ({PAINTED})(
  () => document.querySelector('[data-target="act:all-games"]').click())"""
TYPE = f"""word => ({PAINTED})(() => {{
  const field = document.querySelector('[data-field="search"]');
  field.value = word;
  field.dispatchEvent(new Event("input", {{ bubbles: true }}));
}})"""
Times = dict[str, list[float]]


def profile(browser: Browser, url: str, entries: dict[str, str]) -> BrowserContext:
    """Return a browser profile with these entries and compiled code."""
    context = browser.new_context(base_url=url, service_workers="block")
    page = boot(context.new_page())
    page.evaluate(FILL, entries)
    page.close()
    for _ in range(2):
        boot(context.new_page()).close()
    return context


def busy(session: CDPSession) -> float:
    """Return the processor time of the page's thread so far, in milliseconds."""
    found = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(one["value"] for one in found if one["name"] == "TaskDuration"))


def run(context: BrowserContext, times: Times, words: tuple[str, ...]) -> None:
    """Add the times of one visit: home, the list, each search."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("./")
    add(times, "home ready", wait_for_mark(page, READY))
    add(times, "home, busy", busy(session))
    page.wait_for_timeout(1_500)  # what home does when it is idle
    begun = busy(session)
    add(times, "list painted", page.evaluate(OPEN))
    page.wait_for_timeout(1_500)
    add(times, "list, busy with what follows", busy(session) - begun)
    for word in words:
        add(times, f"search {word!r}", search(page, word))
    page.close()


def search(page: Page, word: str) -> float:
    """Return the milliseconds of a search after another one, so that the list changes."""
    page.evaluate(TYPE, "zzz")
    return float(page.evaluate(TYPE, word))


def add(times: Times, name: str, value: float) -> None:
    times.setdefault(name, []).append(value)


def main(games: int, runs: int) -> None:
    site = ROOT / "dist" / "site"
    build(ROOT, site)
    with sync_playwright() as driver, serving(site) as port:
        browser, url = launch(driver), f"http://localhost:{port}/"
        series = {"none": {}, "many": filled(games).entries}
        pages = {name: profile(browser, url, entries) for name, entries in series.items()}
        found: dict[str, Times] = {name: {} for name in pages}
        for number in range(runs):
            for name in list(pages) if number % 2 else reversed(pages):
                run(pages[name], found[name], SEARCHES if name == "many" else ())
    print(f"{games} games, {runs} runs, milliseconds without and with games")
    for name, values in found["many"].items():
        many = median(values)
        before = found["none"].get(name)
        told = f"{median(before):7.0f} {many:7.0f}  x {many / median(before):.2f}" if before else ""
        print(f"{name:32} {told or f'        {many:7.0f}'}")


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    main(*given, *(GAMES, RUNS)[len(given) :])
