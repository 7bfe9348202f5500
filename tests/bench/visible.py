"""Measure how much of the opponent's actions a player can have read, over turns against level 2.

    .venv/bin/python -m tests.bench.visible [GAME …] [--turns 20] [--size 1280x800] [--keep FOLDER]

Prints the share of the sentences about the opponent that were on the screen for two seconds before
the player's next press. A sentence counts while all of it is inside the window and not scrolled out
of its list; one that contains notation does not count. `--keep` saves a screenshot of every turn.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright

from engine.core.telling import Happening, said
from engine.dev.checks_telling import TOKENS
from engine.games import REGISTRY
from engine.match.match import Match
from tests.bench.page import KEPT, decide, told
from tests.e2e.harness import ROOT, boot, launch, press, seeded, serving
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.turns import TurnLog
from ui.table.voice import Voice

LEVEL = 2
LONG = 2000  # ms that a sentence must be visible
READING_MS = 2400  # ms that a player looks before the next press
PATIENCE_MS = 120_000  # for a computer player on a busy machine
PLACES = ".log .told, .told-strip .told, .table-result p, .table-result h2"

# By sentence and its number among equal ones: the ms for which all of it was visible.
WATCH = """places => {
  window.asedioSeen = {};
  let last = performance.now();
  const inside = (box, frame) => box.top >= frame.top - 2 && box.bottom <= frame.bottom + 2;
  setInterval(() => {
    const now = performance.now(), passed = now - last, found = {};
    last = now;
    for (const one of document.querySelectorAll(places)) {
      const box = one.getBoundingClientRect(), list = one.closest(".log, .news-lines");
      const page = {top: 0, bottom: innerHeight};
      if (!box.height || !inside(box, page)) continue;
      if (list && !inside(box, list.getBoundingClientRect())) continue;
      if (getComputedStyle(one).visibility === "hidden") continue;
      const words = one.innerText.trim();
      found[words] = (found[words] ?? 0) + 1;
    }
    for (const [words, count] of Object.entries(found))
      for (let n = 1; n <= count; n++) {
        const key = words + "#" + n;
        window.asedioSeen[key] = (window.asedioSeen[key] ?? 0) + passed;
      }
  }, 80);
}"""
MINE = """() => {
  const main = document.querySelector("main");
  return main.dataset.player === "0" || document.querySelector("[data-slot=result]")?.innerText;
}"""


class Told(NamedTuple):
    """A turn: its number in the log, and its happenings."""

    number: int
    telling: tuple[Happening, ...]


class Found(NamedTuple):
    """Result of one game: sentences about the opponent, how many were seen, and the others."""

    all: int
    seen: int
    missed: tuple[str, ...]


def others(match: Match) -> list[Told]:
    """Return the opponent's turns so far, with what the player was told of them."""
    log = TurnLog(match, 0)
    return [
        Told(turn.number, tuple(log.telling_of(turn)))
        for turn in log.turns()
        if turn.actor > 0 and not turn.setup
    ]


def fresh(turns: Sequence[Told], before: Sequence[Told]) -> list[Happening]:
    """Return the happenings added since `before`."""
    known = {turn.number: len(turn.telling) for turn in before}
    return [one for turn in turns for one in turn.telling[known.get(turn.number, 0) :]]


def seats_of(page: Page) -> list[int]:
    store = Store(MemoryStorage(page.evaluate(KEPT)))
    return list(store.load_table(store.games()[0].id)["seats"])


def begin(page: Page, game: str) -> None:
    """Start a game of a person against the computer, in English."""
    boot(page)
    press(page, f"act:game:{game}")
    page.select_option('main#app select[data-field="seat0"]', "0")
    page.select_option('main#app select[data-field="seat1"]', str(LEVEL))
    press(page, "act:start")
    page.wait_for_selector("svg.board")


def watch(page: Page, game: str, turns: int, keep: Path | None) -> Found:
    """Play at random and collect which sentences about the opponent were visible."""
    begin(page, game)
    page.evaluate(WATCH, PLACES)
    rng, number, total, missed = Random(1), 0, 0, list[str]()
    voice = Voice("en", game, told(page).config.names, seats_of(page))
    known: list[Told] = []
    while number < turns:
        page.wait_for_function(MINE, timeout=PATIENCE_MS)
        if page.locator('main[data-mode="setup"]').count():
            decide(page, rng)
            continue
        page.wait_for_timeout(READING_MS)
        match, seen = told(page), page.evaluate("() => window.asedioSeen")
        turns_now = others(match)
        wanted = [voice.message(words) for words in said(fresh(turns_now, known))]
        known = turns_now
        if wanted:
            number += 1
            total += len(wanted)
            missed += unseen(wanted, seen)
            if keep is not None:
                page.screenshot(path=keep / f"{game}-{number:02}.png")
        page.evaluate("() => { window.asedioSeen = {}; }")
        if decide(page, rng) < 0:
            break
    return Found(total, total - len(missed), tuple(missed))


def unseen(wanted: Sequence[str], seen: dict[str, float]) -> list[str]:
    """Return the sentences that were not visible long enough or contain notation."""
    count: Counter[str] = Counter()
    out = []
    for words in wanted:
        plain = re.sub(r"\s+", " ", words).strip()
        count[plain] += 1
        if seen.get(f"{plain}#{count[plain]}", 0) < LONG or TOKENS.search(plain):
            out.append(plain)
    return out


def arguments() -> Any:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(REGISTRY))
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--keep", type=Path, help="folder for a picture of every turn")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    width, height = (int(one) for one in args.size.split("x"))
    with sync_playwright() as driver, serving(ROOT) as port:
        browser = launch(driver)
        for game in args.games or list(REGISTRY):
            context = browser.new_context(
                base_url=f"http://localhost:{port}/",
                viewport={"width": width, "height": height},
                locale="en",
            )
            found = watch(seeded(context.new_page(), 7), game, args.turns, args.keep)
            share = 100 * found.seen / max(found.all, 1)
            print(
                f"{game:10} {found.seen} of {found.all} sentences seen: {share:.1f} %", flush=True
            )
            for words in found.missed:
                print("    not:", words)
            context.close()


if __name__ == "__main__":
    main()
