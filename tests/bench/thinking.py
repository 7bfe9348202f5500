"""Measure how fast the strongest level thinks in the page's worker and in CPython, and its memory.

    .venv/bin/python -m tests.bench.thinking [GAME …]

For every game: a few fixed middle-game positions, each searched once in the worker of a fresh page
and, right before and after, here in CPython. The ratio matters: a busy machine slows both. Memory
is VmRSS of the page's renderer process, which holds page and worker, with people at the table and
with computer players that have thought.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from engine.games import REGISTRY
from engine.match.match import Match, MatchConfig
from engine.search.engine_server import EngineServer, question
from tests.e2e.harness import ROOT, boot, launch, serving

POSITIONS: dict[str, list[str]] = json.loads(
    (Path(__file__).parent / "positions.json").read_text("utf-8")
)
LEVEL = 5
KEY = "bench"
STYLE = "static/css/theme.css"  # a page of the same origin without Python
# The first answer with a search; a forced decision needs none.
THOUGHT = """() => performance.getEntriesByName("asedio:thought").map(one => one.detail).find(
  told => JSON.parse(told).nodes > 0 || JSON.parse(told).error)"""
PUT = "data => { for (const key in data) localStorage.setItem(key, data[key]); }"


class Thought(NamedTuple):
    """One answer: nodes, seconds of thinking, and depth reached."""

    nodes: int
    seconds: float
    depth: int
    determinizations: int

    @property
    def pace(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds else 0.0


def thought(told: str) -> Thought:
    word = json.loads(told)
    assert "error" not in word, word
    return Thought(word["nodes"], word["seconds"], word["depth"], word["determinizations"])


def in_cpython(config: MatchConfig) -> Thought:
    match, server = Match(config), EngineServer()
    while True:
        server.ask(question(match, match.state.current_player(), LEVEL, 1))
        while server.step(1.0):
            pass
        if (answer := thought(server.reply())).nodes:
            return answer
        for action in json.loads(server.reply())["actions"]:
            match.play(tuple(action))


def stored(config: MatchConfig, level: int) -> dict[str, str]:
    """Return the stored entries of a game with this start and the same level on every seat."""
    players = len(Match(config).game.sides)
    names = [f"P{number}" for number in range(1, players + 1)]
    head: dict[str, Any] = {
        "v": 1, "game": config.game_id, "options": config.options, "names": names,
        "start": config.start, "tags": {}, "created": 1, "result": None,
    }  # fmt: skip
    table = {"flipped": False, "seats": [level] * players}
    return {
        f"asedio:game:{KEY}": json.dumps(head),
        f"asedio:table:{KEY}": json.dumps(table),
    }


@contextmanager
def opened(browser: Browser, site: str, data: dict[str, str]) -> Iterator[tuple[Page, int]]:
    """Open this game in a fresh profile; yield the page and the id of its process."""
    before = renderers(browser)
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto(STYLE)
    page.evaluate(PUT, data)
    boot(page, f"play={KEY}")
    new = renderers(browser) - before
    yield page, max(new, key=resident, default=0)
    context.close()


def renderers(browser: Browser) -> set[int]:
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return {one["id"] for one in found if one["type"] == "renderer"}


def resident(process: int) -> float:
    """Return the resident memory of a process in MB; 0 if the system does not tell."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(one.split()[1]) / 1024 for one in lines if one.startswith("VmRSS")), 0.0)


def in_worker(browser: Browser, site: str, config: MatchConfig) -> tuple[Thought, float]:
    """Return the first answer in a fresh page, and the memory right after it in MB."""
    with opened(browser, site, stored(config, LEVEL)) as (page, process):
        page.wait_for_function(f"({THOUGHT})() !== undefined", timeout=120_000)
        return thought(str(page.evaluate(THOUGHT))), resident(process)


def without(browser: Browser, site: str, config: MatchConfig) -> float:
    """Return the memory of the page while people play, in MB."""
    with opened(browser, site, stored(config, 0)) as (page, process):
        page.wait_for_timeout(1500)
        return resident(process)


def measure(browser: Browser, site: str, game_id: str) -> None:
    """Print a line per position and one for the game."""
    ratios, paces, here, heavy = [], [], [], 0.0
    for number, start in enumerate(POSITIONS[game_id], 1):
        config = MatchConfig(game_id, start=start)
        first = in_cpython(config)
        page, weight = in_worker(browser, site, config)
        pace = (first.pace + in_cpython(config).pace) / 2
        heavy = max(heavy, weight)
        ratios.append(pace / page.pace)
        paces.append(page.pace)
        here.append(pace)
        print(
            f"{game_id:10} {number}  page {page.pace:7.0f} nodes/s in {page.seconds:.2f} s"
            f" (depth {page.depth}, samples {page.determinizations});"
            f" CPython {pace:7.0f} (depth {first.depth}, samples {first.determinizations});"
            f" ratio {ratios[-1]:.2f}",
            flush=True,
        )
    config = MatchConfig(game_id, start=POSITIONS[game_id][0])
    light = without(browser, site, config)
    print(
        f"{game_id:10}    page {median(paces):7.0f}  CPython {median(here):7.0f}"
        f"  ratio {median(ratios):.2f}  memory {light:.0f} MB, with the worker {heavy:.0f} MB",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(REGISTRY), metavar="GAME")
    wanted = parser.parse_args().games
    with sync_playwright() as driver, serving(ROOT) as port:
        browser = launch(driver)
        for game_id in wanted:
            measure(browser, f"http://localhost:{port}/", game_id)
        browser.close()


if __name__ == "__main__":
    main()
