"""Run `python -m engine bench` in Chromium and in CPython, and time presses on the page: how long
they are worked on (rules, store, scene, drawing and DOM) and how long until they are painted: those
on the board that choose, those that play, and others (set-up, curtain), which draw the whole table.

    .venv/bin/python -m tests.bench.page [GAME …]      all games when none is named
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from random import Random

from playwright.sync_api import Page, sync_playwright

from engine.dev.files import runtime_files
from engine.games import REGISTRY
from engine.match.match import Match
from tests.e2e import harness
from tests.e2e.harness import BOARD, ROOT, boot, launch, serving, wait_for_mark
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store

# A middle game with both armies complete on the board.
POSITIONS = {
    "cotadrez": "1E1da1hccp/1C1a2c1l1/3t2h1a1/le2l1h3/HH2Ap4/LA2r5/3TCb4/P2B6/LHL3R2e/DAP3EC2"
    " S S b3c4,e8f9 c10,d7,e3,f3,i2,i6 - - - - 120.43.0"
}
PRESSES = 60

# Run in a second interpreter of the page, with the files of the app and of `bench`.
IN_PAGE = """async ({files, game, position}) => {
  const {loadPyodide} = await import(new URL("static/vendor/pyodide/pyodide.mjs", location.href));
  const python = await loadPyodide();
  for (const path of files) {
    const text = await (await fetch(path)).text();
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  let out = "";
  python.setStdout({batched: line => { out += line + "\\n"; }});
  python.globals.set("args", python.toPy(position ? [game, "--position", position] : [game]));
  await python.runPythonAsync(
    "import sys; sys.path.insert(0, '.')\\n" +
    "from engine.__main__ import main\\n" +
    "main(['bench', *args])");
  return out;
}"""

WATCH_EVENTS = """() => {
  window.asedioDelays = [];
  window.asedioPresses = [];
  const kindAt = (time) => window.asedioPresses.findLast(([begun]) => begun <= time)?.[1];
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if (entry.interactionId > 0) {
        const worked = entry.processingEnd - entry.processingStart;
        const { interactionId, startTime, duration } = entry;
        window.asedioDelays.push([interactionId, kindAt(startTime), worked, duration]);
      }
  }).observe({type: "event", durationThreshold: 16, buffered: false});
}"""
KEPT = "() => ({...localStorage})"


def in_cpython(game: str, position: str) -> str:
    more = ["--position", position] if position else []
    command = [sys.executable, "-m", "engine", "bench", game, *more]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def in_page(page: Page, game: str, position: str) -> str:
    files = [
        *runtime_files(ROOT),
        *(str(p.relative_to(ROOT)) for p in ROOT.glob("engine/dev/*.py")),
    ]
    if "engine/__main__.py" not in files:
        files.append("engine/__main__.py")
    return str(page.evaluate(IN_PAGE, {"files": files, "game": game, "position": position}))


def told(page: Page) -> Match:
    """Return the page's game, read from its store."""
    store = Store(MemoryStorage(page.evaluate(KEPT)))
    saved = store.load(store.games()[0].id)
    assert saved is not None
    match = Match(saved.config)
    for event in saved.events:
        match.play(event.action)
    return match


def press(page: Page, name: str, kind: str = "draws the table") -> None:
    """Press, and note of which kind that is."""
    page.evaluate("kind => window.asedioPresses.push([performance.now(), kind])", kind)
    harness.press(page, name)


def decide(page: Page, rng: Random) -> int:
    """Do the next thing at the table: open the curtain, set up at random, or play a random move.
    Return the number of presses on the board, −1 if the game is over."""
    if page.locator("[data-curtain]").count():
        press(page, "btn:reveal")
        return 0
    if page.locator('main[data-mode="setup"]').count():
        press(page, "act:random")
        press(page, "act:ready")
        return 0
    if page.locator('[data-target="act:seen"]:visible').count():
        press(page, "act:seen")  # a sheet that covers the board
    match = told(page)
    if match.over:
        return -1
    state = match.state.observation(match.state.current_player())
    path = state.game.path(state, rng.choice(sorted(state.legal_actions())))
    for name in path:
        press(page, name, "plays" if name is path[-1] else "chooses")
    return len(path)


def play_on(page: Page, rng: Random, presses: int) -> None:
    """Set up both sides at random, then play random moves, as people at the page would."""
    made = 0
    while made < presses and (done := decide(page, rng)) >= 0:
        made += done
        page.wait_for_timeout(60)


def by_kind(delays: list[tuple[int, str, float, float]]) -> dict[str, list[tuple[float, float]]]:
    """Return work and delay of every press, by its kind: a press is up to three events."""
    presses: dict[int, tuple[str, float, float]] = {}
    for number, kind, worked, painted in delays:
        before = presses.get(number, (kind, 0.0, 0.0))
        presses[number] = (before[0], before[1] + worked, max(before[2], painted))
    found: dict[str, list[tuple[float, float]]] = {}
    for kind, *times in presses.values():
        found.setdefault(kind, []).append((times[0], times[1]))
    return found


def quantiles(values: list[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "worst": max(values), "n": len(values)}


def main(games: list[str]) -> None:
    with sync_playwright() as driver, serving(ROOT) as port:
        browser = launch(driver)
        for game in games:
            page = browser.new_context(base_url=f"http://localhost:{port}/").new_page()
            boot(page, f"new={game}")
            position = POSITIONS.get(game, "")
            for text in dict.fromkeys(("", position)):
                print("CPython ", in_cpython(game, text), end="")
                print("Chromium", in_page(page, game, text), end="")
            page.reload()  # without the second interpreter
            wait_for_mark(page, BOARD)
            page.evaluate(WATCH_EVENTS)
            play_on(page, Random(1), PRESSES)
            page.wait_for_timeout(300)
            for kind, found in by_kind(page.evaluate("() => window.asedioDelays")).items():
                for number, name in enumerate(("worked on", "painted after")):
                    values = json.dumps(quantiles([press[number] for press in found]))
                    print(f"a press that {kind} is {name}, ms:", values)
            page.context.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(REGISTRY))
