"""Sentences with which Rilatria describes its events, in both languages."""

from __future__ import annotations

import pytest

from engine.core.contract import RESIGN
from engine.core.texts import Message
from engine.dev.common import catalogue
from engine.games.rilatria.game import Rilatria
from tests.fixtures.golden import Golden
from tests.games.answers import game_of, goal_of
from tests.games.rilatria.table import PLAIN, START, at
from tests.games.telling import Case, in_full

FREE = "9/1h7/9/4t4/9/4T4/6L2/7H1/9 1 L 6.3.0.2.0 6.4.1.2.0 - 5 6"
CALL = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 3.3.4.2.0 6.3.1.2.0 - 0 4"
CALLED = CALL.replace("C 3.3.4", "P:c 3.3.4")
CHOOSE = PLAIN.replace(" L ", " O:4d,1h,F ").replace("6.3.0.2.0", "6.3.0.5.0")
DRAW = PLAIN.replace(" L ", " N ")


def holding(reserve: str) -> str:
    return PLAIN.replace("6.3.0.2.0", reserve)


TOLD = {
    "3_1_placing_a_piece_names_piece_and_square": Case(START, "rHg1"),
    "a_move_names_piece_and_squares": Case(PLAIN, "Hh2-h3"),
    "7_9_an_attack_tells_the_gained_honour_and_the_lost_vitality": Case(FREE, "Te4xe6"),
    "7_9_the_price_of_a_lost_piece_is_that_of_the_game": Case(FREE, "Te4xe6", options={"blow": 3}),
    "7_9_losing_an_assassin_costs_honour_and_limits_are_mentioned": Case(
        FREE.replace("4t4", "4a4").replace("6.3.0.2.0 6.4", "6.6.0.2.0 1.0"), "Te4xe6"
    ),
    "7_8_a_purchase_tells_its_price_and_that_the_recruit_must_wait": Case(PLAIN, "rBi3"),
    "7_7_buying_the_assassin_tells_the_loss_of_token_and_honour": Case(
        holding("5.4.0.6.1"), "rAg1"
    ),
    "7_10_a_sacrifice_tells_both_changed_values": Case(holding("5.4.0.2.0"), "$"),
    "5_2_5_3_the_treaties_of_the_next_turn_are_told_in_order": Case(
        PLAIN.replace("1 L 6.3.0.2.0 6.3.1.2.0", "1 L 6.3.0.2.0 5.6.5.6.0"), ";"
    ),
    "7_8_the_end_of_a_turn_says_that_recruits_can_attack_next_turn": Case(
        PLAIN.replace(" - 5", " +g3 5"), ";"
    ),
    "5_4_a_call_tells_its_stakes": Case(CALL, "@c"),
    "5_4_a_call_with_the_last_vitality": Case(CALL.replace("C 3.3", "C 1.3"), "@x"),
    "5_4_a_call_at_full_vitality": Case(CALL.replace("C 3.3", "C 6.3"), "@x"),
    "5_5_a_coin_toss_tells_its_consequences": Case(CALLED.replace("3.3.4.2", "3.3.4.4"), "x"),
    "5_4_the_result_of_a_call_is_told": Case(CALLED, "c"),
    "5_4_a_fatal_call_ends_the_game": Case(CALLED.replace("P:c 3.", "P:c 1."), "x"),
    "6_1_a_drawn_card_shows_its_possible_effect": Case(DRAW, "?3d"),
    "6_1_a_drawn_token": Case(DRAW, "?F"),
    "6_2_a_chosen_card_tells_its_effect": Case(CHOOSE, "=4d"),
    "6_2_a_chosen_token": Case(CHOOSE, "=F"),
    "10_7_after_the_last_turn_no_new_turn_is_told": Case(
        PLAIN.replace("1 L", "2 L").replace("- 5 6", "- 5 200"), ";"
    ),
    "10_5_a_resignation_tells_nothing_about_the_open_cards": Case(
        CHOOSE, "", actions=((RESIGN, 0),)
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told(golden: Golden, name: str) -> None:
    golden(in_full("rilatria", TOLD[name].telling("rilatria")))


def test_7_9_the_treaty_of_vitality_says_what_a_lost_piece_costs() -> None:
    """Regression test: nothing at the table said why a lost piece costs 2 vitality."""
    for cost in (2, 3):
        game = Rilatria({"blow": cost})
        life = game.scene(game.state_from_text(FREE), 0).areas[0].items[0]
        assert life.note == Message("treaty.vitality", cost=cost)
    told = TOLD["7_9_the_price_of_a_lost_piece_is_that_of_the_game"].telling("rilatria")
    assert told[-1].short is not None and told[-1].short.phrases[0].params["cost"] == 3


def test_the_goal_says_how_much_vitality_is_left(golden: Golden) -> None:
    state = at(PLAIN.replace("6.3.1.2.0", "1.3.1.2.0"))
    words = catalogue("rilatria", "es")
    golden([words.text(goal_of(state, viewer)) for viewer in (0, 1, -1)])


@pytest.mark.parametrize(("vitality", "key"), [(6, "prompt.call.full"), (5, "prompt.call")])
def test_the_call_promises_no_vitality_above_the_maximum(vitality: int, key: str) -> None:
    state = at(f"9/1h7/9/9/9/9/9/7H1/9 1 C {vitality}.1.4.0.0 6.3.1.2.0 - 5 6")
    assert game_of(state).prompt(state, 0).key == key
