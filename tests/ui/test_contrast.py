"""What axe leaves undecided, computed: words and pieces against what they lie on, in every light.

From the colours themselves: static/css/theme.css and each game's look.json. Ratios are those of
WCAG 2.2: 4.5 for words, 3 for what is told by its form.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from engine.core.look import LIGHTS
from engine.dev.common import ROOT
from engine.games import REGISTRY, game_info, game_look

WORDS, FORMS = 4.5, 3.0


@cache
def theme(light: str) -> dict[str, str]:
    """The page's colours by name in one light; night and contrast say what differs from day."""
    sheet = (ROOT / "static/css/theme.css").read_text("utf-8")
    found: dict[str, str] = {}
    for name in dict.fromkeys(("day", light)):
        selector = ":root" if name == "day" else f':root[data-theme="{name}"]'
        for block in re.findall(rf"^{re.escape(selector)} \{{(.*?)^\}}", sheet, re.M | re.S):
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block))
    return found


def worn(game: str, light: str) -> dict[str, str]:
    """The colours of one game's table."""
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


def test_black_on_white_is_twenty_one():
    assert ratio("#000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("light", LIGHTS)
def test_words_of_the_page_can_be_read_on_every_ground_of_it(light: str):
    colours = theme(light)
    pairs = [
        (ink, ground)
        for ink in ("ink", "ink-soft", "accent", "danger")
        for ground in ("paper", "paper-edge", "surface")
    ]
    pairs += [("on-ink", "ink"), ("focus", "paper"), ("focus", "surface")]
    poor = {pair: ratio(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: found for pair, found in poor.items() if found < WORDS} == {}


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", REGISTRY)
def test_a_piece_stands_out_from_its_square_and_its_drawing_from_the_piece(game: str, light: str):
    colours, look = worn(game, light), game_look(game)
    fills = [ground.fill for ground in look.grounds.values() if ground.fill]
    named = [re.fullmatch(r"var\(--([\w-]+)\)", fill) for fill in fills]
    squares = ["square-light", "square-dark", *(one[1] for one in named if one)]
    poor: dict[str, float] = {}
    for side in range(len(game_info(game).sides)):
        body, edge, mark = (colours[f"side{side}{part}"] for part in ("", "-edge", "-ink"))
        poor[f"side{side}: drawing on piece"] = ratio(mark, body)
        for square in squares:
            on = colours[square]
            poor[f"side{side} on {square}"] = max(ratio(body, on), ratio(edge, on))
    assert {what: found for what, found in poor.items() if found < FORMS} == {}


@pytest.mark.parametrize("light", LIGHTS)
def test_marks_stand_out_from_the_squares(light: str):
    colours = theme(light)
    pairs = [(m, s) for m in ("move", "capture", "alert") for s in ("square-light", "square-dark")]
    poor = {pair: ratio(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: found for pair, found in poor.items() if found < FORMS} == {}
