"""Sessions at one screen: saved set-ups, names, sides, the home form and messages."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page

from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import BOARD, boot, press, press_all, screenshot, target, wait_for_mark
from tests.fixtures.sampled import sampled

LIBRARY = "document.querySelector('[data-slot=library]').innerHTML"
PLACES = """() => ['.table-board', '.table-choices', '.table-tray', '.table-tools', '.log-nav']
  .map(name => document.querySelector(name).getBoundingClientRect())
  .map(box => [box.x, box.y, box.width, box.height])"""
LAST_MOVE_IN_VIEW = """() => {
  const log = document.querySelector('.log').getBoundingClientRect();
  const all = document.querySelectorAll('.log .move[data-target]');
  const last = all[all.length - 1].getBoundingClientRect();
  return last.top >= log.top - 1 && last.bottom <= log.bottom + 1;
}"""
SIZES = [(1280, 800), (360, 640), (640, 360)]


def height(page: Page, square: str) -> float:
    box = target(page, f"sq:{square}").bounding_box()
    assert box is not None
    return box["y"]


def stratego(page: Page) -> None:
    press(page, "act:game:stratego")
    press(page, "act:start")
    press(page, "act:random")


def test_blue_sees_nothing_of_the_set_up_that_red_has_saved(page: Page) -> None:
    boot(page)
    stratego(page)
    press_all(page, ("act:ready", "btn:reveal"))
    before = page.evaluate(LIBRARY)
    press(page, "act:home")
    stratego(page)
    press(page, "act:keep")
    assert target(page, "act:mine:0").is_visible()
    press_all(page, ("act:ready", "btn:reveal"))
    assert page.evaluate(LIBRARY) == before
    page.reload()
    wait_for_mark(page, BOARD)
    press(page, "btn:reveal")
    assert page.evaluate(LIBRARY) == before
    press(page, "act:home")  # another game in between
    stratego(page)
    assert page.locator('[data-target^="act:mine"]').count() == 0
    press(page, "act:home")


@pytest.mark.soak
def test_default_names_follow_the_language_and_are_not_filled_in(page: Page) -> None:
    boot(page)
    press_all(page, ("act:settings", "set:lang=en", "dialog:close"))
    press_all(page, ("act:game:andarraya", "act:start", "sq:e2", "sq:e4"))
    assert "Black" in page.locator(".decision").inner_text()
    press_all(page, ("act:settings", "set:lang=es", "dialog:close"))
    assert "negras" in page.locator(".decision").inner_text()
    press_all(page, ("act:home", "act:game:stratego"))
    fields = page.locator('.player input[type="text"]')
    assert [fields.nth(n).input_value() for n in range(fields.count())] == ["", ""]


@pytest.mark.soak
def test_only_person_plays_from_below_and_a_rematch_names_the_side(page: Page) -> None:
    boot(page)
    press(page, "act:game:andarraya")
    page.select_option('main#app select[data-field="seat0"]', "1")
    press(page, "act:start")
    page.wait_for_selector('main[data-player="1"]', timeout=60_000)
    assert height(page, "e8") > height(page, "e1")
    screenshot(page, "session-black-below")
    press_all(page, ("act:resign", "act:resign-yes", "act:rematch"))
    assert "Tú: Las blancas" in page.locator(".table-notice").inner_text()
    assert height(page, "e1") > height(page, "e8")
    screenshot(page, "session-rematch")


@pytest.mark.soak
def test_two_players_can_choose_whether_the_board_turns(page: Page) -> None:
    boot(page)
    press_all(page, ("act:game:andarraya", "act:start", "sq:e2", "sq:e4"))
    assert height(page, "e8") > height(page, "e1")
    press_all(page, ("act:settings", "set:facing=keep", "dialog:close"))
    assert height(page, "e1") > height(page, "e8")


def test_home_form_keeps_what_was_typed(page: Page) -> None:
    boot(page)
    press(page, "act:game:stratego")
    page.locator('[data-field="name0"]').fill("Ana")
    page.select_option('main#app select[data-field="seat1"]', "4")
    page.locator('[data-field="paste"]').fill("1. e4")
    press(page, "preset:barrage")
    press_all(page, ("act:settings", "set:theme=night", "set:lang=en", "dialog:close"))
    left_as_it_was(page)
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules]")
    page.go_back()
    left_as_it_was(page)
    page.go_forward()
    page.wait_for_selector("main[data-screen=rules]")
    press(page, "act:back")
    left_as_it_was(page)


def left_as_it_was(page: Page) -> None:
    page.wait_for_selector("main[data-screen=home]")
    assert page.locator('[data-field="name0"]').input_value() == "Ana"
    assert page.locator('main#app select[data-field="seat1"]').input_value() == "4"
    assert page.locator('[data-field="paste"]').input_value() == "1. e4"
    assert target(page, "preset:barrage").get_attribute("aria-pressed") == "true"
    assert target(page, "act:game:stratego").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("size", sampled(SIZES))
@pytest.mark.moving
def test_layout_stays_when_a_message_appears(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    boot(page, "new=andarraya")
    page.evaluate("document.fonts.ready")
    before = page.evaluate(PLACES)
    press(page, "sq:e4")
    assert target(page, "act:rules:1.4").is_visible() and page.evaluate(PLACES) == before
    screenshot(page, f"session-message-{size[0]}")
    press(page, "act:seen")  # on a phone it covers the home button
    press(page, "act:home")
    stratego(page)
    target(page, "act:keep").scroll_into_view_if_needed()
    before = page.evaluate(PLACES)
    press(page, "act:keep")
    kept = page.locator(".table-notice .notice").bounding_box()
    assert kept is not None and kept["y"] >= 0 and kept["y"] + kept["height"] <= size[1]
    screenshot(page, f"session-kept-{size[0]}")
    assert page.evaluate(PLACES)[0] == before[0]


@pytest.mark.soak
def test_move_list_shows_the_last_move_after_the_end_and_can_be_stepped(
    page: Page,
) -> None:
    match, rng = Match(MatchConfig("andarraya")), Random(4)
    while len(match.events) < 60 and not match.over:
        match.play(rng.choice(match.options_now()))
    boot(page, "g=" + codec.encode(match))
    press_all(page, ("act:resign", "act:resign-yes"))
    page.wait_for_selector(".table-course input", timeout=60_000)
    page.wait_for_function(LAST_MOVE_IN_VIEW)
    screenshot(page, "session-over")
    press(page, "act:log-first")
    assert target(page, "act:log-prev").is_disabled()
    assert target(page, "act:log-first").is_disabled()
    press(page, "act:log-next")
    assert target(page, "act:log-prev").is_enabled()
