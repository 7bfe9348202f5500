"""Storage: what the page says when nothing can be saved, and when it asks to keep what is.

What browsers may answer: tests/ui/test_lasting.py.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.harness import BOARD, at_starts, boot, press, press_all, wait_for_mark
from tests.fixtures.says import says

# Makes the browser report that storage is full, or stop reporting it.
FULL = """full => {
  const storage = Storage.prototype;
  window.roomy = window.roomy || storage.setItem;
  storage.setItem = full ? () => { throw new DOMException("full", "QuotaExceededError"); }
    : window.roomy;
}"""


def test_not_saved_notice_stays_exactly_as_long_as_saving_fails(page: Page) -> None:
    boot(page, "new=andarraya")
    standing = page.locator("#notice .standing")
    expect(standing).to_have_count(0)
    page.evaluate(FULL, True)
    press_all(page, ("sq:e2", "sq:e4"))
    expect(standing).to_be_visible()
    expect(page.locator("#notice")).to_have_css("position", "sticky")  # covers nothing
    press_all(page, ("sq:e7", "sq:e5", "act:settings", "dialog:close"))
    expect(standing).to_be_visible()
    page.evaluate(FULL, False)
    press_all(page, ("sq:d2", "sq:d4"))
    expect(standing).to_have_count(0)
    page.reload()
    wait_for_mark(page, BOARD)
    expect(page.locator(".log")).to_contain_text("d4")


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
    at_starts(page, COUNTING)
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
