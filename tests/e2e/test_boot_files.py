"""Starts with each file missing, cut short, damaged, empty or replaced by an HTML page.

The page must start in another way or show a message with "Try again". It must never wait forever.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.harness import BOARD, READY, WAY, at_starts, lying, serving, wait_for_mark
from tests.fixtures.sampled import sampled

FRAGMENT = "#new=andarraya"
WAYS = ("image", "compiled", "plain")
TROUBLES = ("missing", "cut", "corrupt", "empty", "html")
HTML = b"<!doctype html><title>Not here</title><p>Not here."
FAILED = 'document.documentElement?.dataset.boot === "failed"'
# "Still loading" does not count as the end, although it offers to try again.
SETTLED = f"""() => {{
  const button = document.querySelector("#boot-progress button");
  if ({FAILED} && button) return "sentence";
  return performance.getEntriesByName("asedio:board").length && "board";
}}"""
SETTLED_MS = 90_000
# Shortens the page's timeouts to a seventh.
IMPATIENT = """{
  const wait = window.setTimeout, repeat = window.setInterval;
  window.setTimeout = (act, ms, ...more) => wait(act, ms === 30000 ? 4000 : ms, ...more);
  window.setInterval = (act, ms, ...more) => repeat(act, ms === 1000 ? 140 : ms, ...more);
}"""
# Shortens only the wait for a sign of the early worker.
HASTY = """{
  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => wait(act, ms === 6000 ? 900 : ms, ...more);
}"""
# Cases that stand for the full walk: way, file, trouble, and end (the board or a message).
QUICK = [
    ("image", "pyodide.asm.wasm.bin", "missing", "sentence"),
    ("image", "pyodide.asm.wasm.bin", "cut", "sentence"),
    ("image", "pyodide.asm.wasm.bin", "html", "sentence"),
    ("image", "pyodide.asm.wasm.bin", "empty", "sentence"),
    ("image", "image.bin", "cut", "board"),
    ("image", "app.bin", "missing", "board"),
    ("image", "app.bin", "corrupt", "board"),
    ("image", "early-worker.js", "missing", "board"),
    ("image", "early-worker.js", "empty", "board"),
    ("image", "fast.js", "missing", "sentence"),
    ("image", "static/boot.js", "missing", "sentence"),
    ("image", "static/boot.js", "html", "sentence"),
    ("image", "core.js", "cut", "sentence"),
    ("image", "core.js", "empty", "sentence"),
    ("compiled", "stdlib.bin", "missing", "board"),
    ("compiled", "stdlib.bin", "html", "board"),
    ("plain", "plain.bin", "missing", "sentence"),
    ("plain", "plain.bin", "cut", "sentence"),
]


# These cover each way to start and each end. `make soak` runs the others.
KEPT = (
    "html-pyodide",
    "cut-image",
    "empty-early-worker",
    "missing-plain",
)
SAMPLE = [
    one
    if f"{one[2]}-{one[1].split('.')[0]}" in KEPT
    else pytest.param(*one, marks=pytest.mark.soak)
    for one in QUICK
]


@contextmanager
def spoilt(site: Path, name: str, trouble: str) -> Iterator[None]:
    """Spoil the bundle's file whose path ends with `name` while the block runs."""
    path = lying(site, name)
    good = path.read_bytes()
    path.unlink()  # a hard link: writing would change the original
    if trouble == "cut":
        path.write_bytes(good[: len(good) // 2])
    elif trouble == "corrupt":
        path.write_bytes(bytes(byte ^ 0xFF for byte in good[:4096]) + good[4096:])
    elif trouble in ("empty", "html"):
        path.write_bytes(HTML if trouble == "html" else b"")
    try:
        yield
    finally:
        path.write_bytes(good)
        later = path.stat().st_mtime + 2  # caches compare times in whole seconds
        os.utime(path, (later, later))


def ended(page: Page, url: str, way: str) -> str:
    """Start the page; return `board`, or `sentence` if it reports an error with a retry button."""
    page.goto(f"{url}?way={way}{FRAGMENT}", wait_until="commit")
    page.wait_for_function(SETTLED, timeout=SETTLED_MS)
    found: str = page.evaluate(SETTLED)
    return found


def fresh(browser: Browser) -> BrowserContext:
    return browser.new_context(locale="es-ES", service_workers="block")


@pytest.mark.parametrize(("way", "name", "trouble", "end"), SAMPLE)
def test_missing_or_damaged_file_does_not_wait_forever(
    browser: Browser, copy: Path, way: str, name: str, trouble: str, end: str
) -> None:
    context = fresh(browser)
    page = context.new_page()
    at_starts(page, HASTY)
    again = page.locator("#boot-progress button")
    with serving(copy) as port:
        url = f"http://localhost:{port}/?way={way}{FRAGMENT}"
        with spoilt(copy, name, trouble):
            page.goto(url)
            if end == "board":
                wait_for_mark(page, BOARD)
            else:
                page.wait_for_function(SETTLED, timeout=SETTLED_MS)
                assert page.evaluate(FAILED) and again.inner_text() == "Reintentar"
                with page.expect_navigation():
                    again.click()
                again.wait_for(timeout=SETTLED_MS)
            page.goto("about:blank")  # or a pending retry might find the restored file
        if end != "board":
            page.goto(url)
            wait_for_mark(page, READY)
    context.close()


def asked_for(browser: Browser, url: str, way: str) -> list[str]:
    """Return the files that this way to start requests, in order of request."""
    context = fresh(browser)
    found: list[str] = []
    context.on("request", lambda request: found.append(urlsplit(request.url).path.lstrip("/")))
    page = context.new_page()
    assert ended(page, url, way) == "board"
    assert page.evaluate(WAY) == way
    context.close()
    return [name for name in dict.fromkeys(found) if name not in ("", "favicon.ico")]


@pytest.mark.soak
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("way", WAYS)
def test_no_damaged_file_of_any_start_waits_forever(
    browser: Browser, copy: Path, way: str, trouble: str
) -> None:
    with serving(copy) as port:
        url = f"http://localhost:{port}/"
        names = asked_for(browser, url, way)
        endless = []
        for name in names:
            context = fresh(browser)
            try:
                page = context.new_page()
                at_starts(page, IMPATIENT)
                with spoilt(copy, name, trouble):
                    ended(page, url, way)
            except Exception as why:
                endless.append(f"{name}: {str(why)[:80]}")
            context.close()
    assert endless == []


SILENT = ("pyodide.asm.wasm.bin", "core.js", "packs/app.bin")


@pytest.mark.parametrize("name", sampled(SILENT))
def test_silent_server_does_not_wait_forever(browser: Browser, site: Path, name: str) -> None:
    """The server sends no status and no byte, and never closes the connection."""
    context = fresh(browser)
    page = context.new_page()
    at_starts(page, IMPATIENT)
    page.route("**/early-worker.js", lambda route: route.abort())  # it has a timeout of its own
    page.route(f"**/{name}", lambda route: None)
    with serving(site) as port:
        end = ended(page, f"http://localhost:{port}/", "image")
        assert end == ("board" if name == "packs/app.bin" else "sentence")
    context.close()
