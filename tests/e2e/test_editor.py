"""The position editor in the page: set up a position, break a rule, read why, mend it, play on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.harness import (
    READY,
    patient,
    press,
    press_all,
    target,
    wait_for_mark,
)
from tests.e2e.screens import (
    ACROSS,
    PHONE,
    not_wider_than_the_screen,
    settings,
    sized,
    violations_in_every_light,
)

EDITOR = "main[data-screen=editor]"
BOARD = "main[data-screen=table]"


def opened(page: Page, game: str) -> None:
    settings(page, theme="day", motion="none", lang="es")
    page.goto(f"./#edit={game}")
    page.wait_for_selector(EDITOR)
    wait_for_mark(page, READY)
    patient(page)


@pytest.mark.shared(motion="none", theme="day")
def test_a_position_is_broken_read_mended_and_played(page: Page) -> None:
    opened(page, "andarraya")
    assert page.get_attribute(EDITOR, "data-legal") == "yes"
    press_all(page, ("kind:K", "sq:e4"))
    page.wait_for_selector(f"{EDITOR}[data-legal=no]")
    assert page.inner_text(".editor-fault").strip()
    assert target(page, "act:together").get_attribute("aria-disabled") == "true"
    assert page.locator(".mark-cannot").count() > 0
    for size in (PHONE, ACROSS):
        sized(page, size)
        assert not_wider_than_the_screen(page)
    press(page, "sq:e4")
    page.wait_for_selector(f"{EDITOR}[data-legal=yes]")
    press(page, "act:together")
    page.wait_for_selector(BOARD)


@pytest.mark.shared(motion="none", theme="day")
def test_pieces_are_put_by_keyboard_drag_and_finger(page: Page, phone: Page) -> None:
    opened(page, "andarraya")
    page.get_by_role("button", name="Dama, blancas").focus()
    page.keyboard.press("Enter")
    target(page, "sq:e4").focus()
    page.keyboard.press("Enter")
    page.get_by_role("gridcell", name="e4, Dama, blancas").wait_for()
    page.keyboard.press("Delete")
    page.get_by_role("gridcell", name="e4", exact=True).wait_for()
    target(page, "kind:R").drag_to(target(page, "sq:e5"))
    page.get_by_role("gridcell", name="e5, Torre, blancas").wait_for()
    target(page, "sq:e5").drag_to(target(page, "sq:e6"))
    page.get_by_role("gridcell", name="e6, Torre, blancas").wait_for()
    assert violations_in_every_light(page) == {}
    opened(phone, "andarraya")
    target(phone, "kind:Q").tap()
    target(phone, "sq:e4").tap()
    phone.wait_for_selector(f"{EDITOR} [data-square=e4]", state="attached")
