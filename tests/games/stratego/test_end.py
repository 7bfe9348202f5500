"""Ends of a game: rulebook 4.1 to 4.9, in the order in which they are checked."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.options import Options
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.words import play, refusal
from tests.games.stratego.helpers import at, begin, choices, field, position, result, state_of

FOUR = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"
QUIET = "j1-j2 a10-a9 j2-j1 a9-a10"


def four(pieces: str, **options: Any) -> StrategoState:
    return state_of(pieces, background=FOUR, players=4, **options)


def test_4_1_a_side_that_lost_its_flag_is_out() -> None:
    assert result(play(state_of("r9j9"), "j9xj10")) == "red+flag"
    state = play(four("r9d8"), "d8xc8")
    assert result(state) == "" and at(state, "a5") == "" and at(state, "n6") == "y4"


def test_4_2_a_side_without_a_mobile_piece_is_out() -> None:
    last = "rFa1 r9a9 bFj10 bBj9 b4a10"
    assert result(play(state_of("", background=last), "a9xa10")) == "red+elim"


def test_4_2_s31_a_mutual_last_capture_is_a_draw() -> None:
    last = "rFa1 r4a9 bFj10 bBj9 b4a10"
    assert result(play(state_of("", background=last), "a9xa10")) == "draw+both_elim"


def test_1_5_grenades_are_mobile() -> None:
    last = "rFa1 r9a9 bFj10 bBj9 b4a10"
    assert result(play(state_of("", background=last, grenades=True), "a9xa10")) == ""


def test_1_5_s2_a_flag_is_never_mobile() -> None:
    last = "rFa1 r9a9 bFj10 b4a10"
    assert result(play(state_of("", background=last, mobile_flag=True), "a9xa10")) == "red+elim"


def test_4_3_the_last_one_left_wins() -> None:
    background = "rFd1 r9d8 r8d13 bFc8 b4a5 gFd14 g4e14"
    state = play(state_of("", background=background, players=3), "d8xc8 e14-f14")
    assert result(state) == "" and result(play(state, "d13xd14")) == "red+flag"


def test_4_3_a_beaten_army_vanishes_without_being_captured() -> None:
    state = play(four("r9d8 b2a6 b9a7", rescue_points=2), "d8xc8")
    assert not [name for name in ("a5", "a6", "a7") if at(state, name)]
    assert field(state, 7) == "b:F" and "pts" not in field(state, 8)


def test_4_4_s7_a_blocked_player_is_out() -> None:
    blocked = "rFa1 r4j1 bFj10 bBa9 bBb10 b4a10"
    assert result(play(state_of("", background=blocked), "j1-j2")) == "red+nomove"


SHUT_IN = "rFa1 r4a2 r5b2 rBb1 rBa3 rBc2 rBb3 bFj10 b4a10"


def test_4_4_missed_turns_come_before_a_side_is_blocked() -> None:
    """Red can only relay, and after three relays not even that."""
    words = "a2<>b2 a10-a9 a9-a8 a2<>b2 a8-a7 a7-a6 a2<>b2 a6-b6"
    state = play(state_of("", background=SHUT_IN, relay=True), words)
    assert field(state, 2) == "blue" and result(state) == ""
    assert result(play(state, "b6-b7")) == "blue+nomove"


def test_4_5_too_many_actions_without_a_fight_are_a_draw() -> None:
    state = state_of("r5e5 b4e6", no_capture_limit=4)
    assert result(play(state, QUIET)) == "draw+no_capture"
    assert result(play(state, QUIET.rpartition(" ")[0])) == ""
    assert field(play(state, "j1-j2 a10-a9 e5xe6"), 4) == "0"


def test_4_5_a_desertion_counts_as_a_fight() -> None:
    state = play(state_of("r5e5 b4e6", desertion=True), "j1-j2 a10-a9 e5xe6 desert")
    assert field(state, 4) == "0"


def test_4_6_too_many_actions_in_all_are_a_draw() -> None:
    state = state_of("r5e5 b4e6", max_actions=3)
    assert result(play(state, "j1-j2 a10-a9 e5xe6")) == "draw+max_actions"
    assert result(play(state, "j1-j2 a10-a9")) == ""


def test_5_31_the_draw_counts_can_be_switched_off() -> None:
    assert Stratego({}).options["no_capture_limit"] == 200
    assert Stratego({}).options["max_actions"] == 2000
    cases: list[tuple[Options, int, int, str]] = [
        ({}, 199, 300, "draw+no_capture"),
        ({"no_capture_limit": 0}, 1500, 1600, ""),
        ({}, 20, 1999, "draw+max_actions"),
        ({"max_actions": 0}, 20, 4999, ""),
    ]
    for options, quiet, total, end in cases:
        game, text = position("", rest=f"- {quiet} {total} - - -", **options)
        assert result(play(game.state_from_text(text), "j1-j2")) == end


@pytest.mark.parametrize("limit", [2, 3])
def test_s32_the_counted_draws_are_adjustable(limit: int) -> None:
    words = QUIET.split()
    for option, reason in (("no_capture_limit", "no_capture"), ("max_actions", "max_actions")):
        state = Stratego({option: limit}).state_from_text(position("")[1])
        assert result(play(state, " ".join(words[: limit - 1]))) == ""
        assert result(play(state, " ".join(words[:limit]))) == f"draw+{reason}"


def test_4_7_s46_the_player_concerned_announces_the_end() -> None:
    blocked = "rFa1 r4j1 bFj10 bBa9 bBb10 b4a10"
    out = begin(state_of("", background=blocked), "j1-j2")
    assert (out.current_player(), choices(out), result(out)) == (1, ["out"], "")
    assert result(begin(out, "out")) == "red+nomove"
    end = begin(state_of("", no_capture_limit=1), "j1-j2")
    assert (end.current_player(), choices(end), result(end)) == (1, ["end"], "")
    assert result(begin(end, "end")) == "draw+no_capture"


def test_4_8_players_resign_or_agree_a_draw_between_turns() -> None:
    state = state_of("r5e5 b4e6")
    found = [result(play(state, word)) for word in ("resign", "resign.b", "draw")]
    assert found == ["blue+resign", "red+resign", "draw+agreed"]
    assert not begin(state, "e5xe6").table_actions(), "not inside a turn"
    assert not Stratego({}).initial_state().table_actions(), "nor in the set-up"


def test_4_8_with_more_players_the_game_goes_on() -> None:
    state = play(four(""), "resign.b e1-e2")
    assert field(state, 2) == "green" and at(state, "a5") == "" and result(state) == ""


def test_4_9_the_end_uncovers_everything_and_no_side_acts() -> None:
    over = play(state_of("r5e5 b9e6"), "draw")
    for viewer in (-1, 0, 1):
        assert over.observation(viewer).to_text() == over.to_text()
    assert over.current_player() < 0 and not over.legal_actions()
    assert refusal(over, "j1-j2") == "IllegalAction"


def test_s52_the_last_beaten_army_stays_on_the_board() -> None:
    after = play(state_of("r9j9"), "j9xj10")
    assert result(after) == "red+flag" and at(after, "a10") == "b4"
