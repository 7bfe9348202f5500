"""A page that was hidden or asleep shows what was stored meanwhile without any word of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import boot
from tests.fixtures.says import says

# A page gets no `storage` event for what it writes itself.
STORE = """() => {
  const now = JSON.parse(localStorage.getItem("asedio:settings") ?? "{}");
  localStorage.setItem("asedio:settings", JSON.stringify({...now, lang: "en"}));
}"""
COMES_BACK = {
    "shown from the cache": 'dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))',
    "in sight": 'document.dispatchEvent(new Event("visibilitychange"))',
}


@pytest.mark.parametrize("how", COMES_BACK)
def test_a_page_that_comes_back_follows_what_was_stored(page: Page, how: str) -> None:
    boot(page)
    heading = page.locator("h1")
    expect(heading).to_have_text(says("home.headline", "es"))
    page.evaluate(STORE)
    expect(heading).to_have_text(says("home.headline", "es"))
    page.evaluate(COMES_BACK[how])
    expect(heading).to_have_text(says("home.headline", "en"))
