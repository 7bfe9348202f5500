"""Fights: rulebook 3.8 to 3.12 and the options that change who falls."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.core.options import Options
from tests.fixtures.words import play, refusal
from tests.games.stratego.helpers import at, begin, choices, field, goals, result, state_of, token

RANKED = "S23456789M"


def fight(attacker: str, defender: str, **options: Any) -> str:
    """Return the record of red on e5 attacking blue on e6."""
    state = state_of(f"r{attacker}e5 b{defender}e6", **options)
    return token(state, "e5xe6").removeprefix("e5xe6:")


def after(attacker: str, defender: str, **options: Any) -> tuple[str, str]:
    """Return what stands on e5 and e6 after that attack."""
    state = play(state_of(f"r{attacker}e5 b{defender}e6", **options), "e5xe6")
    return at(state, "e5"), at(state, "e6")


@pytest.mark.parametrize("attacker", RANKED)
def test_3_8_any_piece_captures_the_flag_and_enters(attacker: str) -> None:
    state = play(state_of(f"r{attacker}j9"), "j9xj10")
    assert result(state) == "red+flag" and at(state, "j10") == f"r{attacker}'!"


@pytest.mark.parametrize("attacker", RANKED.replace("3", ""))
def test_3_9_a_bomb_stays_and_its_attacker_falls(attacker: str) -> None:
    assert fight(attacker, "B") == f"{attacker}<B"
    assert after(attacker, "B") == ("", "bB!")


def test_3_9_the_miner_and_his_mark_remove_a_bomb() -> None:
    assert after("3", "B") == ("", "r3'!")
    state = state_of("r6+e5 bBe6", miner_by_capture="all")
    assert at(play(state, "e5xe6"), "e6") == "r6'!+"


def test_3_10_a_spy_captures_the_marshal_it_attacks() -> None:
    assert fight("S", "M") == "S>M" and fight("M", "S") == "M>S"
    assert [fight("S", other) for other in "29B"] == ["S<2", "S<9", "S<B"]


def test_3_10_s38_hills_and_bonuses_do_not_change_it() -> None:
    assert fight("S", "M", hills=["e6", "f5"]) == "S>M"
    assert fight("M", "S", hills=["e6", "f5"]) == "M>S"
    assert fight("S", "M", attacker_bonus=True) == "S>M"


def test_3_11_the_higher_rank_wins() -> None:
    for lower, higher in pairwise(RANKED[1:]):
        assert fight(higher, lower) == f"{higher}>{lower}"
        assert fight(lower, higher) == f"{lower}<{higher}"


def test_3_11_with_equal_ranks_both_fall() -> None:
    for one in RANKED:
        assert fight(one, one) == f"{one}={one}" and after(one, one) == ("", "")


def test_3_11_a_rank_with_its_bonuses_has_no_limit() -> None:
    assert fight("M", "M", attacker_bonus=True) == "M>M"
    assert fight("9", "M", attacker_bonus=True, hills=["e6", "f5"]) == "9<M"


def test_3_12_s35_a_winning_attacker_enters_and_a_winning_defender_stays() -> None:
    assert after("6", "5") == ("", "r6'!")
    assert after("5", "6") == ("", "b6!")


def test_3_12_a_survivor_is_revealed() -> None:
    won = play(state_of("r6e5 b5e6"), "e5xe6")
    lost = play(state_of("r5e5 b6e6"), "e5xe6")
    assert at(won.observation(1), "e6") == "r6'!" and at(lost.observation(0), "e6") == "b6!"


def test_5_10_the_attacker_wins_with_surprise() -> None:
    assert fight("5", "5", surprise_factor=True) == "5>5"
    assert after("5", "5", surprise_factor=True) == ("", "r5'!")
    assert fight("5", "6", surprise_factor=True) == "5<6"


def test_5_11_the_attacker_adds_one() -> None:
    found = [fight("5", other, attacker_bonus=True) for other in "4567"]
    assert found == ["5>4", "5>5", "5=6", "5<7"]


def test_s19_bonus_and_surprise_count_only_when_ranks_are_compared() -> None:
    both = {"attacker_bonus": True, "surprise_factor": True}
    assert fight("5", "6", **both) == "5>6"
    assert [fight("M", "B", **both), fight("9", "S", **both)] == ["M<B", "9>S"]
    assert fight("B", "B", grenades=True, **both) == "B=B"


# -- grenades and the licensed spy -----------------------------------------------------------


def test_5_13_a_grenade_walks_one_cell() -> None:
    assert goals(state_of("rBe4", grenades=True), "e4") == "d4 e3 e5 f4"


@pytest.mark.parametrize("other", RANKED.replace("3", ""))
def test_5_13_a_grenade_and_its_victim_both_fall(other: str) -> None:
    assert after("B", other, grenades=True) == ("", "")
    assert after(other, "B", grenades=True) == ("", "")


def test_5_13_a_grenade_falls_alone_against_a_piece_that_defuses() -> None:
    assert fight("B", "3", grenades=True) == "B<3"
    assert after("B", "3", grenades=True) == ("", "b3!")
    assert after("3", "B", grenades=True) == ("", "r3'!")
    marked = state_of("rBe5 b6+e6", grenades=True, miner_by_capture="all")
    assert at(play(marked, "e5xe6"), "e6") == "b6!+"


def test_5_13_s20_a_grenade_takes_a_flag_and_two_cancel_each_other() -> None:
    assert result(play(state_of("rBj9", grenades=True), "j9xj10")) == "red+flag"
    assert fight("B", "B", grenades=True) == "B=B"
    assert after("B", "B", grenades=True) == ("", "")


@pytest.mark.parametrize("other", RANKED)
def test_5_14_a_licensed_spy_beats_every_rank(other: str) -> None:
    assert fight("S", other, licensed_spy=True) == f"S>{other}"


def test_s21_a_licensed_spy_falls_to_a_bomb_and_to_every_rank() -> None:
    assert fight("S", "B", licensed_spy=True) == "S<B"
    for other in RANKED:
        assert fight(other, "S", licensed_spy=True) == f"{other}>S"
    assert fight("2", "S", licensed_spy=True, hills=["e6", "f5"]) == "2>S"


# -- desertion -------------------------------------------------------------------------------


def test_5_28_a_ranked_piece_leaves_unseen_and_the_attacker_enters() -> None:
    state = state_of("r9e5 b4e6", desertion=True)
    gone = play(state, "e5xe6 desert")
    assert (at(gone, "e5"), at(gone, "e6")) == ("", "r9'")
    assert at(gone.observation(1), "e6") == "r?'" and field(gone.observation(0), 7) == "b:~?"


def test_5_28_a_desertion_is_no_capture() -> None:
    options: Options = {"rescue_points": 2, "rescue_rear": 2, "miner_by_capture": "all"}
    merit = {"types": "all", "next_rank_only": False}
    state = state_of("r9e5 b3e6", desertion=True, promotion_merit=merit, **options)
    gone = play(state, "e5xe6 desert")
    assert field(gone, 8) == "-" and at(gone, "e6") == "r9'" and field(gone, 2) == "blue"


def test_s15_desertion_answers_a_declared_attack() -> None:
    state = begin(state_of("r9e5 b4e6", desertion=True), "e5xe6")
    assert state.current_player() == 1 and choices(state) == ["desert", "stand"]
    assert at(state, "e5") == "r9" and at(state, "e6") == "b4"
    assert token(state_of("r9e5 b4e6", desertion=True), "e5xe6 stand") == "e5xe6:9>4"
    assert refusal(state_of("r9e5 b4e6"), "e5xe6 desert") == "IllegalAction"


def test_s36_flag_and_bomb_do_not_desert() -> None:
    bomb = begin(state_of("r9e5 bBe6", desertion=True), "e5xe6")
    flag = begin(state_of("r9j9", desertion=True), "j9xj10")
    assert choices(bomb) == choices(flag) == ["stand"]
