"""Studies by finger and by the accessibility tree."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from engine.match import codec
from tests.e2e.conftest import NewContext
from tests.e2e.harness import READY, boot, screenshot, target, wait_for_mark, written
from tests.e2e.test_home import settings
from tests.e2e.test_mistakes import fools_mate
from tests.fixtures.sampled import sampled
from tests.fixtures.says import says
from tests.ui.test_study import ended

PHONE = {"width": 390, "height": 844}
STUDY = "main[data-node]"
FINGER = sampled(["rilatria", "twocities"])


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
    expect(dialog.get_by_role("button", name=says("share.copy", "es"))).to_be_visible()
    screenshot(page, "study-aria")
