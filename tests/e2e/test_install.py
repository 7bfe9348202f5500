"""The offer to install the page, and the sign that there is no connection."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.e2e.harness import boot, choose_settings, press

OFFERED = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { window.asked = true; return Promise.resolve(); };
  dispatchEvent(event);
  return event.defaultPrevented;
}"""
# Without really cutting the line, which the page's own loading ahead would report.
CONNECTED = """on => {
  Object.defineProperty(navigator, "onLine", { get: () => on, configurable: true });
  dispatchEvent(new Event(on ? "online" : "offline"));
}"""
SIGN = "getComputedStyle(document.querySelector('.wordmark'), '::after').content"

PLACE = """() => {
  const mark = document.querySelector('.wordmark'), sign = getComputedStyle(mark, '::after');
  const { bottom } = document.querySelector('.top').getBoundingClientRect();
  const { top } = mark.getBoundingClientRect();
  return [top + parseFloat(sign.top) + parseFloat(sign.height), bottom - 1];
}"""


def ready(page: Page) -> None:
    """Wait for the script: it keeps the browser from making its own offer."""
    page.wait_for_function(f"({OFFERED})()")


def test_installing_is_offered_once_at_home_to_people_who_have_played(page: Page) -> None:
    """An offer that is not answered goes when home is left. The installed app has the language of
    the page, and a sign without a connection."""
    boot(page)
    ready(page)
    assert page.locator("#install").count() == 0  # nothing has been played here
    boot(page, "new=andarraya")
    press(page, "sq:e2")
    press(page, "sq:e4")
    ready(page)
    assert page.locator("#install").count() == 0  # never over a board
    press(page, "act:home")
    page.locator("#install").wait_for()
    page.go_back()
    page.wait_for_selector("main[data-screen=table]")
    assert page.locator("#install").count() == 0
    page.evaluate("localStorage.removeItem('asedio:asked:install')")
    ready(page)
    press(page, "act:home")
    page.locator("#install button").first.click()
    assert page.evaluate("window.asked") and page.locator("#install").count() == 0
    page.evaluate(OFFERED)
    assert page.locator("#install").count() == 0
    boot(page)
    ready(page)
    assert page.locator("#install").count() == 0
    for lang in ("en", "es"):
        choose_settings(page, {"lang": lang})
        page.wait_for_selector(f'link[rel=manifest][href$=".{lang}.webmanifest"]', state="attached")
        address = page.locator("link[rel=manifest]").get_attribute("href")
        assert page.evaluate("async (at) => (await (await fetch(at)).json()).lang", address) == lang
    assert page.evaluate(SIGN) == "none"
    page.evaluate(CONNECTED, False)
    page.wait_for_function(f"{SIGN} !== 'none'")
    assert page.evaluate(SIGN) == '"sin conexión"'
    low, room = page.evaluate(PLACE)
    assert 0 < low <= room  # in the top bar, not over its edge
    page.evaluate(CONNECTED, True)
    page.wait_for_function(f"{SIGN} === 'none'")
