"""Larger text spacing, which a reader's own style sheet may set (WCAG 1.4.12)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.harness import boot, screenshot
from tests.fixtures.sampled import sampled

SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; }"""
# Parts of a strip that stick out of it, or that lie over one another.
FAULTS = """() => {
  const found = [];
  for (const strip of document.querySelectorAll(".strip")) {
    const whole = strip.getBoundingClientRect();
    const parts = [...strip.children].filter((one) => one.checkVisibility());
    const boxes = parts.map((one) => [one, one.getBoundingClientRect()]);
    boxes.push(...[...strip.querySelectorAll(".strip-name b")].map(
      (one) => [one, one.getBoundingClientRect()]));
    for (const [one, box] of boxes) {
      const out = box.left < whole.left - 1 || box.right > whole.right + 1
        || box.top < whole.top - 1 || box.bottom > whole.bottom + 1;
      if (out) found.push(`out: ${one.className || one.tagName} ${one.textContent}`);
    }
    parts.reduce((left, right) => {
      if (left.getBoundingClientRect().right > right.getBoundingClientRect().left + 1)
        found.push(`over: ${left.className} ${right.className}`);
      return right;
    });
  }
  return found;
}"""
SIZES = [(1280, 800), (390, 844), (844, 390), (320, 640)]


@pytest.mark.parametrize("size", sampled(SIZES, keep=2))
@pytest.mark.parametrize("game", sampled(["twocities", "rilatria", "andarraya", "cotadrez", "stratego"]))
def test_names_stay_in_their_strips_with_larger_text_spacing(
    page: Page, size: tuple[int, int], game: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    boot(page, f"new={game}")
    page.add_style_tag(content=SPACED)
    page.wait_for_timeout(300)
    screenshot(page, f"spacing-{game}-{size[0]}")
    assert page.evaluate(FAULTS) == []
