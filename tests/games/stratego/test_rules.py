"""Rules the worked cases leave out: options that exclude each other, chases, ends, boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.errors import BadOptions, BadPosition
from engine.dev.apply import run as apply_run
from engine.games.stratego.forbidden import broken_rules, random_options
from engine.games.stratego.game import Stratego
from engine.games.stratego.letters import write_letters
from engine.games.stratego.pieces import CODES
from tests.games.stratego.helpers import (
    at,
    field,
    play,
    position,
    refused,
    result,
    state_of,
    token,
    turns,
)

# The worked cases (test_worked.py) are about these, case by case in the order of the rule sheet.
CLAUSES = (
    "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "3.3",
    "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15",
    "4.1", "4.2", "4.3", "4.4", "4.5", "4.7", "5.1", "5.2", "5.3", "5.5", "5.6", "5.7", "5.8",
    "5.9", "5.10", "5.11", "5.12", "5.13", "5.14", "5.15", "5.16", "5.17", "5.18", "5.19", "5.20",
    "5.21", "5.22", "5.23", "5.24", "5.25", "5.26", "5.27", "5.28", "5.29", "6.2", "6.3", "6.4",
    "6.5", "7.1", "7.2", "7.3", "7.4", "7.5", "7.8", "7.9", "7.11",
    "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S9", "S10", "S11", "S13", "S14", "S15", "S16",
    "S17", "S18", "S19", "S20", "S21", "S22", "S23", "S24", "S25", "S26", "S28", "S30", "S31",
    "S32", "S33", "S36", "S41", "S42", "S43", "S45", "S46", "S47", "S48",
)  # fmt: skip

MERIT = {"types": "all", "next_rank_only": True}
REFUSED = [
    ("X1", {"board": "hex10", "cross_country": ["2"]}),
    ("X1", {"board": "hex10", "agile": {"7": "diagonal"}}),
    ("X2", {"players": 3, "board": "classic"}),
    ("X2", {"players": 4, "chase_rule": True}),
    ("X2", {"players": 4, "army": "short32"}),
    ("X3", {"players": 3, "rescue_rear": 2}),
    ("X3", {"players": 3, "promotion_courage": {"types": "all"}}),
    ("X4", {"rescue_points": 2, "blind_combat": True}),
    ("X4", {"rescue_points": 2, "hidden_captures": True}),
    ("X5", {"promotion_merit": MERIT, "hidden_captures": True}),
    ("X6", {"marines": ["4"], "board": {"cols": 6, "rows": 6, "home": 2}, "army": "barrage8"}),
    ("X7", {"agile": {"B": "two"}}),
    ("X7", {"cross_country": ["F"]}),
    ("X8", {"board": "small8", "army": "standard40"}),
    ("X9", {"board": "small8", "hills": "hills4"}),
    ("X10", {"miner_by_capture": "all", "hidden_captures": True}),
    ("X12", {"no_capture_limit": 0, "max_actions": 0}),
]


@pytest.mark.parametrize(("number", "options"), REFUSED)
def test_x1_x2_x3_x4_x5_x6_x7_x8_x9_x10_x12(number: str, options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as why:
        Stratego(options)
    assert why.value.code == number


def test_x11_a_side_that_could_not_begin() -> None:
    """A wall of void in front of the only ranked piece's zone leaves no way out."""
    void = [f"{c}{r}" for r in (2, 5) for c in "abcdef" if c != "a" and r == 2]
    void += [f"{c}5" for c in "abcde"]
    board = {"cols": 6, "rows": 6, "home": 1, "lakes": ["a2", "f5"], "void": void}
    with pytest.raises(BadOptions):
        Stratego({"board": board, "army": {"F": 1, "2": 1}})
    tight = {"cols": 6, "rows": 6, "home": 2, "lakes": ["b3", "e4"], "void": []}
    game = Stratego({"board": tight, "army": {"F": 1, "B": 5, "2": 6}})
    assert game.zones[0].size == 12


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


def test_5_4_s8_custom_boards() -> None:
    board = {"cols": 7, "rows": 8, "home": 2, "lakes": ["c4", "e5"], "void": ["a4", "g5"]}
    game = Stratego({"board": board, "army": "barrage8"})
    assert game.initial_state().to_text().split()[0] == "7/7/7/4~1#/#1~4/7/7/7".replace(
        "4~1#/#1~4", "4~1#/#1~4"
    )
    for wrong in ({"lakes": ["c4"]}, {"home": 4}, {"cols": 17}, {"lakes": ["a1", "g8"]}):
        with pytest.raises(BadOptions):
            Stratego({"board": {**board, **wrong}, "army": "barrage8"})
    wall = [f"{c}4" for c in "abcdefg"] + [f"{c}5" for c in "abcdefg"]
    with pytest.raises(BadOptions):
        Stratego({"board": {**board, "lakes": wall, "void": []}, "army": "barrage8"})


def test_5_30_s34_chase() -> None:
    """Red's 9 runs after a blue 2 round a corner; coming back to a placement is refused."""
    words = "e4-e5 e6-f6 e5-f5"
    assert not refused(state_of("r9e4 b2e6", chase_rule=True), words)
    state = play(state_of("r9e4 b2e6", chase_rule=True), "e4-e5 e6-f6 e5-f5 f6-e6")
    assert field(state, 8) == "chs.r=e4e5.e6f6.e5f5.f6e6"
    assert "f5-e5" in turns(state), "stepping back is always allowed"
    game, text = position(
        "r9f5 b2f6",
        rest="- 4 4 - - chs.r=e4e5.e6e7.e5f5.e7f7.f5f4.f7f6",
        chase_rule=True,
    )
    assert game.state_from_text(text).to_text() == text


def test_5_30_a_placement_may_not_come_back() -> None:
    """Round and round four cells: after a whole round the placement would be the first again."""
    words = "e8-f8 f9-e9 f8-f9 e9-e8 f9-e9 e8-f8 e9-e8 f8-f9"
    state = play(state_of("r9e8 b2f9", chase_rule=True), words)
    assert refused(state, "e8-f8") == "IllegalAction" and not refused(state, "e8-e9")
    assert not refused(play(state_of("r9e8 b2f9"), words), "e8-f8")
    assert not refused(state, "j1-j2 a10-a9 e8-f8"), "another action ends the chase"


def test_4_6_5_31_actions_run_out() -> None:
    state = state_of("", max_actions=2)
    assert result(play(state, "j1-j2 a10-a9")) == "draw+max_actions"


def test_4_8_4_9_resignation_and_draw() -> None:
    state = state_of("")
    assert result(play(state, "resign")) == "blue+resign"
    assert result(play(state, "resign.b")) == "red+resign"
    assert result(play(state, "draw")) == "draw+agreed"
    over = play(state, "draw")
    assert over.observation(0).to_text() == over.to_text()
    assert refused(over, "j1-j2") == "IllegalAction"
    assert not Stratego({}).initial_state().table_actions()


def test_s39_s27_relay_under_charge_is_lateral() -> None:
    state = state_of("r6e4 r2e5 r4f4", relay=True, charge="strict")
    assert "e4<>f4" in turns(state) and "e4<>e5" not in turns(state)
    assert "e5<>f4" not in turns(state)


def test_s12_s29_s35_s37_promotion_of_a_defender() -> None:
    merit = {"types": "all", "next_rank_only": False}
    game, text = position("r9e5 b2e6", "blue", "- 0 0 - r:M vac.r=M", promotion_merit=merit)
    state = game.state_from_text(text)
    assert token(state, "e6xe5 =") == "e6xe5:2<9=M"
    assert at(play(state, "e6xe5 ="), "e5") == "rM!"
    assert play(state, "e6xe5").asked == "merit"


def test_s38_s40_spy_on_a_hill() -> None:
    assert token(state_of("rSe5 bMe6", hills=["e6", "f5"]), "e5xe6") == "e5xe6:S>M"


def test_s44_mark_in_blind_combat() -> None:
    options = {"blind_combat": True, "miner_by_capture": "all"}
    after = play(state_of("r6e5 b3e6", **options), "e5xe6")
    assert at(after, "e6") == "r6'+"
    assert at(after.observation(1), "e6") == "r?'"


def test_s49_two_armies_on_the_cross() -> None:
    game = Stratego({"board": "four_armies"})
    assert game.tables.seats == (0, 2) and game.options["army"] == "army24"


def test_s50_zero_points_are_not_written() -> None:
    game, text = position("", rest="- 0 0 - - pts.r=0", rescue_points=2)
    assert field(game.state_from_text(text), 8) == "-"


def test_s51_rescue_ends_a_chase() -> None:
    game, text = position("r5f9 b4g10", rest="- 0 0 - r:8 vac.r=8", rescue_rear=2, chase_rule=True)
    assert "chs.r" not in field(play(game.state_from_text(text), "f9-f10+8@c1"), 8)


def test_s52_the_last_army_stays() -> None:
    state = state_of("r9j9")
    assert result(play(state, "j9xj10")) == "red+flag" and at(play(state, "j9xj10"), "a10") == "b4"


def test_7_12_hundred_letters() -> None:
    state = state_of("r5e5 bMe6")
    letters = write_letters(state)
    assert len(letters) == 100 and letters[0] == "M" and letters.count("_") == 8
    again = state.game.state_from_text(letters)
    assert again.to_text() == state.to_text()
    assert {letters[state.game.tables.grid.index[c]] for c in ("e5", "e6")} == {"G", "X"}
    assert len(CODES) == 14


BAD = [
    "b48bF/10 red - 0 0 - - -",
    "11/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - -",
    "b48bF/10/10/10/2rM~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 green - 0 0 - - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rFrF7r4 red - 0 0 - - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - x 0 - - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 r:e5 - -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - r:52 -",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - pts.r=3",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - - show1:e5xe6",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 red - 0 0 - - - red+flag",
    "b48bF/10/10/10/2~~2~~2/2~~2~~2/10/10/10/rF8r4 - - 0 0 - - -",
]


@pytest.mark.parametrize("text", BAD)
def test_7_9_bad_positions(text: str) -> None:
    with pytest.raises(BadPosition) as why:
        Stratego({}).state_from_text(text)
    assert why.value.code == "BadPosition" and why.value.field


def test_7_8_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    from argparse import Namespace

    _, text = position("r5e5 b5e6")
    for words, first in (
        ("e5xe6", "b48bF"),
        ("zz", "error InvalidAction zz"),
        ("e5-e6", "error IllegalAction e5-e6"),
        ("e5xe6:5>5", "error IllegalAction e5xe6:5>5"),
    ):
        args = Namespace(game="stratego", options=None, position=text, actions=words)
        assert apply_run(args) == (0 if words == "e5xe6" else 2)
        assert capsys.readouterr().out.startswith(first)


def test_5_27_7_4_a_relay_is_entered_from_either_cell() -> None:
    state = state_of("r6e4 r2e5", relay=True)
    action = state.game.parse_action(state, "e5<>e4")
    ways = state.game.paths(state, action)
    assert ways == (("sq:e4", "sq:e5"), ("sq:e5", "sq:e4"))
    for way in ways:
        assert state.game.explain(state, way) is None and state.game.explain(state, way[:1]) is None
