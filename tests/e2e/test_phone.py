"""A phone in the hand: controls are whole or an arrow says that more follows, the longest words
cover and move nothing, and what fills the screen is the task."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import FloatRect, Page

from engine.games import REGISTRY, game_legend
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import boot, press, press_all, target, written
from tests.e2e.look import box, boxes, covered, cut
from tests.e2e.screens import (
    ACROSS,
    PHONE,
    SMALL,
    goto,
    home,
    lift,
    middle,
    open_there,
    settings,
    sized,
)
from tests.e2e.test_in_sight import over_the_words
from tests.e2e.test_rilatria import FIGHT
from tests.e2e.test_rilatria import link as rilatria
from tests.fixtures.sampled import sampled
from tests.games.twocities.board import position
from ui.learn.lessons.book import lessons_of
from ui.words.i18n import I18n

pytestmark = pytest.mark.shared(motion="none")

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
# Returns the height of what is left empty between the task with its list and the bar of tools.
_EMPTY = """() => {
  const end = document.querySelector('.table-goal').getBoundingClientRect().bottom;
  return document.querySelector('.table-tools').getBoundingClientRect().top - end;
}"""
# Lists the buttons of the bar whose names are cut off.
_CLIPPED = """() => [...document.querySelectorAll('.table-tools .button')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""


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
    clip: FloatRect = {"x": x, "y": y, "width": ARROW[0], "height": ARROW[1]}
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


def wrong_with(page: Page, words: list[str]) -> list[str]:
    """Describe something; return what is covered, what moves, and lines that are cut."""
    before = boxes(page, PARTS)
    page.evaluate(_DESCRIBE, words)
    after = boxes(page, PARTS)
    moved = [one for one, was in zip(after, before, strict=True) if one != was]
    out, lines = page.evaluate(_ROOM)
    found = [*covered(page), *moved, *(["cut line"] if lines else [])]
    if arrow(page, _CORNER) != (out > 3):
        found.append(f"arrow: {out} px are out of sight")
    page.evaluate(_CLEAR)
    return found


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=2))
def test_words_and_controls_are_whole_apart_or_announced_by_an_arrow(page: Page, game: str) -> None:
    """In a turn, at every lesson and at the beginning. Regression test: buttons covered the
    instructions; a description of four lines lay over the player's line, or pushed a task down;
    tabs and cards stood half under the bar, without a sign."""
    settings(page, motion="none", lang="es")
    words = longest(game)
    boot(page)
    open_there(page, middle(game))
    lessons = range(1, len(lessons_of(game).steps) + 1)
    for where in ("turn", *(f"learn={game}&lesson={one}" for one in lessons), f"new={game}"):
        if where != "turn":
            goto(page, where)
            other = ":is(.table:not(.lesson), [data-curtain])"
            page.wait_for_selector(".lesson" if "learn" in where else other)
            written(page)
            lift(page)
        assert over_the_words(page) == {}, where
        if where not in ("turn", f"new={game}", f"learn={game}&lesson=1"):
            continue
        for size in (PHONE, SMALL, ACROSS):
            sized(page, size)
            page.evaluate("scrollTo(0, 0)")
            assert wrong_with(page, words) == [], (where, size)
            if size == SMALL or "new" in where:
                continue
            out, half = page.evaluate(_HALF)
            assert arrow(page, _END) == (out > 12) or (out <= 20 and not half), (where, size, out)
            assert not arrow_at_end(page), (where, size)
            page.evaluate("document.querySelector('.table-flow').scrollTop = 0")


def test_four_lines_of_a_description_are_in_sight(page: Page) -> None:
    settings(page, motion="none", lang="es")
    sized(page, PHONE)
    boot(page)
    open_there(page, middle("cotadrez"))
    press(page, "sq:e10")
    assert page.locator(".notice.named").is_visible()
    assert page.evaluate(_ROOM)[0] <= 3
    words = longest("cotadrez")
    page.evaluate(_DESCRIBE, words + words[1:])
    assert arrow(page, _CORNER)
    page.evaluate(_DOWN, ".notice")
    assert not arrow(page, _CORNER)


def test_cards_shops_and_reserves_are_whole_above_the_bar(page: Page) -> None:
    """Regression test: they were cut off below a task of four lines, or the buttons of a turn, and
    the third row of an army was half under the bar of tools. A shop that sells nothing now is not
    shown."""
    settings(page, motion="none", lang="es")
    sized(page, PHONE)
    boot(page, "learn=twocities&lesson=1")
    page.wait_for_selector(".lesson button.card")
    assert cut(page, "button.card") == []
    goto(page, "learn=rilatria&lesson=1")
    page.wait_for_selector(".area-shop", state="attached")
    assert not page.locator(".area-shop").is_visible()
    goto(page, "learn=rilatria&lesson=2")
    page.locator(".area-shop .offer.can").first.wait_for()
    assert cut(page, ".area-shop .offer") == []
    home(page)
    open_there(page, middle("rilatria"))
    assert page.locator(".table-choices .button").count() == 2
    assert cut(page, ".area-shop .offer") == []
    assert cut(page, ".items-budget > li:nth-child(-n + 2)") == []
    boot(page, rilatria(FIGHT, "; ?4d,1h,F=1h"))
    page.wait_for_selector(".items-shop .offer")
    assert target(page, "btn:end").is_visible()
    assert over_the_words(page) == {}, "between the actions of a turn"
    sized(page, ACROSS)
    boot(page, "new=cotadrez")
    page.locator(".table-tray .chip").first.wait_for()
    assert cut(page, ".table-tray .chip") == []
    boot(page, "new=stratego")
    lift(page)
    page.locator(".table-tray .chip").first.wait_for()
    assert page.locator(".table-tray .chip").count() > 10
    assert cut(page, ".table-tray .chip") == []
    sized(page, PHONE)
    assert cut(page, ".table-tray .chip") == []
    press(page, page.locator(".table-tray .chip.can").first.get_attribute("data-target") or "")
    page.wait_for_selector(".notice")
    assert cut(page, ".table-tray .chip") == []


def test_a_reserve_is_in_sight_below_what_the_computer_did(page: Page) -> None:
    """Choosing a unit of it also shows its card."""
    sized(page, PHONE)
    boot(page)
    press(page, "act:game:cotadrez")
    page.select_option('main#app select[data-field="seat1"]', "1")
    press_all(page, ("act:start", "kind:fortress", "sq:e2", "kind:king", "sq:e1"))
    press_all(page, ("kind:mountain", "sq:a1", "sq:a2", "sq:a3", "act:ready"))
    page.locator(".told-strip").wait_for(timeout=60_000)
    assert cut(page, "svg.board, .table-tray button.chip:first-child") == []
    page.locator(".table-tray button.chip").first.click()
    page.locator(".notice.named").wait_for()


def test_an_exercise_or_a_passed_lesson_fills_the_screen_with_what_comes_next(page: Page) -> None:
    """Regression test: a third of the screen was empty, and the names of the tools were cut off."""
    settings(page, motion="none", lang="es")
    sized(page, PHONE)
    boot(page, "puzzle=andarraya&n=1")
    page.locator(".exercise-list .button").first.wait_for()
    assert cut(page, ".exercise-list .button") == []
    assert cut(page, ".lesson .decision") == []
    assert page.evaluate(_EMPTY) < box(page, ".exercise-list .button").height * 1.5
    assert page.evaluate(_CLIPPED) == []
    goto(page, "puzzle=twocities&n=1")
    page.locator(".lesson button.card").first.wait_for()
    assert cut(page, "button.card") == []
    assert page.evaluate(_CLIPPED) == []
    page.evaluate("localStorage.setItem('asedio:learned:twocities', '[1]')")
    goto(page, "learn=twocities&lesson=1")
    page.locator(".lesson .passed").wait_for()
    assert cut(page, ".table-goal .button") == []
    assert not page.locator(".lesson .card").first.is_visible()


START = position(
    "Pd4 Lg2 Pe1", "Ad6 Lf4", f="g4,b3", h="c6", rest="As,2s,4h/?,?,? - - 5.0.0.0 card"
)


def test_a_tap_on_terrain_a_counter_or_a_card_describes_it(phone: Page) -> None:
    """A chosen card says who can attack, and a chosen unit from where."""
    match = Match(MatchConfig("twocities", {}, ("Ana", "Blas"), START))
    boot(phone, f"g={codec.encode(match)}&seats=02")
    said = phone.locator(".notice.named")
    told = []
    for selector in ('[data-target="sq:g4"]', *(f'.strips.above [data-about="item:{one}"]'
                     for one in ("mercenary", "held"))):  # fmt: skip
        phone.locator(selector).first.tap()
        written(phone)
        told.append(said.inner_text())
    press(phone, "card:2s")
    told.append(said.inner_text())
    assert len({*told}) == 4, told
    press_all(phone, ("btn:play", "sq:g2"))
    phone.wait_for_selector(".mark-aim", state="attached")
    phone.wait_for_selector('[data-target="sq:g4"].to-aim', state="attached")
