"""The release bundle: ways to start, play without the network, updates, itch.io, Firefox."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Route

from engine.dev import itch
from engine.dev._offline import service_worker
from engine.dev.site import kept_offline
from tests.e2e.harness import (
    BOARD,
    READY,
    ROOT,
    WAY,
    Held,
    Host,
    at_starts,
    firefox,
    lying,
    press,
    press_all,
    replace,
    serving,
    wait_for_mark,
)
from tests.e2e.test_boot import STORAGE_THROWS
from tests.e2e.test_cotadrez import after_set_ups, moves, table
from tests.fixtures.sampled import sampled

KEPT = "navigator.serviceWorker.ready.then(({ active }) => active.state)"

HOW_IT_WENT = """() => navigator.serviceWorker.getRegistration()
  .then((found) => found.update())
  .then(({ installing }) => new Promise((done) => {
    installing.onstatechange = () => done(installing.state);
  }))"""


def kept(page: Page) -> None:
    """Wait until the service worker has stored the whole version."""
    page.wait_for_selector("html[data-boot=ready]")
    assert page.evaluate(KEPT) in ("activating", "activated")


# -- three ways to start --------------------------------------------------------------------------


@pytest.mark.parametrize("helped", sampled([True, False]))
def test_program_image_and_pack_are_fetched_once_with_or_without_early_worker(
    host: Host, helped: bool
) -> None:
    asked: list[str] = []
    host.page.on("request", lambda request: asked.append(request.url))
    if not helped:
        host.page.route("**/early-worker.js", lambda route: route.abort())
    page = host.open("new=cotadrez")
    assert page.evaluate(WAY) == "image"
    for name in ("/pyodide.asm.wasm.bin", "/image.bin", "/packs/cotadrez"):
        assert len([url for url in asked if name in url]) == 1, name
    press(page, "kind:fortress")
    page.wait_for_selector("html[data-boot=ready]")
    if helped:  # else the browser reports the worker that was refused
        assert host.watch.problems == []


def of_another_build(route: Route) -> None:
    route.fulfill(body=b'40              {"hash": "another"}     ' + bytes(64))


def test_bundle_starts_from_compiled_files_if_the_image_is_of_another_build(host: Host) -> None:
    host.page.route("**/image.bin*", of_another_build)
    page = host.open("new=cotadrez")
    assert page.evaluate(WAY) == "compiled"
    press(page, "kind:fortress")


def test_bytecode_of_another_python_is_not_used(host: Host, copy: Path) -> None:
    replace(lying(copy, "packs/code.bin"), b"\0\0\0\x02[]")
    page = host.open("", "?way=compiled")
    assert page.evaluate(WAY) == "plain"


PAUSES = """{
  const Channel = window.MessageChannel;
  window.pauses = 0;
  window.MessageChannel = class extends Channel {
    constructor() {
      super();
      window.pauses += new Error().stack.includes("/fast.js");
    }
  };
}"""


def test_start_shows_sizes_lets_the_browser_in_and_does_not_wait_for_packs_of_games(
    host: Host,
) -> None:
    """A chosen game's pack is fetched once."""
    asked: list[str] = []
    host.page.on("request", lambda request: asked.append(request.url))
    packs = Held(host.page, "**/packs/cotadrez.bin*")
    at_starts(host.page, PAUSES)
    held = Held(host.page, "**/pyodide.asm.wasm*")  # every way to start needs it
    host.page.goto(host.url)
    host.page.wait_for_function(
        "/ de [0-9,]+ MB/.test(document.getElementById('boot-progress').textContent)"
    )
    held.release()
    wait_for_mark(host.page, READY)
    # Before the program runs, after it does, before Python starts, before and after the files of
    # the app, and after the page is prepared.
    assert host.page.evaluate("pauses") >= 6
    host.page.evaluate("location.hash = '#new=cotadrez'")
    host.page.wait_for_selector("#notice:has-text('Cotadrez')")
    packs.release()
    wait_for_mark(host.page, BOARD)
    host.page.wait_for_function("!document.getElementById('notice').textContent")
    assert len([url for url in asked if "/packs/cotadrez" in url]) == 1
    assert host.watch.problems == []


# -- without the network --------------------------------------------------------------------------


def renewed(copy: Path, spoil: bool = False) -> None:
    """Turn the folder into a newer version; if spoilt, a file does not match its listed hash."""
    page = (copy / "index.html").read_text("utf-8")
    replace(copy / "index.html", page.replace("<html", '<html data-newer="yes"', 1).encode())
    worker = service_worker(ROOT, copy, kept_offline(copy))
    replace(copy / "sw.js", worker.encode())
    if spoil:
        replace(copy / "index.html", page.encode() + b"<!-- cut off -->")


def look_for_update(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")


@pytest.mark.alone  # in parallel the whole bundle would arrive too late
def test_new_version_waits_and_taking_it_loses_nothing(host: Host, copy: Path) -> None:
    kept(host.open())
    page = host.open(after_set_ups())
    for path in moves(3):
        press_all(page, path)
    before = table(page)
    renewed(copy)
    look_for_update(page)
    page.wait_for_selector("#new-version")
    assert page.locator("html[data-newer]").count() == 0
    page.reload()  # the old version still answers
    wait_for_mark(page, BOARD)
    assert page.locator("html[data-newer]").count() == 0
    page.locator("#new-version button").first.click()
    page.wait_for_selector("html[data-newer][data-boot=ready]", timeout=60_000)
    assert table(page) == before


def test_incomplete_version_is_not_installed(host: Host, copy: Path) -> None:
    kept(host.open())
    page = host.open()
    renewed(copy, spoil=True)
    assert page.evaluate(HOW_IT_WENT) == "redundant"
    page.wait_for_function("caches.keys().then(names => names.length === 1)")
    assert page.locator("#new-version").count() == 0
    page.reload()
    wait_for_mark(page, READY)
    assert page.locator("html[data-newer]").count() == 0


# -- itch.io --------------------------------------------------------------------------------------


@pytest.mark.full
def test_itch_zip_can_be_played_in_a_frame_with_blocked_storage(
    site: Path, tmp_path: Path, profile: BrowserContext
) -> None:
    assert itch.problems(site) == []
    packed = tmp_path / "asedio.zip"
    assert itch.pack(site, packed) < 1000
    folder = tmp_path / "html" / "12345"
    with zipfile.ZipFile(packed) as content:
        assert "index.html" in content.namelist()
        content.extractall(folder)
    with serving(folder.parent) as port:
        html = f'<iframe name="game" src="http://localhost:{port}/12345/#new=cotadrez"'
        outer = tmp_path / "outer"
        outer.mkdir()
        (outer / "index.html").write_text(
            f'<!doctype html><link rel="icon" href="data:,">{html} width="1000" height="700">'
        )
        with serving(outer) as other:
            page = profile.new_page()
            page.goto(f"http://127.0.0.1:{other}/")
            frame = page.frame(name="game")
            assert frame is not None
            wait_for_mark(frame, BOARD)
            assert frame.evaluate(WAY) == "image"
            assert frame.evaluate(STORAGE_THROWS) == "SecurityError"
            press(frame, "kind:fortress")
            press(frame, "sq:e2")
            press_all(frame, ("kind:king", "sq:e1"))
            frame.wait_for_selector('[data-parts=pieces] [data-square="e1"]', state="attached")


def test_itch_check_finds_paths_that_would_not_work_there(copy: Path) -> None:
    page = (copy / "index.html").read_text("utf-8")
    page = page.replace("./static/boot.js", "./static/Boot.js")
    page = re.sub(r"\./static/\S+/asedio\.css", "/asedio.css", page)
    replace(copy / "index.html", page.encode())
    found = itch.problems(copy)
    assert len(found) == 2 and "Boot.js" in "".join(found) and "not relative" in "".join(found)


# -- another browser ------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.alone  # in parallel the image would arrive too late
def test_bundle_starts_in_firefox(site: Path, playwright_driver: Playwright) -> None:
    with firefox(playwright_driver) as running, serving(site) as port:
        page = running.new_page()
        page.goto(f"http://localhost:{port}/#new=cotadrez")
        wait_for_mark(page, BOARD)
        assert page.evaluate(WAY) == "image"
        press(page, "kind:fortress")
