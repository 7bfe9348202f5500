"""Persistent storage: requested from the browser after a game's first decision, never at the start.

The settings say what the browser answered.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import BOARD, boot, press, press_all, wait_for_mark
from tests.fixtures.sampled import sampled

# Counts the calls to the storage manager and gives fixed answers.
COUNTING = """(() => {
  const storage = StorageManager.prototype, count = name => sessionStorage.setItem(
    name, 1 + Number(sessionStorage.getItem(name) || 0));
  storage.persisted = async () => { count('looked'); return KEPT; };
  storage.persist = async () => { count('asked'); return ANSWER; };
})()"""
BROKEN = {
    "no API": "Object.defineProperty(Navigator.prototype, 'storage', {get: () => undefined})",
    "an old one": "delete StorageManager.prototype.persisted",
    "refuses": "StorageManager.prototype.persisted = async () => { throw new TypeError('no') }",
    "throws": "StorageManager.prototype.persisted = () => { throw new DOMException('no') }",
}
FULL = """(() => {
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
    set.call(this, key, value);
  };
})()"""
WORDS = {
    "yes": ("hasta que las borres", "until you delete them"),
    "no": ("puede borrarlas", "may delete them"),
    "unknown": ("no indica", "does not say"),
}


def browser(page: Page, kept: bool, answer: bool) -> None:
    script = COUNTING.replace("KEPT", str(kept).lower()).replace("ANSWER", str(answer).lower())
    page.add_init_script(script)


def count(page: Page, name: str) -> int:
    return int(page.evaluate("name => Number(sessionStorage.getItem(name) || 0)", name))


def told(page: Page, what: str) -> None:
    """Check what the settings say about persistence, in both languages."""
    press(page, "act:settings")
    slot = page.locator('dialog [data-slot="kept"]')
    expect(slot).to_contain_text(WORDS[what][0])
    press(page, "set:lang=en")
    expect(slot).to_contain_text(WORDS[what][1])
    press(page, "set:lang=es")
    press(page, "dialog:close")


def test_persistence_is_requested_once_after_the_first_decision(page: Page) -> None:
    browser(page, kept=False, answer=False)
    boot(page)
    boot(page, "new=andarraya")
    assert count(page, "asked") == count(page, "looked") == 0
    press_all(page, ("sq:e2", "sq:e4"))
    page.wait_for_function("sessionStorage.getItem('asked') === '1'")
    press_all(page, ("sq:e7", "sq:e5"))
    page.reload()
    wait_for_mark(page, BOARD)
    assert count(page, "looked") == 1  # a start does not even query it
    press_all(page, ("sq:d2", "sq:d4"))
    told(page, "no")
    assert count(page, "asked") == 1


def test_persistence_is_not_requested_when_already_granted(page: Page) -> None:
    browser(page, kept=True, answer=False)
    boot(page, "new=andarraya")
    press_all(page, ("sq:e2", "sq:e4"))
    told(page, "yes")
    assert count(page, "asked") == 0


@pytest.mark.parametrize("name", sampled(BROKEN))
def test_browser_without_a_working_api_is_reported_as_unknown(page: Page, name: str) -> None:
    page.add_init_script(BROKEN[name])
    boot(page, "new=andarraya")
    press_all(page, ("sq:e2", "sq:e4", "sq:e7", "sq:e5"))
    told(page, "unknown")
    expect(page.locator("#notice")).to_be_empty()


def test_persistence_is_not_requested_when_nothing_can_be_stored(page: Page) -> None:
    browser(page, kept=False, answer=True)
    page.add_init_script(FULL)
    boot(page, "new=andarraya")
    press_all(page, ("sq:e2", "sq:e4", "sq:e7", "sq:e5"))
    expect(page.locator("#notice .standing")).to_be_visible()
    assert count(page, "asked") == count(page, "looked") == 0
