"""Terrain and counters of A Tale of Two Cities say what they are, by a tap or a resting pointer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, press, target
from tests.games.twocities.board import position

START = position(
    "Pd4 Lg2 Pe1", "Ad6 Lf4", f="g4,b3", h="c6", rest="As,2s,4h/?,?,? - - 5.0.0.0 card"
)
pytestmark = pytest.mark.shared(motion="none")

LINK = (
    "g=" + codec.encode(Match(MatchConfig("twocities", {}, ("Ana", "Blas"), START))) + "&seats=02"
)
SHIELD = '.strips.above [data-about="item:mercenary"]'


def test_a_tap_on_terrain_a_counter_or_a_card_describes_it(phone: Page) -> None:
    """A chosen card says who can attack, and a chosen unit from where."""
    boot(phone, LINK)
    target(phone, "sq:g4").tap()
    expect(phone.locator(".notice.named h2")).to_have_text("Bosque")
    phone.locator(SHIELD).tap()
    expect(phone.locator(".notice.named h2")).to_have_text("Refuerzos")
    phone.locator('.strips.above [data-about="item:held"]').tap()
    expect(phone.locator(".notice.named")).to_contain_text("No se ve cuáles son")
    press(phone, "card:2s")
    expect(phone.locator(".notice.named")).to_contain_text("Este turno solo puede atacar")
    press(phone, "btn:play")
    press(phone, "sq:g2")
    expect(phone.locator(".mark-aim")).not_to_have_count(0)
    expect(phone.locator('[data-target="sq:g4"]')).to_have_class("cell can to to-aim")


def test_a_pointer_that_rests_on_a_counter_describes_it(page: Page) -> None:
    boot(page, LINK)
    press(page, "card:2s")  # the greeting goes
    page.locator(SHIELD).hover()
    expect(page.locator(".notice.named h2")).to_have_text("Refuerzos")
    target(page, "sq:c6").hover()
    expect(page.locator(".notice.named h2")).to_have_text("Colina")
