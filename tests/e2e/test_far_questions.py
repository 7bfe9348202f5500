"""A question and words at a far table in real browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.harness import press, screenshot, target
from tests.e2e.test_far import PATIENCE_MS, Player, pair, relay, seated
from tests.fixtures.says import says

__all__ = ["pair", "relay"]
SIZES = {"wide": (1280, 800), "phone": (390, 844), "across": (844, 390)}


@pytest.mark.soak
def test_a_question_stands_above_the_board_and_words_are_sealed(pair: list[Player]) -> None:
    ana, blas = seated(*pair)
    ana.move("e2e4")
    blas.turn(1).move("e7e5")
    ana.turn(0)
    press(ana.page, "act:far:fold:more")
    ana.page.fill('[data-field="far:say"]', "a quiet word")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator('[data-field="far:say"]')).to_have_value("")
    said = blas.page.locator(".far-said")
    expect(said).to_contain_text("a quiet word", timeout=PATIENCE_MS)
    press(blas.page, "act:far:back")
    asked = ana.page.locator(".table-ask .question")
    expect(asked).to_contain_text("Blas asks", timeout=PATIENCE_MS)
    assert says("far.title.back", who="Blas") in ana.page.title()
    for name, (width, height) in SIZES.items():
        ana.page.set_viewport_size({"width": width, "height": height})
        screenshot(ana.page, f"far-question-{name}")
        box, board = asked.bounding_box(), ana.page.locator(".table-board").bounding_box()
        assert box and board and box["y"] >= 0 and box["y"] + box["height"] <= height
        assert box["y"] + box["height"] <= board["y"] + 1 or box["x"] >= board["x"] + board["width"]
        assert board["y"] + board["height"] <= height
        for answer in ("yes", "no"):
            button = target(ana.page, f"act:far:{answer}")
            expect(button).to_be_in_viewport(ratio=1)
    press(ana.page, "act:far:no")
    expect(asked).to_have_count(0)
