"""Measure the engine's view in the page: first line, frames and memory while it thinks.

    .venv/bin/python -m tests.bench.engine_view [GAME …] [--minutes 1] [--positions 5]

Opens a finished game of tests/fixtures/finished for each title. Prints how long the first line
takes from the press to the page once the worker runs, the gaps between frames while it thinks and
while it rests, and the resident memory of the renderer, which holds page and worker, minute by
minute.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from engine.games import REGISTRY
from tests.bench.thinking import renderers, resident
from tests.e2e.harness import ROOT, boot, launch, press, serving

FOLDER = Path(__file__).parents[1] / "fixtures" / "finished"
START_MS, FRAMES_SECONDS, STEPS = 120_000, 10, 2  # STEPS: presses back between two positions
# From the press to the first line on the page, in ms.
FIRST = """() => new Promise(done => {
  const slot = document.querySelector("[data-slot=engine-lines]");
  const begun = performance.now();
  const watch = new MutationObserver(() => {
    if (!slot.querySelector(".engine-line")) return;
    watch.disconnect();
    done(performance.now() - begun);
  });
  watch.observe(slot, {childList: true, subtree: true});
  document.querySelector('[data-target="act:engine:go"]').click();
})"""
# Gaps between frames for some seconds, in ms.
FRAMES = """seconds => new Promise(done => {
  const gaps = [], until = performance.now() + 1000 * seconds;
  let last = performance.now();
  const tick = now => {
    gaps.push(now - last);
    last = now;
    if (now < until) requestAnimationFrame(tick); else done(gaps.sort((a, b) => a - b));
  };
  requestAnimationFrame(tick);
})"""


def frames(page: Page) -> str:
    gaps: list[float] = page.evaluate(FRAMES, FRAMES_SECONDS)
    late = sum(one > 50 for one in gaps)
    usual = gaps[len(gaps) * 99 // 100]
    return (
        f"{len(gaps)} frames, gap median {median(gaps):.0f}, 99 % {usual:.0f}, longest"
        f" {gaps[-1]:.0f} ms, {late} over 50 ms"
    )


def first_lines(page: Page, positions: int) -> list[float]:
    """Return ms to the first line in one position after another; the worker runs already."""
    found = []
    for _ in range(positions):
        for _ in range(STEPS):
            press(page, "act:log-prev")
        found.append(float(page.evaluate(FIRST)))
        press(page, "act:engine:go")
    return found


def measure(browser: Browser, site: str, game_id: str, positions: int, minutes: float) -> None:
    kept = json.loads((FOLDER / f"{game_id}.json").read_text("utf-8"))
    before = renderers(browser)
    context = browser.new_context(base_url=site)
    page = boot(context.new_page(), f"g={kept[-1]['link']}")
    press(page, "act:log-prev")
    press(page, "act:engine:go")
    page.locator(".engine-line").first.wait_for(timeout=START_MS)
    press(page, "act:engine:go")
    process = max(renderers(browser) - before, key=resident, default=0)
    known = first_lines(page, positions)
    print(
        f"{game_id}: first line after {median(known):.0f} ms (longest {max(known):.0f})", flush=True
    )
    page.wait_for_timeout(1000)
    print(f"{game_id}: at rest {frames(page)}", flush=True)
    press(page, "act:engine:go")
    page.locator(".engine-line").first.wait_for(timeout=START_MS)
    print(f"{game_id}: thinking {frames(page)}", flush=True)
    weights = [resident(process)]
    for _ in range(round(2 * minutes)):
        page.wait_for_timeout(30_000)
        weights.append(resident(process))
    depth = page.locator(".engine-view .soft").first.inner_text()
    told = " ".join(f"{weight:.0f}" for weight in weights)
    print(f"{game_id}: memory in MB each half minute {told}; {depth}", flush=True)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(REGISTRY), metavar="GAME")
    parser.add_argument("--minutes", type=float, default=1.0, help="of thinking, for the memory")
    parser.add_argument("--positions", type=int, default=5)
    given = parser.parse_args()
    with sync_playwright() as driver, serving(ROOT) as port:
        browser = launch(driver)
        for game_id in given.games:
            site = f"http://localhost:{port}/"
            measure(browser, site, game_id, given.positions, given.minutes)
        browser.close()


if __name__ == "__main__":
    main()
