"""Clauses without a worked case: units, cards, purchases, ends, count of quiet turns."""

from __future__ import annotations

from collections import Counter

from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules import cards, pieces
from engine.games.twocities.rules.cards import NUMBER
from engine.games.twocities.rules.pieces import BACK, INDEX, NAMES, NEIGHBOURS, distance
from tests.fixtures.words import play
from tests.games.twocities.board import case


def test_1_1_1_2_squares_have_neighbours_a_back_and_distances() -> None:
    assert NAMES[BACK[0][INDEX["d4"]]] == "d3" and NAMES[BACK[1][INDEX["d4"]]] == "d5"
    assert BACK[0][INDEX["d1"]] == BACK[1][INDEX["d8"]] == -1
    assert sorted(NAMES[s] for s in NEIGHBOURS[INDEX["a1"]]) == ["a2", "b1"]
    assert distance(INDEX["a1"], INDEX["b2"]) == 2


def test_1_3_a_city_is_not_a_unit_and_never_moves() -> None:
    state = case("Lc3")
    assert [NAMES[s] for s in state.units(0)] == ["c3"]
    assert not any(a[1] == INDEX["d1"] for a in play(state, "play:Ts").legal_actions())


def test_1_6_the_table_of_units_matches_the_sheet() -> None:
    rows = list(
        zip(pieces.STRENGTH, pieces.MOVE, pieces.RANGE, pieces.MELEE, pieces.LETTERS, strict=True)
    )[1:]
    assert rows == [
        (4, 2, 0, 2, "L"),
        (4, 1, 0, 5, "P"),
        (4, 2, 3, 2, "A"),
        (3, 4, 2, 2, "C"),
        (5, 0, 0, 0, "T"),
    ]
    assert (pieces.STILL, pieces.MOVED, pieces.MAX_DICE) == (2, 1, 6)


def test_1_7_hits_move_with_the_unit() -> None:
    state = play(case("Cd4:2"), "play:Ah move:d4-d2")
    assert state.hits[INDEX["d2"]] == 2 and state.hits[INDEX["d4"]] == 0


def test_2_3_each_card_activates_its_units() -> None:
    assert len(cards.ORDER) == 24
    assert Counter(text[0] for text in cards.ORDER) == Counter("TJQK6JQKAAAA222233334444")
    state = case("Lc3 Pd3 Af3 Cg3", "Lc4")
    reach = {
        "Ts": "c3 d3 f3 g3", "Js": "c3 d3", "Qs": "g3", "Ks": "f3 g3", "6s": "c3", "Ah": "c3 d3",
        "Ac": "f3 g3", "2d": "c3 d3", "2s": "f3 g3", "3c": "c3 d3 f3 g3", "4h": "",
    }  # fmt: skip
    for text, expected in reach.items():
        assert " ".join(NAMES[s] for s in state.eligible(NUMBER[text])) == expected, text


def test_2_3_each_card_sets_how_far_its_units_move() -> None:
    """Infantry moves three steps in its charge; Ts and Qs add one step, and Ks adds none."""
    farthest = {}
    for text, units in {"Ts": "LPAC", "Js": "LP", "Qs": "C", "Ks": "AC", "Ah": "LPAC"}.items():
        for letter in units:
            moves = play(case(f"{letter}a1"), f"play:{text}").legal_actions()
            farthest[text + letter] = max(distance(INDEX["a1"], move[2]) for move in moves)
    assert farthest == {
        "TsL": 3, "TsP": 2, "TsA": 3, "TsC": 5, "JsL": 3, "JsP": 3, "QsC": 5, "KsA": 2, "KsC": 4,
        "AhL": 2, "AhP": 1, "AhA": 2, "AhC": 4,
    }  # fmt: skip


def test_6_2_a_bought_unit_does_not_act() -> None:
    state = case("Lc3", rest="Qd,4h,4d/?,?,? - - 5.0.0.0 card")
    after = play(state, "play:Qd place:d2")
    assert after.ask == "draw" and after.bought == (1, 0)
    assert after.removed == 1 << NUMBER["Qd"]


def test_t2_each_kind_of_unit_has_one_glyph() -> None:
    scene = TwoCities().scene(case("Ac3 Af3", "Ac6"), -1)
    glyphs = Counter((piece.side, piece.glyph) for piece in scene.pieces)
    assert glyphs == {(0, "archers"): 2, (1, "archers"): 1, (0, "city"): 1, (1, "city"): 1}


def test_7_3_t29_a_hundred_quiet_turns_end_the_game() -> None:
    hands = "?,?,?/?,?,? - - 50.{}.0.0 card"
    state = play(case("Lc3", rest=hands.format(98)), "play:4h card:?")
    assert state.outcome() is None and state.calm == 99
    state = play(state, "play:4d card:?")
    assert state.to_text().endswith(" over:calm:-")
    assert ".100.0.0 over" in state.to_text()
    assert TwoCities().state_from_text(state.to_text()).key() == state.key()


def test_7_3_hits_and_purchases_reset_the_count_of_quiet_turns() -> None:
    hands = "?,?,?/?,?,? - - 50.98.0.0 card"
    hit = play(case("Lc3", "Pc4", rest=hands), "play:Ah move:c3-c3 melee:c4 dice:13 card:?")
    assert hit.calm == 0
    miss = play(case("Lc3", "Pc4", rest=hands), "play:Ah move:c3-c3 melee:c4 dice:33 card:?")
    assert miss.calm == 99
    bought = play(case("Lc3", rest=hands), "play:Qd place:d2 card:?")
    assert bought.calm == 0


def test_t38_quiet_turns_are_counted_before_the_draw() -> None:
    hands = "?,?,?/?,?,? - - 50.{}.0.0 card"
    drawing = play(case("Lc3", rest=hands.format(4)), "play:4h")
    assert drawing.to_text().endswith(" 50.5.0.0 draw")
    last = play(case("Lc3", rest=hands.format(99)), "play:4h")
    assert TwoCities().state_from_text(last.to_text()).key() == last.key()


def test_7_4_without_units_and_reinforcements_the_game_is_drawn() -> None:
    rest = "?,?,?/?,?,? - Jd,Qd,Kd 50.4.2.1 card"
    assert play(case("", rest=rest), "play:4h card:?").ending == ("exhaustion", -1)
    rest = "?,?,?/?,?,? - Jd,Qd 50.4.1.1 card"
    assert play(case("", rest=rest), "play:4h card:?").ending is None


def test_7_5_a_player_without_units_has_not_lost() -> None:
    state = case("", "Lc7", rest="Ts,As,Ah/?,?,? - - 5.0.0.0 card")
    assert {a[0] for a in state.legal_actions()} == {"discard"}
    assert play(state, "discard:Ah card:?").outcome() is None
