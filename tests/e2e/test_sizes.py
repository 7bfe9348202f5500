"""Every screen fits every window and large text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.fit import misfits
from tests.e2e.harness import boot, press
from tests.e2e.test_access import lift, paste_middle
from tests.e2e.test_far import Player
from tests.e2e.test_home import settings
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.shared(motion="none")

OPEN_ALL = "document.querySelectorAll('main details').forEach(one => { one.open = true })"


def whole(found: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, list[str]]]:
    return {screen: wrong for screen, wrong in found.items() if wrong}


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=3))
def test_home_rules_table_dialogs_and_review_fit_every_window(page: Page, game: str) -> None:
    settings(page, motion="none")
    boot(page)
    press(page, f"act:game:{game}")
    page.evaluate(OPEN_ALL)
    found = {"home": misfits(page)}
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules] svg.board")
    found["rules"] = misfits(page)
    boot(page)
    press(page, "act:game:andarraya")
    press(page, "act:invite")
    page.wait_for_selector('[data-field="far-name"]')
    page.locator(".far-ways summary").click()
    found["invite"] = misfits(page)
    press(page, "dialog:close")
    paste_middle(page, game)
    if page.locator("[data-curtain]").count():
        found["curtain"] = misfits(page)
    lift(page)
    page.wait_for_selector(".cell")
    page.mouse.move(0, 0)  # or the page would describe what lies under the pointer
    found["table"] = misfits(page)
    for name in ("settings", "share", "keys"):
        page.locator(f'[data-target="act:{name}"]').first.dispatch_event("click")
        page.wait_for_selector("dialog[open]")
        found[name] = misfits(page)
        press(page, "dialog:close")
    press(page, "act:resign")
    press(page, "act:resign-yes")
    lift(page)
    page.wait_for_selector(".table-course input", timeout=60_000)
    found["review"] = misfits(page)
    assert whole(found) == {}


def test_far_table_fits_every_window(new_context: NewContext, server: Servers) -> None:
    ana, blas = (Player(new_context, server) for _ in range(2))
    address = ana.invite()
    found = {"invited": misfits(ana.page)}
    blas.page.goto(address)
    blas.page.locator('[data-target="act:sit"]').wait_for(timeout=90_000)
    found["invitation"] = misfits(blas.page)
    ana.open(blas.sit(address).link()).turn(0).move("e2e4")
    found["far"] = misfits(ana.page)
    assert whole(found) == {}
