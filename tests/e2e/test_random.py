"""The Random button completes a set-up; pressed again, it places everything anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press, press_all, target
from tests.e2e.test_pointers import DRAWN
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.shared

PLACED = [
    pytest.param("cotadrez", ("fortress:e2", "king:e1", "rabble:d3", "lancer:g2", "mountain:a2")),
    pytest.param("rilatria", ("hero:g2",)),
    pytest.param("stratego&army=barrage8", ("flag:b1", "bomb:b2", "marshal:f4")),
]


@pytest.mark.parametrize(("game", "placed"), sampled(PLACED))
def test_random_keeps_placed_pieces_and_a_second_press_replaces_all(
    page: Page, game: str, placed: tuple[str, ...]
) -> None:
    boot(page, f"new={game}")
    for put in placed:
        kind, square = put.split(":")
        press_all(page, (f"kind:{kind}", f"sq:{square}"))
    own = page.evaluate(DRAWN)
    press(page, "act:random")
    first = page.evaluate(DRAWN)
    assert {square: first.get(square) for square in own} == own
    assert len(first) > len(own)
    for _ in range(5):  # chance may repeat a set-up
        press(page, "act:random")
        if page.evaluate(DRAWN) != first:
            break
    assert page.evaluate(DRAWN) != first
    press(page, "act:ready")
    target(page, "btn:reveal").or_(page.locator("main[data-mode=setup]")).first.wait_for()


@pytest.mark.soak
def test_random_replaces_a_set_up_placed_by_hand_only_when_pressed_again(page: Page) -> None:
    boot(page, "new=rilatria")
    press_all(page, ("kind:hero", "sq:g2", "kind:ram", "sq:g3"))
    own = page.evaluate(DRAWN)
    press(page, "act:random")
    assert page.evaluate(DRAWN) == own
    expect(page.locator("[data-slot=notice] .notice")).to_contain_text("otra vez")
    for _ in range(5):
        press(page, "act:random")
    assert page.evaluate(DRAWN) != own
