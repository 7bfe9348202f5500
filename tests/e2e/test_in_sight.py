"""What a player needs next is inside the window, without scrolling, whatever its size."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import ROOT, boot, press, press_all
from tests.e2e.look import box, boxes, cut, cut_in, unread
from tests.e2e.screens import (
    ACROSS,
    PHONE,
    SMALL,
    WIDE,
    Size,
    middle,
    open_there,
    settings,
    sized,
)
from tests.e2e.test_cities_strip import questions
from tests.e2e.test_rilatria import link as rilatria
from tests.fixtures.sampled import sampled
from tests.fixtures.words import play
from tests.games.twocities.board import case
from ui.words.i18n import LANGUAGES

pytestmark = pytest.mark.shared(motion="none")

TABLET, UPRIGHT = (1024, 768), (820, 1180)
FINISHED = ROOT / "tests" / "fixtures" / "finished" / "andarraya.json"


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=1))
def test_result_and_its_buttons_are_in_sight(page: Page, game: str) -> None:
    """Regression test: what the strip says stood above the buttons of a phone once more."""
    settings(page, motion="none", lang="es")
    boot(page)
    open_there(page, middle(game))
    press_all(page, ("act:resign", "act:resign-yes"))
    page.wait_for_selector(".result-card")
    assert cut_in(page, ".result-card h2, .result-card .button") == {}
    sized(page, PHONE)
    boot(page, f"g={json.loads(FINISHED.read_text('utf-8'))[3]['link']}")
    page.wait_for_selector(".result-moment", state="attached")
    assert cut(page, '.result-card .button, [data-slot="engine"] .button') == []
    sized(page, ACROSS)
    assert cut(page, ".result-card .button") == []
    press(page, "act:mistakes:go")
    asked = '[data-target="act:mistakes:go"], .table-mistakes-progress p'
    page.wait_for_selector(asked)
    assert cut_in(page, asked, (WIDE, TABLET, PHONE)) == {}
    page.wait_for_selector(".judged", timeout=180_000)
    assert cut_in(page, ".table-course", (WIDE, TABLET)) == {}
    assert inside(page, ".table-review", ".course-words", (WIDE,))


def test_a_long_dialog_fills_a_phone_opens_at_its_start_and_keeps_its_buttons_in_sight(
    page: Page,
) -> None:
    """Regression test: the names of the tools stood out under the edge of the legend."""
    settings(page, motion="none")
    boot(page)
    press(page, "act:ways:andarraya")
    page.locator('dialog [data-target="act:game:andarraya"]').click()
    press(page, "act:invite")
    page.wait_for_selector('dialog [data-target="far:make"]')
    assert cut_in(page, 'dialog [data-target="far:make"]') == {}
    press(page, "dialog:close")
    open_there(page, middle("rilatria"))
    press(page, "act:legend")
    dialog = page.locator("dialog[open]")
    page.wait_for_selector("dialog[open] .dialog-head")
    dialog.evaluate("one => { one.scrollTop = one.scrollHeight; }")
    assert cut_in(page, 'dialog [data-target="dialog:close"]') == {}
    assert dialog.evaluate("one => one.scrollTop") > 0
    for size in (PHONE, SMALL, ACROSS):
        sized(page, size)
        shown = box(page, "dialog[open]")
        assert (shown.y, shown.height) == (0, size[1])
        assert size == ACROSS or (shown.x, shown.width) == (0, size[0])
    press(page, "dialog:close")
    press(page, "act:legend")
    page.wait_for_selector("dialog[open] .dialog-head")
    assert dialog.evaluate("one => one.scrollTop") == 0
    assert dialog.evaluate("one => one.scrollWidth - one.clientWidth") == 0


def inside(page: Page, around: str, selector: str, windows: tuple[Size, ...]) -> bool:
    """Return whether an element ends inside the one that scrolls it, whatever the window."""
    for size in windows:
        sized(page, size)
        if box(page, selector).bottom > box(page, around).bottom + 1:
            return False
    return True


def test_set_up_and_tools_are_in_sight(page: Page) -> None:
    """Regression test: the field was below the window, three tools stood in a row and one below."""
    settings(page, motion="none", lang="es")
    sized(page, TABLET)
    boot(page, "new=stratego")
    assert cut(page, ".table-tray .chip, .table-notation .button") == []
    assert not page.locator(".log-head").is_visible()  # nothing has been played
    boot(page, "new=stratego&board=hex10")
    press_all(page, ("act:random", "act:ready", "btn:reveal", "act:random", "act:ready"))
    press(page, "btn:reveal")
    sized(page, WIDE)
    tools = [one.bounding_box() for one in page.locator(".table-tools > .tool:visible").all()]
    assert len({round(one["y"]) for one in tools if one is not None}) == 1
    assert page.locator(".layer-effects circle").count() == 0  # no ring covers a rank
    sized(page, UPRIGHT)
    boot(page, f"g={codec.encode(middle('twocities'))}&seats=02")
    assert box(page, ".table-tools").bottom <= UPRIGHT[1] + 1


# Lists the wide badges that reach over the edge of their squares.
_OVER_EDGE = """() => {
  const box = (e) => e.getBoundingClientRect(), cells = [...document.querySelectorAll('.cell')];
  const badges = [...document.querySelectorAll('.badge.long')];
  if (!badges.length) return ['no badge'];
  return badges.filter((e) => {
    const { left, right, top, bottom } = box(e), x = (left + right) / 2, y = (top + bottom) / 2;
    const on = cells.map(box).find((c) => c.left < x && x < c.right && c.top < y && y < c.bottom);
    return left < on.left - 0.5 || right > on.right + 0.5;
  }).map((e) => e.textContent);
}"""


def test_percentages_of_the_flag_map_stay_on_their_squares(page: Page) -> None:
    settings(page, motion="none")
    sized(page, PHONE)
    boot(page, f"g={codec.encode(middle('stratego'))}&seats=02")
    press_all(page, ("act:more", "act:flag"))
    assert page.evaluate(_OVER_EDGE) == []


LONG = "9/1h7/1bt6/9/4b4/3B5/9/6TH1/9 1 L 6.5.2.0.0 5.5.4.3.0 - 5 6"
LONG_TURN = "; ?3d,2h,1s=3d Be5xd4 rBa9 rBb9 $ Hb8-a8 ; ?2d,1h,1s"


@pytest.mark.parametrize("lang", sampled(LANGUAGES))
def test_a_strip_shows_a_long_turn_or_begins_with_its_first_line_and_counts_the_rest(
    page: Page, lang: str
) -> None:
    """Regression test: it showed the end of the turn, and nothing said that lines were missing."""
    settings(page, motion="none", lang=lang)
    sized(page, PHONE)
    boot(page, f"{rilatria(LONG, LONG_TURN)}&seats=01")
    lines = page.locator(".told-strip .told:visible")
    lines.first.wait_for()
    assert lines.count() == 8
    assert cut(page, ".told-strip .told, button.card") == []
    assert page.locator(".told-strip [data-more]").count() == 0
    frame, last = box(page, ".news-lines"), lines.last.bounding_box()
    assert last is not None and last["y"] + last["height"] <= frame.bottom + 1
    assert box(page, "svg.board").width >= PHONE[0] - 1
    sized(page, SMALL)
    boot(page, f"{rilatria(LONG, LONG_TURN)}&seats=01")
    lines.first.wait_for()
    frame, found = box(page, ".news-lines"), [one.bounding_box() for one in lines.all()]
    assert found[0] is not None and found[0]["y"] >= frame.y - 1
    out = sum(one is not None and one["y"] + one["height"] > frame.bottom + 2 for one in found)
    assert out > 0
    assert page.locator(".told-strip .icon-button").get_attribute("data-more") == str(out)
    press(page, "act:told")
    assert page.locator(".told-strip [data-more]").count() == 0


HANDS = "Ah,4h,4d/3c,4c,4s - - 5.0.0.0 card"
QUESTIONS = {  # of A Tale of Two Cities: units, inputs, and presses that bring its buttons
    "evade": ("Pd4", "Cd5", "play:Ah move:d4-d4 melee:d5", ()),
    "protect": ("Pd4", "Pd5 Pe5", "play:Ah move:d4-d4 melee:d5 dice:12366", ()),
    "hold": ("Ad4", "Ld6", "play:Ah move:d4-d4", ()),
    "stay": ("Ad4 Lb2 Lg2", "Ld6", "play:Ah", ("sq:d4",)),
    "card": ("Ad4 Lb2 Lg2", "Ld6", "", ("card:Ah",)),
}


def test_buttons_that_answer_a_question_are_in_sight(page: Page) -> None:
    """They used to lie under a phone's bar of tools."""
    settings(page, motion="none")
    for question, (white, black, inputs, presses) in QUESTIONS.items():
        start = case(white, black, rest=HANDS)
        start = play(start, inputs) if inputs else start
        match = Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start.to_text()))
        boot(page, "g=" + codec.encode(match))
        if page.locator('[data-target="btn:reveal"]').is_visible():
            press(page, "btn:reveal")
        press_all(page, presses)
        page.wait_for_selector(".table-choices .button")
        assert cut_in(page, ".table-choices .button") == {}, question
        assert over_the_words(page) == {}, question


# Lists the controls that lie over the question's text, as far as both are visible.
_OVER = """async () => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const within = (a, b) => ({ left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom) });
  const seen = (box, e) => {
    for (let up = e.parentElement; up && box; up = up.parentElement)
      if (getComputedStyle(up).overflowY !== 'visible')
        box = within(box, up.getBoundingClientRect());
    return box;
  };
  const words = [];
  for (const e of document.querySelectorAll('.table-say :is(.decision, .status, .guide)')) {
    const range = document.createRange();
    range.selectNodeContents(e);
    if (e.checkVisibility()) for (const box of range.getClientRects()) words.push(seen(box, e));
  }
  if (!words.length) return ['no words'];
  const controls = document.querySelectorAll(
    '.table-choices .button, .items-hand .card, .items-shop .offer, .table-tray .chip');
  return [...controls].filter((e) => e.checkVisibility()).filter((e) => words.some((word) => {
    const both = within(seen(e.getBoundingClientRect(), e), word);
    return both.right - both.left > 1 && both.bottom - both.top > 1;
  })).map((e) => e.textContent.trim());
}"""


def over_the_words(page: Page) -> dict[tuple[int, int], list[str]]:
    """Return the controls that lie over the question's text on each phone."""
    found = {}
    for size in (PHONE, SMALL):
        sized(page, size)
        found[size] = page.evaluate(_OVER)
    return {size: names for size, names in found.items() if names}


def test_no_card_moves_when_one_is_chosen_and_all_are_in_sight(page: Page) -> None:
    """Regression test: the description of a card under the mouse took room from the turns."""
    settings(page, motion="none")
    boot(page)
    open_there(page, middle("twocities"))
    assert cut_in(page, "button.card") == {}
    boot(page, f"g={codec.encode(questions()[0])}&seats=02")
    page.locator("button.card.can").first.wait_for()
    parts = ["svg.board", ".table-say", ".items-hand", ".table-tools", ".table-panes", ".log"]
    for size in (WIDE, TABLET):
        sized(page, size)
        before = boxes(page, parts)
        assert unread(page, ".goal") == []
        page.locator("button.card.can").first.hover()
        page.locator(".notice.named h2").wait_for()
        assert boxes(page, parts) == before
        press(page, page.locator("button.card.can").first.get_attribute("data-target") or "")
        page.locator('[data-target="act:back"]').wait_for()
        assert boxes(page, parts) == before
        assert cut(page, ".table-choices .button") == []
        assert not page.locator(".goal").is_visible()  # the card takes its place
        press(page, "act:back")
        page.locator(".goal").wait_for()
        assert boxes(page, parts) == before
    sized(page, PHONE)
    other = page.locator("button.card").last
    before_it = other.bounding_box()
    press(page, page.locator("button.card.can").first.get_attribute("data-target") or "")
    page.wait_for_selector('[data-target="btn:play"]')
    after_it = other.bounding_box()
    assert before_it is not None and after_it is not None
    assert abs(before_it["y"] - after_it["y"]) <= 1


# Whether the newest of several open turns begins in sight.
_NEWEST = """() => {
  const open = [...document.querySelectorAll('.log .open:has(> .move)')];
  if (open.length < 2) return false;
  const list = document.querySelector('.log').getBoundingClientRect();
  const head = open.at(-1).querySelector('.move').getBoundingClientRect();
  return head.top >= list.top - 1 && head.bottom <= list.bottom + 1;
}"""


def test_the_list_of_turns_follows_what_happens(page: Page) -> None:
    """Regression test: it stayed at the opponent's turn, with one's own coin below it; in a low
    window it began with the own result and hid the answer."""
    settings(page, motion="none", pace="fast")
    sized(page, (1280, 720))
    start = "9/1h1t5/9/9/9/9/9/7H1/8T 1 L 6.3.0.6.0 6.0.5.2.0 - 0 4"
    boot(page, "g=" + codec.encode(Match(MatchConfig("rilatria", start=start))))
    for square in ("g1", "g2", "g3"):
        press_all(page, ("kind:barbarian", f"sq:{square}"))
    press_all(page, ("sq:h2", "sq:h3", "sq:i1", "sq:i2", "btn:end", "btn:heads"))
    page.wait_for_selector('[data-target^="card:"]')
    bottom = "one => one.getBoundingClientRect().bottom"
    step = page.locator('[data-slot="feed"] .told').last.evaluate(bottom)
    assert step <= page.locator(".log").evaluate(bottom) + 1
    sized(page, (1280, 560))
    rest = "Ah,4h,4d/3c,3d,3s - - 5.0.0.0 card"
    start = case("Pd4 La2 Lh2", "Pd5 La7 Lh7", rest=rest).to_text()
    match = Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start))
    boot(page, f"g={codec.encode(match)}&seats=01")
    press_all(page, ("card:Ah", "btn:play", "sq:d4", "btn:stay", "sq:d5"))
    page.wait_for_selector('main[data-player="0"]', timeout=60_000)
    page.wait_for_function(_NEWEST, timeout=60_000)
