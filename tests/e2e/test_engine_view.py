"""The engine's view of a finished game in the page: streamed by the worker, stopped, marked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.harness import boot, press, screenshot, target
from tests.e2e.test_mistakes import WORKER_MS, fools_mate

# Counts long gaps between frames while the engine thinks.
FRAMES = """() => new Promise(done => {
    let last = performance.now(), slow = 0, count = 0;
    const tick = now => {
        if (now - last > 100) slow += 1;
        last = now;
        if (++count < 90) requestAnimationFrame(tick); else done([slow, count]);
    };
    requestAnimationFrame(tick);
})"""


def think(page: Page) -> None:
    boot(page, f"g={fools_mate()}")
    assert page.locator(".engine, .engine-bar").count() == 0
    press(page, "act:log-first")
    press(page, "act:engine:go")
    page.locator(".engine-line").nth(2).wait_for(timeout=WORKER_MS)


def test_lines_are_streamed_from_the_worker_until_stopped(page: Page) -> None:
    think(page)
    shown = page.locator("[data-slot=engine-lines]")
    page.wait_for_function(
        "() => /Profundidad ([3-9]|[0-9]{2})/.test("
        "document.querySelector('[data-slot=engine-lines]').innerText)",
        timeout=WORKER_MS,
    )
    slow, count = page.evaluate(FRAMES)
    assert count == 90 and slow < 45, "the page is blocked while the worker thinks"
    assert page.locator(".engine-bar").count() == 1
    screenshot(page, "engine")
    press(page, "act:engine:go")
    page.wait_for_timeout(600)
    before = shown.inner_text()
    page.wait_for_timeout(600)
    assert shown.inner_text() == before
    press(page, "act:engine:line:0:1")
    page.locator('main[data-outcome=""]').wait_for()
    assert page.locator(".engine, .engine-bar").count() == 0  # the new game is running


@pytest.mark.soak
def test_the_engine_and_the_judged_game_fit_a_phone(phone: Page, page: Page) -> None:
    for name, one in (("phone", phone), ("wide", page)):
        think(one)
        press(one, "act:engine:go")  # the lines stay, and nothing is drawn again
        bar = one.locator(".engine-bar").bounding_box()
        size = one.viewport_size
        assert bar is not None and size is not None
        assert bar["x"] >= 0 and bar["x"] + bar["width"] <= size["width"]
        one.locator(".engine-lines").scroll_into_view_if_needed()
        screenshot(one, f"engine-{name}")
        press(one, "act:mistakes:go")
        target(one, "act:mistakes:see:0:0").wait_for(timeout=WORKER_MS)
        one.locator(".table-course svg").scroll_into_view_if_needed()
        screenshot(one, f"judged-{name}")
        wide: Any = one.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
