"""Printed sheets as PDF: their number, the size of the paper, and boards at their real size."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY, load_game
from tests.e2e.harness import boot, press
from tests.e2e.test_access import open_there
from tests.e2e.test_home import settings
from tests.fixtures.turns import in_turn
from ui.learn.printing import sheets
from ui.learn.printing.kit import kit
from ui.learn.printing.paper import LARGE, PAPERS, parts, square_mm

POINT_MM = 25.4 / 72
NUMBER = rb"-?[\d.]+"
PAGE = re.compile(rb"/Type /Page\b(?!s)")
BOX = re.compile(rb"/MediaBox \[0 0 (" + NUMBER + rb") (" + NUMBER + rb")\]")
STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
STEP = re.compile(rb"((?:" + NUMBER + rb"\s+)*)(cm|re|q|Q)\s")


def open_printing(page: Page, game: str) -> None:
    boot(page)
    page.evaluate("game => { location.hash = `#print=${game}` }", game)
    page.wait_for_selector("[data-screen=print] .print-page")


def printed(page: Page) -> bytes:
    return page.pdf(prefer_css_page_size=True, print_background=True)


def choose(page: Page, what: str, paper: str = "a4") -> bytes:
    press(page, f"print:what={what}")
    press(page, f"print:paper={paper}")
    page.wait_for_function("name => document.querySelector('style') && name", arg=what)
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


@pytest.mark.parametrize("game", in_turn(REGISTRY, shift=3))
def test_printed_boards_have_their_real_size(page: Page, game: str) -> None:
    board = sheets.empty(load_game(game)()).board
    open_printing(page, game)
    for name, paper in PAPERS.items():
        data = choose(page, "board", name)
        assert paper_mm(data) == {(round(paper.width), round(paper.height))}
        assert pages(data) == 1
        found = list(squares_mm(data))
        assert len(found) >= len(board.squares)
        assert {round(one, 1) for one in found} == {square_mm(board)}
    large = choose(page, "large")
    assert pages(large) == len(list(parts(board, LARGE)))
    assert {round(one, 1) for one in squares_mm(large)} == {LARGE}


@pytest.mark.parametrize("game", in_turn(REGISTRY, shift=1))
def test_rules_pieces_and_cards_fit_their_sheets(page: Page, game: str) -> None:
    found = kit(load_game(game)())
    settings(page, lang="es")
    open_printing(page, game)
    for paper in PAPERS:
        assert pages(choose(page, "summary", paper)) == 1
        assert 3 < pages(choose(page, "book", paper)) < 45
        cards = found.decks * sum(len(one.signs) for one in found.cards)
        if cards:
            assert pages(choose(page, "cards", paper)) == -(-cards // sheets.CARDS)
        assert 2 <= pages(choose(page, "pieces", paper)) <= 4


def test_what_cannot_be_pressed_on_paper_is_not_printed(page: Page) -> None:
    boot(page)
    open_there(page, "cotadrez")
    press(page, "act:share")
    press(page, "share:print")
    page.wait_for_selector("[data-screen=print]")
    page.emulate_media(media="print")
    shown = page.evaluate(
        """() => [...document.querySelectorAll('button, input')]
             .filter((one) => one.checkVisibility()).length"""
    )
    assert shown == 0
    assert page.locator(".print-page .board").is_visible()
    assert pages(printed(page)) == 1
