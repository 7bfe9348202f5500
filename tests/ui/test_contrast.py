"""Contrast of text and pieces with their background in every light, where axe leaves it undecided.

The colours are read from static/css/theme.css and each game's look.json. The minimum ratios are
those of WCAG 2.2: 4.5 for text, 3 for graphics.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from engine.core.look import LIGHTS
from engine.core.scene import square_board
from engine.dev.common import ROOT
from engine.games import REGISTRY, game_info, game_look
from tests.fixtures.present import present
from ui.render.geometry import geometry
from ui.render.look import BOARDS
from ui.render.marks import HALOED, target_mark

WORDS, FORMS = 4.5, 3.0
COLOUR = re.compile(r"--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#[0-9a-f]{3,6}));")


@cache
def theme(light: str) -> dict[str, str]:
    """Return the page's colours by name in one light; contrast overrides day."""
    sheet = (ROOT / "static/css/theme.css").read_text("utf-8")
    found: dict[str, str] = {}
    for selector in (":root", f':root[data-theme="{light}"]'):
        for block in re.findall(rf"^{re.escape(selector)} \{{(.*?)^\}}", sheet, re.M | re.S):
            for name, day, night, always in COLOUR.findall(block):
                found[name] = always or (night if light == "night" else day)
    return found


def worn(game: str, light: str) -> dict[str, str]:
    """Return the colours of one game's table by name in one light."""
    own = game_look(game).colours
    found = dict(theme(light))
    for name in ("contrast",) if light == "contrast" else dict.fromkeys(("day", light)):
        found |= own.get(name, {})
    return found


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(d * 2 for d in digits) if len(digits) == 3 else digits
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def ratio(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_has_the_ratio_21() -> None:
    assert ratio("#000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("light", LIGHTS)
def test_text_of_the_page_is_legible_on_every_background(light: str) -> None:
    colours = theme(light)
    pairs = [
        (ink, ground)
        for ink in ("ink", "ink-soft", "accent", "danger")
        for ground in ("paper", "paper-edge", "surface")
    ]
    pairs += [("on-ink", "ink"), ("focus", "paper"), ("focus", "surface")]
    poor = {pair: ratio(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: found for pair, found in poor.items() if found < WORDS} == {}


@pytest.mark.parametrize(
    ("light", "board"),
    [*((light, "game") for light in LIGHTS),
     *((light, board) for board, lights in BOARDS.items() for light in lights)],
)  # fmt: skip
@pytest.mark.parametrize("game", REGISTRY)
def test_a_piece_contrasts_with_its_square_and_its_drawing_with_the_piece(
    game: str, light: str, board: str
) -> None:
    look = game_look(game)
    colours = worn(game, light) | (BOARDS[board][light] if board != "game" else {})
    fills = [ground.fill for ground in look.grounds.values() if ground.fill]
    named = [re.fullmatch(r"var\(--([\w-]+)\)", fill) for fill in fills]
    squares = ["square-light", "square-dark", *(one[1] for one in named if one)]
    poor: dict[str, float] = {}
    for side in range(len(game_info(game).sides)):
        body, edge, mark = (colours[f"side{side}{part}"] for part in ("", "-edge", "-ink"))
        poor[f"side{side}: drawing on piece"] = ratio(mark, body)
        for square in squares:
            on = colours[square]
            outline = mark if look.standing else edge
            poor[f"side{side} on {square}"] = max(ratio(body, on), ratio(outline, on))
    assert {what: found for what, found in poor.items() if found < FORMS} == {}


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", [game for game in REGISTRY if game_look(game).standing])
def test_sides_without_plates_differ_in_brightness(game: str, light: str) -> None:
    """Their outlines have the same shape, so hue alone would tell them apart."""
    colours = worn(game, light)
    assert ratio(colours["side0"], colours["side1"]) >= WORDS


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", REGISTRY)
def test_arrows_of_moves_contrast_with_the_squares_and_differ_from_the_sides(
    game: str, light: str
) -> None:
    """Regression test: the arrow of the purple side's move was green, as the other side is."""
    sheet = (ROOT / "static/css/telling.css").read_text("utf-8")
    drawn = re.findall(r"^\.(?:fx|trail) \{.*?stroke: (.*?);", sheet, re.M | re.S)
    assert drawn == ["var(--fx, var(--trail))", "var(--trail)"]
    colours = worn(game, light)
    arrow = colours["trail"]
    sides = [colours[f"side{side}"] for side in range(len(game_info(game).sides))]
    assert min(ratio(arrow, colours[f"square-{one}"]) for one in ("light", "dark")) >= FORMS
    assert arrow not in sides


@pytest.mark.parametrize("light", LIGHTS)
def test_marks_contrast_with_the_squares(light: str) -> None:
    grounds = [theme(light), *(lights[light] for lights in BOARDS.values() if light in lights)]
    poor = {
        (mark, squares[square]): ratio(theme(light)[mark], squares[square])
        for mark in ("move", "capture", "alert")
        for squares in grounds
        for square in ("square-light", "square-dark")
    }
    assert {pair: found for pair, found in poor.items() if found < FORMS} == {}


def stroke(name: str) -> tuple[str, float]:
    """Return the name of the colour and the width of a mark's line in the style sheet."""
    sheet = (ROOT / "static/css/marks.css").read_text("utf-8")
    block = re.search(rf"^\.{re.escape(name)} \{{(.*?)^\}}", sheet, re.M | re.S)
    assert block is not None, name
    found = dict(re.findall(r"(stroke|stroke-width): (.*?);", block[1]))
    return found["stroke"].removeprefix("var(--").rstrip(")"), float(found["stroke-width"])


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", REGISTRY)
def test_marks_over_pieces_contrast_with_their_halo(game: str, light: str) -> None:
    """Regression test: a black cross on a black piece could not be seen. Where a line contrasts
    with its own edge on both sides, the colour of the piece does not matter."""
    colours, (halo, wide) = worn(game, light), stroke("mark .halo")
    for kind in HALOED:
        mark, width = stroke(f"mark-{kind}")
        assert wide >= width + 4
        assert ratio(colours[mark], colours[halo]) >= FORMS, (kind, mark)


def test_the_halo_of_a_mark_lies_below_its_lines() -> None:
    assert "block" in HALOED
    for kind in HALOED:
        drawn = str(target_mark(geometry(square_board(3, 3, {}), False), kind, "a1"))
        below, over = present(re.search('<g class="halo">(.*)</g>(.+)</g>', drawn, re.S)).groups()
        assert below == over
