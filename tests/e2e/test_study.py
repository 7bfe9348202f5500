"""Studies in the browser: opened from a finished game, played on, noted, stored, printed."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.harness import boot, press, screenshot, target
from tests.e2e.test_mistakes import fools_mate


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
    screenshot(page, "study")
    page.set_viewport_size({"width": 390, "height": 844})
    screenshot(page, "study-phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_timeout(1000)  # stored when nothing has changed for a moment
    page.reload()
    expect(page.locator(".tree-comment")).to_contain_text("Mejor así")
    page.locator(".study-head summary").click()
    press(page, "act:study:print")
    expect(page.locator(".sheet figure")).to_have_count(3)
    screenshot(page, "study-sheet")
    page.emulate_media(media="print", color_scheme="dark")
    ink = "getComputedStyle(document.querySelector('.sheet h1')).color"
    assert page.evaluate(ink) == "rgb(0, 0, 0)"  # paper is white by night too
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) == 1
    screenshot(page, "study-print")
    page.emulate_media(media="screen", color_scheme="light")
    press(page, "act:back")
    page.locator(".study-head summary").click()
    press(page, "act:study:list")
    expect(page.locator(".study-list > li")).to_have_count(1)
    screenshot(page, "studies")
    assert target(page, "act:new:rilatria").is_visible()
