"""A page of one game: it opens on its own table, goes on with it, in a frame and offline.

Its bundle takes longer to build than a test of it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from engine.games import REGISTRY, game_info
from tests.e2e.harness import (
    BOARD,
    CONTROLLED,
    READY,
    ROOT,
    WAY,
    Host,
    press,
    press_all,
    serving,
    wait_for_mark,
)
from tests.e2e.test_boot import STORAGE_THROWS
from tests.e2e.test_opponent import any_move
from tests.e2e.test_release import kept
from tests.fixtures.sampled import sampled

BUILD = (sys.executable, "-m", "engine", "site", "--games")
PLAYED = "document.querySelector('main#app').dataset.game"
SHOWN = ".table [data-slot=ground]"
Built = Callable[[str], Path]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    """Yield a function that builds the page of a game, each once."""
    folder = tmp_path_factory.mktemp("authors")

    def make(game: str) -> Path:
        out = folder / game / "some" / "folder"
        if not out.exists():
            out.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([*BUILD, game, "--out", str(out)], cwd=ROOT, check=True)
        return out

    yield make
    shutil.rmtree(folder, ignore_errors=True)


def opened(host: Host) -> Page:
    """Open the bare address."""
    host.page.goto("about:blank")
    host.page.goto(host.url)
    wait_for_mark(host.page, READY)
    host.page.wait_for_selector(SHOWN, state="attached")
    return host.page


@pytest.mark.parametrize("game", sampled(REGISTRY))
@pytest.mark.full
def test_page_of_one_game_opens_on_its_table_goes_on_with_it_offline_and_in_a_frame(
    built: Built, profile: BrowserContext, tmp_path: Path, game: str
) -> None:
    """The frame is on another site, which has no storage for it."""
    site = built(game)
    host = Host(site.parents[1], profile, "some/folder/")
    asked: list[str] = []
    host.page.on("request", lambda request: asked.append(request.url))
    page = opened(host)
    title = game_info(game).title
    assert page.evaluate(PLAYED) == game and page.evaluate(WAY) == "image"
    page.wait_for_function("title => document.title.endsWith(title)", arg=title)
    assert page.locator(".wordmark").inner_text() == title
    kept(page)
    others = [one for one in REGISTRY if one != game]
    names = [path.as_posix() for path in site.rglob("*")] + asked
    assert not [name for name in names for one in others if f"/{one}." in name]
    first = page.evaluate("location.hash")
    assert first.startswith("#play=")
    if page.locator('main[data-mode="setup"]').count():
        press_all(page, ("act:random", "act:ready"))
    elif page.locator('main [data-target^="card:"]').count():
        page.locator('main [data-target^="card:"]').first.click()
        press(page, "btn:play")
    else:
        any_move(page)
    page.wait_for_function(
        "Object.keys(localStorage).some((key) => key.startsWith('asedio:event:'))"
    )
    host.kill()
    page = opened(host)
    assert page.evaluate("location.hash") == first  # the running game is gone on with
    assert page.evaluate(CONTROLLED) and page.evaluate(PLAYED) == game
    assert host.watch.problems == []
    with serving(site.parents[1]) as port, serving(tmp_path) as other:
        frame = (
            f'<iframe name="game" src="http://localhost:{port}/some/folder/" width=1000 height=700>'
        )
        (tmp_path / "outer.html").write_text(
            f'<!doctype html><link rel="icon" href="data:,">{frame}', "utf-8"
        )
        page.goto(f"http://127.0.0.1:{other}/outer.html")
        inner = page.frame(name="game")
        assert inner is not None
        wait_for_mark(inner, BOARD)
        assert inner.evaluate(STORAGE_THROWS) == "SecurityError"
        assert inner.evaluate(PLAYED) == game
