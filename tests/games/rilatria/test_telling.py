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
from tests.fixtures.told import Told, held_up, left_over, spoken, tells
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


def test_3_1_placing_a_piece_names_piece_and_square() -> None:
    assert say(START, "rHg1") == [
        Told(
            "place",
            ("g1",),
            "Jugador 1 coloca el héroe en g1.",
            "Player 1 places the hero on g1.",
        )
    ]


def test_a_move_names_piece_and_squares() -> None:
    assert say(PLAIN, "Hh2-h3") == [
        Told(
            "move",
            ("h2", "h3"),
            "Jugador 1 mueve el héroe de h2 a h3.",
            "Player 1 moves the hero from h2 to h3.",
        )
    ]


def test_7_9_an_attack_tells_the_gained_honour_and_the_lost_vitality() -> None:
    assert say(FREE, "Te4xe6") == [
        Told(
            "take",
            ("e4", "e6"),
            "Jugador 1 ataca con el armatoste desde e4 y destruye el armatoste en e6.",
            "Player 1 attacks with the ram from e4 and destroys the ram on e6.",
        ),
        Told(
            "meter",
            (),
            "Jugador 1 ha destruido el armatoste: honor 3 → 4.",
            "Player 1 destroyed the ram: honour 3 → 4.",
        ),
        Told(
            "meter",
            (),
            "Jugador 2 ha perdido el armatoste (2 de vitalidad por pieza): vitalidad 6 → 4.",
            "Player 2 lost the ram (2 vitality per piece): vitality 6 → 4.",
        ),
    ]


def test_7_9_the_price_of_a_lost_piece_is_that_of_the_game() -> None:
    """Regression test: nothing at the table said why a lost piece costs 2 vitality."""
    quick = Rilatria({"blow": 3})
    state = quick.state_from_text(FREE)
    after = state.clone()
    after.apply(action := quick.parse_action(state, "Te4xe6"))
    loss = quick.tell(state, Event(0, action), after, 0)[-1]
    assert spoken(quick, (loss,))[0].en == (
        "Player 2 lost the ram (3 vitality per piece): vitality 6 → 3."
    )
    assert loss.brief is not None and loss.brief.phrases[0].params["cost"] == 3
    for game, cost in ((GAME, 2), (quick, 3)):
        life = game.scene(game.state_from_text(FREE), 0).areas[0].items[0]
        assert life.note == Message("treaty.vitality", cost=cost)


def test_7_9_losing_an_assassin_costs_honour_and_limits_are_mentioned() -> None:
    text = FREE.replace("4t4", "4a4").replace("6.3.0.2.0 6.4", "6.6.0.2.0 1.0")
    taken, gain, loss, end = say(text, "Te4xe6")
    assert taken.es.endswith("destruye el asesino en e6.")
    assert gain.es == ("Jugador 1 ha destruido el asesino: honor sigue en 6 (máximo).")
    assert loss.es == (
        "Jugador 2 ha perdido el asesino y la partida: vitalidad 1 → 0 (−2, mínimo 0) "
        "y honor sigue en 0."
    )
    assert end.kind == "end"


def test_7_8_a_purchase_tells_its_price_and_that_the_recruit_must_wait() -> None:
    assert say(PLAIN, "rBi3") == [
        Told(
            "meter",
            (),
            "Jugador 1 compra un bárbaro: dinero 2 → 0.",
            "Player 1 buys a barbarian: money 2 → 0.",
        ),
        Told(
            "place",
            ("i3",),
            "Jugador 1 compra un bárbaro en i3: dinero 2 → 0. Este turno no puede atacar.",
            "Player 1 buys a barbarian on i3: money 2 → 0. It cannot attack this turn.",
        ),
    ]
    assert [one.aside for one in told(PLAIN, "rBi3")] == [
        True,
        False,
    ]  # the second sentence includes the first


def test_7_7_buying_the_assassin_tells_the_loss_of_token_and_honour() -> None:
    paid = say(PLAIN.replace("6.3.0.2.0", "5.4.0.6.1"), "rAg1")[0]
    assert paid.es == ("Jugador 1 compra un asesino: dinero 6 → 0, fichas 1 → 0 y honor 4 → 0.")
    assert paid.en == ("Player 1 buys an assassin: money 6 → 0, tokens 1 → 0 and honour 4 → 0.")


def test_7_10_a_sacrifice_tells_both_changed_values() -> None:
    telling = told(PLAIN.replace("6.3.0.2.0", "5.4.0.2.0"), "$")
    assert spoken(GAME, telling) == [
        Told(
            "meter",
            (),
            "Jugador 1 hace un sacrificio: vitalidad 5 → 4 y dinero 2 → 3.",
            "Player 1 makes a sacrifice: vitality 5 → 4 and money 2 → 3.",
        )
    ]
    assert held_up(GAME, telling[0]) == [("vitality", "5 → 4", ""), ("money", "2 → 3", "")]
    assert [(c.before, c.after) for c in telling[0].changes] == [(5, 4), (2, 3)]


def test_5_2_5_3_the_treaties_of_the_next_turn_are_told_in_order() -> None:
    text = PLAIN.replace("1 L 6.3.0.2.0 6.3.1.2.0", "1 L 6.3.0.2.0 5.6.5.6.0")
    assert say(text, ";") == [
        Told("pass", (), "Jugador 1 termina su turno.", "Player 1 ends the turn."),
        Told(
            "meter",
            (),
            "Jugador 2 tiene 6 de honor (con 6, el doble): vitalidad 5 → 6 (+2, máximo 6) y suerte "
            "5 → 4.",
            "Player 2 has 6 honour (double at 6): vitality 5 → 6 (+2, capped at 6) and luck 5 → 4.",
        ),
        Told(
            "meter",
            (),
            "Jugador 2 tiene 4 de suerte (4+): dinero sigue en 6 (máximo). "
            "Después se lanza la moneda.",
            "Player 2 has 4 luck (4+): money stays at 6 (maximum). A coin toss follows.",
        ),
    ]


def test_7_8_the_end_of_a_turn_says_that_recruits_can_attack_next_turn() -> None:
    text = PLAIN.replace(" - 5", " +g3 5")
    assert say(text, ";")[0].es == (
        "Jugador 1 termina su turno. Los reclutas podrán atacar desde el siguiente."
    )


def test_5_4_a_call_tells_its_stakes() -> None:
    assert say(CALL, "@c") == [
        Told(
            "offer",
            (),
            "Jugador 1 pide cara. Si acierta: vitalidad 3 → 4. Si falla: 3 → 2.",
            "Player 1 calls heads. If right: vitality 3 → 4. If wrong: 3 → 2.",
        )
    ]
    last = say(CALL.replace("C 3.3", "C 1.3"), "@x")[0]
    assert last.es == (
        "Jugador 1 pide cruz y se juega la partida. Si acierta: vitalidad 1 → 2. Si falla: derrota."
    )
    full = say(CALL.replace("C 3.3", "C 6.3"), "@x")[0]
    assert full.en == ("Player 1 calls tails. If right: vitality stays at 6. If wrong: 6 → 5.")


def test_5_5_a_coin_toss_tells_its_consequences() -> None:
    text = CALL.replace(" C 3.3.4.2.0", " P:c 3.3.4.4.0")
    telling = told(text, "x")
    assert spoken(GAME, telling) == [
        Told(
            "coin",
            (),
            "Sale cruz, pero Jugador 1 pidió cara.",
            "The coin shows tails, but Player 1 called heads.",
        ),
        Told(
            "meter",
            (),
            "Jugador 1 falla: vitalidad 3 → 2.",
            "Player 1 guesses wrong: vitality 3 → 2.",
        ),
        Told(
            "meter",
            (),
            "Jugador 1 tiene 4 de dinero, y 4 o más cuestan 1 de honor: honor 3 → 2.",
            "Player 1 has 4 money, and 4 or more cost 1 honour: honour 3 → 2.",
        ),
    ]
    assert held_up(GAME, telling[0]) == [
        ("heads", "called", ""),
        ("tails", "result", "lost"),
    ]


def test_5_4_the_result_of_a_call_is_told() -> None:
    text = CALL.replace(" C 3.3.4.2.0", " P:c 3.3.4.2.0")
    assert [one.es for one in say(text, "c")] == [
        "Sale cara, como pidió Jugador 1.",
        "Jugador 1 acierta: vitalidad 3 → 4.",
    ]
    fatal = say(text.replace("P:c 3.", "P:c 1."), "x")
    assert [one.es for one in fatal] == [
        "Sale cruz, pero Jugador 1 pidió cara.",
        "Jugador 1 falla y pierde la partida: vitalidad 1 → 0.",
        "Victoria de Jugador 2: el rival perdió su última vitalidad a cara o cruz",
    ]


def test_6_1_a_drawn_card_shows_its_possible_effect() -> None:
    telling = told(PLAIN.replace(" L ", " N "), "?3d")
    assert spoken(GAME, telling) == [
        Told(
            "card",
            (),
            "Jugador 1 roba una carta: +3 dinero.",
            "Player 1 draws a card: +3 money.",
        )
    ]
    assert held_up(GAME, telling[0]) == [("+3 money", "2 → 5", "new")]
    token = say(PLAIN.replace(" L ", " N "), "?F")[0]
    assert (token.es, token.en) == (
        "Jugador 1 roba una carta: una ficha.",
        "Player 1 draws a card: a token.",
    )


def test_6_2_a_chosen_card_tells_its_effect() -> None:
    telling = told(CHOOSE, "=4d")
    assert spoken(GAME, telling) == [
        Told(
            "card",
            (),
            "Jugador 1 elige «+4 dinero»: dinero 5 → 6 (+4, máximo 6).",
            "Player 1 chooses “+4 money”: money 5 → 6 (+4, capped at 6).",
        ),
        Told(
            "meter",
            (),
            "Carta de Jugador 1: dinero 5 → 6 (+4, máximo 6).",
            "Player 1’s card: money 5 → 6 (+4, capped at 6).",
        ),
    ]
    assert [state for _, _, state in held_up(GAME, telling[0])] == ["chosen", "spent", "spent"]
    assert [one.aside for one in telling] == [False, True]
    token = say(CHOOSE, "=F")[1]
    assert token.es == "Carta de Jugador 1: fichas 0 → 1."


def test_10_7_after_the_last_turn_no_new_turn_is_told() -> None:
    text = PLAIN.replace("1 L", "2 L").replace("- 5 6", "- 5 200")
    assert [one.kind for one in say(text, ";")] == ["pass", "end"]


def test_the_goal_says_how_much_vitality_is_left() -> None:
    state = at(PLAIN.replace("6.3.1.2.0", "1.3.1.2.0"))
    words = catalogue("rilatria", "es")
    goals = [words.text(GAME.goal(state, viewer)) for viewer in (0, 1, -1)]
    assert goals == [
        "Destruye al héroe enemigo o baja la vitalidad del rival de 1 a 0.",
        "Destruye al héroe enemigo o baja la vitalidad del rival de 6 a 0.",
        "Para ganar, destruye al héroe enemigo o baja la vitalidad del rival a 0 (ahora 6 y 1).",
    ]


def test_10_5_a_resignation_tells_nothing_about_the_open_cards() -> None:
    state = at(CHOOSE)
    assert [one.es for one in spoken(GAME, tells(GAME, state, ("resign", 0)))] == [
        "Jugador 1 abandona.",
        "Victoria de Jugador 2 por abandono",
    ]


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_its_own_sentence(seed: int) -> None:
    match = random_walk(Match(MatchConfig("rilatria", dict(GAME.options)), game=GAME), Random(seed))
    for viewer in (0, 1, -1):
        assert left_over(GAME, match, viewer) == []


@pytest.mark.parametrize(("vitality", "key"), [(6, "prompt.call.full"), (5, "prompt.call")])
def test_the_call_promises_no_vitality_above_the_maximum(vitality: int, key: str) -> None:
    state = at(f"9/1h7/9/9/9/9/9/7H1/9 1 C {vitality}.1.4.0.0 6.3.1.2.0 - 5 6")
    assert state.game.prompt(state, 0).key == key
