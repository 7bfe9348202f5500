"""Persistent storage: requested from the browser after a game's first decision, never at the start.

What browsers may answer: tests/ui/test_lasting.py.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.harness import BOARD, boot, press, press_all, wait_for_mark
from tests.fixtures.says import says

# Counts the calls to the storage manager, which grants nothing.
COUNTING = """(() => {
  const storage = StorageManager.prototype, count = name => sessionStorage.setItem(
    name, 1 + Number(sessionStorage.getItem(name) || 0));
  storage.persisted = async () => { count('looked'); return false; };
  storage.persist = async () => { count('asked'); return false; };
})()"""


def count(page: Page, name: str) -> int:
    return int(page.evaluate("name => Number(sessionStorage.getItem(name) || 0)", name))


def test_persistence_is_requested_once_after_the_first_decision(page: Page) -> None:
    page.add_init_script(COUNTING)
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
    press(page, "act:settings")
    expect(page.locator('dialog [data-slot="kept"]')).to_contain_text(
        says("settings.kept.no", "es")
    )
    assert count(page, "asked") == 1
