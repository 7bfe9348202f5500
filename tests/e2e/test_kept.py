"""What the page says when nothing can be saved."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.harness import BOARD, boot, press_all, wait_for_mark

FILL = "entries => Object.entries(entries).forEach(([key, raw]) => localStorage.setItem(key, raw))"
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
