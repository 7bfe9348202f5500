"""The about page: credits, licences, privacy and the host's address."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.conftest import Servers
from tests.e2e.harness import (
    READY,
    ROOT,
    boot,
    loaded,
    screenshot,
    target,
    wait_for_mark,
)
from tests.e2e.test_home import not_wider_than_the_screen, settings, violations_in_every_light
from tests.fixtures.sampled import sampled
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
    shown = page.inner_text(PAGE)
    assert page.inner_text(f"{PAGE} h1") == says("home.about", "es")
    for name in ("PyScript", "Pyodide", "MPL-2.0", "Apache-2.0", "Delapouite", "3rdPix"):
        assert name in shown
    assert "Quien aloja esta copia" in shown  # no contact address is set
    page.keyboard.press("Escape")
    page.wait_for_selector("main[data-screen=home]")


def test_bundle_serves_every_licence_as_plain_text(page: Page) -> None:
    page.goto("./#about")
    page.wait_for_selector(PAGE)
    links = page.eval_on_selector_all(f"{PAGE} a[href$='.txt']", "all => all.map(one => one.href)")
    assert len(links) >= 8
    for address in links:
        answer = page.request.get(address)
        assert answer.ok and answer.headers["content-type"].startswith("text/plain"), address


def test_host_can_set_a_contact_address_in_one_line_of_the_page(
    page: Page, server: Servers
) -> None:
    def filled(route: Route) -> None:
        answer = route.fetch()
        empty = '<meta name="asedio-contact" content="">'
        text = answer.text()
        assert empty in text
        route.fulfill(response=answer, body=text.replace(empty, empty[:-2] + 'a@example.org">'))

    page.route(server.url, filled)
    page.goto("./#about")
    page.wait_for_selector(PAGE)
    assert page.locator(f"{PAGE} a[href='mailto:a@example.org']").count() == 1


@pytest.mark.parametrize("lang", sampled(["es", "en"]))
def test_about_page_is_accessible_in_every_theme_and_fits_a_phone(page: Page, lang: str) -> None:
    settings(page, theme="day", motion="none", lang=lang)
    page.goto("./#about")
    page.wait_for_selector(PAGE)
    wait_for_mark(page, READY)
    assert violations_in_every_light(page) == {}
    screenshot(page, f"about-{lang}")
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert not_wider_than_the_screen(page)
        screenshot(page, f"about-{lang}-{width}")


@pytest.mark.soak
@pytest.mark.sources
def test_about_page_works_from_the_sources(page: Page) -> None:
    assert (ROOT / "static/vendor/about/credits.json").is_file()
    page.goto("./#about")
    page.wait_for_selector(PAGE, timeout=90_000)
    assert "Pyodide" in page.inner_text(PAGE)
