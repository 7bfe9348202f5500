"""Two tabs of one browser on the same game."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

from tests.e2e.harness import Watch, boot, press, target

MOVED = "() => Object.keys(localStorage).filter(k => k.startsWith('asedio:event:')).length"


def test_the_second_tab_follows_takes_over_and_is_left_alone(
    page: Page, context: BrowserContext, watch: Watch
) -> None:
    boot(page, "new=andarraya")
    other = boot(context.new_page(), page.url.partition("#")[2])
    target(other, "act:here").wait_for()
    press(other, "sq:e2")
    assert other.locator("[data-parts=cells] .to").count() == 0
    press(page, "sq:e2")
    press(page, "sq:e4")
    other.wait_for_function(
        "() => document.querySelector('[data-slot=log]').textContent.includes('e4')"
    )
    press(other, "act:here")
    target(page, "act:here").wait_for()
    press(other, "sq:e7")
    press(other, "sq:e5")
    page.wait_for_function(
        "() => document.querySelector('[data-slot=log]').textContent.includes('e5')"
    )
    assert page.evaluate(MOVED) == 2
    other.close()  # whoever waits in line plays on
    target(page, "act:here").wait_for(state="detached")
    press(page, "sq:d2")
    press(page, "sq:d4")
    assert page.evaluate(MOVED) == 3
    assert watch.problems == []
