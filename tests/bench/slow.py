"""Measure the page on a slow device: Chromium with a throttled processor (a quarter by default).

    .venv/bin/python -m tests.bench.slow [--slower N] [--tree DIR]… [GAME …]

Plays 60 presses of every game against the computer, including set-up and answers. With several
trees (default: this one) each game is measured in all of them before the next, so that they are
compared in one run. Prints medians and 95th percentiles from press to paint as ratios to a press
that does nothing; the same in milliseconds of processor time, which other programs hardly affect;
and tasks that took the processor longer than LONG ms, with the press before them.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from engine.games import REGISTRY
from tests.bench.page import told
from tests.e2e.harness import BOARD, ROOT, boot, launch, press, seeded, serving, wait_for_mark

SLOWER = 4
PRESSES, EMPTY = 60, 20
LONG = 200  # ms
PAUSE_MS = 250
HELD_MS = 80  # how long a press lasts
ANSWER_MS = 120_000
LEVEL = 1
HEIGHT = 800
BY_HAND = 4  # units of a set-up that are placed one by one
SETTINGS = {"pace": "fast"}

# Times from a press until its frame is painted.
WATCH = """() => {
  document.body.insertAdjacentHTML("beforeend", '<div id="empty" style="position:fixed;left:0;'
    + 'bottom:0;width:24px;height:24px;z-index:99999"></div>');
  window.asedioPainted = [];
  addEventListener("click", event => {
    const name = event.target.closest?.("[data-target]")?.dataset.target ?? event.target.id;
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => {
        window.asedioPainted.push([name, performance.now() - event.timeStamp]);
      };
      after.port2.postMessage(0);
    });
  }, true);
}"""
MIDDLE = """name => {
  const found = [...document.querySelectorAll(`[data-target="${name}"]`)];
  const one = found.find(e => e.checkVisibility());
  if (!one) return null;
  one.scrollIntoView({block: "nearest"});
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
LAST = """selector => [...document.querySelectorAll(selector)].at(-1)?.dataset.target ?? null"""


class Player:
    """Presses on a throttled page and counts the painted frames."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.rng, self.made = page, Random(seed), 0

    def click(self, x: float, y: float) -> None:
        """Move to a point, press and wait for the frame. Nothing is evaluated in between, because
        the page would have to answer during the measurement."""
        before = self.page.evaluate("asedioPainted.length")
        self.page.mouse.move(x, y)
        self.page.wait_for_timeout(PAUSE_MS)
        self.page.mouse.down()
        self.page.wait_for_timeout(HELD_MS)
        self.page.mouse.up()
        self.page.wait_for_timeout(PAUSE_MS)
        self.page.wait_for_function("n => asedioPainted.length > n", arg=before)

    def press(self, name: str) -> None:
        self.page.wait_for_function(MIDDLE, arg=name, timeout=ANSWER_MS)
        self.click(*self.page.evaluate(MIDDLE, name))
        self.made += 1

    def set_up(self) -> None:
        """Place some units by hand and the rest at random. No flag in the first row, which would
        soon end the game."""
        for _ in range(BY_HAND):
            for selector in (".table-tray button.can", ".cell.to"):
                if (name := self.page.evaluate(LAST, selector)) is not None:
                    self.press(name)
        self.press("act:random")
        self.press("act:ready")

    def turn(self) -> bool:
        """Play a random decision. Return False if the game is over."""
        match = told(self.page)
        if match.over:
            return False
        state = match.state.observation(0)
        for name in state.game.path(state, self.rng.choice(sorted(state.legal_actions()))):
            self.press(name)
        return True

    def play(self) -> None:
        main = 'main[data-player="0"]'
        while self.made < PRESSES:
            self.page.wait_for_selector(f'{main}, main[data-player^="-"]', timeout=ANSWER_MS)
            self.page.wait_for_timeout(PAUSE_MS)
            if self.page.locator('main[data-mode="setup"]').count():
                self.set_up()
            elif not self.turn():
                return


def sit_down(page: Page, game: str, level: int = LEVEL) -> None:
    """Start a game of a person against this level of the computer."""
    stored = json.dumps(json.dumps(SETTINGS))
    page.add_init_script(f"localStorage.setItem('asedio:settings', {stored})")
    boot(seeded(page, 7))
    press(page, f"act:game:{game}")
    page.select_option('main#app select[data-field="seat1"]', str(level))
    press(page, "act:start")
    wait_for_mark(page, BOARD)


def throttle(page: Page, slower: int) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return session


Event = dict[str, Any]  # of a trace


def outermost(events: list[Event]) -> list[Event]:
    """Return the events that are inside no other. Tasks are skipped: they have no
    processor time."""
    found: list[Event] = []
    for one in events:
        inside = found and one["ts"] + one["dur"] <= found[-1]["ts"] + found[-1]["dur"]
        if not inside and not one["name"].endswith("RunTask") and "tdur" in one:
            found.append(one)
    return found


def within(parts: list[Event], begun: float, done: float) -> float:
    """Return the processor time between two moments, in milliseconds."""
    spent: float = sum(one["tdur"] for one in parts if begun <= one["ts"] < done)
    return spent / 1000


def processor(trace: bytes) -> tuple[list[float], list[tuple[float, int]]]:
    """Return, for the page's thread in ms, the processor time of each press until its frame was
    committed, and (time, number of presses before it) of each task longer than LONG."""
    events = [one for one in json.loads(trace)["traceEvents"] if one.get("ph") == "X"]
    presses = [one for one in events if one["args"].get("data", {}).get("type") == "click"]
    thread = (presses[0]["pid"], presses[0]["tid"])
    own = sorted((e for e in events if (e["pid"], e["tid"]) == thread), key=lambda e: e["ts"])
    parts = outermost(own)
    frames = [one["ts"] + one["dur"] for one in own if one["name"] == "Commit"]
    found = []
    for one in presses:
        done = one["ts"] + one["dur"]
        found.append(within(parts, one["ts"], next((f for f in frames if f > done), done)))
    tasks = [one for one in own if one["name"] == "RunTask" and one["dur"] > 1000 * LONG]
    long = [(within(parts, one["ts"], one["ts"] + one["dur"]), one["ts"]) for one in tasks]
    return found, [
        (took, sum(one["ts"] <= when + 1 for one in presses)) for took, when in long if took > LONG
    ]


def spread(values: list[float], unit: float = 1) -> str:
    found = sorted(one / unit for one in values)
    p95 = found[int(0.95 * (len(found) - 1))]
    return f"p50 {statistics.median(found):.1f}, p95 {p95:.1f}, worst {found[-1]:.1f}"


def measure(browser: Browser, page: Page, game: str, slower: int) -> str:
    """Measure one game and return the lines to print."""
    sit_down(page, game)
    page.wait_for_timeout(2000)  # lets its worker start
    page.evaluate(WATCH)
    throttle(page, slower)
    player = Player(page, 1)
    browser.start_tracing(page=page, categories=["devtools.timeline", "toplevel"])
    for _ in range(EMPTY):
        player.click(12, HEIGHT - 12)
    player.play()
    work, long = processor(browser.stop_tracing())
    painted = page.evaluate("asedioPainted")
    empty, unit = statistics.median(work[:EMPTY]), statistics.median(t for _, t in painted[:EMPTY])
    over = [f"{took:.0f} {painted[number - 1][0]}" for took, number in sorted(long, reverse=True)]
    return (
        f"press to paint, empty {unit:.0f} ms: {spread([t for _, t in painted[EMPTY:]], unit)} ×\n"
        f"  of the processor, empty {empty:.1f} ms: {spread(work[EMPTY:])} ms\n"
        f"  {len(over)} tasks over {LONG} ms: {', '.join(over[:8])}"
    )


def main(trees: list[Path], games: list[str], slower: int) -> None:
    with sync_playwright() as driver:
        for game in games:
            for tree in trees:
                browser = launch(driver)
                with serving(tree) as port:
                    window: ViewportSize = {"width": 1280, "height": HEIGHT}
                    address = f"http://localhost:{port}/"
                    page = browser.new_page(base_url=address, viewport=window)
                    found = measure(browser, page, game, slower)
                    print(f"{game}, {tree.name}: {found}", flush=True)
                browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--slower", type=int, default=SLOWER, help="1: not throttled")
    parser.add_argument("--tree", type=Path, action="append")
    parser.add_argument("games", nargs="*")
    asked = parser.parse_args()
    main(asked.tree or [ROOT], asked.games or list(REGISTRY), asked.slower)
