"""What a player with a slow device feels: with Chromium's processor throttled to a quarter, 60
presses of every game against the computer (set-up and its answers included), each as a multiple
of a press that the page has nothing to do for; and the longest tasks.

    .venv/bin/python -m tests.bench.slow [--tree DIR]… [GAME …]

With several trees (this one unless any is named) each game is measured in all of them before the
next, so that a pair is compared in one run. Prints the medians and 95th percentiles of press to
paint, as ratios to the empty handler's median, and every task over LONG ms with what was pressed.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from random import Random

from playwright.sync_api import CDPSession, Page, sync_playwright

from engine.games import REGISTRY
from tests.bench.page import told
from tests.e2e.harness import BOARD, ROOT, boot, launch, press, seeded, serving, wait_for_mark

SLOWER = 4
PRESSES, EMPTY = 60, 40
LONG = 200  # ms
PAUSE_MS = 250
ANSWER_MS = 120_000
LEVEL = 1
BY_HAND = 4  # units of a set-up that are laid one by one
SETTINGS = {"pace": "fast"}

# From the press until the frame after it has been painted, and tasks that took long, with the name
# of the newest press.
WATCH = """() => {
  document.body.insertAdjacentHTML("beforeend", '<div id="empty" style="position:fixed;left:0;'
    + 'bottom:0;width:24px;height:24px;z-index:99999"></div>');
  window.asedioPainted = {}; window.asedioLong = []; window.asedioNow = "start";
  addEventListener("click", event => {
    const name = event.target.closest?.("[data-target]")?.dataset.target ?? event.target.id;
    window.asedioNow = name;
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => {
        (window.asedioPainted[name] ??= []).push(performance.now() - event.timeStamp);
        window.asedioCount = (window.asedioCount ?? 0) + 1;
      };
      after.port2.postMessage(0);
    });
  }, true);
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) window.asedioLong.push([one.duration, window.asedioNow]);
  }).observe({type: "longtask"});
}"""
MIDDLE = """name => {
  const found = [...document.querySelectorAll(`[data-target="${name}"]`)];
  const one = found.find(e => e.checkVisibility());
  if (!one) return null;
  one.scrollIntoView({block: "nearest"});
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
NEXT = """selector => document.querySelector(selector)?.dataset.target ?? null"""


class Player:
    """Presses on a throttled page and counts what is painted."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.rng, self.made = page, Random(seed), 0

    def click(self, x: float, y: float) -> None:
        """Looks first, as a hand does on its way, then presses; waits until that is painted."""
        before = self.page.evaluate("window.asedioCount ?? 0")
        self.page.mouse.move(x, y)
        self.page.wait_for_timeout(PAUSE_MS)
        self.page.mouse.down()
        self.page.mouse.up()
        self.page.wait_for_function("n => (window.asedioCount ?? 0) > n", arg=before)
        self.page.wait_for_timeout(PAUSE_MS)

    def press(self, name: str) -> None:
        self.page.wait_for_function(MIDDLE, arg=name, timeout=ANSWER_MS)
        self.click(*self.page.evaluate(MIDDLE, name))
        self.made += 1

    def set_up(self) -> None:
        """Some units by hand, the rest at random."""
        for _ in range(BY_HAND):
            for selector in (".table-tray button.can", ".cell.to"):
                if (name := self.page.evaluate(NEXT, selector)) is not None:
                    self.press(name)
        self.press("act:random")
        self.press("act:ready")

    def turn(self) -> bool:
        """A random decision; False when the game is over."""
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


def sit_down(page: Page, game: str) -> None:
    """A person against the computer."""
    stored = json.dumps(json.dumps(SETTINGS))
    page.add_init_script(f"localStorage.setItem('asedio:settings', {stored})")
    boot(seeded(page, 7))
    press(page, f"act:game:{game}")
    page.select_option('main#app select[data-field="seat1"]', str(LEVEL))
    press(page, "act:start")
    wait_for_mark(page, BOARD)


def throttle(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def measure(page: Page, game: str) -> str:
    """One line of figures."""
    sit_down(page, game)
    page.wait_for_timeout(2000)  # its worker starts
    page.evaluate(WATCH)
    throttle(page)
    player = Player(page, 1)
    height = page.viewport_size["height"] if page.viewport_size else 0
    for _ in range(EMPTY):
        player.click(12, height - 12)
    page.evaluate("window.asedioLong.length = 0")
    player.play()
    painted = page.evaluate("window.asedioPainted")
    unit = statistics.median(painted.pop("empty"))
    times = sorted(one / unit for some in painted.values() for one in some)
    slow = sorted(page.evaluate("window.asedioLong"), reverse=True)
    over = [f"{one:.0f} {name}" for one, name in slow if one > LONG]
    p95 = times[int(0.95 * (len(times) - 1))]
    worst = f"longest task {slow[0][0]:.0f}" if slow else "no long task"
    return (
        f"empty {unit:.0f} ms, {len(times)} presses: p50 {statistics.median(times):.1f} ×,"
        f" p95 {p95:.1f} ×, worst {times[-1]:.1f} ×; {worst} ms,"
        f" {len(over)} over {LONG}: {', '.join(over[:8])}"
    )


def main(trees: list[Path], games: list[str]) -> None:
    with sync_playwright() as driver:
        for game in games:
            for tree in trees:
                browser = launch(driver)
                with serving(tree) as port:
                    page = browser.new_context(base_url=f"http://localhost:{port}/").new_page()
                    print(f"{game}, {tree.name}: {measure(page, game)}", flush=True)
                browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tree", type=Path, action="append")
    parser.add_argument("games", nargs="*")
    asked = parser.parse_args()
    main(asked.tree or [ROOT], asked.games or list(REGISTRY))
