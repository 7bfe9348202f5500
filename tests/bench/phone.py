"""Measure how long the computer takes to answer on a slow phone.

    .venv/bin/python -m tests.bench.phone [GAME …] [--levels 1 2 3] [--turns 5] [--slower 4]

The computer thinks in a worker, and the browser throttles only the page ("Operation is only
supported for pages, not workers"). So the whole process with page and worker is stopped for three
quarters of every PERIOD (by `--slower` 4), as a processor a quarter as fast would leave it. Plays
random turns against each level. Prints the median and the longest time from the last press of a
turn to the answer, the same for the further decisions of the computer's turn, the longest time a
search took, and the time of a fixed sum in the page, slowed and not: on a machine that is busy
already both are long and differ little.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from engine.games import REGISTRY
from tests.bench.slow import ANSWER_MS, PAUSE_MS, SLOWER, WATCH, Player, sit_down
from tests.bench.thinking import renderers, resident
from tests.e2e.harness import ROOT, launch, serving

PERIOD = 0.04  # seconds
PLAYER = 'main[data-player="0"]'
# Times of the presses, and (time, reply) of the answers, in milliseconds.
PRESSES = """() => {
  window.asedioPresses = [];
  addEventListener("click", event => asedioPresses.push(event.timeStamp), true);
}"""
ANSWERS = """() => performance.getEntriesByName("asedio:thought").map(
  one => [one.startTime, one.detail])"""
SUM = """() => {
  const begun = performance.now();
  let sum = 0;
  for (let n = 0; n < 3e7; n++) sum = (sum * 31 + n) | 0;
  return performance.now() - begun + 0 * sum;
}"""


@contextmanager
def slowed(process: int, slower: float) -> Iterator[None]:
    """Let a process run only a part of each PERIOD."""
    done = threading.Event()

    def pulse() -> None:
        while not done.is_set():
            os.kill(process, signal.SIGSTOP)
            time.sleep(PERIOD * (1 - 1 / slower))
            os.kill(process, signal.SIGCONT)
            time.sleep(PERIOD / slower)

    thread = threading.Thread(target=pulse)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def played(page: Page, turns: int) -> None:
    """Set up, play random turns, and wait for the answer to each."""
    player, over = Player(page, 1), 'main[data-player^="-"]'
    while turns >= 0:
        page.wait_for_selector(f"{PLAYER}, {over}", timeout=ANSWER_MS)
        page.wait_for_timeout(PAUSE_MS)
        if page.locator('main[data-mode="setup"]').count():
            player.set_up()
            continue
        turns -= 1
        if page.locator(over).count() or not player.turn():
            return


def waits(page: Page) -> tuple[list[float], list[float], list[float]]:
    """Return the seconds of the first answers after a press, of the further ones, and of the
    searches."""
    presses = page.evaluate("asedioPresses")
    first: list[float] = []
    later: list[float] = []
    thinking: list[float] = []
    before = 0.0
    for when, reply in page.evaluate(ANSWERS):
        press = max((one for one in presses if one < when), default=None)
        if press is not None:
            (first if press > before else later).append((when - max(press, before)) / 1000)
            thinking.append(json.loads(reply)["seconds"])
        before = when
    return first, later, thinking


def told(seconds: list[float]) -> str:
    return f"{median(seconds):.2f} (longest {max(seconds):.2f})" if seconds else "none"


def measure(browser: Browser, site: str, game: str, level: int, slower: float, turns: int) -> str:
    before = renderers(browser)
    page = browser.new_context(base_url=site).new_page()
    sit_down(page, game, level)
    process = max(renderers(browser) - before, key=resident)
    page.wait_for_timeout(2000)  # lets its worker start
    page.evaluate(WATCH)
    plain = page.evaluate(SUM)
    page.evaluate(PRESSES)
    with slowed(process, slower):
        slow = page.evaluate(SUM)
        played(page, turns)
        first, later, thinking = waits(page)
    page.context.close()
    return (
        f"answer {told(first)} s, further decisions {told(later)} s,"
        f" search {told(thinking)} s; a sum takes {slow:.0f} ms, unslowed {plain:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--slower", type=float, default=SLOWER)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("games", nargs="*", default=list(REGISTRY), metavar="GAME")
    args = parser.parse_args()
    with sync_playwright() as driver, serving(ROOT) as port:
        browser = launch(driver)
        for game in args.games:
            for level in args.levels:
                site = f"http://localhost:{port}/"
                found = measure(browser, site, game, level, args.slower, args.turns)
                print(f"{game:10} level {level}: {found}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
