"""The same figures as `python -m engine bench`, measured in Chromium beside CPython, and what a
player feels: scene and drawing of the table, and the time from a press to the next paint.

    .venv/bin/python -m tests.bench.page cotadrez
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

from playwright.sync_api import Page, sync_playwright

from engine.dev.files import runtime_files
from tests.e2e.harness import ROOT, boot, launch, press_all, serving

# A middle game with both armies complete on the board.
POSITIONS = {
    "cotadrez": "1E1da1hccp/1C1a2c1l1/3t2ha2/1el1l1h3/HH2Ap4/LA2r5/3TCb4/P2B6/LHL3R2e/DAP3EC2"
    " S S b3c4,e8f9 c10,d7,e3,f3,i2,i6 - - - - 120.43.0"
}
PRESSES = 60

# A second interpreter in the page, with the files of the app and of the bench command.
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
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if (entry.name === "click") window.asedioDelays.push(entry.duration);
  }).observe({type: "event", durationThreshold: 16, buffered: false});
}"""


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


def press_delays(page: Page) -> list[float]:
    """Milliseconds from a press on the board to the next paint, in steps of 8; a press that is
    faster than 16 ms is not reported by the browser and counts as 16."""
    press_all(page, ("act:random", "act:ready", "btn:reveal", "act:random", "act:ready"))
    page.evaluate(WATCH_EVENTS)
    pieces = page.locator("[data-parts=cells] [data-target]")
    count = pieces.count()
    for number in range(PRESSES):
        pieces.nth(number * 7 % count).click()
        page.wait_for_timeout(60)
    seen = page.evaluate("() => window.asedioDelays")
    return [*seen, *[16.0] * (PRESSES - len(seen))]


def main(game: str) -> None:
    position = POSITIONS.get(game, "")
    with sync_playwright() as driver, serving(ROOT) as port:
        browser = launch(driver)
        page = browser.new_context(base_url=f"http://localhost:{port}/").new_page()
        boot(page, f"new={game}")
        for text in dict.fromkeys(("", position)):
            print("CPython ", in_cpython(game, text), end="")
            print("Chromium", in_page(page, game, text), end="")
        if game == "cotadrez":
            delays = press_delays(page)
            print("press to paint, ms:", json.dumps(quantiles(delays)))


def quantiles(values: list[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "worst": max(values), "n": len(values)}


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["cotadrez"]))
