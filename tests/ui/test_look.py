"""Look of a game: which data are refused, and the style sheet made from it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.look import BadLook, SquareStyle, read_look
from ui.render.look import colour_sheet, ground_rules, look_sheet

LAKE = {"fill": "var(--lake)", "ink": "#000", "joined": True}


def test_a_look_may_leave_out_every_optional_part() -> None:
    look = read_look("plain", {"glyphs": {"pawn": "chess-pawn"}})
    assert look.grounds == {} and look.regions == {}
    assert look_sheet(look) == ""


def test_day_colours_apply_at_night_too_but_not_in_high_contrast() -> None:
    look = read_look("g", {"colours": {"day": {"side1": "#123"}}})
    assert colour_sheet([look]) == (
        ':root:not([data-theme="contrast"]) [data-game="g"] { --side1: #123; }\n'
    )


def test_night_colours_apply_by_system_and_by_setting() -> None:
    colours = {"day": {"lake": "#111"}, "night": {"lake": "#222"}, "contrast": {"lake": "#333"}}
    lines = colour_sheet([read_look("g", {"colours": colours})]).splitlines()
    assert lines == [
        ':root:not([data-theme="contrast"]) [data-game="g"] { --lake: light-dark(#111, #222); }',
        ':root[data-theme="contrast"] [data-game="g"] { --lake: #333; }',
    ]


def test_joined_grounds_have_a_stroke_of_their_own_colour_to_hide_seams() -> None:
    rules = ground_rules(read_look("g", {"grounds": {"lake": LAKE, "wood": {"fill": "#090"}}}))
    assert rules.splitlines() == [
        '[data-game="g"] .tile.is-lake'
        " { fill: var(--lake); stroke: var(--lake); stroke-width: 1; }",
        '[data-game="g"] .t-lake { color: #000; }',
        '[data-game="g"] .tile.is-wood { fill: #090; }',
    ]
    assert read_look("g", {"grounds": {"wood": {}}}).grounds == {"wood": SquareStyle()}


@pytest.mark.parametrize(
    "data",
    [
        {"sprites": {}},
        {"regions": {"land": "tower"}},
        {"colours": {"dusk": {"side0": "#000"}}},
        {"colours": {"day": {"side0": "#000; } body { display: none"}}},
        {"colours": {"day": {"Side 0": "#000"}}},
        {"colours": {"day": {"lake": "#000"}}},  # missing in high contrast
        {"colours": {"night": {"side0": "#000"}}},  # missing by day
        {"grounds": {"lake": {"fill": "red</style>"}}},
        {"grounds": {"lake": {"colour": "red"}}},
        {"grounds": {"a b": {}}},
        {"standing": "yes"},
        {"texture_size": 0},
        {"glyphs": {"king": "crown"}, "ending": {"how": "melt", "glyph": "king"}},
        {"glyphs": {"king": "crown"}, "ending": {"how": "burn", "glyph": "flag"}},
        {"glyphs": {"king": "crown"}, "ending": {"how": "led", "glyph": "king"}},
        {"ending": {"glyph": "king"}},
        {"sample": {"king": "K"}},
    ],
)
def test_an_invalid_look_is_refused_with_the_games_name(data: dict[str, Any]) -> None:
    with pytest.raises(BadLook, match=r"^g: "):
        read_look("g", data)
