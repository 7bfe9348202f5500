"""Back on a phone closes the view above a screen and does not leave the site."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press_all, screenshot

HOME = 'main[data-screen="home"]'
OPEN = {
    "sheet": (("act:game:stratego",), ".setup"),
    "settings": (("act:settings",), "dialog[data-screen=settings][open]"),
    "invitation": (("act:game:stratego", "act:invite"), "dialog[data-screen=far-invite][open]"),
}


@pytest.mark.parametrize("view", OPEN)
def test_back_closes_a_view_at_home_and_stays_on_the_site(phone: Page, view: str) -> None:
    presses, shown = OPEN[view]
    boot(phone)
    press_all(phone, presses)
    expect(phone.locator(shown)).to_be_visible()
    screenshot(phone, f"back-{view}")
    phone.go_back()
    expect(phone.locator(shown)).to_have_count(0)
    expect(phone.locator(HOME)).to_be_visible()
    for _ in presses[1:]:
        phone.go_back()
    expect(phone.locator(".setup")).to_have_count(0)
    expect(phone.locator(HOME)).to_be_visible()


def test_back_from_a_table_reaches_home_after_a_dialog(phone: Page) -> None:
    boot(phone)
    press_all(phone, ("act:game:andarraya", "act:start", "act:share", "dialog:close"))
    phone.go_back()
    expect(phone.locator(HOME)).to_be_visible()
