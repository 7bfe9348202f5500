"""Room for the list of turns of A Tale of Two Cities beside the board."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from engine.match import codec
from tests.e2e.harness import boot, press, screenshot
from tests.e2e.test_cities_strip import MOST, longest, questions
from tests.e2e.test_home import settings
from tests.e2e.test_in_sight import _CUT
from tests.e2e.test_steady import _BOXES, _UNREAD
from tests.fixtures.sampled import sampled
from ui.words.i18n import LANGUAGES

pytestmark = pytest.mark.shared(motion="none")
WIDE, MIDDLE = (1280, 800), (1024, 768)

# Counts the lines of the newest turn, and those of them that are in sight as a whole; says how far
# the box of the question scrolls.
_LINES = """async () => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const log = document.querySelector('.log'), box = document.querySelector('.table-box');
  const top = log.getBoundingClientRect().top + log.clientTop, bottom = top + log.clientHeight;
  const turn = [...log.querySelectorAll('.move-line.open')].at(-1);
  const lines = [...turn.querySelectorAll('.move, .move-head, .told')]
    .map((line) => line.getBoundingClientRect()).filter((line) => line.height);
  const whole = lines.filter((line) => line.top >= top - 2 && line.bottom <= bottom + 2);
  return [lines.length, whole.length, box.scrollHeight - box.clientHeight];
}"""


@pytest.mark.parametrize("lang", sampled(LANGUAGES))
def test_the_computers_newest_turn_is_in_sight_beside_the_board(page: Page, lang: str) -> None:
    """Regression test: the last lines of a special card's turn were cut off, while room was kept
    for the buttons of a chosen card."""
    settings(page, motion="none", lang=lang)
    found: dict[tuple[int, int], list[Any]] = {WIDE: [], MIDDLE: []}
    for match in longest(MOST):
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        boot(page, f"g={codec.encode(match)}&seats=02")
        page.locator(".log .open .told").first.wait_for()
        found[WIDE].append(page.evaluate(_LINES))
        page.set_viewport_size({"width": MIDDLE[0], "height": MIDDLE[1]})
        found[MIDDLE].append(page.evaluate(_LINES))
    lines, whole, _ = zip(*found[WIDE], strict=True)
    assert sum(whole) >= 0.98 * sum(lines), found[WIDE]
    assert max(lines) >= 7, "a turn with a special card"
    assert max(scrolled for seen in found.values() for _, _, scrolled in seen) <= 1
    screenshot(page, f"cities-feed-{lang}")


@pytest.mark.parametrize("guide", sampled(["on", "off"]))
@pytest.mark.parametrize("window", sampled([MIDDLE, WIDE]))
def test_nothing_moves_when_a_card_takes_the_place_of_the_goal(
    page: Page, window: tuple[int, int], guide: str
) -> None:
    settings(page, motion="none", lang="es", guide=guide)
    page.set_viewport_size({"width": window[0], "height": window[1]})
    boot(page, f"g={codec.encode(questions()[0])}&seats=02")
    page.locator("button.card.can").first.wait_for()
    parts = ["svg.board", ".table-say", ".items-hand", ".table-tools", ".table-panes", ".log"]
    before = page.evaluate(_BOXES, parts)
    assert page.evaluate(_UNREAD, ".goal") == []
    press(page, page.locator("button.card.can").first.get_attribute("data-target") or "")
    page.locator('[data-target="act:back"]').wait_for()
    assert page.evaluate(_BOXES, parts) == before
    assert page.evaluate(_CUT, ".table-choices .button") == []
    assert not page.locator(".goal").is_visible()
    press(page, "act:back")
    page.locator(".goal").wait_for()
    assert page.evaluate(_BOXES, parts) == before
