"""The longest descriptions on a phone: they cover and move nothing, and say if more follows."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY, game_legend
from tests.e2e.harness import boot, press, written
from tests.e2e.test_access import lift, open_middle, open_there
from tests.e2e.test_home import settings
from tests.e2e.test_in_sight import _CUT
from tests.e2e.test_notices import COVERED, sized
from tests.e2e.test_steady import _BOXES
from tests.fixtures.sampled import sampled
from ui.words.i18n import I18n

pytestmark = pytest.mark.shared(motion="none")

PHONES = ((390, 844), (360, 640), (844, 390))
PARTS = ["svg.board", ".strips.below", ".table-say", ".table-hand", ".log-head"]

# Describes a thing, as the page does: its name, what it is, and the names of its marks.
_DESCRIBE = """([name, ...said]) => {
  const box = document.createElement('div'), title = document.createElement('h2');
  box.className = 'notice named';
  title.textContent = name;
  box.append(title, ...said.map((words) => {
    const one = document.createElement('p');
    one.textContent = words;
    return one;
  }));
  document.querySelector('[data-slot=notice]').replaceChildren(box);
}"""
_CLEAR = "document.querySelector('[data-slot=notice]').replaceChildren()"
# Returns how much of a description is out of sight, and how many of its lines are half in sight.
_ROOM = """() => {
  const one = document.querySelector('.notice'), { bottom } = one.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(one);
  const cut = [...range.getClientRects()].filter(({ top, height }) =>
    top + height / 4 < bottom && top + height * 3 / 4 > bottom);
  return [one.scrollHeight - one.clientHeight, cut.length];
}"""
# Returns the number of pixels of a picture that have the accent's colour.
_ACCENT = """async (data) => {
  const picture = new Image();
  picture.src = data;
  await picture.decode();
  const { width, height } = picture, paint = new OffscreenCanvas(width, height).getContext('2d');
  const pixels = () => [...new Uint32Array(paint.getImageData(0, 0, width, height).data.buffer)];
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--accent)';
  paint.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  paint.fillRect(0, 0, 1, 1);
  const wanted = pixels()[0];
  paint.drawImage(picture, 0, 0);
  return pixels().filter((one) => one === wanted).length;
}"""
ARROW = (14.0, 7.0)  # width and height
# Returns the place of a description's arrow, and of the one at the end of what scrolls.
_CORNER = """() => {
  const box = document.querySelector('.notice').getBoundingClientRect();
  return [box.right - 14, box.bottom - 9];
}"""
_END = """() => {
  const box = document.querySelector('.table-flow').getBoundingClientRect();
  return [box.left + box.width / 2 - 7, box.bottom - 7];
}"""
# Returns how far one has to scroll, and the controls that are cut off where it does.
_HALF = """() => {
  const flow = document.querySelector('.table-flow'), end = flow.getBoundingClientRect().bottom;
  const cut = [...flow.querySelectorAll('button, .items > li')]
    .filter((one) => one.checkVisibility() && !one.closest('.table-tools'))
    .filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top < end - 1 && bottom > end + 1;
    });
  return [flow.scrollHeight - flow.clientHeight, cut.map((one) => one.textContent.trim())];
}"""
_DOWN = """async (selector) => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const one = document.querySelector(selector);
  one.scrollTop = one.scrollHeight;
}"""


def longest(game: str) -> list[str]:
    """Return name, description and marks of a thing, each the longest of its kind in Spanish."""
    words = I18n("es", game)
    entries = list(game_legend(game))
    pieces = [one for one in entries if one.group == "piece"]
    marks = sorted((words.message(one.name) for one in entries if one.group == "mark"), key=len)
    said = max((words.message(one.about) for one in pieces), key=len)
    name = max((words.message(one.name) for one in pieces), key=len)
    return [f"{name} de Maximiliana", said, *marks[-2:]]


def arrow(page: Page, place: str) -> bool:
    """Return whether an arrow is drawn at a place of the window."""
    x, y = page.evaluate(place)
    clip: Any = {"x": x, "y": y, "width": ARROW[0], "height": ARROW[1]}
    picture = base64.b64encode(page.screenshot(clip=clip)).decode()
    return bool(page.evaluate(_ACCENT, f"data:image/png;base64,{picture}") > 12)


def arrow_at_end(page: Page) -> bool:
    """Scroll to the end, which moves while earlier turns are added; return whether an arrow is
    still drawn there."""
    for _ in range(10):
        page.evaluate(_DOWN, ".table-flow")
        if not arrow(page, _END):
            return False
        page.wait_for_timeout(200)
    return True


def wrong_with(page: Page, words: list[str]) -> list[object]:
    """Describe something; return what is covered, what moves, and lines that are cut."""
    before = page.evaluate(_BOXES, PARTS)
    page.evaluate(_DESCRIBE, words)
    after = page.evaluate(_BOXES, PARTS)
    moved = [one for one, was in zip(after, before, strict=True) if one != was]
    out, cut = page.evaluate(_ROOM)
    found = [*page.evaluate(COVERED), *moved, *(["cut line"] if cut else [])]
    if arrow(page, _CORNER) != (out > 3):
        found.append(f"arrow: {out} px are out of sight")
    page.evaluate(_CLEAR)
    return found


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=2))
def test_the_longest_descriptions_cover_and_move_nothing_on_a_phone(page: Page, game: str) -> None:
    """Regression test: one of four lines lay over the player's line, or pushed a task down."""
    settings(page, motion="none", lang="es")
    words, found = longest(game), {}
    open_middle(page, game)
    for where in ("turn", f"learn={game}&lesson=1", f"new={game}"):
        if where != "turn":
            page.evaluate("where => { location.hash = where }", where)
            other = ":is(.table:not(.lesson), [data-curtain])"
            page.wait_for_selector(".lesson" if "learn" in where else other)
            written(page)
            lift(page)
        for size in PHONES:
            sized(page, size)
            page.evaluate("scrollTo(0, 0)")
            found[where, size] = wrong_with(page, words)
    assert {where: what for where, what in found.items() if what} == {}


def test_four_lines_of_a_description_are_in_sight_on_a_phone(page: Page) -> None:
    settings(page, motion="none", lang="es")
    sized(page, PHONES[0])
    open_middle(page, "cotadrez")
    press(page, "sq:e10")
    assert page.locator(".notice.named").text_content().startswith("Caballería ligera")
    assert page.evaluate(_ROOM)[0] <= 3
    words = longest("cotadrez")
    page.evaluate(_DESCRIBE, words + words[1:])
    assert arrow(page, _CORNER)
    page.evaluate(_DOWN, ".notice")
    assert not arrow(page, _CORNER)


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=3))
def test_controls_are_whole_or_an_arrow_says_that_more_follows(page: Page, game: str) -> None:
    """Regression test: tabs, actions and cards stood half under the bar, without a sign."""
    settings(page, motion="none", lang="es")
    open_middle(page, game)
    for where in ("turn", f"learn={game}&lesson=1", f"learn={game}&lesson=2"):
        if where != "turn":
            page.evaluate("where => { location.hash = where }", where)
            page.wait_for_selector(".lesson")
        written(page)
        for size in (PHONES[0], PHONES[2]):
            sized(page, size)
            out, cut = page.evaluate(_HALF)
            assert arrow(page, _END) == (out > 12) or (out <= 20 and not cut), (where, size, out)
            assert not arrow_at_end(page), (where, size)
            page.evaluate("document.querySelector('.table-flow').scrollTop = 0")


def test_cards_shops_and_reserves_are_whole_above_a_phones_bar(page: Page) -> None:
    """Regression test: they were cut off below a task of four lines, or the buttons of a turn, and
    the third row of an army was half under the bar of tools. A shop that sells nothing now is not
    shown."""
    settings(page, motion="none", lang="es")
    sized(page, PHONES[0])
    boot(page, "learn=twocities&lesson=1")
    page.wait_for_selector(".lesson button.card")
    assert page.evaluate(_CUT, "button.card") == []
    page.evaluate("location.hash = 'learn=rilatria&lesson=1'")
    page.wait_for_selector(".area-shop", state="attached")
    assert not page.locator(".area-shop").is_visible()
    page.evaluate("location.hash = 'learn=rilatria&lesson=2'")
    page.locator(".area-shop .offer.can").first.wait_for()
    assert page.evaluate(_CUT, ".area-shop .offer") == []
    page.evaluate("location.hash = ''")
    page.wait_for_selector("main[data-screen=home]")
    open_there(page, "rilatria")
    assert page.locator(".table-choices .button").count() == 2
    assert page.evaluate(_CUT, ".area-shop .offer") == []
    assert page.evaluate(_CUT, ".items-budget > li:nth-child(-n + 2)") == []
    sized(page, PHONES[2])
    boot(page, "new=cotadrez")
    page.locator(".table-tray .chip").first.wait_for()
    assert page.evaluate(_CUT, ".table-tray .chip") == []
    boot(page, "new=stratego")
    lift(page)
    page.locator(".table-tray .chip").first.wait_for()
    assert page.locator(".table-tray .chip").count() > 10
    assert page.evaluate(_CUT, ".table-tray .chip") == []
    sized(page, PHONES[0])
    assert page.evaluate(_CUT, ".table-tray .chip") == []
    press(page, page.locator(".table-tray .chip.can").first.get_attribute("data-target") or "")
    page.wait_for_selector(".notice")
    assert page.evaluate(_CUT, ".table-tray .chip") == []
