"""Keyboard, log, sharing, refused moves and records of other programs in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.e2e.conftest import NewContext
from tests.e2e.harness import boot, press, target
from tests.e2e.test_around import drag, middle_of
from tests.e2e.test_home import settings
from tests.fixtures.says import says

pytestmark = pytest.mark.shared

FOOLS = ("f2f3", "e7e5", "g2g4", "d8h4")  # mate


def word(*moves: str, start: str | None = None) -> str:
    match = Match(MatchConfig("andarraya", {}, ("Ana", "Blas"), start))
    for text in moves:
        match.play(match.game.parse_action(match.state, text))
    return "g=" + codec.encode(match)


def shown(page: Page) -> str:
    """Return the text of the turn marked in the log; empty if none is marked."""
    found = page.locator('.log [aria-current="true"]')
    return found.text_content() or "" if found.count() else ""


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.dataset.target || ''"))


def test_arrows_step_through_the_game_until_a_key_focuses_the_board(page: Page) -> None:
    settings(page, log="notation")
    boot(page, word("e2e4", "e7e5", "d2d3", "d7d6"))
    page.wait_for_selector(".moves .move")
    target(page, "sq:d4").click()  # a click on the board does not change that
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("d3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("e5")
    page.locator(".moves .move", has_text="d3").click()  # nor does one on the list
    expect(page.locator('.log [aria-current="true"]')).to_have_text("d3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("e5")
    assert focused(page).startswith("look:")
    page.keyboard.press("ArrowRight")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("d3")
    page.keyboard.press("t")  # the key that focuses the board
    assert focused(page).startswith("sq:")
    before = focused(page)
    page.keyboard.press("ArrowUp")
    assert focused(page) not in (before, "") and shown(page) == "d3"
    target(page, "sq:h5").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('.log [aria-current="true"]')).to_have_text("e5")
    page.keyboard.press("t")  # also where a click has left the focus
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "sq:g5" and shown(page) == "e5"


def test_tab_reaches_the_board_where_arrows_move_the_focus(page: Page) -> None:
    boot(page, word("e2e4", "e7e5"))
    page.wait_for_selector(".moves .move")
    for _ in range(60):
        page.keyboard.press("Tab")
        if focused(page).startswith("sq:"):
            break
    before = focused(page)
    assert before.startswith("sq:")
    page.keyboard.press("ArrowRight")
    assert focused(page) != before and focused(page).startswith("sq:")
    assert page.locator(".looking-bar").count() == 0


@pytest.mark.soak
def test_review_slider_counts_turns_like_the_log(page: Page) -> None:
    boot(page, word(*FOOLS))
    slider = page.locator('[data-field="course"]')
    slider.wait_for()
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(r"^Turno 2 de 2, \wh4# de Blas\.$")
    )


def test_earlier_position_can_be_shared(page: Page) -> None:
    settings(page, log="notation")
    boot(page, word(*FOOLS))
    page.locator(".moves .move", has_text="e5").click()
    page.wait_for_selector(".looking-bar")
    press(page, "act:share")
    link = page.locator("dialog input[readonly]").first
    early = codec.decode(link.input_value())
    assert len(early.events) == 2 and not early.over
    page.locator("dialog label", has_text=says("mistakes.course", "es")).click()
    expect(link).not_to_have_value(f"#{word(*FOOLS[:2])}")
    assert len(codec.decode(link.input_value()).events) == 4
    page.locator("dialog label", has_text="hasta esta posición").click()
    expect(link).to_have_value(link.input_value())
    assert len(codec.decode(link.input_value()).events) == 2


@pytest.mark.soak
def test_shared_game_keeps_its_computer_and_level(page: Page, new_context: NewContext) -> None:
    boot(page, f"{word('e2e4', 'e7e5')}&seats=02")
    press(page, "act:share")
    address = page.locator("dialog input[readonly]").first.input_value()
    other = new_context(viewport={"width": 1280, "height": 800}).new_page()
    boot(other, address.partition("#")[2])
    press(other, "act:more")
    other.wait_for_selector('[data-field="level1"]')
    assert other.locator('[data-field="level1"]').input_value() == "2"
    expect(other.locator(".strip-level")).to_contain_text("2")
    for name in ("sq:g1", "sq:f3"):
        press(other, name)
    expect(other.locator(".moves .move:not(.none)")).to_have_count(4)  # the computer has answered


def test_refused_drag_gives_the_same_reason_as_a_click(page: Page) -> None:
    boot(page, word("e2e4", "e7e5"))
    notice = page.locator(".notice.refused")
    drag(page, middle_of(page, "sq:g1"), middle_of(page, "sq:d2"))  # a click would select d2
    notice.wait_for()
    by_drag = notice.text_content()
    press(page, "sq:d5")
    press(page, "sq:g1")
    press(page, "sq:g4")
    expect(notice).not_to_have_text(by_drag or "")
    drag(page, middle_of(page, "sq:g1"), middle_of(page, "sq:d2"))
    expect(notice).to_have_text(by_drag or "")
    assert page.locator(".mark-select").count() == 0
    drag(page, middle_of(page, "sq:a1"), middle_of(page, "sq:a5"))  # the rook cannot move
    expect(notice).not_to_have_text(by_drag or "")
    by_drag = notice.text_content()
    press(page, "sq:a1")
    expect(notice).to_have_text(by_drag or "")


def test_pressing_or_dragging_an_enemy_piece_shows_its_card(page: Page) -> None:
    boot(page, "new=andarraya")
    press(page, "sq:b8")
    expect(page.locator(".notice.named h2")).to_contain_text("Caballo, negras")
    assert page.locator(".notice.refused").count() == 0
    page.mouse.move(2, 2)
    drag(page, middle_of(page, "sq:d8"), middle_of(page, "sq:d5"))
    expect(page.locator(".notice.named h2")).to_contain_text("Dama, negras")
    page.wait_for_timeout(900)  # the pointer rests on an empty square: the card stays
    expect(page.locator(".notice.named h2")).to_contain_text("Dama, negras")


# Whether the notice about the leap stands beside the board; null if there is none.
APART = """() => {
  const all = [...document.querySelectorAll(".notice")];
  const words = all.find((one) => one.textContent.includes("Salto"));
  if (!words) return null;
  const a = words.getBoundingClientRect();
  const b = document.querySelector(".board").getBoundingClientRect();
  return a.left >= b.right || a.right <= b.left || a.top >= b.bottom || a.bottom <= b.top;
}"""


def test_notice_about_a_leap_covers_no_square(page: Page) -> None:
    leap = "4k3/8/8/8/8/8/3P4/R3K3 w AE - 20 11"
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        boot(page, word(start=leap))
        press(page, "sq:e1")
        page.wait_for_function(f"() => ({APART})() !== null")
        assert page.evaluate(APART), (width, height)
        page.goto("about:blank")


@pytest.mark.soak
def test_success_notice_is_not_red(page: Page) -> None:
    boot(page, "new=stratego")
    press(page, "act:random")
    press(page, "act:keep")
    notice = page.locator(".notice", has_text="Guardada")
    notice.wait_for()
    red = "(e) => getComputedStyle(e).borderLeftColor"
    kept = notice.evaluate(red)
    press(page, "sq:a10")  # in the other side's set-up area
    page.locator(".notice.refused").wait_for()
    assert page.locator(".notice.refused").evaluate(red) != kept


def test_captured_piece_lies_beside_its_capturer(page: Page) -> None:
    boot(page, word("e2e4", "d7d5", "e4d5", "d8d5"))
    mine = page.locator('.strip[data-side="0"] [role="list"]')
    expect(mine).to_have_attribute("aria-label", "Capturas de Ana")
    assert mine.locator(".side1").count() == 1 and mine.locator(".side0").count() == 0


# -- records of other programs -------------------------------------------------------------------


def open_pasted(page: Page, text: str) -> None:
    page.locator('[data-field="paste"]').fill(text)
    press(page, "act:open")


@pytest.mark.soak
def test_record_quoted_in_a_mail_is_opened(page: Page) -> None:
    """It has a comment and variations, so it opens as a study."""
    boot(page)
    record = (
        '> [Game "Andarraya"]\n> [White "Ana"]\n>\n> 1. e4! {best; by test} e5 2. \u2658f3\n'
        "> (2. f4 exf4 (2... d5)) Nc6 3. Bc4 Bc5 4. O\u2013O ; castles\n> 4... Nf6 \u00bd-\u00bd\n"
    )
    open_pasted(page, record)
    nodes = page.locator('[data-target^="act:study:go:"]')
    expect(nodes.filter(has_text="exf4")).to_be_visible()
    assert nodes.count() >= 8 + 3  # the main line and the variations


@pytest.mark.soak
def test_chess_record_opens_as_andarraya_or_names_its_illegal_move(page: Page) -> None:
    boot(page)
    open_pasted(page, "1. e4 e5 2. d4 exd4 3. Qxd4 Qf6 4. Qxf6 Nxf6 *")
    expect(page.locator('[data-slot="problem"]')).to_contain_text("4. Qxf6")
    assert page.locator('[data-target="act:adopt"]').count() == 0
    open_pasted(page, "1. e4 e5 2. Nf3 Nc6")
    expect(page.locator('[data-slot="problem"]')).to_contain_text("Es una partida de ajedrez")
    press(page, "act:adopt")
    page.wait_for_selector("main[data-screen=table] .moves .move")
    assert page.locator(".moves .move:not(.none)").count() == 4


@pytest.mark.soak
def test_deeply_nested_record_is_refused_and_the_page_survives(page: Page) -> None:
    """The records are nested deeper than any call stack of the page's Python."""
    boot(page)
    for text in ("(" * 100_000, "({" * 50_000, "(" * 50_000 + ")" * 50_000):
        open_pasted(page, f'[Game "Andarraya"]\n\n1. e4 {text} e5')
        expect(page.locator('[data-slot="problem"]')).not_to_be_empty()
    open_pasted(page, "1. e4 e5 " + "(" * 50_000 + ")" * 50_000 + " 2. Nf3")
    press(page, "act:adopt")
    page.wait_for_selector("main[data-screen=table] .moves .move")
