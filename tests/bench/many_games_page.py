"""Measure what thousands of stored games cost in the browser: home, the list, a search.

    .venv/bin/python -m tests.bench.many_games_page [GAMES] [RUNS] [BUNDLE…]

The bundle of this tree in Chromium, and other bundles, e.g. of an earlier commit. Runs of all of
them, with and without games, alternate, so that machine load affects them alike; the numbers are
medians. `busy` is the processor time of the page's thread, which load hardly affects. The list is
measured from the press, a search from the key, until the frame that shows it is painted.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, CDPSession, sync_playwright

from engine.dev.site import build
from tests.bench.home import FILL
from tests.bench.many_games import GAMES, SEARCHES, filled
from tests.e2e.harness import READY, ROOT, boot, launch, serving, wait_for_mark

RUNS = 7
# Returns the ms from `act` until a frame with the element `shown` is painted.
PAINTED = """async (act, shown) => {
  const begun = performance.now();
  const painted = () => { const { port1, port2 } = new MessageChannel();
    return new Promise(done => { port1.onmessage = done; port2.postMessage(0); }); };
  act();
  await new Promise(done => {
    const look = () => document.querySelector(shown)
      ? painted().then(done) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
  return performance.now() - begun;
}"""
LIST = f"""() => ({PAINTED})(
  () => [...document.querySelectorAll('[data-target="act:all-games"]')].at(-1).click(), ".mine")"""
TYPE = f"""word => ({PAINTED})(() => {{
  const field = document.querySelector('[data-field="search"]');
  field.value = word;
  field.dispatchEvent(new Event("input", {{ bubbles: true }}));
}}, ".mine [data-slot=list] > *")"""
WATCH = """() => {
  window.longest = 0;
  new PerformanceObserver(list => list.getEntries().forEach(one => {
    window.longest = Math.max(window.longest, one.duration);
  })).observe({ type: "longtask" });
}"""
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
    page.wait_for_timeout(3_000)  # what home does when it is idle
    page.evaluate(WATCH)
    begun = busy(session)
    add(times, "list painted", page.evaluate(LIST))
    add(times, "list, busy until then", busy(session) - begun)
    page.wait_for_timeout(4_000)
    add(times, "list, busy with what follows", busy(session) - begun)
    add(times, "list, longest block from then on", page.evaluate("longest"))
    for word in words:
        page.evaluate(TYPE, "zzz")  # so that the list changes
        page.wait_for_timeout(300)
        begun = busy(session)
        add(times, f"search {word!r}", page.evaluate(TYPE, word))
        add(times, f"search {word!r}, busy", busy(session) - begun)
        page.wait_for_timeout(700)
    page.close()


def add(times: Times, name: str, value: float) -> None:
    times.setdefault(name, []).append(value)


def main(games: int, runs: int, *bundles: str) -> None:
    build(ROOT, ROOT / "dist" / "site")
    series = {"none": {}, "many": filled(games).entries}
    found: dict[tuple[str, str], Times] = {}
    with sync_playwright() as driver, ExitStack() as stack:
        browser, pages = launch(driver), {}
        for site in (str(ROOT / "dist" / "site"), *bundles):
            url = f"http://localhost:{stack.enter_context(serving(Path(site)))}/"
            for name, entries in series.items():
                pages[site, name] = profile(browser, url, entries)
        for number in range(runs):
            for key in list(pages) if number % 2 else reversed(pages):
                run(pages[key], found.setdefault(key, {}), SEARCHES if key[1] == "many" else ())
    print(f"{games} games, {runs} runs, milliseconds without and with games")
    for site in (str(ROOT / "dist" / "site"), *bundles):
        print(site)
        told(found[site, "none"], found[site, "many"])


def told(none: Times, many: Times) -> None:
    for name, values in many.items():
        with_games, alone = median(values), median(none.get(name, [0]))
        ratio = f"{alone:7.0f} {with_games:7.0f}  x {with_games / alone:.2f}" if alone else ""
        print(f"{name:34} {ratio or f'        {with_games:7.0f}'}")


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:3]]
    main(*given, *(GAMES, RUNS)[len(given) :], *sys.argv[3:])
