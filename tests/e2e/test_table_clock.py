"""The clocks of two people on one device, in a browser whose time the tests advance."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press, press_all, screenshot

RUNNING = ".strip-clock[data-runs] b"
HIDE = """hidden => {
  Object.defineProperty(document, "visibilityState",
    { configurable: true, get: () => hidden ? "hidden" : "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
STANDS = """() => new Promise(done => {
  const words = () => document.querySelector(".strip-clock b").textContent;
  const before = words();
  setTimeout(() => done(words() === before), 300);
})"""


def test_the_page_counts_down_and_the_flag_falls(page: Page) -> None:
    """From the form to the result: the display runs by itself, low time is marked and spoken."""
    page.clock.install()
    boot(page)
    press_all(page, ("act:game:andarraya", "clock:minutes"))
    page.locator('[data-field="clock-minutes"]').fill("1")
    page.locator('[data-field="clock-seconds"]').fill("0")
    screenshot(page, "clock-form")
    press(page, "act:start")
    expect(page.locator(".strip-clock")).to_have_count(2)
    press_all(page, ("sq:e2", "sq:e4"))
    expect(page.locator(RUNNING)).to_have_text("0:59")
    page.clock.fast_forward(25_000)
    expect(page.locator('.strip[data-side="1"] .strip-clock')).not_to_have_attribute("data-low", "")
    page.clock.fast_forward(8_000)
    expect(page.locator('.strip[data-side="1"] .strip-clock')).to_have_attribute("data-low", "")
    page.clock.fast_forward(20_000)
    expect(page.locator(RUNNING)).to_contain_text(".")
    screenshot(page, "clock-low")
    page.clock.fast_forward(10_000)
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "1-0")
    expect(page.locator(".result-card")).to_contain_text("tiempo")
    expect(page.locator('[data-target="act:undo"]')).to_have_attribute("aria-disabled", "true")


def test_a_pause_and_a_hidden_page_stop_the_display_until_somebody_continues(page: Page) -> None:
    boot(page, "new=andarraya&clock=10+5")
    expect(page.locator(RUNNING)).not_to_have_text("10:00")
    press(page, "act:clock")
    dialog = page.locator("dialog")
    expect(dialog).to_be_visible()
    expect(page.locator(RUNNING)).to_have_count(0)
    assert page.evaluate(STANDS)
    page.keyboard.press("Escape")
    expect(page.locator(RUNNING)).to_have_count(1)
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    expect(dialog).to_contain_text("no se veía")
    page.locator("dialog .primary").click()
    expect(page.locator(RUNNING)).to_have_count(1)
    page.reload()
    expect(dialog).to_contain_text("cerrada")
