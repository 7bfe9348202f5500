"""Accessibility of tables: play by screen reader, axe checks, stable layout."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from tests.e2e.blind import Blind
from tests.e2e.harness import boot, press, seeded
from tests.e2e.screens import (
    lift,
    middle,
    open_middle,
    open_there,
    settings,
    violations,
    violations_in_every_light,
)
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.shared(motion="none")

ARIA = Path(__file__).parent / "aria"

BOARD = """() => {
  const box = document.querySelector('.table-board svg')?.getBoundingClientRect();
  return box ? [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round) : null;
}"""
FOCUS = "document.activeElement.id || document.activeElement.tagName"


TURNS, PRESSES = 6, 20  # at least


@pytest.mark.parametrize("game", sampled(REGISTRY))
def test_screen_reader_user_can_play_while_board_and_focus_stay_put(page: Page, game: str) -> None:
    settings(page, motion="none", facing="keep")
    page.set_viewport_size({"width": 360, "height": 640})
    boot(seeded(page, 7), f"new={game}")
    blind = Blind(page, game, 7)
    places, lost = set(), []
    while blind.presses < 4 * PRESSES:
        turns = blind.step()
        if turns < 0 or (turns >= TURNS and blind.presses >= PRESSES):
            break
        if (place := page.evaluate(BOARD)) is not None:
            places.add(tuple(place))
        if (focus := page.evaluate(FOCUS)) in ("app", "BODY"):
            lost.append((blind.presses, focus))
    assert turns >= TURNS or turns < 0
    assert len(places) == 1, places
    assert lost == []


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=2))
def test_every_screen_of_a_table_is_accessible(page: Page, game: str) -> None:
    settings(page, motion="none")
    open_middle(page, game)
    found: dict[str, Any] = {"play": violations(page)}
    found["light"] = violations_in_every_light(page, "color-contrast")
    page.locator(".cell.can, .card.can").first.click()
    found["chosen"] = violations(page)
    page.keyboard.press("Escape")
    for name, dialog in (("act:keys", "keys"), ("act:legend", "legend"), ("act:share", "share")):
        page.locator(f'[data-target="{name}"]').first.dispatch_event("click")
        page.wait_for_selector(f"dialog[data-screen={dialog}]")
        found[dialog] = violations(page)
        press(page, "dialog:close")
    press(page, "act:log-first")
    found["back"] = violations(page)
    press(page, "act:log-last")
    press(page, "act:resign")
    found["question"] = violations(page)
    press(page, "act:resign-yes")
    if page.locator("[data-curtain]").count():
        found["curtain"] = violations(page)
    lift(page)
    page.wait_for_selector(".result-card")
    found["end"] = violations(page)
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules] svg.board")
    found["rules"] = violations(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_tables_have_the_expected_accessibility_trees(page: Page) -> None:
    """Compare the table of every game, without its log, with the golden tree.

    To renew a golden tree, delete its file and run the test.
    """
    settings(page, motion="none")
    found = {}
    for game in REGISTRY:
        if game == REGISTRY[0]:
            open_middle(page, game)
        else:
            press(page, "act:home")
            open_there(page, middle(game))
        found[game] = tree_of(page)
        golden = ARIA / f"{game}.yml"
        if not golden.exists():
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(found[game], "utf-8")
    assert found == {game: (ARIA / f"{game}.yml").read_text("utf-8") for game in REGISTRY}


def tree_of(page: Page) -> str:
    slots = (
        ".table-box", ".above", ".table-board", ".below", ".table-tools", ".log-head",
    )  # fmt: skip
    trees = [page.locator(slot).aria_snapshot() for slot in slots if target_in(page, slot)]
    if page.locator('[data-target="act:tab:sides"]').count():
        press(page, "act:tab:sides")
        trees += [page.locator(".pane-sides").aria_snapshot()]
    return "\n".join(re.sub(r"[ \t]+$", "", one, flags=re.M) for one in trees) + "\n"


def target_in(page: Page, slot: str) -> bool:
    return page.locator(slot).inner_html() != ""
