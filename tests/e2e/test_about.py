"""The about page of the bundle: credits, licences, privacy and the host's address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.conftest import Servers
from tests.e2e.harness import READY, ROOT, boot, loaded, screenshot, target, wait_for_mark
from tests.e2e.test_home import not_wider_than_the_screen, settings, violations_in_every_light
from tests.fixtures.says import says

PAGE = "main[data-screen=about]"


@pytest.mark.soak
def test_credits_open_from_home_and_load_only_then(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    boot(page)
    loaded(page)
    assert not [url for url in asked if "about" in url or "credits" in url]
    target(page, "act:about").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(PAGE)
    assert page.inner_text(f"{PAGE} h1") == says("home.about", "es")
    page.keyboard.press("Escape")
    page.wait_for_selector("main[data-screen=home]")


def test_about_page_has_the_hosts_address_and_licences_as_plain_text_and_fits_a_phone(
    page: Page, server: Servers
) -> None:
    def filled(route: Route) -> None:
        answer = route.fetch()
        empty = '<meta name="asedio-contact" content="">'
        text = answer.text()
        assert empty in text
        route.fulfill(response=answer, body=text.replace(empty, empty[:-2] + 'a@example.org">'))

    page.route(server.url, filled)
    settings(page, theme="day", motion="none")
    page.goto("./#about")
    page.wait_for_selector(PAGE)
    wait_for_mark(page, READY)
    assert page.locator(f"{PAGE} a[href='mailto:a@example.org']").count() == 1
    links = page.eval_on_selector_all(f"{PAGE} a[href$='.txt']", "all => all.map(one => one.href)")
    assert len(links) >= 8
    for address in links:
        answer = page.request.get(address)
        assert answer.ok and answer.headers["content-type"].startswith("text/plain"), address
    assert violations_in_every_light(page) == {}
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert not_wider_than_the_screen(page)
        screenshot(page, f"about-{width}")


@pytest.mark.soak
@pytest.mark.sources
def test_about_page_works_from_the_sources(page: Page) -> None:
    assert (ROOT / "static/vendor/about/credits.json").is_file()
    page.goto("./#about")
    page.wait_for_selector(PAGE, timeout=90_000)
    assert "Pyodide" in page.inner_text(PAGE)
