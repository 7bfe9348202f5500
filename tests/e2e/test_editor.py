"""The position editor in the page: set up a position, break a rule, read why, mend it, play on."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.e2e.harness import (
    READY,
    press,
    target,
    wait_for_mark,
)
from tests.e2e.screens import not_wider_than_the_screen, settings, violations_in_every_light
from tests.fixtures.sampled import sampled

EDITOR = "main[data-screen=editor]"
BOARD = "main[data-screen=table]"


class Case(NamedTuple):
    """What breaks a rule of a game and what is then said. Pressing it again mends it."""

    game: str
    broken: tuple[str, ...]
    said: str


CASES = [
    Case("andarraya", ("kind:K", "sq:e4"), "las blancas deben tener un solo rey y tienen 2"),
    Case("cotadrez", ("kind:D", "sq:b4"), "hay 2 y el ejército tiene 1"),
    Case("rilatria", ("kind:A", "sq:a1", "sq:b1"), "hay 2 y el máximo es 1"),
    Case("stratego", ("kind:rM", "sq:a5"), "hay 2 y el ejército tiene 1"),
    Case("twocities", ("kind:T", "sq:c1"), "necesitan una sola ciudad"),
]


def opened(page: Page, game: str) -> None:
    settings(page, theme="day", motion="none", lang="es")
    page.goto(f"./#edit={game}")
    page.wait_for_selector(EDITOR)
    wait_for_mark(page, READY)


@pytest.mark.shared(motion="none", theme="day")
@pytest.mark.parametrize("case", sampled(CASES), ids=lambda case: case.game)
def test_a_position_is_broken_read_mended_and_played(page: Page, case: Case) -> None:
    opened(page, case.game)
    assert page.get_attribute(EDITOR, "data-legal") == "yes"
    for one in case.broken:
        press(page, one)
    page.wait_for_selector(f"{EDITOR}[data-legal=no]")
    assert case.said in page.inner_text(".editor-fault")
    assert target(page, "act:together").get_attribute("aria-disabled") == "true"
    assert page.locator(".mark-cannot").count() > 0
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert not_wider_than_the_screen(page)
    press(page, case.broken[-1])
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
