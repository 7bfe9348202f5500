"""Andarraya for two players in the browser: whole games, promotion, refusals, typed moves."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.core.contract import Action
from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.text.notation import read_move
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, press, press_all, screenshot, target
from tests.fixtures.sampled import sampled

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


def play(page: Page, match: Match, actions: list[Action]) -> None:
    """Play actions by clicks on the page and in `match`; check that both agree after each."""
    for action in actions:
        press_all(page, match.game.path(match.state, action))
        match.play(action)
        assert squares(page) == expected(match)


def link(start: str, **options: str) -> str:
    return "g=" + codec.encode(Match(MatchConfig("andarraya", dict(options), start=start)))


def test_game_can_be_played_to_mate_by_clicks(page: Page) -> None:
    """Play the worked record of the rule sheet: a leap, and mate on the third move."""
    boot(page, "new=andarraya")
    match = Match(MatchConfig("andarraya"))
    for text in "e4 e5 Ke3 Qh4 Ke2 Qxe4#".split():
        play(page, match, [read_move(match.state, text)])  # type: ignore[arg-type]
    assert outcome(page) == "0-1"
    expect(page.locator("[data-slot=feed]")).to_contain_text("e4")
    screenshot(page, "andarraya-mate-wide")


WORN = "at => getComputedStyle(document.querySelector(at)).getPropertyValue('--body')"


def test_dragged_piece_keeps_its_game_colours(page: Page) -> None:
    boot(page, "new=andarraya")
    on_board = page.evaluate(WORN, '.piece[data-square="e2"]')
    target(page, "sq:e2").hover()
    page.mouse.down()
    target(page, "sq:e4").hover()
    assert page.evaluate(WORN, "#ghost .side0") == on_board
    page.mouse.up()
    assert "e4" in squares(page).split()


@pytest.mark.soak
@pytest.mark.parametrize("linked", [95, 0])
def test_game_without_mate_is_drawn_when_the_counter_runs_out(page: Page, linked: int) -> None:
    """Play a random game of 101 plies without mate; the first `linked` plies come by link."""
    match = Match(MatchConfig("andarraya"))
    actions: list[Action] = []
    for seed in range(50):
        rng, state = Random(seed), match.start.clone()
        actions = []
        while state.current_player() >= 0:
            actions.append(rng.choice(sorted(state.legal_actions())))
            state.apply(actions[-1])
        if (over := state.outcome()) and over.reason == "counter":
            break
    assert len(actions) == 101
    for action in actions[:linked]:
        match.play(action)
    boot(page, f"g={codec.encode(match)}")
    play(page, match, actions[linked:96])
    said = page.locator("[data-slot=say]").inner_text()
    assert re.search(r"\b5\b", said), f"plies left are told: {said}"
    screenshot(page, "andarraya-counter-near-wide")
    play(page, match, actions[96:])
    assert outcome(page) == "1/2-1/2"
    screenshot(page, "andarraya-counter-wide")


@pytest.mark.parametrize(
    ("option", "rook"), sampled([pytest.param("opt:leap", "h1"), pytest.param("opt:castle", "f1")])
)
def test_player_can_choose_between_leap_and_castling(page: Page, option: str, rook: str) -> None:
    boot(page, link("4k3/8/8/8/8/8/8/4K2R w EHe - 20 11"))
    press_all(page, ("sq:e1", "sq:g1"))
    assert target(page, "opt:leap").is_visible() and target(page, "opt:castle").is_visible()
    screenshot(page, "andarraya-choice-wide")
    press(page, option)
    assert squares(page) == f"e8 {'f1 g1' if rook == 'f1' else 'g1 h1'}"


def test_promotion_asks_only_when_there_is_a_choice(page: Page) -> None:
    start = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"
    boot(page, link(start))
    press_all(page, ("sq:a7", "sq:a8"))
    assert squares(page) == "a8 e1 e7"
    expect(page.locator("[data-slot=feed]")).to_contain_text("se convierte en una dama")


@pytest.mark.soak
def test_free_promotion_offers_four_pieces(page: Page) -> None:
    boot(page, link("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", promotion="free"))
    press_all(page, ("sq:a7", "sq:a8"))
    for glyph in ("queen", "rook", "bishop"):
        assert target(page, f"opt:{glyph}").is_visible()
    press(page, "opt:knight")
    expect(page.locator("[data-slot=feed]")).to_contain_text("se convierte en un caballo")


def test_promotion_can_be_chosen_by_keyboard_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    boot(page, link("8/7P/4k3/8/8/8/8/4K3 w - - 0 1", promotion="free"))
    press_all(page, ("sq:h7", "sq:h8"))
    panel, board = page.locator(".asked").bounding_box(), page.locator("svg.board").bounding_box()
    assert panel is not None and board is not None
    assert board["x"] <= panel["x"] and panel["x"] + panel["width"] <= board["x"] + board["width"]
    assert page.evaluate("document.activeElement.dataset.target") == "opt:queen"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-slot=feed]")).to_contain_text("se convierte en una torre")
    assert not page.locator(".asked").count()


def test_queen_that_cannot_be_captured_says_why(page: Page) -> None:
    boot(page, link("3qk3/8/8/8/8/8/8/3QK3 w - - 20 11"))
    press(page, "sq:d1")
    assert page.locator("[data-slot=targets] .mark-cannot").count() == 1
    press(page, "sq:d8")
    assert target(page, "act:rules:2.4").is_visible()
    press(page, "act:rules:2.4")
    page.wait_for_selector("main[data-screen=rules]")
    assert page.locator("[id='clause-2.4']").is_visible()


@pytest.mark.soak
def test_home_page_offers_the_long_game(page: Page) -> None:
    boot(page)
    press(page, "act:game:andarraya")
    page.get_by_text("Partida larga").click()
    press(page, "act:start")
    press_all(page, ("sq:e2", "sq:e4"))
    assert page.locator("[data-game=andarraya]").first.is_visible()


@pytest.mark.soak  # test_access.py measures every window
def test_phone_does_not_scroll_sideways(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    boot(page, "new=andarraya")
    match = Match(MatchConfig("andarraya"))
    for text in "e4 e5 Nf3 Nc6 Bc4 Bc5".split():
        play(page, match, [read_move(match.state, text)])  # type: ignore[arg-type]
    press_all(page, ("sq:e1", "sq:g1"))
    screenshot(page, "andarraya-choice-phone")
    press(page, "opt:castle")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.soak
def test_moves_can_be_typed_in_both_notations(page: Page) -> None:
    boot(page, "new=andarraya")
    field = page.locator("[data-field=notation]")
    field.fill("e4 e7e5 Ke3")
    field.press("Enter")
    page.wait_for_function("() => document.querySelector('[data-player]').dataset.player === '1'")
    assert "e3" in squares(page).split()


@pytest.mark.soak
def test_rulebook_shows_differences_from_chess_on_boards(page: Page) -> None:
    page.goto("./#rules=andarraya")
    page.wait_for_selector("main[data-screen=rules] [id='clause-8.1']", timeout=90_000)
    page.evaluate("document.getElementById('clause-8.1').scrollIntoView()")
    screenshot(page, "andarraya-differs-wide")
    assert page.locator("main[data-screen=rules] svg.board").count() >= 10
    assert Andarraya.info.title in page.locator("main").inner_text()
