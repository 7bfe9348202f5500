"""Back closes the view above a screen and does not leave the site; home keeps what was typed."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press, press_all, target

HOME = 'main[data-screen="home"]'
OPEN = (
    (("act:game:stratego",), ".setup"),
    (("act:settings",), "dialog[data-screen=settings][open]"),
    (("act:game:stratego", "act:invite"), "dialog[data-screen=far-invite][open]"),
)


def test_back_closes_a_view_and_stays_on_the_site(phone: Page) -> None:
    """At home each view in turn, with those below it; then a table after a dialog was closed."""
    boot(phone)
    for presses, shown in OPEN:
        press_all(phone, presses)
        expect(phone.locator(shown)).to_be_visible()
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


def test_home_form_keeps_what_was_typed(page: Page) -> None:
    boot(page)
    press(page, "act:game:stratego")
    page.locator('[data-field="name0"]').fill("Ana")
    page.select_option('main#app select[data-field="seat1"]', "4")
    page.locator('[data-field="paste"]').fill("1. e4")
    press(page, "preset:barrage")
    press_all(page, ("act:settings", "set:theme=night", "set:lang=en", "dialog:close"))
    left_as_it_was(page)
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules]")
    page.go_back()
    left_as_it_was(page)
    page.go_forward()
    page.wait_for_selector("main[data-screen=rules]")
    press(page, "act:back")
    left_as_it_was(page)


def left_as_it_was(page: Page) -> None:
    page.wait_for_selector("main[data-screen=home]")
    assert page.locator('[data-field="name0"]').input_value() == "Ana"
    assert page.locator('main#app select[data-field="seat1"]').input_value() == "4"
    assert page.locator('[data-field="paste"]').input_value() == "1. e4"
    assert target(page, "preset:barrage").get_attribute("aria-pressed") == "true"
    assert target(page, "act:game:stratego").get_attribute("aria-pressed") == "true"
