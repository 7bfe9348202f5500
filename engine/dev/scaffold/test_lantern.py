"""Tests of Lantern's rulebook, each named after its clause."""

from __future__ import annotations

import pytest

from engine.core.contract import CHANCE, UNKNOWN, Event
from engine.core.errors import BadPosition
from engine.dev.scaffold.lantern.game import GAME

START = "c1,c4 -,- - 0 hide:0"


def targets(game_text: str) -> set[str]:
    game = GAME()
    state = game.state_from_text(game_text)
    return {game.action_text(state, action) for action in state.legal_actions()}


def test_1_1_board_and_guards() -> None:
    assert GAME().initial_state().to_text() == START
    assert GAME({"width": 7}).initial_state().to_text() == "d1,d4 -,- - 0 hide:0"


def test_2_1_only_the_owner_knows_the_home_square_of_his_treasure() -> None:
    game = GAME()
    state = game.initial_state()
    assert targets(START) == {"Ta1", "Tb1", "Tc1", "Td1", "Te1"}
    assert game.redact(state, Event(0, ("hide", 3)), 1) == Event(0, ("hide", UNKNOWN))
    state.apply(("hide", 3))
    assert state.observation(0).to_text() == "c1,c4 d1,- - 0 hide:1"
    assert state.observation(1).to_text() == "c1,c4 ?,- - 0 hide:1"


def test_2_2_a_turn_begins_with_the_die() -> None:
    state = GAME().state_from_text("c1,c4 a1,a4 - 4 roll")
    assert state.current_player() == CHANCE
    assert dict(state.chance_outcomes()) == {("roll", 1): 2, ("roll", 2): 1}


def test_3_1_guard_moves_straight_up_to_the_roll_and_not_through_the_other_guard() -> None:
    assert targets("c1,c3 a1,a4 - 0 move:2") == {
        "--", "c1-a1", "c1-b1", "c1-d1", "c1-e1", "c1-c2",
    }  # fmt: skip


def test_3_2_owner_answers_truly_and_an_empty_square_is_dug() -> None:
    game = GAME()
    state = game.state_from_text("c3,e2 a1,a4 - 0 move:1")
    state.apply(game.parse_action(state, "c3-c4"))
    assert state.current_player() == 1
    assert state.legal_actions() == [("answer", 0)]
    assert len(state.observation(0).legal_actions()) == 2
    state.apply(("answer", 0))
    assert state.to_text() == "c4,e2 a1,a4 c4 1 roll"


def test_4_1_finding_the_treasure_wins_and_the_last_turn_draws() -> None:
    state = GAME().state_from_text("c4,e2 a1,c4 - 0 move:1+answer:c4")
    state.apply(("answer", 1))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.score, outcome.reason) == ("1-0", "treasure")
    late = GAME().state_from_text("c3,e2 a1,c4 - 29 move:1")
    late.apply(("pass",))
    outcome = late.outcome()
    assert outcome is not None
    assert (outcome.score, outcome.reason) == ("1/2-1/2", "limit")


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("c1,c4 -,- - 0", "fields"),
        ("z9,c4 -,- - 0 hide:0", "guards"),
        ("c1,c1 a1,a4 - 0 roll", "guards"),
        ("c1,c4 a4,a1 - 0 roll", "treasures"),
        ("c1,c4 -,- - 0 roll", "treasures"),
        ("c1,c4 a1,a4 a1 0 roll", "treasures"),
        ("c1,c4 a1,a4 c2 0 roll", "dug"),
        ("c1,c4 a1,a4 - 30 roll", "turns"),
        ("c1,c4 a1,a4 - 0 move:3", "state"),
        ("c1,c4 a1,a4 - 0 move:1+answer:c4", "state"),
    ],
)
def test_bad_positions_name_the_field(text: str, field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME().state_from_text(text)
    assert caught.value.field == field
