"""Larger text spacing, which a reader's own style sheet may set (WCAG 1.4.12)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from engine.match import codec
from tests.e2e.harness import boot, screenshot
from tests.fixtures.matches import random_match
from tests.fixtures.sampled import sampled

SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; }"""
# Parts of a strip that stick out of it or lie over one another, and letters that are cut off.
FAULTS = """() => {
  const found = [];
  for (const strip of document.querySelectorAll(".strip")) {
    if (!strip.checkVisibility()) continue;
    const whole = strip.getBoundingClientRect();
    const parts = [...strip.children].filter((one) => one.checkVisibility());
    const named = (one) => one.getAttribute("class") ?? one.tagName;
    let last = null;
    for (const one of parts) {
      const box = one.getBoundingClientRect();
      if (box.left < whole.left - 1 || box.right > whole.right + 1)
        found.push(`out: ${named(one)}`);
      if (last && last.getBoundingClientRect().right > box.left + 1)
        found.push(`over: ${named(last)} ${named(one)}`);
      last = one;
    }
    const texts = document.createTreeWalker(strip, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode, range = document.createRange();
      if (!text.data.trim() || !text.parentElement.checkVisibility()) continue;
      if (text.parentElement.closest(".visually-hidden")) continue;
      range.selectNodeContents(text);
      const [box] = range.getClientRects();
      if (box && (box.top < whole.top - 1 || box.bottom > whole.bottom + 1))
        found.push(`cut: ${text.data}`);
    }
  }
  return found;
}"""
SIZES = [(1280, 800), (390, 844), (844, 390), (320, 640)]


def word_of(game: str) -> str:
    """Return a link to the middle of a game of people with long names."""
    match = random_match(game, 5, 90)
    match.config.names = ("Maximiliana Bartholdy", "Wolfgang Schikaneder")
    return codec.encode(match)


@pytest.mark.parametrize("size", sampled(SIZES, shift=1))
@pytest.mark.parametrize("game", sampled(REGISTRY))
def test_names_stay_in_their_strips_with_larger_text_spacing(
    page: Page, size: tuple[int, int], game: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    boot(page, f"g={word_of(game)}")
    page.add_style_tag(content=SPACED)
    page.wait_for_timeout(300)
    screenshot(page, f"spacing-{game}-{size[0]}")
    assert page.evaluate(FAULTS) == []
