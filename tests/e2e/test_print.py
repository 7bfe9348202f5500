"""Printed sheets as PDF: their number, the size of the paper, and boards at their real size."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.games import REGISTRY, load_game
from tests.e2e.harness import boot, press, share
from tests.e2e.screens import middle, open_there, settings
from tests.fixtures.sampled import sampled
from ui.learn.printing import sheets
from ui.learn.printing.kit import kit
from ui.learn.printing.paper import LARGE, PAPERS, parts, square_mm

pytestmark = pytest.mark.shared

POINT_MM = 25.4 / 72
NUMBER = rb"-?[\d.]+"
PAGE = re.compile(rb"/Type /Page\b(?!s)")
BOX = re.compile(rb"/MediaBox \[0 0 (" + NUMBER + rb") (" + NUMBER + rb")\]")
STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
STEP = re.compile(rb"((?:" + NUMBER + rb"\s+)*)(cm|re|q|Q)\s")


BLACK = "rgb(0, 0, 0)"
# What is drawn of a table besides the board with its players and the moves.
_ON_PAPER = """() => {
  const wanted = [...document.querySelectorAll('.table-front, .log')];
  const box = (one) => one.getBoundingClientRect();
  return [...document.querySelectorAll('body *')]
    .filter((one) => !wanted.some((part) => part.contains(one) || one.contains(part)))
    .filter((one) => one.checkVisibility() && box(one).width * box(one).height > 4)
    .map((one) => one.outerHTML.slice(0, 80));
}"""


_TURNS = "[...document.querySelectorAll('.move-line')].map((one) => one.offsetTop)"


def open_printing(page: Page, game: str) -> None:
    boot(page)
    page.evaluate("game => { location.hash = `#print=${game}` }", game)
    page.wait_for_selector("[data-screen=print] .print-page")


def printed(page: Page) -> bytes:
    return page.pdf(prefer_css_page_size=True, print_background=True)


def choose(page: Page, what: str, paper: str = "a4") -> bytes:
    press(page, f"print:what={what}")
    press(page, f"print:paper={paper}")
    return printed(page)


def pages(data: bytes) -> int:
    return len(PAGE.findall(data))


def paper_mm(data: bytes) -> set[tuple[int, int]]:
    """Return the sizes of the pages in whole millimetres."""
    return {
        (round(float(wide) * POINT_MM), round(float(high) * POINT_MM))
        for wide, high in BOX.findall(data)
    }


def squares_mm(data: bytes) -> Iterator[float]:
    """Yield the width in mm of each square with a side of 100 units that the PDF draws."""
    for found in STREAM.findall(data):
        try:
            text = zlib.decompress(found)
        except zlib.error:
            continue
        scale, kept = 1.0, []
        for numbers, what in STEP.findall(text):
            values = [float(one) for one in numbers.split()]
            if what == b"q":
                kept.append(scale)
            elif what == b"Q":
                scale = kept.pop()
            elif what == b"cm":
                scale *= abs(values[-6])
            elif len(values) >= 4 and values[-2:] == [100, 100]:
                yield scale * 100 * POINT_MM


# Width and height in mm of the squares to cut out and of the drawings on them, as they are printed.
_DRAWN = """() => [...document.querySelectorAll('.tokens .KIND')].map((cut) => {
  const mm = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return [width * 25.4 / 96, height * 25.4 / 96];
  };
  return [mm(cut), ...[...cut.querySelectorAll('.piece')].map(mm)];
})"""


@pytest.mark.parametrize("game", sampled(REGISTRY, shift=3))
def test_sheets_of_a_game_fit_their_paper_with_boards_and_pieces_of_real_size(
    page: Page, game: str
) -> None:
    plays, cuts = load_game(game)(), kit(load_game(game)())
    board = sheets.empty(plays).board
    settings(page, lang="es")
    open_printing(page, game)
    for name, paper in PAPERS.items():
        data = choose(page, "board", name)
        assert paper_mm(data) == {(round(paper.width), round(paper.height))}
        assert pages(data) == 1
        found = list(squares_mm(data))
        assert len(found) >= len(board.squares)
        assert {round(one, 1) for one in found} == {square_mm(board)}
        assert pages(choose(page, "summary", name)) == 1
        assert 3 < pages(choose(page, "book", name)) < 45
        if cards := cuts.decks * sum(len(one.signs) for one in cuts.cards):
            assert pages(choose(page, "cards", name)) == -(-cards // sheets.CARDS)
        assert 2 <= pages(choose(page, "pieces", name)) <= 4
    large = choose(page, "large")
    assert pages(large) == len(list(parts(board, LARGE)))
    assert {round(one, 1) for one in squares_mm(large)} == {LARGE}
    press(page, "print:what=pieces")
    page.emulate_media(media="print")
    squares = page.evaluate(_DRAWN.replace("KIND", "terrain"))
    assert all(cut[0] == pytest.approx(cut[1], abs=0.3) for cut, *_ in squares)
    side = square_mm(board)
    drawn = page.evaluate(_DRAWN.replace("KIND", "cut:not(.terrain)"))
    assert len(drawn) == 2 * sum(cuts.pieces.values())
    for cut, *drawings in drawn:
        assert cut[0] == pytest.approx(side, abs=0.2)
        assert cut[1] == pytest.approx(side * len(drawings), rel=0.05)
        for drawing in drawings:
            assert 0.6 * side < max(drawing) <= side


def test_a_table_prints_its_board_players_and_moves_and_nothing_to_press(page: Page) -> None:
    """As it is, or by the share dialog."""
    settings(page, theme="night", log="words", motion="none")
    boot(page)
    open_there(page, middle("rilatria"))
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1020})  # A4 without its borders
    assert page.evaluate(_ON_PAPER) == []
    names = page.locator(".strip-name:visible").all_inner_texts()
    assert sorted(name.split(" · ")[0] for name in names) == ["Ana", "Blas"]
    assert page.locator(".move-told:visible li").count() > 0  # the steps of the newest turn
    tops = page.evaluate(_TURNS)
    assert len(tops) > 5 and tops == sorted(tops)  # on narrow screens the newest is above
    box = page.locator(".table-board .board").bounding_box()
    assert box is not None and 140 < box["width"] * 25.4 / 96 < 151
    assert page.evaluate("getComputedStyle(document.querySelector('.strip-name')).color") == BLACK
    assert page.evaluate(
        "(log => log.scrollHeight <= log.clientHeight + 1)(document.querySelector('.log'))"
    )
    page.emulate_media(media="screen")
    share(page)
    press(page, "share:print")
    page.wait_for_selector("[data-screen=print]")
    page.emulate_media(media="print")
    expect(page.locator("button:visible, input:visible")).to_have_count(0)
    assert page.locator(".print-page .board").is_visible()
    assert pages(printed(page)) == 1
