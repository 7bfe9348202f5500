"""Long names overflow nowhere."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.core.texts import MAX_NAME
from engine.dev.common import play_on
from engine.games import REGISTRY
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import BOARD, BOOT_TIMEOUT_MS, boot, wait_for_mark, written
from tests.fixtures.sampled import sampled

NAMES = ("W" * MAX_NAME, "Ñ" * MAX_NAME)
# Lists the elements with one of the names that exceed the window or overflow their own box.
OVERFLOWING = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push('the page');
  for (const one of document.querySelectorAll('body *')) {
    if (!/W{40}|Ñ{40}/.test(one.textContent) || one.closest('svg, .visually-hidden')) continue;
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || !box.height) continue; // out of sight, for screen readers only
    const style = getComputedStyle(one);
    const spills = style.overflowX === 'visible' && style.display !== 'inline'
      && one.scrollWidth > one.clientWidth + 8;
    if (box.right > wide + 1 || spills) found.push(`${one.tagName}.${one.className}`);
  }
  return found;
}"""


def goto(page: Page, fragment: str) -> None:
    """Change the fragment of the open page, and clear the mark of its board."""
    page.evaluate("performance.clearMarks('asedio:board')")
    page.evaluate("fragment => { location.hash = fragment }", fragment)


@pytest.mark.parametrize("width", sampled([1280, 360]))
@pytest.mark.shared
def test_name_of_forty_letters_overflows_nowhere(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 760})
    boot(page)
    for game in REGISTRY:
        match = play_on(Match(MatchConfig(game, {}, NAMES)), Random(2), 30)
        for finished in (False, True):
            if finished:
                while ("resign", 0) not in match.state.table_actions():
                    play_on(match, Random(3), 1)
                match.resign(0)
            goto(page, f"#g={codec.encode(match)}")
            wait_for_mark(page, BOARD, BOOT_TIMEOUT_MS)
            written(page)
            assert page.evaluate(OVERFLOWING) == [], f"{game}, finished: {finished}"
            assert NAMES[0] in str(page.locator("[data-screen]").first.text_content())
    page.evaluate("location.hash = ''")
    expect(page.locator(".saved")).to_contain_text(NAMES[0])
    assert page.evaluate(OVERFLOWING) == []
