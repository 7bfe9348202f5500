"""A page of one game: it opens on its own table, in a frame and without the network.

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
    serving,
    wait_for_mark,
)
from tests.e2e.test_boot import STORAGE_THROWS
from tests.e2e.test_opponent import any_move
from tests.e2e.test_release import kept
from tests.fixtures.sampled import sampled
from tests.fixtures.says import says

BUILD = (sys.executable, "-m", "engine", "site", "--games")
PLAYED = "document.querySelector('main#app').dataset.game"
SHOWN = ".table [data-slot=ground]"
OTHERS = ("new", "rules", "learn", "puzzle", "edit")
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
def test_page_of_one_game_opens_on_its_table_without_the_network_and_in_a_frame(
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
    host.kill()
    page = opened(host)
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


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(REGISTRY))
def test_link_to_a_game_of_another_page_is_answered_kindly(
    built: Built, profile: BrowserContext, game: str
) -> None:
    from engine.dev.common import random_match
    from ui.session.share import Exports

    other = next(one for one in REGISTRY if one != game and one not in ("cotadrez", "stratego"))
    word = Exports(random_match(other, None, 1)).link().address("").partition("#")[2]
    answers = {f"{kind}={other}": says("table.no_such_title", "es") for kind in OTHERS}
    of_a_link = f"Este enlace es de otro juego, «{other}», que no está en esta página."
    first = next(iter(answers))  # as the page starts; the others while it runs
    # Alternating with the link, whose answer is another one: each answer is seen to come.
    rest = [one for kind in answers for one in (kind, word)]
    with serving(built(game).parents[1]) as port:
        page = profile.new_page()
        page.goto(f"http://localhost:{port}/some/folder/#{first}")
        wait_for_mark(page, READY)
        said(page, answers.get(first, of_a_link))
        for fragment in rest if first == word else (word, *rest):
            page.evaluate("fragment => { location.hash = fragment }", fragment)
            said(page, answers.get(fragment, of_a_link))


def said(page: Page, answer: str) -> None:
    """Check the notice at home, which has the game that is here."""
    page.wait_for_selector(f"#notice:has-text('{answer}')")
    assert page.locator(".game-card").count() == 1


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(REGISTRY))
def test_running_game_is_gone_on_with(built: Built, profile: BrowserContext, game: str) -> None:
    host = Host(built(game).parents[1], profile, "some/folder/")
    page = opened(host)
    first = page.evaluate("location.hash")
    assert first.startswith("#play=")
    page.wait_for_selector('main[data-mode="setup"], main[data-mode="play"]')
    if page.locator('main[data-mode="setup"]').count():
        press(page, "act:random")
        press(page, "act:ready")
    elif page.locator('main [data-target^="card:"]').count():
        page.locator('main [data-target^="card:"]').first.click()
    else:
        any_move(page)
    page.wait_for_function(
        "Object.keys(localStorage).some((key) => key.startsWith('asedio:event:'))"
    )
    page = opened(host)
    assert page.evaluate("location.hash") == first
    host.kill()
