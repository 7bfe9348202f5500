"""How the table reports what happens: event cards, news, log, sound and pictures."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.core.contract import SPECTATOR
from engine.games.twocities.rules.pieces import INDEX
from engine.match import chance, codec
from engine.match.match import Match, MatchConfig
from tests.e2e.conftest import NewContext
from tests.e2e.harness import boot, press, press_all, screenshot, seeded, share, target
from tests.e2e.test_home import settings
from tests.e2e.test_rilatria import FIGHT
from tests.e2e.test_rilatria import link as rilatria
from tests.fixtures.sampled import sampled
from tests.games.twocities.board import case

pytestmark = [pytest.mark.shared, pytest.mark.moving]

SCRIPTS = "performance.getEntriesByType('resource').map(one => one.name.split('/').pop())"


@cache
def until(game_id: str, kind: str) -> str:
    """Return the link of a random game that has just had a visible happening of this kind."""
    rng = Random(3)
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), chance.seeded(3))
    match.begin()
    while not match.over:
        begin = len(match.events)
        match.play(rng.choice(match.options_now()))
        for number in range(begin, len(match.events)):
            before, after = match.state_at(number), match.state_at(number + 1)
            event = match.game.redact(before, match.events[number], SPECTATOR)
            if event is None:
                continue
            seen = before.observation(SPECTATOR), after.observation(SPECTATOR)
            told = match.game.tell(seen[0], event, seen[1], SPECTATOR)
            if any(one.kind == kind and one.shown for one in told):
                return "g=" + codec.encode(match)
    raise AssertionError(f"no {kind} in {game_id}")


WINDOWS = (1280, 360, 844), (800, 640, 390)
SIZES = pytest.mark.parametrize(("width", "height"), sampled(map(pytest.param, *WINDOWS)))


@SIZES
def test_fight_is_shown_beside_its_square_until_something_is_pressed(
    page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    boot(page, until("stratego", "fight"))
    press(page, "btn:reveal")
    fight = page.locator(".at-square.shown-fight")
    fight.wait_for()
    assert fight.locator(".face").count() == 2
    assert fight.locator(".is-won").count() == 1 and fight.locator(".is-lost").count() == 1
    assert page.evaluate(_SMALL) == []
    screenshot(page, f"telling-fight-{width}")
    before = page.locator("svg.board").bounding_box()
    press(page, "sq:a4")  # a press below it still reaches the board
    fight.wait_for(state="detached")
    assert page.locator("svg.board").bounding_box() == before


@pytest.mark.parametrize("motion", sampled(["auto", "none"]))
def test_what_is_shown_at_a_square_disappears_by_itself(page: Page, motion: str) -> None:
    """It does so with and without animations."""
    settings(page, motion=motion)
    boot(page, until("stratego", "fight"))
    press(page, "btn:reveal")
    page.locator(".at-square").wait_for()
    page.locator(".at-square").wait_for(state="hidden", timeout=9_000)


@cache
def before_a_melee(dice: int = 3) -> tuple[str, tuple[str, ...]]:
    """Return the link of a Two Cities game and the presses that throw `dice` melee dice."""
    rng = Random(3)
    match = Match(MatchConfig("twocities", {}, ("Ana", "Blas")), chance.seeded(3))
    match.begin()
    while not match.over:
        begin, link = len(match.events), "g=" + codec.encode(match)
        action = rng.choice(match.options_now())
        path = match.game.path(match.state, action)
        match.play(action)
        done = [one.action for one in match.events[begin:]]
        if action[0] == "melee" and done[-1][0] == "dice" and len(done[-1]) == 1 + dice:
            return link, path
    raise AssertionError("no melee")


@SIZES
def test_dice_are_shown_small_and_leave_the_fight_visible(
    page: Page, width: int, height: int
) -> None:
    link, path = before_a_melee()
    page.set_viewport_size({"width": width, "height": height})
    settings(page, motion="none")
    boot(seeded(page, 7), link)
    press_all(page, path)
    page.locator(".at-square .die").first.wait_for()
    assert page.evaluate(_SMALL) == []


# Lists drawings outside their frames. What is shown covers at most a fifteenth of the board, and
# neither the square that it is about nor anything beside the board.
_SMALL = """() => {
  const wrong = [], box = (e) => e.getBoundingClientRect();
  const board = box(document.querySelector('svg.board'));
  for (const svg of document.querySelectorAll('.at-square .die svg')) {
    const [a, b] = [box(svg), box(svg.parentElement)];
    if (a.width > b.width + 1 || a.height > b.height + 1) wrong.push('a die around its frame');
  }
  for (const one of document.querySelectorAll('.at-square:not(.of-side)')) {
    const { left, right, top, bottom, width, height } = box(one);
    if (width * height > board.width * board.height / 15) wrong.push(`${width} by ${height}`);
    if (left < board.left - 1 || right > board.right + 1) wrong.push('over the edge');
    for (const e of document.querySelectorAll('.fx-fight path:not(polyline + path)')) {
      const a = box(e), x = (a.left + a.right) / 2, y = (a.top + a.bottom) / 2;
      if (x > left && x < right && y > top && y < bottom) wrong.push('over the fight');
    }
  }
  return wrong;
}"""


def test_strip_on_a_phone_says_what_the_computer_did(page: Page) -> None:
    """It is between board and cards, covers neither, and presses show every step alone.

    In this position the player's next turn begins with cards, whatever the computer does.
    """
    page.set_viewport_size({"width": 390, "height": 844})
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


def test_board_and_own_reserve_are_visible_on_a_phone(new_context: NewContext) -> None:
    """Selecting a unit of the reserve also shows its card."""
    page = new_context(viewport={"width": 390, "height": 844}).new_page()
    boot(page)
    press(page, "act:game:cotadrez")
    page.select_option('main#app select[data-field="seat1"]', "1")
    press_all(page, ("act:start", "kind:fortress", "sq:e2", "kind:king", "sq:e1"))
    press_all(page, ("kind:mountain", "sq:a1", "sq:a2", "sq:a3", "act:ready"))
    page.locator(".told-strip").wait_for(timeout=60_000)
    unit, board = page.locator(".table-tray button.chip").first, page.locator("svg.board")
    box = unit.bounding_box(), board.bounding_box()
    assert box[0] is not None and box[1] is not None and box[1]["y"] > 0
    assert box[0]["y"] + box[0]["height"] < 844
    unit.click()
    page.locator(".notice.named").wait_for()


@pytest.mark.soak
def test_curtain_says_what_all_players_saw(page: Page) -> None:
    boot(page, until("stratego", "fight"))
    words = page.locator(".curtain-card").inner_text()
    assert "contra" in words and "Blas" in words


@pytest.mark.soak
def test_log_can_switch_from_words_to_notation(page: Page) -> None:
    settings(page, log="words")  # for a page of its own
    boot(page, "new=andarraya")
    press_all(page, ("sq:e2", "sq:e4"))
    told = page.locator(".log .told")
    assert "e4" in told.inner_text() and page.locator(".log .move").count() == 1
    press(page, "act:log-words")
    page.wait_for_function("document.querySelector('.log .move').textContent === 'e4'")


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


def test_picture_of_the_board_can_be_downloaded(page: Page) -> None:
    boot(page, "new=andarraya")
    share(page)
    png, svg = (picture(page, kind) for kind in ("png", "svg"))
    assert png.startswith(b"\x89PNG") and len(png) > 20_000
    text = svg.decode("utf-8")
    assert text.startswith("<svg") and text.count("<use") == 32
    assert "data-target" not in text and 'id="andarraya-king"' in text
    press(page, "dialog:close")


def picture(page: Page, kind: str) -> bytes:
    """Return the picture that the dialog offers in this format; the dialog stays open."""
    with page.expect_download() as waiting:
        press(page, f"share:picture:.{kind}")
    assert waiting.value.suggested_filename.endswith(f".{kind}")
    assert target(page, "dialog:close").is_visible()
    return waiting.value.path().read_bytes()


# -- what happened since the player's last turn --------------------------------------------------


def mine_again(page: Page) -> None:
    """Wait until the player of the first seat is to decide."""
    page.wait_for_function("document.querySelector('main').dataset.player === '0'", timeout=60_000)


@pytest.mark.soak
def test_effects_of_treaties_are_reported_with_the_turn_they_begin(page: Page) -> None:
    """They used to be missing for the first turn, and for the computer one turn early."""
    settings(page, pace="fast")
    boot(page)
    press(page, "act:game:rilatria")
    page.select_option('main#app select[data-field="seat1"]', "1")
    press_all(page, ("act:start", "act:random", "act:ready"))
    mine_again(page)
    own = page.locator(".log .open .told").first
    own.wait_for()
    assert own.inner_text().startswith("Jugador 1 tiene 4 de honor (4+):")
    press(page, "act:tab:sides")
    assert "Primero, con 4 o más" in page.locator(".near").inner_text()
    press(page, "act:tab:game")
    page.locator(".items-hand button").first.click()
    press(page, "btn:end")
    page.locator(".log .told", has_text="Lira tiene 4 de honor (4+):").wait_for(timeout=60_000)
    mine_again(page)
    told = page.locator(".log .open .told").all_inner_texts()
    assert told[0].startswith("Lira tiene 4 de honor (4+):"), told
    screenshot(page, "telling-treaties")


def test_the_newest_turn_is_in_sight_below_an_own_result(page: Page) -> None:
    """In a low window the feed used to begin with the own result and hide the answer."""
    page.set_viewport_size({"width": 1280, "height": 560})
    settings(page, pace="fast")
    start = case("Pd4 La2 Lh2", "Pd5 La7 Lh7", rest="Ah,4h,4d/3c,3d,3s - - 5.0.0.0 card").to_text()
    match = Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start))
    boot(page, f"g={codec.encode(match)}&seats=01")
    press_all(page, ("card:Ah", "btn:play", "sq:d4", "btn:stay", "sq:d5"))
    mine_again(page)
    page.wait_for_function(
        """() => {
          const open = [...document.querySelectorAll('.log .open:has(> .move)')];
          if (open.length < 2) return false;
          const list = document.querySelector('.log').getBoundingClientRect();
          const head = open.at(-1).querySelector('.move').getBoundingClientRect();
          return head.top >= list.top - 1 && head.bottom <= list.bottom + 1;
        }"""
    )
    screenshot(page, "telling-newest")


def test_own_fight_stays_visible_after_the_computers_answer(page: Page) -> None:
    boot(page)
    press(page, "act:game:stratego")
    page.select_option('main#app select[data-field="seat1"]', "1")
    press(page, "act:start")
    army = "2222222233/3334444555/56666777S8/FBBBBBB98M"
    page.locator('[data-field="setup"]:visible').fill(army)
    press_all(page, ("act:load", "act:ready"))
    mine_again(page)
    press_all(page, ("sq:a4", "sq:a7"))  # a scout attacks the front row
    page.locator(".shown-fight").first.wait_for()
    words = page.locator(".log .told-fight").last.inner_text()
    page.wait_for_function("document.querySelector('main').dataset.player !== '0'")
    mine_again(page)
    expect(page.locator(".log .move-line.open").last).to_contain_text("Pascal")
    fights = page.locator(".log .told-fight")
    assert words in fights.all_inner_texts()
    screenshot(page, "telling-own-fight")
    press(page, "sq:b4")
    page.locator(".at-square").wait_for(state="detached")
    assert words in fights.all_inner_texts()


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


def test_the_button_of_the_strip_covers_no_word_where_the_own_result_is_hidden(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    rest = "Ah,4h,4d/Ts,3d,3s - - 5.0.0.0 card"
    start = case("Pd4 La2 Lh2", "Pd6 Ab7 Ae7", rest=rest).to_text()
    match = Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start), chance.seeded(1))
    match.begin()
    card = match.game.parse_action(match.state, "play:Ah")
    match.play(card)
    rng = Random(1)
    while match.state.side == 0:
        options = match.options_now()
        hits = [one for one in options if one[0] == "melee" or one[-1] == INDEX["d5"]]
        match.play(rng.choice(hits or options))
    match.play(match.game.parse_action(match.state, "play:Ts"))
    while match.state.side == 1:
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
    screenshot(page, "telling-full-strip")
