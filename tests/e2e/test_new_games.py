"""Games made by `python -m engine new`, in the release bundle.

They are chosen at home and played against the computer.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from engine.dev.new import MODELS
from tests.e2e.harness import ROOT, Watch, boot, press, press_all, serving
from tests.e2e.test_opponent import ANSWER_MS, events, my_turn, seats

NEW = {"plain": "muralla", "secret": "zanja"}
PRESSES = {
    "muralla": (("sq:b2", "sq:b3"), ("sq:b3", "sq:b4")),
    "zanja": (("sq:b1",), ("btn:pass",)),  # hide the treasure; a die is rolled; the guard stays
}
WORN = "selector => getComputedStyle(document.querySelector(selector)).fill"
STEPS = (
    *(("engine", "new", game, "--from", kind) for kind, game in NEW.items()),
    ("engine", "vendor"),
    ("engine", "site"),
)


def body(kind: str) -> str:
    """Return the colour of the first side that the look.json of a model states; the page itself
    knows neither game nor colour."""
    look = ROOT / "engine/dev/scaffold" / MODELS[kind] / "look.json"
    colour = json.loads(look.read_text("utf-8"))["colours"]["day"]["side0"]
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return f"rgb({red}, {green}, {blue})"


LEFT_OUT = shutil.ignore_patterns(
    ".*", "node_modules", "dist", "tests", "test-results", "__pycache__"
)


@pytest.fixture
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the bundle of a project copy with both kinds of new game; return its folder."""
    root = tmp_path_factory.mktemp("new") / "project"
    shutil.copytree(ROOT, root, ignore=LEFT_OUT)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    for step in STEPS:
        subprocess.run(
            [sys.executable, "-m", *step],
            cwd=root,
            env={**os.environ, "PYTHONPATH": ""},
            capture_output=True,
            check=True,
            timeout=600,
        )
    return root / "dist" / "site"


@pytest.mark.soak
def test_new_games_can_be_played_against_the_computer(bundle: Path, browser: Browser) -> None:
    """One test plays both games, because two parallel tests would each build the bundle."""
    with serving(bundle) as port:
        for kind, game in NEW.items():
            play(browser, f"http://localhost:{port}", game, body(kind))


def play(browser: Browser, url: str, game: str, colour: str) -> None:
    with browser.new_context(base_url=f"{url}/", locale="es-ES") as context:
        watch = Watch(context, [url])
        page = context.new_page()
        boot(page)
        press(page, f"act:game:{game}")
        seats(page, 0, 1)
        press(page, "act:start")
        page.wait_for_selector('main[data-mode="play"]', timeout=ANSWER_MS)
        for presses in PRESSES[game]:
            my_turn(page)
            before = events(page)
            press_all(page, presses)
            page.wait_for_function(
                """before => Object.keys(localStorage)
                   .filter(k => k.startsWith("asedio:event:")).length > before + 1""",
                arg=before,
                timeout=ANSWER_MS,
            )
        my_turn(page)
        assert page.locator("[data-parts=pieces] .glyph").count() > 1
        assert page.evaluate(WORN, ".piece.side0 .body") == colour
        assert watch.problems == []
