"""W1 to W28 of the rule sheet, verbatim."""

from __future__ import annotations

import pytest

from engine.core.errors import ActionError
from engine.games.cotadrez.game import Cotadrez
from tests.games.cotadrez.table import apply, ctn, state, turns


def decisions(position, prefix=""):
    game = position.game
    texts = {game.action_text(position, a) for a in position.legal_actions()}
    return {text for text in texts if text.startswith(prefix)}


def error(position, text):
    with pytest.raises(ActionError) as why:
        apply(position, text)
    return why.value.code


def test_w1_2_2_2_3_c2_c3_fortress_places():
    legal = decisions(state("*"))
    assert {"rFb2c3", "rFh3i4", "rFe3f4", "rFb7c8", "rFh8i9"} <= legal
    assert not {"rFa2b3", "rFi3j4", "rFe4f5", "rFe5f6", "rFe1f2", "rFd9e10"} & legal
    for bad in ("rFa2b3", "rFi3j4", "rFe4f5", "rFe5f6", "rFe1f2", "rFd9e10"):
        assert error(state("*"), bad) == "bad_deployment"


def test_w2_1_7_1_11_2_4_2_5_2_7_2_8_c1_c8_c9_ring_over_water_and_ending():
    fort = state("rFc3d4 *")
    lancers = {text[2:] for text in decisions(fort, "rL")}
    assert lancers == {"b2", "c2", "d2", "e2", "b3", "e3", "b4", "e4", "b5", "e5"}
    manned = state("rFc3d4 rHb2 *")
    assert error(fort, "rLc5") == "bad_deployment"
    assert error(manned, "rMe6") == "bad_deployment"
    assert "rMe5" in decisions(manned, "rM")
    assert "//" not in decisions(state("rFc3d4 rHb2 rMa1 rMa2 *"))
    assert error(fort, "rMa1 rMa2 rMa3 //") == "unfinished_deployment"
    assert error(fort, "rHb2 rMa1 rMa2 //") == "unfinished_deployment"
    assert "//" in decisions(state("rFc3d4 rHb2 rMa1 rMa2 rMa3 *"))


def test_w2_2_6_fortress_stays_while_a_rabble_stands():
    game = Cotadrez()
    empty = game.arrangement(game.initial_state(), (("fortress", "c3"),))
    manned = game.arrangement(game.initial_state(), (("fortress", "c3"), ("rabble", "b2")))
    assert "kind:fortress" in empty.allowed
    assert "kind:fortress" not in manned.allowed


CASES = {
    "w3_3_7_c14_c15": (ctn("Ra1 Cb7", "Rj10 Lb6 Ha7", "b8 c8"), "C", "Cb7a5 Cb7a9 Cb7d8"),
    "w4_3_8_c14": (ctn("Ra1 Pb7 Hc7", "Rj10 Hb8 Ld8", "a7"), "P", "Pb7a5 Pb7c9 Pb7xd8"),
    "w5_3_8_1_10_c12": (ctn("Ra1 Pb3 Lc3", "Rj10 Hb4"), "P", "Pb3a5 Pb3c1 Pb3d2 Pb3d4"),
    "w9_3_12_3_17_c20_c21": (
        ctn("Ra1 Ti6 Hi7", "Rj10 Ha6 Li8 Ci9 Hi2", "i3"),
        "T",
        "Ti6h7 Ti6j5 Ti6j7 Ti6xa6 Ti6xi8 Ti6xi9",
    ),
    "w10_3_13_3_14_c18": (
        ctn("Ra1 Ba7", "Rj10 Hb8 Lc9 Hb6"),
        "B",
        "Ba7a6 Ba7a8 Ba7b7 Ba7xb6 Ba7xb8 Ba7xb8xc9",
    ),
    "w11_3_10_3_14_c19": (
        ctn("Ra2 Bj6 Hh8", "Rj10 Hi7 Ei5 Hh4"),
        "B",
        "Bj6i6 Bj6j5 Bj6j7 Bj6xi7",
    ),
    "w14_3_5_5_1_c22": (
        ctn("Rb1 La2 Lb2 Hc1", "Rj10 Tb10"),
        "",
        "La2=Rb1 Rb1a1 Rb1c2",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_w3_to_w14_all_turns_of_one_unit(name):
    text, unit, expected = CASES[name]
    assert turns(state(text), unit) == set(expected.split())


CLAUSES = (
    "3.5",
    "3.7",
    "3.8",
    "3.12",
    "3.13",
    "3.14",
    "3.17",
    "1.10",
    "5.1",
    "C12",
    "C14",
    "C15",
    "C18",
    "C19",
    "C20",
    "C21",
    "C22",
)


def test_w8_3_6_c16_c39_archer():
    """The sheet puts a mountain on g6, which is water in `lagos`: the case needs a dry map."""
    position = state(ctn("Ra1 Af7", "Rj10 Hd9 Lh9 Pd7", "g6"), water="seco")
    assert turns(position, "A") == {"Af7e6", "Af7g8", "Af7xh9"}


def test_w6_3_10_c17_thick_skin():
    base = "Ra1 Hb6"
    north = "Rj10 Eb7"
    assert "Hb6xb7" not in turns(state(ctn(base + " Ab10", north)))
    assert {"Hb6xb7", "Ta7xb7"} <= turns(state(ctn(base + " Ta7", north)))
    assert "Df7xb7" in turns(state(ctn("Ra1 Df7", north)))


def test_w7_3_3_c23_c37_only_the_march_takes_the_elephant():
    position = state(ctn("Ra1 Hb5 Hc7", "Rj10 Eb7"))
    rabble = turns(position, "H")
    assert {t for t in rabble if "x" in t} == {"Hb5b6 & Hc7xb7"}
    assert len(rabble) == 18


@pytest.mark.parametrize("perforar", ["linea", "contigua"])
def test_w12_7_2_pierced_check(perforar):
    position = state(ctn("Ra1 Bb1", "Rf5 Hd3", side="N"), perforar=perforar)
    assert position.in_check(1) == (perforar == "linea")
    assert turns(position) == {"Rf5e5", "Rf5e6", "Rf5f4", "Rf5f6", "Rf5g4"}


def test_w13_3_11_c13_dragon_flies():
    position = state(ctn("Ra1 Dc3", "Rj10 Lc9 Hh8", "c7 b4"))
    squares = "a3 a5 b2 b3 c1 c2 c4 c8 d2 d3 d4 e1 e5 f6 g7 xc9 xh8"
    assert turns(position, "D") == {f"Dc3{s}" for s in squares.split()}


def test_w15_7_3_5_2_relay_or_mate():
    text = ctn("Rj1 Ta4 Dj10", "Ra10 La9 Lb9", side="N")
    assert turns(state(text)) == {"Lb9=Ra10"}
    mated = state(text, relevo="4")
    assert mated.outcome().reason == "checkmate" and mated.outcome().score == "1-0"


def test_w16_4_9_4_10_6_12_alert_and_broken_siege():
    position = state("9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0")
    assert "Df7->ASEDIO" in decisions(position)
    alert = apply(position, "Df7->ASEDIO")
    assert {text for text in decisions(alert) if text[0] == "P"} == {
        "Pa10",
        "Pa6",
        "Pc10",
        "Pd9",
        "Pxd7 <-ASEDIO",
    }
    assert apply(position, "Df7->ASEDIO Pxd7 <-ASEDIO").to_text().split()[1] == "S"


W17 = ctn("Ra1 Hd7 Df7 Ta10 Ej7", "Lj9", res=("", "REEPB"), dun=("", "E"), counters="20.5.0")


def test_w17_4_12_4_13_4_14_4_15_4_19_4_20_c29_c30_c31_king_comes_out():
    position = state(W17)
    assert {a for a in position.legal_actions() if a[0] == "siege"} == {("siege", 3)}
    half = apply(position, "mE")
    exits = {text.split()[0] for text in decisions(half)}
    assert exits == {"rRd8", "rRd9", "rRg8", "rRg9"}
    after = apply(position, "mE rRd9 <-ASEDIO (DEHr EEPBm)")
    fields = after.to_text().split()
    assert fields[1] == "N" and fields[5] == "DEH" and fields[6] == "-"


W18 = ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9 Cb7", "Hj5", res=("", "RHH"), counters="20.5.0")


def test_w18_4_16_4_18_siege_death():
    position = state(W18)
    assert "<-ASEDIO (LHr RHHm)#" in decisions(position)
    over = apply(position, "<-ASEDIO (LHr RHHm)#")
    assert over.outcome().reason == "siege_death" and over.outcome().winner == 0
    escape = state(ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9", "Hj5", res=("", "RHH")))
    half = apply(escape, "m-")
    assert decisions(half) == {"rRd8 <-ASEDIO (LHr HHm)"}


def test_w19_c26_king_is_no_besieger_and_may_be_shielded():
    position = state(ctn("Rg7 Lg8 Hf7", "Rj1 Eg10"))
    assert not any(a[0] == "siege" for a in position.legal_actions())
    assert turns(position, "L") == {"Lg8=Hf7", "Lg8g9"}
    assert turns(position, "R") == {"Rg7f6", "Rg7h7", "Rg7h8"}


def test_w20_4_17_4_21_c32_exchange_without_check():
    position = state(ctn("Rc9 Hd7 Df7", "Rj1", res=("", "EH"), dun=("", "L")))
    half = apply(position, "mL")
    assert len(half.legal_actions()) == 23
    squares = ["d7", "e7", "f7", "g7", "d8", "g8", "g9", "d10", "e10", "f10", "g10"]
    saved = {text.split()[0] for text in decisions(half, "r")}
    assert saved == {f"r{unit}{square}" for unit in "EH" for square in squares}


def test_w21_4_18_both_besieged():
    position = state(ctn("Ra1 Hd7 Le7 Ei3", "Rj10 Hd4 Ae1", res=("TC", "PB"), dun=("A", "")))
    assert "<-ASEDIO (LHr PBm)" in decisions(position)
    after = apply(position, "<-ASEDIO (LHr PBm)")
    assert {a[1] for a in after.legal_actions() if a[0] == "siege"} == {8, 4, 7}
    exchange = apply(after, "mA")
    kinds = {a[1] for a in exchange.legal_actions() if a[0] == "save"}
    assert kinds == {6, 5, 9, 10}


def test_w22_4_7_4_8_4_3_7_4_c11_c33_reinforcement_or_pass():
    text = ctn("Ha1", "Rj10 Hb5", "b1 a2", res=("R", ""))
    assert turns(state(text)) == {f"rR{s}" for s in "d1 e1 f1 g1 d2 g2 d3 g3 d4 e4 f4 g4".split()}
    assert turns(state(text, refuerzos="no")) == {"pass"}


def test_w23_5_4_c25_truce():
    position = state(ctn("Rh1 Td1", "Rd10", counters="0.0.0"))
    assert position.in_check(1)
    assert not any("xd10" in text for text in turns(position))
    after = apply(position, "Rh2+")
    assert after.in_check(1) and after.outcome() is None


def test_w24_7_1_c4_dry_map():
    position = state(ctn("Rd2 Hd1", "Rj10 Ed9", res=("L", "")), water="seco")
    assert turns(position) == {"rLd3", "rLd4", "Rd2c1", "Rd2c2", "Rd2c3", "Rd2e1"}


W25 = "9r/10/10/1eH7/1H8/10/10/10/10/R9 S&b5b6 S e2f3,e8f9 - - - - - 8.3.0"


def test_w25_4_6_6_15_march_pending():
    position = state(W25)
    assert decisions(position) == {".", "Hc8", "Hd7", "Hxb7"}
    assert (
        apply(position, ".").to_text()
        == "9r/10/10/1eH7/1H8/10/10/10/10/R9 N S e2f3,e8f9 - - - - - 9.4.0"
    )
    assert (
        apply(position, "Hxb7").to_text()
        == "9r/10/10/1H8/1H8/10/10/10/10/R9 N S e2f3,e8f9 - - - E - 9.0.0"
    )


def test_w25_4_6_stop_is_not_offered_while_the_king_is_attacked():
    position = state(ctn("Rj1 Hj2 Hi3", "Ra10 Ej9"))
    pending = apply(position, "Hj2i2 &")
    assert decisions(pending) == {"Hj3"}
    assert error(position, "Hj2i2") == "illegal_action"


def test_w26_4_5_6_20_exchange_pending():
    text = "T9/9l/10/9E/10/10/10/10/10/R9 N!E:DH S e2f3,e8f9 - DEH REEPB - - 20.5.0"
    assert apply(state(W17), "mE").to_text() == text
    pending = state(text)
    assert len(pending.legal_actions()) == 4
    assert "rRd9 <-ASEDIO (DEHr EEPBm)" in decisions(pending)
    assert (
        apply(pending, "rRd9 <-ASEDIO (DEHr EEPBm)").to_text()
        == "T9/3r5l/10/9E/10/10/10/10/10/R9 N S e2f3,e8f9 - DEH - EEPB - 21.0.0"
    )


def test_w27_4_16_6_24_final_text():
    over = apply(state(W18), "<-ASEDIO (LHr RHHm)#")
    text = "T9/1E8/10/1C7E/10/9h/6D3/10/10/R9 N S e2f3,e8f9 - LH - RHH - 21.0.0"
    assert over.to_text() == text
    assert state(text).outcome().score == "1-0"


def test_w28_2_11_2_12_2_13_6_25_c7_c38_deployment_log():
    first = state("*")
    assert len(first.legal_actions()) == 28
    second = state("rFe2f3 rDg4 *")
    assert len(second.legal_actions()) == 127
    mountains = {text for text in decisions(second, "rM")}
    assert (
        len(mountains) == 39 and not {"rMj4", "rMj5"} & mountains and "//" not in decisions(second)
    )
    third = state("rFe2f3 rDg4 rMj3 *")
    assert decisions(third) == {"rMj4"}
    assert first.observation(1).to_text() == "? *"
    assert second.observation(1).to_text() == "?S *"
    assert third.observation(1).to_text() == "?S *"
