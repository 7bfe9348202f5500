"""A finished game in the page: mistakes that the worker finds, stored and tried again; lines of the
engine, streamed until they are stopped; a study."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from engine.games import load_game
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, press, press_all, target

# Whether a text is in the storage of the page.
STORED = "text => Object.values(localStorage).some(one => one.includes(text))"
WORKER_MS = 60_000  # includes its start on a busy machine


def fools_mate() -> str:
    match = Match(MatchConfig("andarraya"))
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        match.play(load_game("andarraya")({}).parse_action(match.state, text))
    return codec.encode(match)


@pytest.mark.shared
def test_mistakes_are_found_shown_stored_and_tried_again(page: Page) -> None:
    boot(page, f"g={fools_mate()}")
    press(page, "act:mistakes:go")
    first = target(page, "act:mistakes:see:0:0")
    first.wait_for(timeout=WORKER_MS)
    assert "Jugaste: " in page.locator(".mistake-played").first.inner_text()
    assert "Terminado" in page.locator("#live").inner_text()
    first.focus()
    page.keyboard.press("Enter")
    page.locator(".fx-played").wait_for(state="attached")
    assert page.locator(".fx-better").count() == 1
    assert first.get_attribute("aria-pressed") == "true"
    page.reload()
    target(page, "act:mistakes:see:0:0").wait_for(
        timeout=WORKER_MS
    )  # from storage, without a new search
    press(page, "act:mistakes:see:0:0")
    press(page, "act:mistakes:again:0:0")
    page.locator('main[data-outcome=""][data-player="0"]').wait_for()
    assert "Partida nueva desde el turno 2" in page.locator("[data-slot=notice]").inner_text()


def test_lines_are_streamed_from_the_worker_until_stopped(page: Page) -> None:
    boot(page, f"g={fools_mate()}")
    assert page.locator(".engine, .engine-bar").count() == 0
    press_all(page, ("act:log-first", "act:engine:go"))
    page.locator(".engine-line").nth(2).wait_for(timeout=WORKER_MS)
    shown = page.locator("[data-slot=engine-lines]")
    expect(shown).to_contain_text(re.compile("Profundidad ([3-9]|[0-9]{2})"), timeout=WORKER_MS)
    assert page.locator("script[worker]").count() == 1
    assert page.locator(".engine-bar").count() == 1
    press(page, "act:engine:go")
    page.wait_for_function("performance.getEntriesByName('asedio:idle').length > 0")
    before = shown.inner_text()
    page.wait_for_timeout(600)
    assert shown.inner_text() == before
    press(page, "act:engine:line:0:1")
    page.locator('main[data-outcome=""]').wait_for()
    assert page.locator(".engine, .engine-bar").count() == 0  # the new game is running


def test_study_is_made_played_on_noted_stored_and_printed(page: Page) -> None:
    boot(page, f"g={fools_mate()}")
    press(page, "act:study")
    page.locator(".tree").wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    press(page, "sq:e2")
    press(page, "sq:e4")
    expect(page.locator(".tree-line.variation .move")).to_have_count(1)
    field = page.locator('[data-field="study-comment"]')
    field.fill("Mejor así")
    expect(page.locator(".tree-comment")).to_contain_text("Mejor así")
    assert field.input_value() == "Mejor así"
    press(page, "act:study:glyph:1")
    expect(page.locator(".tree-glyph")).to_have_text("!")
    page.keyboard.press("Home")
    current = page.locator('.tree [aria-current="true"]')
    expect(current).to_have_text("Inicio")
    expect(current).to_be_focused()  # so that the next key does not move over the squares
    expect(current).to_be_in_viewport()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function(STORED, arg="Mejor así")  # when nothing has changed for a moment
    page.reload()
    expect(page.locator(".tree-comment")).to_contain_text("Mejor así")
    page.locator(".study-head summary").click()
    press(page, "act:study:print")
    expect(page.locator(".sheet figure")).to_have_count(3)
    page.emulate_media(media="print", color_scheme="dark")
    ink = "getComputedStyle(document.querySelector('.sheet h1')).color"
    assert page.evaluate(ink) == "rgb(0, 0, 0)"  # paper is white by night too
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) == 1
    page.emulate_media(media="screen", color_scheme="light")
    press(page, "act:back")
    page.locator(".study-head summary").click()
    press(page, "act:study:list")
    expect(page.locator(".study-list > li")).to_have_count(1)
    assert target(page, "act:new:rilatria").is_visible()
