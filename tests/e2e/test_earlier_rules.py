"""Games of an earlier rules version, and incomplete records, opened by the current page.

In version 1 the map of Cotadrez was `lagos` unless the options named another.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from engine.games.cotadrez.rules.pieces import WATER_MAPS
from engine.match import savefile
from tests.e2e.harness import BOARD, ROOT, boot, press, stored, wait_for_mark
from tests.fixtures.sampled import sampled
from ui.saves.entries import event_key, head_key, head_of

pytestmark = pytest.mark.shared

OLD = json.loads((ROOT / "tests" / "fixtures" / "rules1.json").read_text("utf-8"))
# The squares whose accessible name says water.
WATER = """() => [...document.querySelectorAll('[role=gridcell][aria-label*=agua]')]
  .map(one => one.getAttribute('aria-label').split(',')[0]).sort().join(' ')"""
DEPLOYED = "rFe2f3 rDg4 rMa2 rMa3 rMa4\n// rFe8f9 rHd10 rMj6 rMj7 rMj8\n>>>\n"


def on_map(page: Page, name: str) -> None:
    wanted = " ".join(sorted(WATER_MAPS[name]))
    page.wait_for_function(f"wanted => ({WATER})() === wanted", arg=wanted)


@pytest.mark.soak
def test_link_of_an_earlier_version_opens_on_its_own_map(page: Page) -> None:
    boot(page, f"g={OLD['link']}")
    on_map(page, "lagos")
    assert page.locator("#notice").inner_text() == ""


@pytest.mark.soak
def test_new_game_uses_the_ponds_map(page: Page) -> None:
    boot(page, "new=cotadrez")
    on_map(page, "estanques")


def test_stored_game_of_an_earlier_version_resumes_on_its_own_map(page: Page) -> None:
    match = savefile.load(OLD["save"])
    kept = {head_key("abc"): head_of(match.config, 1)}
    for index, event in enumerate(match.events):
        kept[event_key("abc", index)] = [event.actor, list(event.action), 1]
    boot(stored(page, {key: json.dumps(value) for key, value in kept.items()}), "play=abc")
    on_map(page, "lagos")
    pieces = page.locator("[data-parts=pieces] [data-square]")
    expect(pieces).to_have_count(len(re.findall("[A-Za-z]", OLD["position"].split()[0])))


def opened(page: Page, text: str) -> None:
    """Paste a record of Cotadrez at home and open it."""
    boot(page)
    press(page, "act:game:cotadrez")
    page.locator('[data-field="paste"]:visible').fill(text)
    press(page, "act:open")
    wait_for_mark(page, BOARD)


@pytest.mark.parametrize(
    ("played", "name", "words"),
    sampled(
        [
            pytest.param("1. Dg7 Hc10", "lagos", "«Lagos en el centro»", id="lagos"),
            pytest.param("1. Dg5 Hc10 2. Dc5", "estanques", "«Cuatro estanques»", id="estanques"),
        ]
    ),
)
def test_page_names_the_map_assumed_for_a_record_without_one(
    page: Page, played: str, name: str, words: str
) -> None:
    opened(page, f"{DEPLOYED}{played}\n*\n")
    on_map(page, name)
    expect(page.locator('[data-slot="notice"]')).to_contain_text(words)


@pytest.mark.soak
def test_page_says_nothing_about_a_map_that_the_record_names(page: Page) -> None:
    opened(page, f'[Rules "water=seco"]\n\n{DEPLOYED}1. Dg7 Hc10\n*\n')
    on_map(page, "seco")
    assert "mapa" not in page.locator('[data-slot="notice"]').inner_text()
