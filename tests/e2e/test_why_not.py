"""Actions that are not possible now say why: on their button, and when pressed anyway."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press, press_all, target, written
from tests.e2e.screens import PHONE, sized
from tests.fixtures.says import says

pytestmark = pytest.mark.shared


def press_greyed(page: Page, name: str) -> str:
    """Press a disabled button; return the notice, which must repeat the button's title."""
    button = target(page, name)
    assert button.get_attribute("aria-disabled") == "true"
    button.click(force=True)
    written(page)
    said = page.locator("[data-slot=notice] .notice").inner_text()
    assert said == button.get_attribute("title")
    assert page.evaluate("document.activeElement.dataset.target") == name, "the focus stays"
    return said


def test_undo_says_why_it_is_disabled_in_sight_on_a_phone_too(page: Page) -> None:
    boot(page, "new=andarraya")
    assert press_greyed(page, "act:undo") == says("undo.nothing", "es")
    press_all(page, ("sq:e2", "sq:e4"))
    assert target(page, "act:undo").get_attribute("aria-disabled") is None
    press(page, "act:log-prev")
    for name in ("act:undo", "act:draw", "act:resign"):
        assert "posición anterior" in press_greyed(page, name)
    press(page, "act:log-last")
    press(page, "act:resign")
    assert "pregunta" in press_greyed(page, "act:undo")
    press(page, "act:resign-yes")
    assert "abandono" in press_greyed(page, "act:undo")
    sized(page, PHONE)
    target(page, "act:undo").scroll_into_view_if_needed()
    press_greyed(page, "act:undo")
    expect(page.locator("[data-slot=notice] .notice")).to_be_in_viewport()
