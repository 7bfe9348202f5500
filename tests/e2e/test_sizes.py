"""Every screen fits every window, large text, wide text, long names and long games."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.core.texts import MAX_NAME, Param
from engine.dev.common import play_on
from engine.games import REGISTRY
from engine.match import chance, codec
from engine.match.match import Match, MatchConfig
from tests.e2e.far_pair import Player
from tests.e2e.fit import Misfits, misfits
from tests.e2e.harness import BOARD, NewContext, Servers, boot, press, wait_for_mark, written
from tests.e2e.screens import (
    ACROSS,
    PHONE,
    SMALL,
    WIDE,
    goto,
    lift,
    middle,
    paste,
    settings,
    sized,
    violations_in_every_light,
)
from tests.fixtures.matches import random_match
from tests.fixtures.sampled import sampled
from ui.words.i18n import LANGUAGES, I18n, page_words

pytestmark = pytest.mark.shared(motion="none")

OPEN_ALL = "document.querySelectorAll('main details').forEach(one => { one.open = true })"


def whole(found: dict[str, Misfits]) -> dict[str, Misfits]:
    return {screen: wrong for screen, wrong in found.items() if wrong}


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=3))
def test_home_rules_table_dialogs_and_review_fit_every_window(page: Page, game: str) -> None:
    settings(page, motion="none")
    boot(page)
    press(page, f"act:game:{game}")
    page.evaluate(OPEN_ALL)
    found = {"home": misfits(page)}
    press(page, "act:rules")
    page.wait_for_selector("main[data-screen=rules] svg.board")
    found["rules"] = misfits(page)
    boot(page)
    press(page, "act:game:andarraya")
    press(page, "act:invite")
    page.wait_for_selector('[data-field="far-name"]')
    page.locator(".far-ways summary").click()
    found["invite"] = misfits(page)
    press(page, "dialog:close")
    paste(page, middle(game))
    if page.locator("[data-curtain]").count():
        found["curtain"] = misfits(page)
    lift(page)
    page.wait_for_selector(".cell")
    page.mouse.move(0, 0)  # or the page would describe what lies under the pointer
    found["table"] = misfits(page)
    for name in ("settings", "share", "keys"):
        page.locator(f'[data-target="act:{name}"]').first.dispatch_event("click")
        page.wait_for_selector("dialog[open]")
        found[name] = misfits(page)
        press(page, "dialog:close")
    press(page, "act:resign")
    press(page, "act:resign-yes")
    lift(page)
    page.wait_for_selector(".table-course input", timeout=60_000)
    found["review"] = misfits(page)
    assert whole(found) == {}


def test_far_table_fits_every_window_and_is_accessible_in_every_light(
    new_context: NewContext, server: Servers
) -> None:
    """With its invitation and the dialog of its links."""
    ana, blas = (Player(new_context, server) for _ in range(2))
    address = ana.invite()
    found = {"invited": misfits(ana.page)}
    press(ana.page, "act:far:fold:qr")
    assert violations_in_every_light(ana.page) == {}
    blas.invited(address)
    found["invitation"] = misfits(blas.page)
    assert violations_in_every_light(blas.page) == {}
    link = blas.sit(address).link()
    press(blas.page, "act:far:link")
    assert violations_in_every_light(blas.page) == {}
    press(blas.page, "dialog:close")
    ana.open(link).turn(0).move("e2e4")
    found["far"] = misfits(ana.page)
    assert whole(found) == {}


# -- long sentences ------------------------------------------------------------------------------

LONGEST = ("María de los Ángeles Fernández Villaverd", "Wolfeschlegelsteinhausenbergerdorffwagen")
ASKED = re.compile(r"(prompt|status|arrange|guide)\.")
# Shows each sentence at a table, as the question or below it, and lists those with a line that is
# cut off or outside the window.
TRIED = """(all) => {
  const box = document.querySelector('.table-say'), wrong = [];
  document.querySelector('main').dataset.mode = 'play';
  box.querySelector('[data-slot=choices]')?.replaceChildren();
  const say = box.querySelector('[data-slot=say]');
  for (const [key, question, status] of all) {
    say.replaceChildren(...[['h1', 'decision', question], ['p', 'status', status]]
      .filter(([, , text]) => text).map(([tag, className, textContent]) =>
        Object.assign(document.createElement(tag), { className, textContent })));
    const { top, bottom, left, right } = box.getBoundingClientRect();
    let cut = box.scrollHeight - box.clientHeight;
    for (const e of say.children) for (const one of e.getClientRects()) {
      cut = Math.max(cut, one.bottom - bottom, top - one.top, one.right - right, left - one.left);
      cut = Math.max(cut, one.bottom - innerHeight, one.right - innerWidth, -one.top);
    }
    if (cut > 1) wrong.push(`${key}: ${Math.round(cut)} px`);
  }
  return wrong;
}"""


def sentences(game: str, lang: str) -> list[tuple[str, str, str]]:
    """Return the prompts and warnings of a game with the longest words they can have: each with its
    key, as the question of a table, or below its usual one."""
    words, own = I18n(lang, game), page_words(lang, game).layers[0]
    usual = words.t("prompt.turn", who=LONGEST[0])

    def longest(name: str) -> Param:
        if name in ("who", "foe", "rival"):
            return LONGEST[name == "rival"]
        prefix = {"unit": "the.", "card": "card.", "army": "army."}.get(name)
        return max(
            (own[key] for key in own if prefix and key.startswith(prefix)), key=len, default=101
        )

    found = []
    for key in filter(ASKED.match, own):
        text = words.t(key, **{name: longest(name) for name in re.findall(r"{(\w+)", own[key])})
        asks = key.startswith("prompt.")
        found.append((key, text if asks else usual, "" if asks else text))
    return found


def test_no_prompt_or_warning_is_cut_off(page: Page) -> None:
    """Every one of every game, whether the catalogue is Spanish or English."""
    boot(page)
    for game in REGISTRY:
        goto(page, f"new={game}")
        wait_for_mark(page, BOARD)
        lift(page)
        page.wait_for_selector(".table-say")
        for lang in LANGUAGES:
            for size in (WIDE, (1024, 768), PHONE, SMALL, ACROSS):
                sized(page, size)
                assert page.evaluate(TRIED, sentences(game, lang)) == [], (game, lang, size)


# -- text spacing (WCAG 1.4.12) ------------------------------------------------------------------

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


def test_names_stay_in_their_strips_with_larger_text_spacing(page: Page) -> None:
    boot(page)
    for game in REGISTRY:
        goto(page, f"g={word_of(game)}")
        wait_for_mark(page, BOARD)
        written(page)
        sheet = page.add_style_tag(content=SPACED)
        for size in SIZES:
            sized(page, size)
            assert page.evaluate(FAULTS) == [], (game, size)
        sheet.evaluate("one => one.remove()")


# -- long names and long games -------------------------------------------------------------------

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


def test_name_of_forty_letters_overflows_nowhere(page: Page) -> None:
    boot(page)
    for game in REGISTRY:
        match = play_on(Match(MatchConfig(game, {}, NAMES)), Random(2), 30)
        for finished in (False, True):
            if finished:
                while ("resign", 0) not in match.state.table_actions():
                    play_on(match, Random(3), 1)
                match.resign(0)
            goto(page, f"g={codec.encode(match)}")
            wait_for_mark(page, BOARD)
            written(page)
            for size in (WIDE, SMALL):
                sized(page, size)
                assert page.evaluate(OVERFLOWING) == [], (game, finished, size)
            assert NAMES[0] in str(page.locator("[data-screen]").first.text_content())
    goto(page, "")
    expect(page.locator(".saved")).to_contain_text(NAMES[0])
    assert page.evaluate(OVERFLOWING) == []


ALL = "DEEPPCCCTBAAALLLHH"  # both armies but for the kings and one unit
LATE = f"9r/10/10/3H6/10/10/10/10/10/R9 S S e2f3,e8f9 - - - {ALL} {ALL} 8.0.0"
LEAST = 22  # pixels
FALLEN = "b48bF/10/10/10/2~~b9!1~~2/2~~2~~2/10/10/10/rF8r4 blue - 0 1 r:e5e6 r:5 vac.r=5"
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


def test_captured_pieces_are_recognised_in_a_long_game(page: Page) -> None:
    """Regression test: they were 18 pixels high, in one row with their numbers; of Stratego only a
    number was drawn."""
    config = MatchConfig("cotadrez", {"water": "lagos"}, ("Leonor", "Altair"), LATE)
    boot(page, f"g={codec.encode(Match(config, chance.seeded(1)))}&seats=02")
    page.locator(".bits-captured .icon").first.wait_for()
    for size in (PHONE, WIDE):
        sized(page, size)
        rows = page.evaluate(_DRAWN)
        assert len(rows) == 2
        for row in rows:
            assert row["least"] >= LEAST and row["cut"] == 0, row
            assert row["counts"] == ["", "×2", "×2", "×3", "", "", "×3", "×3", "×2"]
            assert row["name"] > row["least"], row
    config = MatchConfig("stratego", {}, ("Leonor", "Altair"), FALLEN)
    boot(page, f"g={codec.encode(Match(config, chance.seeded(1)))}&seats=20")
    page.locator(".bits-captured .bit").first.wait_for()
    (row,) = [one for one in page.evaluate(_DRAWN) if one["bits"]]
    assert row["least"] >= LEAST and row["cut"] == 0, row
