"""Options: which exclude each other (X1 to X12), which values are refused, and custom boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.errors import BadOptions
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.forbidden import broken_rules, random_options, refuse_unplaceable
from tests.games.answers import game_of
from tests.games.stratego.helpers import at, state_of

MERIT = {"types": "all", "next_rank_only": True}


def refused_for(*changes: dict[str, Any]) -> set[str]:
    """Return the numbers of the rules that these options break."""
    numbers = set()
    for options in changes:
        with pytest.raises(BadOptions) as why:
            Stratego(options)
        numbers.add(why.value.code)
    return numbers


def test_x1_hexagons_have_no_diagonals() -> None:
    diagonal = {"board": "hex10", "agile": {"7": "diagonal"}}
    assert refused_for({"board": "hex10", "cross_country": ["2"]}, diagonal) == {"X1"}


def test_x2_three_or_four_need_the_cross_a_small_army_and_no_chase_rule() -> None:
    assert refused_for(
        {"players": 3, "board": "classic"},
        {"players": 4, "chase_rule": True},
        {"players": 4, "army": "short32"},
    ) == {"X2"}


def test_x3_three_have_no_east_arm() -> None:
    courage = {"players": 3, "promotion_courage": {"types": "all"}}
    assert refused_for({"players": 3, "rescue_rear": 2}, courage) == {"X3"}


def test_x4_points_exclude_hidden_captures() -> None:
    assert refused_for({"rescue_points": 2, "hidden_captures": True}) == {"X4"}


def test_x4_points_are_allowed_with_blind_combat() -> None:
    """Blue loses an unseen 6 to a 9 that stays unseen: the points reveal nothing new."""
    state = state_of("r9e5 b6e6", rescue_points=2, blind_combat=True)
    moves = [a for a in state.legal_actions() if game_of(state).action_text(state, a) == "e5xe6"]
    state.apply(moves[0])
    while state.asked != "turn":
        state.apply(state.legal_actions()[0])
    seen = state.observation(1)
    assert at(seen, "e6") == "r?'"
    assert "b:6" in seen.to_text() and "pts.r=6" in seen.to_text()


def test_x5_a_promotion_for_the_rank_below_excludes_hidden_captures() -> None:
    assert refused_for({"promotion_merit": MERIT, "hidden_captures": True}) == {"X5"}


def test_x6_marines_need_lakes() -> None:
    dry = {"cols": 6, "rows": 6, "home": 2}
    assert refused_for({"marines": ["4"], "board": dry, "army": "barrage8"}) == {"X6"}


def test_x7_immobile_types_are_neither_agile_nor_cross_country() -> None:
    assert refused_for({"agile": {"B": "two"}}, {"cross_country": ["F"]}) == {"X7"}


def test_x8_the_army_fits_into_its_zone() -> None:
    assert refused_for({"board": "small8", "army": "standard40"}) == {"X8"}


def test_x9_the_four_hills_belong_to_two_boards() -> None:
    assert refused_for({"board": "small8", "hills": "hills4"}) == {"X9"}


def test_x10_the_miners_mark_excludes_hidden_captures() -> None:
    assert refused_for({"miner_by_capture": "all", "hidden_captures": True}) == {"X10"}


def test_x12_the_two_draw_counts_cannot_both_be_off() -> None:
    assert refused_for({"no_capture_limit": 0, "max_actions": 0}) == {"X12"}


def test_x11_both_sides_must_be_able_to_begin() -> None:
    """No board that X8 and 5.4 allow closes a zone, so the test closes the ways out by hand."""
    tight = {"cols": 6, "rows": 6, "home": 2, "lakes": ["b3", "e4"], "void": []}
    red, blue = Stratego({"board": tight, "army": {"F": 1, "B": 10, "2": 1}}).zones
    refuse_unplaceable((red, blue))
    blue.leaving, blue.within = (), [[] for _ in blue.within]
    with pytest.raises(BadOptions) as why:
        refuse_unplaceable((red, blue))
    assert why.value.code == "X11"


def test_options_refused_for_their_values_have_no_number() -> None:
    for options in ({"rescue_points": 1}, {"p1_side": "green"}, {"hills": ["a1"]}, {"board": "x"}):
        with pytest.raises(BadOptions) as why:
            Stratego(options)
        assert why.value.code == "bad_options"
    assert broken_rules(Stratego({}).options) == []


def test_random_options_are_legal_and_differ() -> None:
    rng = Random(3)
    drawn = [random_options(Stratego, rng) for _ in range(60)]
    assert {o["players"] for o in drawn} == {2, 3, 4}
    assert len({str(o) for o in drawn}) == 60
    for options in drawn[:10]:
        assert Stratego(options).options == options


def test_5_4_s8_a_custom_board_is_checked() -> None:
    board = {"cols": 7, "rows": 8, "home": 2, "lakes": ["c4", "e5"], "void": ["a4", "g5"]}
    game = Stratego({"board": board, "army": "barrage8"})
    assert game.initial_state().to_text().split()[0] == "7/7/7/4~1#/#1~4/7/7/7"
    for wrong in ({"lakes": ["c4"]}, {"home": 4}, {"cols": 17}, {"lakes": ["a1", "g8"]}):
        with pytest.raises(BadOptions):
            Stratego({"board": {**board, **wrong}, "army": "barrage8"})
    wall = [f"{c}4" for c in "abcdefg"] + [f"{c}5" for c in "abcdefg"]
    with pytest.raises(BadOptions):
        Stratego({"board": {**board, "lakes": wall, "void": []}, "army": "barrage8"})
