"""Sentences with which Rilatria describes its events, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import Event
from engine.core.telling import Happening
from engine.core.texts import Message
from engine.dev.common import catalogue
from engine.dev.walks import random_walk
from engine.games.rilatria.game import Rilatria
from engine.match.match import Match, MatchConfig
from tests.fixtures.golden import Golden
from tests.fixtures.told import Told, held_up, left_over, spoken, tells
from tests.games.answers import game_of
from tests.games.rilatria.table import PLAIN, START, at

GAME = Rilatria()
FREE = "9/1h7/9/4t4/9/4T4/6L2/7H1/9 1 L 6.3.0.2.0 6.4.1.2.0 - 5 6"
CALL = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 3.3.4.2.0 6.3.1.2.0 - 0 4"
CHOOSE = PLAIN.replace(" L ", " O:4d,1h,F ").replace("6.3.0.2.0", "6.3.0.5.0")


def told(text: str, token: str) -> tuple[Happening, ...]:
    state = at(text)
    return tells(GAME, state, GAME.parse_action(state, token))


def say(text: str, token: str) -> list[Told]:
    return spoken(GAME, told(text, token))


def test_3_1_placing_a_piece_names_piece_and_square(golden: Golden) -> None:
    golden(say(START, "rHg1"))


def test_a_move_names_piece_and_squares() -> None:
    assert say(PLAIN, "Hh2-h3") == [
        Told(
            "move",
            ("h2", "h3"),
            "Jugador 1 mueve el héroe de h2 a h3.",
            "Player 1 moves the hero from h2 to h3.",
        )
    ]


def test_7_9_an_attack_tells_the_gained_honour_and_the_lost_vitality(golden: Golden) -> None:
    golden(say(FREE, "Te4xe6"))


def test_7_9_the_price_of_a_lost_piece_is_that_of_the_game(golden: Golden) -> None:
    """Regression test: nothing at the table said why a lost piece costs 2 vitality."""
    quick = Rilatria({"blow": 3})
    state = quick.state_from_text(FREE)
    after = state.clone()
    after.apply(action := quick.parse_action(state, "Te4xe6"))
    loss = quick.tell(state, Event(0, action), after, 0)[-1]
    golden(spoken(quick, (loss,))[0].en)
    assert loss.short is not None and loss.short.phrases[0].params["cost"] == 3
    for game, cost in ((GAME, 2), (quick, 3)):
        life = game.scene(game.state_from_text(FREE), 0).areas[0].items[0]
        assert life.note == Message("treaty.vitality", cost=cost)


def test_7_9_losing_an_assassin_costs_honour_and_limits_are_mentioned(golden: Golden) -> None:
    text = FREE.replace("4t4", "4a4").replace("6.3.0.2.0 6.4", "6.6.0.2.0 1.0")
    taken, gain, loss, end = say(text, "Te4xe6")
    golden(taken.es)
    golden(gain.es)
    golden(loss.es)
    assert end.kind == "end"


def test_7_8_a_purchase_tells_its_price_and_that_the_recruit_must_wait(golden: Golden) -> None:
    golden(say(PLAIN, "rBi3"))
    assert [one.aside for one in told(PLAIN, "rBi3")] == [
        True,
        False,
    ]  # the second sentence includes the first


def test_7_7_buying_the_assassin_tells_the_loss_of_token_and_honour(golden: Golden) -> None:
    paid = say(PLAIN.replace("6.3.0.2.0", "5.4.0.6.1"), "rAg1")[0]
    golden(paid.es)
    golden(paid.en)


def test_7_10_a_sacrifice_tells_both_changed_values(golden: Golden) -> None:
    telling = told(PLAIN.replace("6.3.0.2.0", "5.4.0.2.0"), "$")
    golden(spoken(GAME, telling))
    assert held_up(GAME, telling[0]) == [("vitality", "5 → 4", ""), ("money", "2 → 3", "")]
    assert [(c.before, c.after) for c in telling[0].changes] == [(5, 4), (2, 3)]


def test_5_2_5_3_the_treaties_of_the_next_turn_are_told_in_order(golden: Golden) -> None:
    text = PLAIN.replace("1 L 6.3.0.2.0 6.3.1.2.0", "1 L 6.3.0.2.0 5.6.5.6.0")
    golden(say(text, ";"))


def test_7_8_the_end_of_a_turn_says_that_recruits_can_attack_next_turn(golden: Golden) -> None:
    text = PLAIN.replace(" - 5", " +g3 5")
    golden(say(text, ";")[0].es)


def test_5_4_a_call_tells_its_stakes(golden: Golden) -> None:
    golden(say(CALL, "@c"))
    last = say(CALL.replace("C 3.3", "C 1.3"), "@x")[0]
    golden(last.es)
    full = say(CALL.replace("C 3.3", "C 6.3"), "@x")[0]
    golden(full.en)


def test_5_5_a_coin_toss_tells_its_consequences(golden: Golden) -> None:
    text = CALL.replace(" C 3.3.4.2.0", " P:c 3.3.4.4.0")
    telling = told(text, "x")
    golden(spoken(GAME, telling))
    assert held_up(GAME, telling[0]) == [
        ("heads", "called", ""),
        ("tails", "result", "lost"),
    ]


def test_5_4_the_result_of_a_call_is_told(golden: Golden) -> None:
    text = CALL.replace(" C 3.3.4.2.0", " P:c 3.3.4.2.0")
    golden([one.es for one in say(text, "c")])
    fatal = say(text.replace("P:c 3.", "P:c 1."), "x")
    golden([one.es for one in fatal])


def test_6_1_a_drawn_card_shows_its_possible_effect(golden: Golden) -> None:
    telling = told(PLAIN.replace(" L ", " N "), "?3d")
    golden(spoken(GAME, telling))
    assert held_up(GAME, telling[0]) == [("+3 money", "2 → 5", "new")]
    token = say(PLAIN.replace(" L ", " N "), "?F")[0]
    golden((token.es, token.en))


def test_6_2_a_chosen_card_tells_its_effect(golden: Golden) -> None:
    telling = told(CHOOSE, "=4d")
    golden(spoken(GAME, telling))
    assert [state for _, _, state in held_up(GAME, telling[0])] == ["chosen", "spent", "spent"]
    assert [one.aside for one in telling] == [False, True]
    token = say(CHOOSE, "=F")[1]
    assert token.es == "Carta de Jugador 1: fichas 0 → 1."


def test_10_7_after_the_last_turn_no_new_turn_is_told() -> None:
    text = PLAIN.replace("1 L", "2 L").replace("- 5 6", "- 5 200")
    assert [one.kind for one in say(text, ";")] == ["pass", "end"]


def test_the_goal_says_how_much_vitality_is_left(golden: Golden) -> None:
    state = at(PLAIN.replace("6.3.1.2.0", "1.3.1.2.0"))
    words = catalogue("rilatria", "es")
    goals = [words.text(GAME.goal(state, viewer)) for viewer in (0, 1, -1)]
    golden(goals)


def test_10_5_a_resignation_tells_nothing_about_the_open_cards(golden: Golden) -> None:
    state = at(CHOOSE)
    golden([one.es for one in spoken(GAME, tells(GAME, state, ("resign", 0)))])


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_its_own_sentence(seed: int) -> None:
    match = random_walk(Match(MatchConfig("rilatria", dict(GAME.options)), game=GAME), Random(seed))
    for viewer in (0, 1, -1):
        assert left_over(GAME, match, viewer) == []


@pytest.mark.parametrize(("vitality", "key"), [(6, "prompt.call.full"), (5, "prompt.call")])
def test_the_call_promises_no_vitality_above_the_maximum(vitality: int, key: str) -> None:
    state = at(f"9/1h7/9/9/9/9/9/7H1/9 1 C {vitality}.1.4.0.0 6.3.1.2.0 - 5 6")
    assert game_of(state).prompt(state, 0).key == key
