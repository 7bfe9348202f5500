"""Actions that are not possible now say why: on their button, and when pressed anyway."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, press, press_all, seeded, target, written
from tests.e2e.test_opponent import answered, any_move, events, my_turn, start
from tests.fixtures.sampled import sampled
from tests.fixtures.says import says
from ui.session.share import save_text

pytestmark = pytest.mark.shared


def press_greyed(page: Page, name: str) -> str:
    """Press a disabled button; return the notice, which must repeat the button's title."""
    button = target(page, name)
    assert button.get_attribute("aria-disabled") == "true"
    button.click(force=True)
    written(page)
    said = page.locator("[data-slot=notice] .notice").inner_text()
    assert said == button.get_attribute("title")
    assert page.evaluate("document.activeElement.dataset.target") == name, "the focus stays"
    return said


@pytest.mark.soak
def test_stratego_takeback_is_refused_after_the_computers_answer(page: Page) -> None:
    start(seeded(page, 1), "stratego", "barrage", 0, 1)  # the first move attacks nothing
    press(page, "act:random")
    press(page, "act:ready")
    page.wait_for_selector('main[data-mode="play"]', timeout=60_000)
    my_turn(page)
    before = events(page)
    any_move(page)
    answered(page, before)
    before = events(page)
    assert "ya ha jugado" in press_greyed(page, "act:undo")
    assert events(page) == before


@pytest.mark.soak
def test_rilatria_takeback_is_refused_after_the_computers_answer(page: Page) -> None:
    start(page, "rilatria", "", 0, 1)
    press(page, "act:random")
    press(page, "act:ready")
    my_turn(page)
    page.wait_for_selector('main[data-mode="play"]', timeout=60_000)
    target(page, "act:undo").wait_for()
    assert press_greyed(page, "act:undo")


def test_undo_says_why_it_is_disabled(page: Page) -> None:
    boot(page, "new=andarraya")
    assert press_greyed(page, "act:undo") == says("undo.nothing", "es")
    press_all(page, ("sq:e2", "sq:e4"))
    assert target(page, "act:undo").get_attribute("aria-disabled") is None
    press(page, "act:log-prev")
    for name in ("act:undo", "act:draw", "act:resign"):
        assert "posición anterior" in press_greyed(page, name)
    press(page, "act:log-last")
    press(page, "act:resign")
    assert "pregunta" in press_greyed(page, "act:undo")
    press(page, "act:resign-yes")
    assert "abandono" in press_greyed(page, "act:undo")


@pytest.mark.soak
def test_log_buttons_say_that_an_end_of_the_game_is_reached(page: Page) -> None:
    boot(page, "new=andarraya")
    assert "principio" in press_greyed(page, "act:log-first")
    assert "actual" in press_greyed(page, "act:log-next")


def after(verb: str) -> str:
    """Return a Stratego game whose last action has this verb, as the text of its file."""
    rng = Random(1)
    for seed in range(50):
        match = Match(MatchConfig("stratego", {"army": "barrage8"}), chance.seeded(seed))
        match.begin()
        for side in range(2):
            seen = match.state.observation(side)
            plan = match.game.arrangement(seen, match.game.random_draft(seen, Random(seed + side)))
            assert plan is not None
            for action in plan.actions:
                match.play(action)
        while match.state.current_player() >= 0 and match.events[-1].action[0] != verb:
            match.play(rng.choice(match.options_now()))
        if match.state.current_player() >= 0:
            return save_text(match)
    raise AssertionError(f"no {verb}")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("verb", "reason"), [("move", "la persona que la ha hecho"), ("attack", "ha revelado algo")]
)
def test_undo_after_a_curtain_says_why_it_is_refused(page: Page, verb: str, reason: str) -> None:
    boot(page)
    page.locator('[data-field="paste"]').fill(after(verb))
    press_all(page, ("act:open", "btn:reveal"))
    assert reason in press_greyed(page, "act:undo")


def test_save_names_the_downloaded_file(page: Page) -> None:
    boot(page, "new=andarraya")
    press_all(page, ("sq:e2", "sq:e4"))
    with page.expect_download() as loaded:
        press(page, "act:save")
    name = loaded.value.suggested_filename
    assert name.endswith(".json")
    expect(page.locator(".table-notice .notice")).to_have_text(f"Descargado: {name}")


def test_level_cannot_be_changed_while_another_tab_plays(
    page: Page, context: BrowserContext
) -> None:
    start(page, "andarraya", "", 0, 2)
    page.wait_for_selector(".cell.can")
    other = boot(context.new_page(), page.url.partition("#")[2])
    target(other, "act:here").wait_for()
    press(other, "act:more")
    level = other.locator('select[data-field="level1"]')
    level.select_option("4")
    written(other)
    expect(other.locator("[data-slot=notice] .notice")).to_contain_text("otra pestaña")
    expect(level).to_have_value("2")


@pytest.mark.soak
def test_delete_in_a_set_up_says_when_there_is_nothing_to_remove(page: Page) -> None:
    boot(page, "new=cotadrez")
    target(page, "sq:e5").focus()
    page.keyboard.press("Delete")
    written(page)
    expect(page.locator("[data-slot=notice] .notice")).to_contain_text("reserva")


@pytest.mark.parametrize("size", sampled([(390, 844), (844, 390)]))
def test_reason_is_visible_on_a_phone(phone: Page, size: tuple[int, int]) -> None:
    page = phone
    page.set_viewport_size({"width": size[0], "height": size[1]})
    boot(page, "new=andarraya")
    target(page, "act:undo").scroll_into_view_if_needed()
    press_greyed(page, "act:undo")
    expect(page.locator("[data-slot=notice] .notice")).to_be_in_viewport()
