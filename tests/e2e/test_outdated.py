"""A page that is older than the bundle on the server says so and offers to reload.

Nothing of the new version gets into it. The service worker is off, as in a frame or on a first
visit.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.harness import (
    READY,
    Host,
    at_starts,
    loaded,
    press,
    press_all,
    replace,
    target,
    wait_for_mark,
)
from tests.e2e.test_opponent import ANSWER_MS, answered, any_move, events

NEWER = "0123456789abcdef"
THERE_IS = "Hay una versión nueva de Asedio"
VERSION = "document.documentElement.dataset.version"
NO_KEEPER = "delete Navigator.prototype.serviceWorker"  # it would answer from its cache


def version_of(copy: Path) -> str:
    found: str = json.loads((copy / "version.json").read_text("utf-8"))["version"]
    return found


def published(copy: Path, beside: bool = False) -> None:
    """Publish a newer version in place of the old one, or beside it."""
    before = version_of(copy)
    old, new = copy / f"static/v-{before}", copy / f"static/v-{NEWER}"
    if beside:
        new.mkdir()
        for path in old.rglob("*"):
            if path.is_file():
                place = new / path.relative_to(old)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.hardlink_to(path)
    else:
        old.rename(new)
    for name in ("index.html", "version.json", "static/boot.js"):
        text = (copy / name).read_text("utf-8")
        replace(copy / name, text.replace(before, NEWER).encode())


def reloaded(page: Page, button: str, mark: str = READY) -> None:
    with page.expect_navigation():
        page.locator(button).click()
    wait_for_mark(page, mark)
    assert page.evaluate(VERSION) == NEWER


@pytest.fixture
def old(host: Host) -> Host:
    at_starts(host.page, NO_KEEPER)
    return host


def test_new_version_beside_the_old_one_never_mixes_with_it(old: Host, copy: Path) -> None:
    page = old.open()
    published(copy, beside=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    press(page, "act:learn:cotadrez")
    page.wait_for_selector('main[data-screen="table"]')
    assert asked and not [url for url in asked if NEWER in url]


def test_computer_answers_on_an_outdated_page_that_offers_to_reload(old: Host, copy: Path) -> None:
    page = old.open("new=andarraya")
    page.goto(old.url)
    wait_for_mark(page, READY)
    press(page, "act:game:andarraya")
    page.select_option('main#app select[data-field="seat1"]', "1")
    loaded(page)
    published(copy)
    press(page, "act:start")
    page.wait_for_selector('main[data-mode="play"]')
    before = events(page)
    any_move(page)
    answered(page, before)
    page.wait_for_selector(f"#new-version:has-text('{THERE_IS}')", timeout=ANSWER_MS)
    press_all(page, ("act:home", "act:learn:cotadrez"))  # more of the page is asked for
    page.wait_for_selector(f"#notice:has-text('{THERE_IS}')")
    assert "conexión" not in page.locator("#notice").inner_text()
    reloaded(page, '#notice [data-target="page:reload"]')


def test_cached_page_that_is_outdated_says_so_before_it_starts(old: Host, copy: Path) -> None:
    """GitHub Pages lets browsers cache the page itself for ten minutes."""
    page = old.page
    kept = (copy / "index.html").read_bytes()
    published(copy)
    page.route(old.url, lambda route: route.fulfill(body=kept, content_type="text/html"))
    page.goto(old.url)
    page.wait_for_selector(f"#boot-progress:has-text('{THERE_IS}')")
    button = page.locator("#boot-progress button")
    assert button.inner_text() == "Recargar"
    page.unroute_all()
    reloaded(page, "#boot-progress button")
    assert target(page, "act:computer:cotadrez").is_visible()
