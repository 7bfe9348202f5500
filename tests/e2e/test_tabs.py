"""Several tabs of one browser on the same game."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, TimeoutError

from tests.e2e.harness import BOARD, Watch, at_starts, boot, press, target, wait_for_mark
from tests.fixtures.storms import kept

MOVED = "() => Object.keys(localStorage).filter(k => k.startsWith('asedio:event:')).length"


def test_second_tab_follows_the_game_and_can_take_it_over(
    page: Page, context: BrowserContext, watch: Watch
) -> None:
    boot(page, "new=andarraya")
    other = boot(context.new_page(), page.url.partition("#")[2])
    target(other, "act:here").wait_for()
    press(other, "sq:e2")
    assert other.locator("[data-parts=cells] .to").count() == 0
    press(page, "sq:e2")
    press(page, "sq:e4")
    other.wait_for_function("() => document.querySelector('.log').textContent.includes('e4')")
    press(other, "act:here")
    target(page, "act:here").wait_for()
    press(other, "sq:e7")
    press(other, "sq:e5")
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('e5')")
    assert page.evaluate(MOVED) == 2
    other.close()  # the waiting tab takes over
    target(page, "act:here").wait_for(state="detached")
    press(page, "sq:d2")
    press(page, "sq:d4")
    assert page.evaluate(MOVED) == 3
    assert watch.problems == []


# Several times a second, plays at random if this tab may play, or else may ask for the game.
# Records every event that the tab stores, in order.
STORM = """(every) => {
  window.stored = [];
  window.pressed = 0;
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    set.call(this, key, value);
    if (key.startsWith("asedio:event:")) window.stored.push([key, value]);
  };
  const any = list => list[Math.floor(Math.random() * list.length)];
  window.storm = setInterval(() => {
    const here = document.querySelector('[data-target="act:here"]');
    const ways = [...document.querySelectorAll("[data-parts=cells] .to")];
    const starts = [...document.querySelectorAll("[data-parts=cells] .can")];
    window.pressed += 1;
    if (here) { if (Math.random() < 0.5) here.click(); return; }
    const found = any(ways.length ? ways : starts);
    if (found) found.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  }, every);
  return true;
}"""
KEPT = "() => ({...localStorage})"
PLAYS = """() => performance.getEntriesByName("asedio:board").length > 0
  && !document.querySelector('[data-target="act:here"]')"""
ANSWER_MS = 180_000  # a page that does not answer by then hangs


def ask(tab: Page, script: str, *value: object) -> Any:
    """Return the value of a script in a page; fail if the page hangs."""
    told = f"(...all) => ({{told: ({script})(...all)}})"
    try:
        found = tab.wait_for_function(told, arg=[*value, 0][0], polling=50, timeout=ANSWER_MS)
    except TimeoutError:
        pytest.fail(f"a tab does not answer: {script[:60]}")
    return found.evaluate("one => one.told")


def settled(tabs: list[Page]) -> list[dict[str, str]]:
    """Return what each tab sees in storage, once one tab plays and all see the same events."""
    until = time.monotonic() + ANSWER_MS / 1000
    while True:
        playing = sum(bool(ask(tab, PLAYS)) for tab in tabs)
        kept = [ask(tab, KEPT) for tab in tabs]
        logs = [{key: raw for key, raw in one.items() if ":event:" in key} for one in kept]
        if playing == 1 and all(log == logs[0] for log in logs):
            return kept
        if time.monotonic() > until:
            pytest.fail(f"{playing} tabs play; events seen by each: {[len(log) for log in logs]}")
        tabs[0].wait_for_timeout(500)


WRITERS = "() => window.stored.length > 0"


@pytest.mark.alone
def test_only_one_of_five_competing_tabs_writes_at_a_time(
    page: Page, context: BrowserContext, watch: Watch
) -> None:
    """In the end every stored event is there once, in order. With a storage that is emptied
    meanwhile: tests/ui/test_tab_storm.py."""
    boot(page, "new=andarraya")
    tabs = [page]
    for _ in range(4):
        tabs.append(boot(context.new_page(), page.url.partition("#")[2]))
    for tab in tabs:
        ask(tab, STORM, 130)
    until = time.monotonic() + ANSWER_MS / 1000
    while sum(bool(ask(tab, WRITERS)) for tab in tabs) < 2:
        assert time.monotonic() < until, "the game never changes hands"
        page.wait_for_timeout(1000)
    page.wait_for_timeout(3000)  # let it go on for a while
    for tab in tabs:
        ask(tab, "() => (clearInterval(window.storm), 1)")
    page.wait_for_timeout(1000)
    entries = settled(tabs)
    stored = [ask(tab, "() => window.stored") for tab in tabs]
    count = kept(stored, entries)
    pressed = [ask(tab, "() => window.pressed") for tab in tabs]
    print(f"{count} events; by tab {[len(log) for log in stored]}, pressed {pressed}")
    assert watch.problems == []


def test_damaged_game_is_playable_where_the_browser_has_no_locks(page: Page, watch: Watch) -> None:
    """As on a page served without encryption. The last event of the store does not read: the table
    is opened again without it, and plays."""
    at_starts(page, "delete Navigator.prototype.locks")
    boot(page, "new=andarraya")
    press(page, "sq:e2")
    press(page, "sq:e4")
    page.wait_for_function(f"() => ({MOVED})() === 1")
    page.evaluate("""() => {
      const key = Object.keys(localStorage).find(k => k.startsWith("asedio:event:"));
      localStorage.setItem(key, localStorage.getItem(key).replace(/,0\\]/, ",false]"));
    }""")
    page.reload()
    wait_for_mark(page, BOARD)
    assert page.evaluate(MOVED) == 0
    press(page, "sq:d2")
    press(page, "sq:d4")
    page.wait_for_function(f"() => ({MOVED})() === 1")
    page.wait_for_function("() => document.querySelector('.log').textContent.includes('d4')")
    assert watch.problems == []
