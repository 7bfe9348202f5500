"""Captured pieces at the board's edge: large enough to be recognised, however many there are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.match import chance, codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot
from tests.fixtures.sampled import sampled

pytestmark = pytest.mark.shared

ALL = "DEEPPCCCTBAAALLLHH"  # both armies but for the kings and one unit
LATE = f"9r/10/10/3H6/10/10/10/10/10/R9 S S e2f3,e8f9 - - - {ALL} {ALL} 8.0.0"
LEAST = 22  # pixels
FALLEN = "b48bF/10/10/10/2~~b9!1~~2/2~~2~~2/10/10/10/rF8r4 blue - 0 1 r:e5e6 r:5 vac.r=5"
SIZES = [pytest.param(390, 844, id="phone"), pytest.param(1280, 800, id="wide")]
_DRAWN = """() => [...document.querySelectorAll(".bits-captured")].map((row) => {
  const box = (one) => one.getBoundingClientRect();
  const edge = box(row), bits = [...row.querySelectorAll(".bit")];
  const marks = [...row.querySelectorAll(".icon, i")].map(box);
  return {
    bits: bits.length,
    least: Math.min(...bits.map((one) => box(one.querySelector(".icon")).width)),
    counts: bits.map((one) => one.querySelector("i")?.textContent ?? ""),
    cut: marks.filter((one) => one.left < edge.left - 1 || one.right > edge.right + 1
      || one.top < edge.top - 1 || one.bottom > edge.bottom + 1).length,
    name: box(row.parentElement.querySelector(".strip-name b")).width,
  };
})"""


@pytest.mark.parametrize(("width", "height"), sampled(SIZES))
def test_captured_pieces_are_recognised_in_a_long_game(page: Page, width: int, height: int) -> None:
    """Regression test: they were 18 pixels high, in one row with their numbers; of Stratego only a
    number was drawn."""
    page.set_viewport_size({"width": width, "height": height})
    config = MatchConfig("cotadrez", {"water": "lagos"}, ("Leonor", "Altair"), LATE)
    boot(page, f"g={codec.encode(Match(config, chance.seeded(1)))}&seats=02")
    page.locator(".bits-captured .icon").first.wait_for()
    rows = page.evaluate(_DRAWN)
    assert len(rows) == 2
    for row in rows:
        assert row["least"] >= LEAST and row["cut"] == 0, row
        assert row["counts"] == ["", "×2", "×2", "×3", "", "", "×3", "×3", "×2"]
        assert row["name"] > 30, row
    config = MatchConfig("stratego", {}, ("Leonor", "Altair"), FALLEN)
    boot(page, f"g={codec.encode(Match(config, chance.seeded(1)))}&seats=20")
    page.locator(".bits-captured .bit").first.wait_for()
    (row,) = [one for one in page.evaluate(_DRAWN) if one["bits"]]
    assert row["least"] >= LEAST and row["cut"] == 0, row
