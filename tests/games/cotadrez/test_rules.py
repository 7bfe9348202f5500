"""Clauses without a worked case: turns, ends of the game, position texts, explanations."""

from __future__ import annotations

import pytest

from engine.core.errors import BadOptions, BadPosition
from engine.games.cotadrez.game import Cotadrez
from tests.fixtures.words import play, refusal
from tests.games.answers import ended, refusal_of
from tests.games.cotadrez.table import ctn, state, turns

QUIET = ctn("Ra1 Eb2", "Rj10 Ei9", counters="8.{}.0")
# With diagonal relays there is one legal turn; without them it is mate.
MATED = ctn("Rj1 Ta4 Dj10", "Ra10 La9 Lb9", side="N", counters="{}")


def test_7_5_unknown_options_are_refused() -> None:
    with pytest.raises(BadOptions):
        Cotadrez({"niebla": "no"})
    with pytest.raises(BadOptions):
        Cotadrez({"water": "mar"})


# -- turns, check and end ------------------------------------------------------------------------


def test_4_1_players_take_turns_of_one_action() -> None:
    after = play(state(QUIET.format(0)), "Rb1")
    assert after.current_player() == 1
    assert {text[0] for text in turns(after)} == {"R", "E"}
    assert not {text for text in turns(after) if text[1:3] in ("b1", "b2")}


def test_4_2_players_cannot_move_enemy_units() -> None:
    position = state(QUIET.format(0))
    assert {text[1:3] for text in turns(position)} == {"a1", "b2"}
    assert refusal(position, "Rj10j9") == "illegal_action"


def test_4_3_passing_is_illegal_while_another_action_is_legal() -> None:
    assert refusal(state(QUIET.format(0)), "--") == "illegal_action"


def test_4_4_a_pinned_unit_stays_on_the_line() -> None:
    position = state(ctn("Ra1 La2", "Rj10 Ea10"))
    assert turns(position, "L") == {"La2a3"}


def test_4_4_c24_a_turn_may_not_leave_the_own_king_attacked() -> None:
    position = state(ctn("Ra1 Lc2", "Rj10 Ea10"))
    assert turns(position) == {"Ra1b1", "Ra1b2"}


def test_5_6_c34_repetition_counts_the_first_position() -> None:
    position = state(QUIET.format(0))
    position = play(position, "Rb1 Ri10 Ra1 Rj10 Rb1 Ri10 Ra1 Rj10")
    assert ended(position).reason == "repetition"
    assert position.to_text().endswith(".3")
    assert ended(state(position.to_text())).reason == "repetition"


def test_5_7_6_23_a_hundred_quiet_turns_end_the_game() -> None:
    position = play(state(QUIET.format(99)), "Rb1")
    assert ended(position).reason == "quiet"
    assert play(state(QUIET.format(98)), "Rb1").outcome() is None
    assert ended(state(position.to_text())).reason == "quiet"


def test_5_8_4_3_two_forced_passes_end_the_game() -> None:
    text = ctn("Ha1", "Hj10", "b1 a2 i10 j9", res=("R", "R"))
    position = state(text, refuerzos="no")
    once = play(position, "--")
    assert once.outcome() is None and once.to_text().endswith("9.1.1")
    assert ended(play(once, "--")).reason == "passes"


def test_5_9_c36_a_thousand_turns_end_the_game() -> None:
    position = state(ctn("Ra1 Eb2", "Rj10 Ei9", counters="999.3.0"))
    assert ended(play(position, "Rb1")).reason == "turns"


def test_5_1_only_a_king_on_the_board_can_be_in_check() -> None:
    assert state(ctn("Rb1", "Rj10 Eb10")).in_check(0)
    assert not state(ctn("Ra1", "Rj10 Eb10")).in_check(0)
    assert not state(ctn("Hb1", "Rj10 Eb10", res=("R", ""))).in_check(0)


def test_5_3_siege_death_wins_the_game() -> None:
    over = state("T9/1E8/10/1C7E/10/9h/6D3/10/10/R9 N S e2f3,e8f9 - LH - RHH - 21.0.0")
    assert ended(over).reason == "siege_death" and ended(over).winner == 0


def test_5_5_a_mate_counts_in_the_first_turn() -> None:
    over = state(MATED.format("0.0.0"), relevo="4")
    assert ended(over).reason == "checkmate" and ended(over).winner == 0


def test_5_5_a_check_must_be_answered_even_in_the_first_turn() -> None:
    assert turns(state(MATED.format("0.0.0"))) == {"Lb9=Ra10"}


def test_5_11_mate_takes_precedence_over_the_counters() -> None:
    assert ended(state(MATED.format("1000.100.0"), relevo="4")).reason == "checkmate"
    assert ended(state(MATED.format("1000.100.0"))).score == "1/2-1/2"


def test_5_12_no_action_is_legal_after_the_end() -> None:
    over = play(state(QUIET.format(99)), "Rb1")
    assert ended(over).reason == "quiet"
    assert over.legal_actions() == over.table_actions() == []
    assert refusal(over, "Rj9") == "after_end"


# -- position texts ------------------------------------------------------------------------------

GOOD = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
BAD = {
    "6_19 fields": [GOOD.replace(" 8.0.0", ""), GOOD + " x", ""],
    "6_19 board": [
        GOOD.replace("R9", "R8"),
        GOOD.replace("R9", "R91"),
        GOOD.replace("R9", "R0"),
        GOOD.replace("/10/10/R9", "/10/R9"),
        GOOD.replace("R9", "RX8"),
        GOOD.replace("10/10/5D4", "10/2H7/5D4"),
        GOOD.replace("/10/1p8", "/4H5/1p8"),
    ],
    "6_20 side": [GOOD.replace(" S S ", " X S "), GOOD.replace(" S S ", " S&a1a2 S ")],
    "6_21 j1": [GOOD.replace(" S S ", " S X ")],
    "6_21 forts": [GOOD.replace("e2f3,", "a2b3,"), GOOD.replace("e2f3", "e2g3")],
    "6_21 mountains": [
        GOOD.replace("f9 -", "f9 a1,a2,a3,a4"),
        GOOD.replace("f9 -", "f9 c5"),
        GOOD.replace("f9 -", "f9 e2"),
        GOOD.replace("f9 -", "f9 a4,a4"),
    ],
    "6_22 reserveS": [GOOD.replace("- - - - -", "- X - - -")],
    "6_23 counters": [GOOD.replace("8.0.0", "8.0"), GOOD.replace("8.0.0", "08.0.0")],
    "6_26 board": [
        GOOD.replace("- - - - -", "- R - - -"),
        GOOD.replace("- - - - -", "- DD - - -"),
        GOOD.replace("- - - - -", f"- {'D' * 256} - - -"),
        GOOD.replace("R9", "10"),
    ],
    "6_26 side": [ctn("Ra1 Ej1", "Rj10")],
    "6_26 deployment": ["rFa2b3 *", "rFe2f3 rMa2 *", "rFe2f3 rHd1 rDe1 *", "rFe2f3 // *"],
}


@pytest.mark.parametrize("name", BAD)
def test_bad_positions_name_their_field(name: str) -> None:
    for text in BAD[name]:
        with pytest.raises(BadPosition) as why:
            state(text)
        assert why.value.field == name.split()[1], text


def test_6_20_a_pending_exchange_must_match_the_reserves() -> None:
    w26 = "T9/9l/10/9E/10/10/10/10/10/R9 N!E:DH S e2f3,e8f9 - DEH REEPB - - 20.5.0"
    many = w26.replace("!E:DH", f"!E:{'E' * 256}")
    for broken in (w26.replace("!E:DH", "!E:D"), w26.replace("DEH REEPB", "DE REEPB"), many):
        with pytest.raises(BadPosition):
            state(broken)


# -- why not -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "presses", "clause"),
    [
        (GOOD, ("sq:b8",), "4.2"),
        (GOOD, ("sq:e8",), "4.12"),
        (GOOD, ("sq:e2",), "2.10"),
        (GOOD, ("sq:f4", "sq:h7"), "3.19"),
        (GOOD, ("sq:f4", "sq:f10"), "3.20"),
        (GOOD, ("sq:f4", "sq:d6"), "1.8"),
        (GOOD, ("sq:f4", "sq:f8"), "1.10"),
        (GOOD, ("sq:d7", "sq:a1"), "3.18"),
        (ctn("Rj1 Ea1 Ha2 Hb1 Hb2", "Ra10"), ("sq:a2", "sq:a1"), "3.20"),
        (ctn("Ra1 Ba7", "Rj10 Ea8"), ("sq:a7", "sq:a8"), "3.17"),
        (ctn("Ra1 Hb6", "Rj10 Eb7"), ("sq:b6", "sq:b7"), "3.10"),
        (ctn("Ra1 La2", "Rj10 Ea10"), ("sq:a2", "sq:b2"), "4.4"),
        (ctn("Ra1 Af7", "Rj10", "e5"), ("sq:f7", "sq:h9"), "3.6"),
        ("*", ("kind:fortress", "sq:a1"), "2.3"),
        ("rFe2f3 rDg4 *", ("kind:elephant", "sq:a1"), "2.4"),
        ("rFe2f3 rDg4 *", ("kind:mountain", "sq:a9"), "2.5"),
        ("rFe2f3 rDg4 *", ("sq:f3",), "2.7"),
    ],
)
def test_every_refusal_names_its_clause(text: str, presses: tuple[str, ...], clause: str) -> None:
    position = state(text)
    assert refusal_of(position, *presses).clause == clause
