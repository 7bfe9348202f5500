"""Stratego at one screen: set-ups, curtain, fights, and the flag."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games.stratego.game import Stratego
from tests.e2e.harness import boot, press, press_all
from tests.e2e.look import oversized

pytestmark = pytest.mark.shared

FRONT = "2S3M9...../FB2......./........../.........."
BACK = "FB2S39M..2/........../........../.........."


def start(page: Page, preset: str) -> None:
    """Open a new game with the options of a preset."""
    options = next(one.options for one in Stratego.info.presets if one.id == preset)
    boot(page, "&".join(["new=stratego", *(f"{name}={value}" for name, value in options.items())]))


def load(page: Page, text: str) -> None:
    """Type a set-up, end it and lift the curtain."""
    page.locator('[data-field="setup"]:visible').fill(text)
    press(page, "act:load")
    press(page, "act:ready")
    press(page, "btn:reveal")


def outcome(page: Page) -> str:
    return page.locator("[data-outcome]").first.get_attribute("data-outcome") or ""


def standing(page: Page, square: str) -> str:
    """Return the class names of the piece on a cell; empty if there is none."""
    found = page.locator(f'[data-parts=pieces] [data-square="{square}"]')
    return str(found.first.get_attribute("class")) if found.count() else ""


def test_game_can_be_played_to_the_flag_by_clicks(page: Page) -> None:
    start(page, "barrage")
    load(page, FRONT)
    load(page, BACK)
    # The red scout on a4 attacks the blue scout on a7: both fall. Then red goes round to j7.
    moves = [("a4", "a7"), ("e7", "e6"), ("e4", "e5"), ("e6", "f6"), ("d4", "e4"), ("f7", "e7")]
    for number, (origin, goal) in enumerate(moves):
        press_all(page, (f"sq:{origin}", f"sq:{goal}"))
        if number == 0:
            said = page.locator(".curtain-card").inner_text().lower()
            assert "explorador" in said or "scout" in said
        press(page, "btn:reveal")
        if number == 0:
            fight = page.locator(".at-square.shown-fight")
            fight.wait_for()
            assert fight.locator(".face").count() == 2
            assert oversized(page) == []
    assert "hidden-piece" in standing(page, "f6") and "hidden-piece" not in standing(page, "e5")
    press_all(page, ("sq:c3", "sq:j3"))
    press(page, "btn:reveal")
    press_all(page, ("sq:f6", "sq:f5"))
    press(page, "btn:reveal")
    press_all(page, ("sq:j3", "sq:j7"))
    assert outcome(page) == "1-0"
