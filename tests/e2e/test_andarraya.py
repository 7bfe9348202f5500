"""Andarraya for two players in the browser: a whole game, and a promotion by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.core.contract import Action
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, patient, press_all, target
from tests.e2e.look import box

pytestmark = pytest.mark.shared

POSITION = """() => [...document.querySelectorAll("[data-parts=pieces] [data-square]")]
  .map(piece => piece.dataset.square).sort().join(" ")"""


def squares(page: Page) -> str:
    return str(page.evaluate(POSITION))


def outcome(page: Page) -> str:
    return page.locator("[data-outcome]").first.get_attribute("data-outcome") or ""


def expected(match: Match) -> str:
    scene = match.game.scene(match.state, 0)
    return " ".join(sorted(piece.square for piece in scene.pieces))


def play(page: Page, match: Match, action: Action) -> None:
    """Play an action by clicks on the page and in `match`; check that both agree."""
    press_all(page, match.game.path(match.state, action))
    match.play(action)
    assert squares(page) == expected(match)


def link(start: str, **options: str) -> str:
    return "g=" + codec.encode(Match(MatchConfig("andarraya", dict(options), start=start)))


WORN = "at => getComputedStyle(document.querySelector(at)).getPropertyValue('--body')"


def test_game_can_be_played_to_mate_by_a_drag_and_clicks(page: Page) -> None:
    """Play the worked record of the rules: a leap, and mate on the third move. The dragged
    pawn keeps the colours of its game."""
    patient(boot(page, "new=andarraya"))
    match = Match(MatchConfig("andarraya"))
    on_board = page.evaluate(WORN, '.piece[data-square="e2"]')
    target(page, "sq:e2").hover()
    page.mouse.down()
    target(page, "sq:e4").hover()
    assert page.evaluate(WORN, "#ghost .side0") == on_board
    page.mouse.up()
    match.play(match.game.parse_action(match.state, "e4"))
    for text in "e5 Ke3 Qh4 Ke2 Qxe4#".split():
        play(page, match, match.game.parse_action(match.state, text))
    assert outcome(page) == "0-1"
    expect(page.locator("[data-slot=feed]")).to_contain_text("e4")


def test_promotion_can_be_chosen_by_keyboard_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    boot(page, link("8/7P/4k3/8/8/8/8/4K3 w - - 0 1", promotion="free"))
    press_all(page, ("sq:h7", "sq:h8"))
    panel, board = box(page, ".asked"), box(page, "svg.board")
    assert board.x <= panel.x and panel.right <= board.right
    assert page.evaluate("document.activeElement.dataset.target") == "opt:queen"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-slot=feed]")).to_contain_text("se convierte en una torre")
    assert not page.locator(".asked").count()
