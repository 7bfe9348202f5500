"""Studies by finger, by keyboard and by the accessibility tree; set-ups; what a player knew."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from engine.match import codec
from tests.e2e.conftest import NewContext
from tests.e2e.harness import READY, boot, press, screenshot, target, wait_for_mark, written
from tests.e2e.test_home import settings
from tests.e2e.test_mistakes import fools_mate
from tests.fixtures.sampled import sampled
from tests.fixtures.says import says
from tests.ui.test_study import ended

PHONE = {"width": 390, "height": 844}
STUDY = "main[data-node]"
FINGER = sampled(["rilatria", "twocities"])
STUDY_PACKS = re.compile("/packs/(study|fared)")


def tap(page: Page, name: str) -> None:
    target(page, name).tap()
    written(page)


def to_dice(page: Page, most: int = 60) -> None:
    """Step on to the first question that dice or cards decide."""
    tap(page, "act:log-first")
    for _ in range(most):
        tap(page, "act:log-next")
        if page.locator('[data-target="act:study:chance:1"]').count():
            return
    raise AssertionError("no question for chance")


@pytest.mark.parametrize("game", FINGER)
def test_outcomes_are_chosen_with_a_finger_stored_and_printed(
    new_context: NewContext, game: str
) -> None:
    phone = new_context(has_touch=True, viewport=PHONE).new_page()
    boot(phone, f"g={codec.encode(ended(game))}")
    tap(phone, "act:study")
    phone.locator(".tree").wait_for()
    to_dice(phone)
    screenshot(phone, f"study-{game}-chance-390")
    before = phone.locator(".tree-line.variation").count()
    here = phone.locator(f"{STUDY}[data-node='{phone.get_attribute(STUDY, 'data-node')}']")
    chosen = set()
    for number in (0, 1):
        tap(phone, f"act:study:chance:{number}")
        expect(here).to_have_count(0)
        chosen.add(phone.get_attribute(STUDY, "data-node"))
        tap(phone, "act:log-prev")
        expect(here).to_have_count(1)
    assert len(chosen) == 2 and phone.locator(".tree-line.variation").count() > before
    phone.locator('[data-field="study-comment"]').fill("Dos dados")
    expect(phone.locator(".tree-comment").first).to_contain_text("Dos dados")
    screenshot(phone, f"study-{game}-390")
    phone.wait_for_timeout(1000)  # stored when nothing has changed for a moment
    phone.reload()
    wait_for_mark(phone, READY)
    expect(phone.locator(".tree-comment").first).to_contain_text("Dos dados")
    phone.locator(".study-head summary").tap()
    tap(phone, "act:study:print")
    expect(phone.locator(".sheet figure").nth(2)).to_be_visible()  # start, comment, end
    phone.emulate_media(media="print")
    assert phone.locator("[data-target='act:print']:visible").count() == 0
    screenshot(phone, f"study-{game}-print")


@pytest.mark.soak
@pytest.mark.shared
def test_study_is_used_by_keyboard_alone(page: Page) -> None:
    boot(page, f"g={fools_mate()}")
    target(page, "act:study").focus()
    page.keyboard.press("Enter")
    current = page.locator('.tree [aria-current="true"]')
    expect(current).to_be_focused()  # so that the keys walk through the moves at once
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(current).to_contain_text("e5")
    for square in ("sq:d2", "sq:d4"):
        target(page, square).focus()
        page.keyboard.press("Enter")
    expect(page.locator(".tree-line.variation .move")).to_have_count(1)
    target(page, "act:study:promote").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tree-line:not(.variation)").nth(1)).to_contain_text("d4")
    page.locator('[data-field="study-comment"]').focus()
    page.keyboard.type("¡Central!")
    expect(page.locator(".tree-comment")).to_contain_text("¡Central!")
    target(page, "act:engine:go").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".engine-line").first).to_be_visible(timeout=60_000)
    page.keyboard.press("Enter")


@pytest.mark.shared(motion="none")
def test_study_is_used_by_the_accessibility_tree(page: Page) -> None:
    settings(page, lang="es", motion="none")
    boot(page, f"g={fools_mate()}")
    page.get_by_role("button", name="Estudiar", exact=True).first.click()
    tree = page.get_by_role("group", name=says("study.tree", "es"))
    tree.get_by_role("button", name="Inicio").click()
    page.get_by_role("gridcell", name=re.compile("^e2")).click()
    page.get_by_role("gridcell", name=re.compile("^e4")).click()
    current = tree.locator('[aria-current="true"]')
    expect(current).to_contain_text("e4")
    expect(tree).to_contain_text(says("study.variation", "es", level=1))
    page.get_by_role("textbox", name=says("study.comment", "es")).fill("Abierta")
    page.get_by_role("button", name=says("study.glyph.good", "es"), exact=True).click()
    expect(tree).to_contain_text("Abierta")
    page.get_by_text(says("study.more", "es")).click()
    page.get_by_role("button", name="Compartir", exact=True).click()
    dialog = page.get_by_role("dialog", name=says("study.share.title", "es"))
    expect(dialog).to_contain_text("El enlace contiene todo el estudio")
    expect(dialog.get_by_role("button", name=says("far.copy", "es"))).to_be_visible()
    screenshot(page, "study-aria")


@pytest.mark.soak
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
    expect(page.locator(".setup-row").first).to_contain_text(says("setups.unused"))
    press(page, "act:weigh:0")
    expect(page.locator(".setup-row").last).to_contain_text("12 random set-ups", timeout=90_000)
    screenshot(page, "setups")
    page.set_viewport_size(PHONE)
    screenshot(page, "setups-390")
    press(page, "act:load:0")
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.soak
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
