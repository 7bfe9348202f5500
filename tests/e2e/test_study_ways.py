"""Studies by the accessibility tree, as a player knew the game; kept set-ups; a draft reloaded."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from engine.match import codec
from tests.e2e.harness import boot, press, screenshot, target
from tests.e2e.test_home import settings
from tests.e2e.test_mistakes import fools_mate
from tests.fixtures.turns import in_turn, turn
from tests.ui.test_study import ended

PHONE = {"width": 390, "height": 844}
STUDY_PACKS = re.compile("/packs/(study|setups)")


def test_study_is_used_by_the_accessibility_tree(page: Page) -> None:
    settings(page, lang="es", motion="none")
    boot(page, f"g={fools_mate()}")
    page.get_by_role("button", name="Estudiar", exact=True).first.click()
    tree = page.get_by_role("group", name="Jugadas y variantes")
    tree.get_by_role("button", name="Inicio").click()
    page.get_by_role("gridcell", name=re.compile("^e2")).click()
    page.get_by_role("gridcell", name=re.compile("^e4")).click()
    current = tree.locator('[aria-current="true"]')
    expect(current).to_contain_text("e4")
    expect(tree).to_contain_text("Variante, nivel 1:")
    page.get_by_role("textbox", name="Comentario de esta posición").fill("Abierta")
    page.get_by_role("button", name="Buena jugada", exact=True).click()
    expect(tree).to_contain_text("Abierta")
    page.get_by_text("Capítulos, compartir, imprimir").click()
    page.get_by_role("button", name="Copiar enlace").click()
    expect(page.get_by_text("Enlace copiado. Contiene todo el estudio.").first).to_be_visible()
    screenshot(page, "study-aria")


@pytest.mark.parametrize("game", in_turn(["stratego", "twocities"]))
def test_what_a_player_knew_is_shown_without_the_rest(page: Page, game: str) -> None:
    settings(page, lang="en", motion="none")
    boot(page, f"g={codec.encode(ended(game))}")
    press(page, "act:study")
    page.locator(".tree").wait_for()
    count = page.locator(".tree .move").count()
    if game == "stratego":
        for _ in range(2):
            press(page, "act:log-prev")
    shown = page.locator('[data-screen="table"]').inner_html()
    press(page, "act:study:eyes:0")
    expect(target(page, "act:study:eyes:0")).to_have_attribute("aria-pressed", "true")
    known = page.locator('[data-screen="table"]').inner_html()
    assert ("hidden" in known) and known != shown
    assert page.locator(".tree .move").count() <= count
    screenshot(page, f"study-{game}-knew")
    press(page, "act:study:eyes:open")
    expect(target(page, "act:study:eyes:open")).to_have_attribute("aria-pressed", "true")


@turn(1, of=2)
def test_kept_set_ups_show_results_and_the_computers_opinion(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    settings(page, lang="en", motion="none")
    boot(page)
    press(page, "act:computer:cotadrez")
    press(page, "act:random")
    press(page, "act:keep")
    assert not [url for url in asked if STUDY_PACKS.search(url)]
    press(page, "act:fared")
    expect(page.locator(".setup-row")).to_have_count(2)
    expect(page.locator(".setup-row").first).to_contain_text("Not used in a finished game yet.")
    press(page, "act:weigh:0")
    expect(page.locator(".setup-row").last).to_contain_text("12 random set-ups", timeout=90_000)
    screenshot(page, "setups")
    page.set_viewport_size(PHONE)
    screenshot(page, "setups-390")
    press(page, "act:load:0")
    expect(page.locator("dialog[open]")).to_have_count(0)


@turn(0, of=2)
def test_edited_position_outlives_a_reload_and_is_studied(page: Page) -> None:
    settings(page, theme="day", motion="none", lang="es")
    page.goto("./#edit=twocities")
    page.wait_for_selector("main[data-screen=editor]")
    press(page, "kind:L")
    press(page, "sq:c4")
    page.reload()
    page.wait_for_selector("main[data-screen=editor] [data-square=c4]", state="attached")
    for theme, width, height in (("day", 1280, 800), ("night", 390, 844), ("night", 844, 390)):
        page.emulate_media(color_scheme="dark" if theme == "night" else "light")
        page.set_viewport_size({"width": width, "height": height})
        screenshot(page, f"editor-lay-{width}")
    press(page, "act:study")
    page.locator(".tree").wait_for()
    assert "#study=" in page.url
