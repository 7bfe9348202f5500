"""Hands are hidden, all else is public."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import Event
from engine.core.errors import ActionError
from engine.dev.checks import messages
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.cards import ALL, NUMBER
from tests.fixtures.words import play
from tests.games.twocities.board import case

REST = "Ts,2d,4h/As,3s,4c 2h,4s Qd 5.0.1.0 card"


def test_2_10_an_observation_hides_the_other_hands() -> None:
    state = case("Lc3 Pf2", "Lc7 Pf6", rest=REST)
    hands = [state.observation(viewer).to_text().split()[4] for viewer in (0, 1, -1)]
    assert hands == ["Ts,2d,4h/?,?,?", "?,?,?/As,3s,4c", "?,?,?/?,?,?"]
    assert {state.observation(v).deck_count() for v in (0, 1, -1)} == {15}


def test_2_10_a_drawn_card_is_redacted_for_other_viewers() -> None:
    game = TwoCities()
    state = play(case("Lc3", "Lc7", rest=REST), "play:4h")
    event = Event(-1, ("card", NUMBER["Ah"]))
    assert game.redact(state, event, 0) == event
    for viewer in (1, -1):
        assert game.redact(state, event, viewer) == Event(-1, ("card", -1))


def test_t35_determinizations_deal_any_unseen_cards() -> None:
    seen = case("Lc3", "Lc7", rest=REST).observation(0)
    rng = Random(1)
    dealt = {seen.determinize(0, rng).hands[1] for _ in range(300)}
    assert len(dealt) > 150 and all(mask & seen.hands[0] == 0 for mask in dealt)


def test_2_10_an_empty_deck_reveals_the_other_hand() -> None:
    gone = "Ts,Js,Qs,Ks,6s,Jd,Qd,Kd"
    rest = f"As,3h,3d/Ah,3s,3c Ad,Ac,2h,2d,2s,2c,4h,4d,4s,4c {gone} 9.0.0.0 card"
    state = case("Lf3", "Lf6", rest=rest)
    assert state.determinize(0, Random(3)).key() == state.key()


def test_3_10_an_unknown_hand_allows_every_possible_input() -> None:
    """An input is legal if it is legal for at least one possible hand."""
    state = case("Lf3 Pg1", rest="?,?,?/?,?,? - - 1.0.0.0 card")
    texts = {TwoCities().action_text(state, action) for action in state.legal_actions()}
    assert "play:As" in texts and "play:Ah" not in texts
    assert "discard:Ah" in texts and "discard:As" not in texts
    one = case("Lf3 Pg1", rest="4c,?,?/?,?,? - - 1.0.0.0 card")
    assert not any(action[0] == "discard" for action in one.legal_actions())
    few = case("Lf3 Pg1", rest="Ah,?,?/?,?,? 2h,2d,Ad - 1.0.0.0 card")
    assert any(action[0] == "discard" for action in few.legal_actions())


def test_2_2_a_hidden_card_is_an_input_only_while_hands_are_unknown() -> None:
    hidden = play(case("Lf3", rest="?,?,?/?,?,? - - 1.0.0.0 card"), "play:4c")
    assert play(hidden, "card:?").unknown == (3, 3)
    known = case("Lf3", rest="4c,4h,4s/4d,3h,3s - - 1.0.0.0 card")
    with pytest.raises(ActionError) as caught:
        play(known, "play:4c card:?")
    assert caught.value.code == "card-not-in-deck"
    dealing = play(TwoCities().initial_state(), "forests:e3,f7 hills:a2,b6 deal:?")
    assert dealing.unknown == (1, 0)


def test_2_1_scenes_do_not_name_hidden_cards() -> None:
    state = case("Lc3 Pf2", "Lc7 Pf6", rest=REST)
    for viewer in (0, 1, -1):
        scene = TwoCities().scene(state.observation(viewer), viewer)
        words = repr(list(messages(scene))) + repr(scene.targets())
        for card, text in ((0, "card:Ts"), (1, "card:3s")):
            assert (text in words) == (viewer == card)


def test_2_1_all_cards_are_in_hands_piles_or_unseen() -> None:
    state = case("Lc3", "Lc7", rest=REST)
    named = state.hands[0] | state.hands[1] | state.discards | state.removed
    assert named | state.unseen() == ALL


def test_3_10_only_the_choice_of_a_card_is_private() -> None:
    """All other questions can be answered without seeing a hand."""
    state = case("Pd4", "Cd5", rest="Ts,2d,4h/As,3s,4c 2h,4s Qd 5.0.1.0 card")
    assert state.is_private()
    state = play(state, "play:2d move:d4-d4 melee:d5")
    assert not state.is_private() and state.current_player() == 1
    assert state.observation(-1).legal_actions() == state.legal_actions()
