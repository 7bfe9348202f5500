"""Worked cases W3 to W25 of the rules, verbatim; the other files test the rest."""

from __future__ import annotations

import pytest

from tests.fixtures.words import play, refusal
from tests.games.answers import ended
from tests.games.cotadrez.table import ctn, decisions, state, turns

CASES = {
    "w3_3_7_c15": (ctn("Ra1 Cb7", "Rj10 Lb6 Ha7", "b8 c8"), "C", "Cb7a5 Cb7a9 Cb7d8"),
    "w4_3_8_c14": (ctn("Ra1 Pb7 Hc7", "Rj10 Hb8 Ld8", "a7"), "P", "Pb7a5 Pb7c9 Pb7xd8"),
    "w5_3_8": (ctn("Ra1 Pb3 Lc3", "Rj10 Hb4"), "P", "Pb3a5 Pb3c1 Pb3d2 Pb3d4"),
    "w9_3_12_c20": (
        ctn("Ra1 Ti6 Hi7", "Rj10 Ha6 Li8 Ci9 Hi2", "i3"),
        "T",
        "Ti6h7 Ti6j5 Ti6j7 Ti6xa6 Ti6xi8 Ti6xi9",
    ),
    "w10_3_14_c18": (
        ctn("Ra1 Ba7", "Rj10 Hb8 Lc9 Hb6"),
        "B",
        "Ba7a6 Ba7a8 Ba7b7 Ba7xb6 Ba7xb8 Ba7xb8xc9",
    ),
    "w11_3_14_c19": (
        ctn("Ra2 Bj6 Hh8", "Rj10 Hi7 Ei5 Hh4"),
        "B",
        "Bj6i6 Bj6j5 Bj6j7 Bj6xi7",
    ),
    "w14_3_5_c22": (
        ctn("Rb1 La2 Lb2 Hc1", "Rj10 Tb10"),
        "",
        "La2=Rb1 Rb1a1 Rb1c2",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_w3_to_w14_the_turns_of_one_unit_match_the_sheet(name: str) -> None:
    text, unit, expected = CASES[name]
    assert turns(state(text), unit) == set(expected.split())


def test_w6_3_10_c17_capturing_an_elephant_needs_two_attackers_or_a_dragon() -> None:
    base = "Ra1 Hb6"
    north = "Rj10 Eb7"
    assert "Hb6xb7" not in turns(state(ctn(base + " Ab10", north)))
    assert {"Hb6xb7", "Ta7xb7"} <= turns(state(ctn(base + " Ta7", north)))
    assert "Df7xb7" in turns(state(ctn("Ra1 Df7", north)))


@pytest.mark.parametrize("perforar", ["linea", "contigua"])
def test_w12_7_2_the_option_perforar_decides_about_check_through_a_unit(perforar: str) -> None:
    position = state(ctn("Ra1 Bb1", "Rf5 Hd3", side="N"), perforar=perforar)
    assert position.in_check(1) == (perforar == "linea")
    assert turns(position) == {"Rf5e5", "Rf5e6", "Rf5f4", "Rf5f6", "Rf5g4"}


def test_w13_3_11_c13_the_dragon_flies_over_mountains_and_water() -> None:
    position = state(ctn("Ra1 Dc3", "Rj10 Lc9 Hh8", "c7 b4"))
    squares = "a3 a5 b2 b3 c1 c2 c4 c8 d2 d3 d4 e1 e5 f6 g7 xc9 xh8"
    assert turns(position, "D") == {f"Dc3{s}" for s in squares.split()}


def test_w15_7_3_5_2_without_diagonal_relays_it_is_mate() -> None:
    text = ctn("Rj1 Ta4 Dj10", "Ra10 La9 Lb9", side="N")
    assert turns(state(text)) == {"Lb9=Ra10"}
    mated = state(text, relevo="4")
    assert ended(mated).reason == "checkmate" and ended(mated).score == "1-0"


W17 = ctn("Ra1 Hd7 Df7 Ta10 Ej7", "Lj9", res=("", "REEPB"), dun=("", "E"), counters="20.5.0")


W18 = ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9 Cb7", "Hj5", res=("", "RHH"), counters="20.5.0")


def test_w23_5_4_c25_a_king_attacked_in_the_first_turn_is_not_mated() -> None:
    position = state(ctn("Rh1 Td1", "Rd10", counters="0.0.0"))
    assert position.in_check(1)
    assert not any("xd10" in text for text in turns(position))
    after = play(position, "Rh2+")
    assert after.in_check(1) and after.outcome() is None


def test_w24_7_1_c4_on_the_dry_map_the_lakes_are_land() -> None:
    position = state(ctn("Rd2 Hd1", "Rj10 Ed9", res=("L", "")), water="seco")
    assert turns(position) == {"rLd3", "rLd4", "Rd2c1", "Rd2c2", "Rd2c3", "Rd2e1"}


W25 = "9r/10/10/1eH7/1H8/10/10/10/10/R9 S&b5b6 S e2f3,e8f9 - - - - - 8.3.0"


def test_w25_4_6_6_15_a_pending_march_may_continue_or_stop() -> None:
    position = state(W25)
    assert decisions(position) == {".", "Hc8", "Hd7", "Hxb7"}
    assert (
        play(position, ".").to_text()
        == "9r/10/10/1eH7/1H8/10/10/10/10/R9 N S e2f3,e8f9 - - - - - 9.4.0"
    )
    assert (
        play(position, "Hxb7").to_text()
        == "9r/10/10/1H8/1H8/10/10/10/10/R9 N S e2f3,e8f9 - - - E - 9.0.0"
    )


def test_w25_4_6_a_march_cannot_stop_while_the_king_is_attacked() -> None:
    position = state(ctn("Rj1 Hj2 Hi3", "Ra10 Ej9"))
    pending = play(position, "Hj2i2 &")
    assert decisions(pending) == {"Hj3"}
    assert refusal(position, "Hj2i2") == "illegal_action"
