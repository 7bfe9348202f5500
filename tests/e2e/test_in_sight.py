"""What a player needs next is inside the window, without scrolling, whatever its size."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.harness import ROOT, boot, press, press_all, screenshot
from tests.e2e.test_access import lift, open_middle, open_there
from tests.e2e.test_home import settings
from tests.e2e.test_rilatria import FIGHT
from tests.e2e.test_rilatria import link as rilatria
from tests.fixtures.sampled import sampled
from tests.fixtures.words import play
from tests.games.twocities.board import case
from ui.learn.lessons.book import lessons_of

pytestmark = pytest.mark.shared(motion="none")

FINISHED = ROOT / "tests" / "fixtures" / "finished" / "andarraya.json"
WINDOWS = ((1280, 800), (390, 844), (360, 640), (844, 390))

# Lists the elements of a selector that are cut off: by the window, by a list that scrolls, or by
# the bar of tools.
_CUT = """async (selector) => {
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  const found = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  if (!found.length) return ['nothing'];
  const bar = document.querySelector('.table-tools');
  const shown = bar?.checkVisibility({ visibilityProperty: true });
  const tools = shown ? bar.getBoundingClientRect() : null;
  const cut = (e) => {
    const box = e.getBoundingClientRect(), list = e.closest('.table-flow, .table-box, dialog');
    const open = !list || getComputedStyle(list).overflowY === 'visible';
    const end = Math.min(innerHeight, open ? innerHeight : list.getBoundingClientRect().bottom);
    const barred = tools && tools.top < box.bottom - 1 && tools.bottom > box.top + 1
      && tools.left < box.right && tools.right > box.left && !e.closest('.table-tools, dialog');
    return box.top < -1 || box.bottom > end + 1 || barred;
  };
  return found.filter(cut).map((e) => `${e.className} ${e.textContent.trim()}`);
}"""


def cut_off(page: Page, selector: str) -> dict[str, list[str]]:
    """Return what is cut off by size of the window."""
    found = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        found[f"{width} x {height}"] = page.evaluate(_CUT, selector)
    return {size: wrong for size, wrong in found.items() if wrong}


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=1))
def test_result_and_its_buttons_are_in_sight(page: Page, game: str) -> None:
    settings(page, motion="none", lang="es")
    open_middle(page, game)
    press(page, "act:resign")
    press(page, "act:resign-yes")
    page.wait_for_selector(".result-card")
    assert cut_off(page, ".result-card h2, .result-card .button") == {}


def test_all_buttons_of_a_result_are_in_sight_on_a_phone(page: Page) -> None:
    """Regression test: what the strip says stood above them once more."""
    settings(page, motion="none", lang="es")
    page.set_viewport_size({"width": 390, "height": 844})
    boot(page, f"g={json.loads(FINISHED.read_text('utf-8'))[3]['link']}")
    page.wait_for_selector(".result-card")
    assert page.locator(".result-moment").count() == 1
    assert page.evaluate(_CUT, '.result-card .button, [data-slot="engine"] .button') == []


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
    assert cut_off(page, 'dialog [data-target="far:make"]') == {}
    press(page, "dialog:close")
    open_there(page, "rilatria")
    press(page, "act:legend")
    dialog = page.locator("dialog[open]")
    page.wait_for_selector("dialog[open] .dialog-head")
    dialog.evaluate("one => { one.scrollTop = one.scrollHeight; }")
    assert cut_off(page, 'dialog [data-target="dialog:close"]') == {}
    assert dialog.evaluate("one => one.scrollTop") > 0
    for width, height in WINDOWS[1:]:
        page.set_viewport_size({"width": width, "height": height})
        box = dialog.bounding_box()
        assert box is not None
        assert (box["y"], box["height"]) == (0, height)
        assert width > 800 or (box["x"], box["width"]) == (0, width)
    press(page, "dialog:close")
    press(page, "act:legend")
    page.wait_for_selector("dialog[open] .dialog-head")
    assert dialog.evaluate("one => one.scrollTop") == 0
    assert dialog.evaluate("one => one.scrollWidth - one.clientWidth") == 0


LONG = "9/1h7/1bt6/9/4b4/3B5/9/6TH1/9 1 L 6.5.2.0.0 5.5.4.3.0 - 5 6"
LONG_TURN = "; ?3d,2h,1s=3d Be5xd4 rBa9 rBb9 $ Hb8-a8 ; ?2d,1h,1s"


def test_a_strip_begins_with_its_first_line_and_counts_those_out_of_sight(page: Page) -> None:
    """Regression test: it showed the end of the turn, and nothing said that lines were missing."""
    settings(page, motion="none")
    page.set_viewport_size({"width": 360, "height": 640})
    boot(page, f"{rilatria(LONG, LONG_TURN)}&seats=01")
    page.locator(".told-strip .told").first.wait_for()
    lines = page.locator(".news-lines .told:visible")
    frame = page.locator(".news-lines").bounding_box()
    boxes = [one.bounding_box() for one in lines.all()]
    assert frame is not None and boxes[0] is not None
    assert boxes[0]["y"] >= frame["y"] - 1
    end = frame["y"] + frame["height"] + 2
    out = sum(box is not None and box["y"] + box["height"] > end for box in boxes)
    assert out > 0
    assert page.locator(".told-strip .icon-button").get_attribute("data-more") == str(out)
    press(page, "act:told")
    assert page.locator(".told-strip [data-more]").count() == 0


@pytest.mark.parametrize("lang", sampled(["es", "en"]))
def test_a_long_turn_of_rilatria_is_in_sight_without_a_press(page: Page, lang: str) -> None:
    """Regression test: half of it was out of sight below the strip's first lines."""
    settings(page, motion="none", lang=lang)
    page.set_viewport_size({"width": 390, "height": 844})
    boot(page, f"{rilatria(LONG, LONG_TURN)}&seats=01")
    page.locator(".told-strip .told").first.wait_for()
    assert page.locator(".told-strip .told").count() == 8
    assert page.evaluate(_CUT, ".told-strip .told, button.card") == []
    assert page.locator(".told-strip [data-more]").count() == 0
    frame = page.locator(".news-lines").bounding_box()
    last = page.locator(".told-strip .told").last.bounding_box()
    assert frame is not None and last is not None
    assert last["y"] + last["height"] <= frame["y"] + frame["height"] + 1
    board = page.locator("svg.board").bounding_box()
    assert board is not None and board["width"] >= 389
    screenshot(page, f"in-sight-rilatria-{lang}")


HANDS = "Ah,4h,4d/3c,4c,4s - - 5.0.0.0 card"
QUESTIONS = {  # of A Tale of Two Cities: units, inputs, and presses that bring its buttons
    "evade": ("Pd4", "Cd5", "play:Ah move:d4-d4 melee:d5", ()),
    "protect": ("Pd4", "Pd5 Pe5", "play:Ah move:d4-d4 melee:d5 dice:12366", ()),
    "hold": ("Ad4", "Ld6", "play:Ah move:d4-d4", ()),
    "stay": ("Ad4 Lb2 Lg2", "Ld6", "play:Ah", ("sq:d4",)),
    "card": ("Ad4 Lb2 Lg2", "Ld6", "", ("card:Ah",)),
}


@pytest.mark.parametrize("question", sampled(QUESTIONS))
def test_buttons_that_answer_a_question_are_in_sight(page: Page, question: str) -> None:
    """They used to lie under a phone's bar of tools."""
    white, black, inputs, presses = QUESTIONS[question]
    settings(page, motion="none")
    page.set_viewport_size({"width": 390, "height": 844})
    start = case(white, black, rest=HANDS)
    start = play(start, inputs) if inputs else start
    match = Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start.to_text()))
    boot(page, "g=" + codec.encode(match))
    if page.locator('[data-target="btn:reveal"]').is_visible():
        press(page, "btn:reveal")
    for one in presses:
        press(page, one)
    page.wait_for_selector(".table-choices .button")
    assert cut_off(page, ".table-choices .button") == {}
    assert covered(page) == {}


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
PHONES = ((390, 844), (360, 640))


def covered(page: Page) -> dict[tuple[int, int], list[str]]:
    """Return the controls that lie over the question's text on each phone."""
    found = {}
    for size in PHONES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        found[size] = page.evaluate(_OVER)
    return {size: names for size, names in found.items() if names}


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=2))
def test_no_control_lies_over_the_words_of_a_question(page: Page, game: str) -> None:
    """Regression test: buttons kept in sight at the lower edge covered the instructions."""
    settings(page, motion="none")
    boot(page, f"new={game}")
    lift(page)
    assert covered(page) == {}, "set-up, or the first turn"
    for lesson in range(1, len(lessons_of(game).steps) + 1):
        page.evaluate("where => { location.hash = where }", f"#learn={game}&lesson={lesson}")
        page.wait_for_selector(".lesson")
        assert covered(page) == {}, f"lesson {lesson}"
    open_middle(page, game)
    assert covered(page) == {}, "a turn"
    if game == "rilatria":
        boot(page, rilatria(FIGHT, "; ?4d,1h,F=1h"))
        page.wait_for_selector(".items-shop .offer")
        assert page.locator('[data-target="btn:end"]').is_visible()
        assert covered(page) == {}, "between the actions of a turn"


def test_no_card_moves_when_one_is_chosen_and_all_are_in_sight_beside_a_long_strip(
    page: Page,
) -> None:
    settings(page, motion="none")
    open_middle(page, "twocities")
    assert cut_off(page, "button.card") == {}
    start = case("Ad4 Lb2", "Ld6", rest=HANDS).to_text()
    boot(page, "g=" + codec.encode(Match(MatchConfig("twocities", {}, ("Ana", "Blas"), start))))
    press(page, "btn:reveal")
    for width, height in WINDOWS[:2]:
        page.set_viewport_size({"width": width, "height": height})
        card = page.locator("button.card").last  # not the chosen one, which is lifted
        before = card.bounding_box()
        press(page, "card:Ah")
        page.wait_for_selector('[data-target="btn:play"]')
        after = card.bounding_box()
        assert before is not None and after is not None
        assert abs(before["y"] - after["y"]) <= 1, (width, before, after)
        press(page, "act:back")


def test_what_one_does_is_in_sight_below_a_long_turn_of_the_opponent(page: Page) -> None:
    """Regression test: the list stayed at the opponent's turn, with one's own coin below it."""
    settings(page, motion="none")
    page.set_viewport_size({"width": 1280, "height": 720})
    start = "9/1h1t5/9/9/9/9/9/7H1/8T 1 L 6.3.0.6.0 6.0.5.2.0 - 0 4"
    boot(page, "g=" + codec.encode(Match(MatchConfig("rilatria", start=start))))
    for square in ("g1", "g2", "g3"):
        press_all(page, ("kind:barbarian", f"sq:{square}"))
    press_all(page, ("sq:h2", "sq:h3", "sq:i1", "sq:i2", "btn:end", "btn:heads"))
    page.wait_for_selector('[data-target^="card:"]')
    bottom = "one => one.getBoundingClientRect().bottom"
    step = page.locator('[data-slot="feed"] .told').last.evaluate(bottom)
    assert step <= page.locator(".log").evaluate(bottom) + 1
