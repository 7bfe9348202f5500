"""Back on a phone closes the view above a screen and does not leave the site."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press_all, screenshot

HOME = 'main[data-screen="home"]'
OPEN = {
    "sheet": (("act:game:stratego",), ".setup"),
    "settings": (("act:settings",), "dialog[data-screen=settings][open]"),
    "invitation": (("act:game:stratego", "act:invite"), "dialog[data-screen=far-invite][open]"),
}


def test_back_closes_a_view_and_stays_on_the_site(phone: Page) -> None:
    """At home each view in turn, with those below it; then a table after a dialog was closed."""
    boot(phone)
    for name, (presses, shown) in OPEN.items():
        press_all(phone, presses)
        expect(phone.locator(shown)).to_be_visible()
        screenshot(phone, f"back-{name}")
        phone.go_back()
        expect(phone.locator(shown)).to_have_count(0)
        expect(phone.locator(HOME)).to_be_visible()
        for _ in presses[1:]:
            phone.go_back()
        expect(phone.locator(".setup")).to_have_count(0)
        expect(phone.locator(HOME)).to_be_visible()
    press_all(phone, ("act:game:andarraya", "act:start", "act:share", "dialog:close"))
    phone.go_back()
    expect(phone.locator(HOME)).to_be_visible()
