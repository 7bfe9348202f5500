"""Option values as typed in a form: read, shown again, or refused with a reason."""

from __future__ import annotations

import pytest

from engine.core.errors import BadOptions
from engine.core.options import Option
from engine.dev.common import catalogue
from engine.games.stratego.game import Stratego
from engine.games.stratego.info_options import OPTIONS
from engine.match import codec
from engine.match.match import Match, MatchConfig
from ui.home.setup_form import Setup

BY_NAME = {option.name: option for option in OPTIONS}


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.examples], ids=lambda o: o.name)
def test_every_example_is_accepted_shown_and_linked(option: Option) -> None:
    for example in option.examples:
        value = option.accept(example)
        assert option.accept(option.text(value)) == value
        assert catalogue("stratego").has(f"option.{option.name}.custom")
        army = {"army": "barrage8"} if option.name == "board" else {}
        more = {"marines": {"board": "classic"}}.get(option.name, {})
        match = Match(MatchConfig("stratego", {**army, **more, option.name: example}))
        again = codec.decode(codec.encode(match))
        assert again.config.options == match.config.options


def test_5_4_5_7_a_typed_board_and_army_are_read() -> None:
    game = Stratego({"board": "8x10/3 ~c5 ~f5, ~c6 ~f6 #a1 #h10", "army": "F Bx2 S 2x4 9 M"})
    assert game.options["board"]["void"] == ["a1", "h10"]
    assert game.options["army"] == {"F": 1, "B": 2, "S": 1, "2": 4, "9": 1, "M": 1}
    assert game.tables.grid.cols == 8 and len(game.tables.homes[0]) == 23


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("board", "8 by 8", "board"),
        ("board", "4x8/2", "board_size"),
        ("board", "8x8/4", "board_home"),
        ("board", "8x8/2 ~a1 ~h8", "board_lake"),
        ("board", "8x8/2 ~c4", "board_turn"),
        ("board", "8x8/2 ~c4 ~f5 #c4 #f5", "board_both"),
        ("board", "8x8/2 ~k4", "cells"),
        ("board", "6x6/2 " + " ".join(f"~{c}{r}" for c in "abcdef" for r in (3, 4)), "board_parts"),
        ("army", "F B S Q", "army"),
        ("army", "Fx2 M", "army_flag"),
        ("army", "F Bx3", "army_ranked"),
        ("army", "F 2x121", "army_count"),
        ("marines", "B", "types_allowed"),
        ("marines", "2 2", "twice"),
        ("cross_country", "scouts", "types"),
        ("agile", "7=fast", "agile"),
        ("promotion_merit", "next", "rising"),
        ("promotion_courage", "M", "types_allowed"),
        ("rescue_rear", "many", "number"),
        ("no_capture_limit", "1001", "number"),
    ],
)
def test_5_31_a_refused_value_says_what_is_wrong(name: str, text: str, key: str) -> None:
    with pytest.raises(BadOptions) as why:
        BY_NAME[name].accept(text)
    assert why.value.message.key == f"error.value.{key}"
    for lang in ("es", "en"):
        words = catalogue("stratego", lang).text(why.value.message)
        assert words != why.value.message.key and "{" not in words


def test_the_form_accepts_typed_values_and_shows_clashes_at_once() -> None:
    setup = Setup(Stratego.info)
    setup.choose("army", "F Bx2 S 2x4 9")
    assert setup.options["army"] == {"F": 1, "B": 2, "S": 1, "2": 4, "9": 1} and not setup.refused
    setup.choose("army", "F Bx2 S 2x4 9 Z")
    assert setup.refused["army"].key == "error.value.army"
    setup.choose("army", "F Bx2 S 2x4 9")
    setup.choose("board", "hex10")
    shut = {(option.name, why.clause) for option, _, why in setup.excluded}
    assert ("cross_country", "X1") in shut and ("players", "X2") in shut
    setup.choose("cross_country", "all")
    assert setup.refused[""].clause == "X1" and setup.broken[0].clause == "X1"
    setup.choose("cross_country", "[]")
    assert not setup.refused and not setup.broken


def test_only_options_with_examples_have_a_field() -> None:
    assert {option.name for option in OPTIONS if option.examples} == {
        "board", "hills", "army", "agile", "cross_country", "marines", "miner_by_capture",
        "promotion_merit", "promotion_courage", "rescue_rear", "no_capture_limit", "max_actions",
    }  # fmt: skip
