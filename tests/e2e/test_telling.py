"""How the table reports what happens: event cards, news, log, sound and pictures."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.games.twocities.rules.pieces import INDEX
from engine.games.twocities.rules.state import TwoCitiesState
from engine.match import chance, codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, press, press_all
from tests.e2e.look import oversized
from tests.e2e.screens import PHONE, settings, sized
from tests.e2e.test_rilatria import FIGHT
from tests.e2e.test_rilatria import link as rilatria
from tests.games.twocities.board import case

pytestmark = [pytest.mark.shared, pytest.mark.moving]

SCRIPTS = "performance.getEntriesByType('resource').map(one => one.name.split('/').pop())"


def test_dice_are_shown_small_for_a_while_and_leave_the_fight_visible(page: Page) -> None:
    settings(page, motion="none")
    rest = "Ah,4h,4d/3c,3d,3s - - 5.0.0.0 card"
    start = case("Pd4 La2 Lh2", "Pd5 La7 Lh7", rest=rest).to_text()
    match = Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start))
    boot(page, f"g={codec.encode(match)}&seats=02")
    press_all(page, ("card:Ah", "btn:play", "sq:d4", "btn:stay", "sq:d5"))
    page.locator(".at-square .die").first.wait_for()
    assert oversized(page) == []
    page.locator(".at-square .die").first.wait_for(state="hidden", timeout=60_000)  # by itself


def test_strip_on_a_phone_says_what_the_computer_did(page: Page) -> None:
    """It is between board and cards, covers neither, and presses show every step alone.

    In this position the player's next turn begins with cards, whatever the computer does.
    """
    sized(page, PHONE)
    settings(page, pace="fast")
    boot(page, f"{rilatria(FIGHT, '; ?4d,1h,F=1h')}&seats=01")
    press(page, "btn:end")
    page.wait_for_function(
        """() => {
            const box = (name) => document.querySelector(name)?.getBoundingClientRect();
            const [told, board, say] = [".told-strip", "svg.board", ".table-say"].map(box);
            const mine = document.querySelector("main").dataset.player === "0";
            return mine && told && told.height > 0 && told.top >= board.bottom - 1
              && told.bottom <= say.top + 1 && document.querySelector(".items-hand button");
        }""",
        timeout=60_000,
    )
    steps = page.locator(".told-strip li")
    count = steps.count()
    assert count >= 2
    for number in range(count):
        press(page, "act:told")
        expect(page.locator(".told-strip")).to_contain_text(f"{number + 1}/{count}")
        expect(steps).to_be_in_viewport(ratio=1)


def test_sound_is_fetched_only_when_switched_on(page: Page) -> None:
    settings(page, sound="off")  # for a page of its own
    boot(page, "new=andarraya")
    press_all(page, ("sq:e2", "sq:e4"))
    assert "sounds.js" not in page.evaluate(SCRIPTS)
    press(page, "act:settings")
    press(page, "set:sound=on")
    press(page, "dialog:close")
    press_all(page, ("sq:e7", "sq:e5"))
    page.wait_for_function(f"{SCRIPTS}.includes('sounds.js')")


OVERLAP = """() => {
  const strip = document.querySelector('.told-strip');
  const button = strip.querySelector('.icon-button').getBoundingClientRect();
  const words = document.createRange();
  const lines = [...strip.querySelectorAll('.told-before + ul > .told')];
  const rects = (line) => (words.selectNodeContents(line), [...words.getClientRects()]);
  const boxes = lines.flatMap(rects);
  const over = boxes.filter((box) => box.height && box.top < button.bottom - 4
    && box.right > button.left + 11 && box.left < button.right);
  return [lines.length, getComputedStyle(strip.querySelector('.told-before')).display, over.length];
}"""


def side(match: Match) -> int:
    """Return whose turn it is in A Tale of Two Cities."""
    assert isinstance(match.state, TwoCitiesState)
    return match.state.side


def test_the_button_of_the_strip_covers_no_word_where_the_own_result_is_hidden(page: Page) -> None:
    sized(page, PHONE)
    rest = "Ah,4h,4d/Ts,3d,3s - - 5.0.0.0 card"
    start = case("Pd4 La2 Lh2", "Pd6 Ab7 Ae7", rest=rest).to_text()
    match = Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start), chance.seeded(1))
    match.begin()
    card = match.game.parse_action(match.state, "play:Ah")
    match.play(card)
    rng = Random(1)
    while side(match) == 0:
        options = match.options_now()
        hits = [one for one in options if one[0] == "melee" or one[-1] == INDEX["d5"]]
        match.play(rng.choice(hits or options))
    match.play(match.game.parse_action(match.state, "play:Ts"))
    while side(match) == 1:
        options = match.options_now()
        moves = [a for a in options if a[0] == "shoot" or (a[0] == "move" and a[1] != a[2])]
        match.play(rng.choice(moves or options))
    boot(page, f"g={codec.encode(match)}&seats=01")
    page.locator(".told-strip .icon-button").wait_for()
    assert page.evaluate(OVERLAP)[1] == "none"
    count, _, over = page.evaluate(OVERLAP)
    assert count > 2 and over == 0
    drawn = page.locator(".told-strip li").last
    expect(drawn).to_contain_text("1 carta robada")
    expect(page.locator(".told-strip [data-more]")).to_have_count(0)  # all lines are in sight
