"""Who can attack this turn: with a card, with a unit, and from which squares."""

from __future__ import annotations

import re

import pytest

from engine.dev.common import catalogue
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.pieces import INDEX
from engine.games.twocities.rules.state import TwoCitiesState
from tests.fixtures.golden import Golden
from tests.fixtures.words import play
from tests.games.twocities.board import case

GAME = TwoCities()
HAND = "Ts,Ah,2s/?,?,? - - 5.0.0.0 card"


def labels(state: TwoCitiesState, target: str, kind: str) -> list[str]:
    words = catalogue("twocities", "en")
    marks = GAME.reach(state, target)
    return [words.text(one.label) for one in marks if one.kind == kind and one.label]


@pytest.mark.parametrize(
    ("white", "black", "card"),
    [
        ("Pa1 Lb1", "Ld6", "Ah"),
        ("Pa1 Lb4", "Ld5", "Ah"),
        ("Pa1 Lb4 Cc1", "Ld5", "Ah"),
        ("Lb4 Pg1", "Lb5", "Ah"),
        ("Ac1", "Lc6", "Ts"),  # two steps and a range of four
        ("Ac1", "Lc7", "Ah"),
        ("Pa1", "Lb5", "Ts"),
    ],
)
def test_2_3_a_card_says_which_units_can_attack(
    golden: Golden, white: str, black: str, card: str
) -> None:
    golden(labels(case(white, black, rest=HAND), f"card:{card}", "note"))


def test_2_3_a_card_that_activates_no_unit_says_nothing_of_attacks() -> None:
    state = case("La1", "Ld5", rest="4h,Jd,2s/?,?,? - - 5.0.0.0 card")
    for card in ("4h", "Jd", "2s"):
        assert labels(state, f"card:{card}", "note") == []


def test_4_5_moves_to_squares_with_an_enemy_in_reach_are_marked() -> None:
    """Melee through the four sides; shots of archers and cavalry, with the dice after a move."""
    state = play(case("Lb2 Ac3", "Lb5 Pe3", f="d2", rest=HAND), "play:Ts")
    marks = {
        (one[1], one[2]): GAME.mark(state, one) for one in state.legal_actions() if one[0] == "move"
    }
    assert set(marks.values()) == {"aim", "move"}
    at = INDEX
    assert marks[at["b2"], at["b4"]] == "aim" and marks[at["b2"], at["a4"]] == "move"
    assert marks[at["b2"], at["b2"]] == "move"
    assert marks[at["c3"], at["c3"]] == "aim", "from where it stands"
    assert marks[at["c3"], at["b3"]] == "aim", "b5 is two squares away"


def test_4_8_a_square_from_which_no_die_is_thrown_is_not_marked() -> None:
    """In a forest after a move archers have no die left, but they have one on open ground."""
    start = "Ah,4h,4d/?,?,? - - 5.0.0.0 card"
    moves = {}
    for forest in ("-", "c2,h7"):
        state = play(case("Ab2", "Lc5", f=forest, rest=start), "play:Ah")
        moves[forest] = GAME.mark(state, ("move", INDEX["b2"], INDEX["c2"]))
    assert moves == {"-": "aim", "c2,h7": "move"}


@pytest.mark.parametrize("lang", ["es", "en"])
def test_odds_and_range_do_not_break_between_a_number_and_its_word(lang: str) -> None:
    state = play(case("Ad4 Lb2 Lg2", "Ld6", rest=HAND), "play:Ah move:d4-d4")
    (said,) = [
        catalogue("twocities", lang).text(one)
        for one in GAME.scene(state, 0).status
        if one.key == "status.shot"
    ]
    odds, far = said.split(", ")[-2:]
    assert " " not in odds + far
    assert re.search("31\u00a0?%\u00a0", said) and said.endswith("\u00a03")


def test_4_5_a_unit_without_an_enemy_in_reach_says_so(golden: Golden) -> None:
    state = play(case("La1 Pb1", "Ld7", rest=HAND), "play:Ts")
    golden(labels(state, "sq:a1", "reach"))
    plain = play(case("La1 Pb1", "Ld7", rest=HAND), "play:Ah")
    golden(labels(plain, "sq:a1", "reach"))
    near = play(case("La1 Pb1", "La4", rest=HAND), "play:Ah")
    assert labels(near, "sq:a1", "reach") == []
    assert labels(plain, "sq:d7", "reach") == [], "the other side's turn is another matter"
