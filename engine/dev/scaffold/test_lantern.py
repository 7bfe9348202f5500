"""Tests of Lantern's rulebook, each named after its clause."""

from __future__ import annotations

import pytest

from engine.core.contract import CHANCE, UNKNOWN, Event
from engine.core.errors import BadPosition
from engine.dev.scaffold.lantern.game import GAME

START = "2g2/5/5/2G2 south 0 - -,- - hide:south -"


def targets(game_text: str) -> set[str]:
    game = GAME()
    state = game.state_from_text(game_text)
    return {game.action_text(state, action) for action in state.legal_actions()}


def test_1_1_board_and_guards() -> None:
    assert GAME().initial_state().to_text() == START
    assert (
        GAME({"width": 7}).initial_state().to_text() == "3g3/7/7/3G3 south 0 - -,- - hide:south -"
    )


def test_2_1_only_the_owner_knows_the_home_square_of_his_treasure() -> None:
    game = GAME()
    state = game.initial_state()
    assert targets(START) == {"Ta1", "Tb1", "Tc1", "Td1", "Te1"}
    assert game.redact(state, Event(0, ("hide", 3)), 1) == Event(0, ("hide", UNKNOWN))
    state.apply(("hide", 3))
    assert state.observation(0).to_text() == "2g2/5/5/2G2 south 0 - d1,- - hide:north -"
    assert state.observation(1).to_text() == "2g2/5/5/2G2 south 0 - ?,- - hide:north -"


def test_2_2_a_turn_begins_with_the_die() -> None:
    state = GAME().state_from_text("2g2/5/5/2G2 south 4 - a1,a4 - roll -")
    assert state.current_player() == CHANCE
    assert dict(state.chance_outcomes()) == {("roll", 1): 2, ("roll", 2): 1}


def test_3_1_guard_moves_straight_up_to_the_roll_and_not_through_the_other_guard() -> None:
    assert targets("5/2g2/5/2G2 south 0 - a1,a4 - turn:2 -") == {
        "pass", "c1-a1", "c1-b1", "c1-d1", "c1-e1", "c1-c2",
    }  # fmt: skip


def test_3_2_owner_answers_truly_and_an_empty_square_is_dug() -> None:
    game = GAME()
    state = game.state_from_text("5/2G2/4g/5 south 0 - a1,a4 - turn:1 -")
    state.apply(game.parse_action(state, "c3-c4"))
    assert state.current_player() == 1
    assert state.legal_actions() == [("dig", 0)]
    assert len(state.observation(0).legal_actions()) == 2
    state.apply(("dig", 0))
    assert state.to_text() == "2G2/5/4g/5 north 1 - a1,a4 - roll c4"


def test_4_1_finding_the_treasure_wins_and_the_last_turn_draws() -> None:
    state = GAME().state_from_text("2G2/5/4g/5 south 0 - a1,c4 - dig:c4 -")
    state.apply(("dig", 1))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.score, outcome.reason) == ("1-0", "treasure")
    late = GAME().state_from_text("5/2G2/4g/5 north 29 - a1,c4 - turn:1 -")
    late.apply(("pass",))
    outcome = late.outcome()
    assert outcome is not None
    assert (outcome.score, outcome.reason) == ("1/2-1/2", "limit")


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("2g2/5/5/2G2 south 0", "fields"),
        ("2g2/5/5/2Z2 south 0 - -,- - hide:south -", "board"),
        ("5/5/5/2g2 south 0 - a1,a4 - roll -", "board"),
        ("2g2/5/5/2G2 south 0 - a4,a1 - roll -", "secrets"),
        ("2g2/5/5/2G2 south 0 - -,- - roll -", "secrets"),
        ("2g2/5/5/2G2 south 0 - a1,a4 - roll a1", "secrets"),
        ("2g2/5/5/2G2 south 0 - a1,? south,north roll -", "shown"),
        ("2g2/5/5/2G2 south 2 - -,- - hide:south -", "question"),
        ("2g2/5/5/2G2 south 0 - a1,a4 - roll c2", "dug"),
        ("2g2/5/5/2G2 south 32 - a1,a4 - roll -", "turns"),
        ("2g2/5/5/2G2 south 0 - a1,a4 - turn:3 -", "question"),
        ("2g2/5/5/2G2 south 0 - a1,a4 - dig:c4 -", "question"),
    ],
)
def test_bad_positions_name_the_field(text: str, field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME().state_from_text(text)
    assert caught.value.field == field
