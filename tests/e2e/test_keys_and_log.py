"""Arrow keys, and drags that are refused, in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, drag, middle_of, patient, press, target
from tests.e2e.screens import settings

pytestmark = pytest.mark.shared


def word(*moves: str, start: str | None = None) -> str:
    match = Match(MatchConfig("andarraya", {}, ("Ana", "Blas"), start))
    for text in moves:
        match.play(match.game.parse_action(match.state, text))
    return "g=" + codec.encode(match)


def shown(page: Page) -> str:
    """Return the text of the turn marked in the log; empty if none is marked."""
    found = page.locator('.log [aria-current="true"]')
    return found.text_content() or "" if found.count() else ""


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.dataset.target || ''"))


def test_arrows_step_through_the_game_until_a_key_focuses_the_board(page: Page) -> None:
    settings(page, log="notation")
    boot(page, word("e2e4", "e7e5", "d2d3", "d7d6"))
    page.wait_for_selector(".moves .move")
    target(page, "sq:d4").click()  # a click on the board does not change that
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("d3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("e5")
    page.locator(".moves .move", has_text="d3").click()  # nor does one on the list
    expect(page.locator('.log [aria-current="true"]')).to_have_text("d3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("e5")
    assert focused(page).startswith("look:")
    page.keyboard.press("ArrowRight")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("d3")
    page.keyboard.press("t")  # the key that focuses the board
    assert focused(page).startswith("sq:")
    before = focused(page)
    page.keyboard.press("ArrowUp")
    assert focused(page) not in (before, "") and shown(page) == "d3"
    target(page, "sq:h5").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("e5")
    page.keyboard.press("t")  # also where a click has left the focus
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "sq:g5" and shown(page) == "e5"
    press(page, "act:log-last")
    page.locator("body").press("Tab")  # Tab leads back to the board, where arrows move the focus
    for _ in range(60):
        page.keyboard.press("Tab")
        if focused(page).startswith("sq:"):
            break
    before = focused(page)
    assert before.startswith("sq:")
    page.keyboard.press("ArrowRight")
    assert focused(page) != before and focused(page).startswith("sq:")
    assert page.locator(".looking-bar").count() == 0


def test_drag_gives_the_same_reason_or_card_as_a_click(page: Page) -> None:
    patient(boot(page, word("e2e4", "e7e5")))
    notice = page.locator(".notice.refused")
    drag(page, middle_of(page, "sq:g1"), middle_of(page, "sq:d2"))  # a click would select d2
    notice.wait_for()
    by_drag = notice.text_content()
    press(page, "sq:d5")
    press(page, "sq:g1")
    press(page, "sq:g4")
    expect(notice).not_to_have_text(by_drag or "")
    drag(page, middle_of(page, "sq:g1"), middle_of(page, "sq:d2"))
    expect(notice).to_have_text(by_drag or "")
    assert page.locator(".mark-select").count() == 0
    drag(page, middle_of(page, "sq:a1"), middle_of(page, "sq:a5"))  # the rook cannot move
    expect(notice).not_to_have_text(by_drag or "")
    by_drag = notice.text_content()
    press(page, "sq:a1")
    expect(notice).to_have_text(by_drag or "")
    press(page, "sq:a1")
    press(page, "sq:b8")  # an enemy piece
    expect(page.locator(".notice.named h2")).to_contain_text("Caballo, negras")
    assert page.locator(".notice.refused").count() == 0
    page.mouse.move(2, 2)
    drag(page, middle_of(page, "sq:d8"), middle_of(page, "sq:d5"))
    expect(page.locator(".notice.named h2")).to_contain_text("Dama, negras")
    page.wait_for_timeout(900)  # the pointer rests on an empty square: the card stays
    expect(page.locator(".notice.named h2")).to_contain_text("Dama, negras")
