"""Rulebook clauses 4.7 to 4.21: reinforcement, alert, siege and exchange."""

from __future__ import annotations

from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.pieces import KINDS
from engine.games.cotadrez.rules.state import CotadrezState
from tests.fixtures.words import play, refusal
from tests.games.answers import ended
from tests.games.cotadrez.table import ctn, decisions, state, turns

ALERT = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
WAITING = ctn("Ha1", "Rj10 Hb5", "b1 a2", res=("R", ""))
W17 = ctn("Ra1 Hd7 Df7 Ta10 Ej7", "Lj9", res=("", "REEPB"), dun=("", "E"), counters="20.5.0")
W18 = ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9 Cb7", "Hj5", res=("", "RHH"), counters="20.5.0")
W20 = ctn("Rc9 Hd7 Df7", "Rj1", res=("", "EH"), dun=("", "L"))
W21 = ctn("Ra1 Hd7 Le7 Ei3", "Rj10 Hd4 Ae1", res=("TC", "PB"), dun=("A", ""))
EXCHANGED = "mE rRd9 <-ASEDIO (DEHr EEPBm)"


def sieges(position: CotadrezState) -> set[int]:
    return {action[1] for action in position.legal_actions() if action[0] == "siege"}


def executable(position: CotadrezState) -> bool:
    return any(action[0] == "siege" for action in position.legal_actions())


# -- reinforcement and pass ----------------------------------------------------------------------


def test_w22_4_7_c11_a_unit_of_the_reserve_enters_on_the_ring() -> None:
    ring = "d1 e1 f1 g1 d2 g2 d3 g3 d4 e4 f4 g4".split()
    assert turns(state(WAITING)) == {f"rR{square}" for square in ring}


def test_4_7_a_reinforcement_may_give_or_parry_check() -> None:
    given = state(ctn("Ra1", "Rd10", res=("E", ""), forts="e2f3,g8h9"), water="seco")
    assert play(given, "rEd4").in_check(1)
    parried = state(ctn("Rd1", "Rj10 Ed9", res=("L", "")), water="seco")
    assert {"rLd2", "rLd3", "rLd4"} <= turns(parried) and "rLg4" not in turns(parried)


def test_w22_4_8_7_4_the_option_refuerzos_no_forbids_reinforcements() -> None:
    text = ctn("Ra1 Ha2", "Rj10", res=("D", ""))
    assert any(turn.startswith("rD") for turn in turns(state(text)))
    assert not any(turn.startswith("r") for turn in turns(state(text, refuerzos="no")))


def test_w22_4_3_c33_a_player_without_legal_turns_passes() -> None:
    assert turns(state(WAITING, refuerzos="no")) == {"pass"}


# -- alert ---------------------------------------------------------------------------------------


def test_4_9_a_siege_needs_two_units_on_the_ring() -> None:
    assert executable(state(ctn("Ra1 Hd7 Df7", "Rj1")))
    assert not executable(state(ctn("Ra1 Hd7 Df6", "Rj1"), water="seco"))


def test_w19_4_9_c26_the_king_does_not_count_as_a_besieger() -> None:
    assert not executable(state(ctn("Rg7 Lg8 Hb1", "Rj1")))
    assert executable(state(ctn("Rg7 Lg8 Hf7", "Rj1")))


def test_w19_4_14_a_siege_cannot_be_executed_if_a_besieger_shields_the_king() -> None:
    position = state(ctn("Rg7 Lg8 Hf7", "Rj1 Eg10"))
    assert not executable(position)
    assert turns(position, "L") == {"Lg8=Hf7", "Lg8g9"}
    assert turns(position, "R") == {"Rg7f6", "Rg7h7", "Rg7h8"}


def test_w16_4_10_the_defender_has_one_turn_before_the_siege() -> None:
    alert = play(state(ALERT), "Df7->ASEDIO")
    assert alert.current_player() == 1 and not executable(alert)
    assert executable(play(alert, "Pa6"))
    assert not executable(play(alert, "Pxd7 <-ASEDIO"))


def test_w16_6_12_alerts_are_marked_where_they_begin_and_end() -> None:
    assert "Df7->ASEDIO" in decisions(state(ALERT))
    alert = play(state(ALERT), "Df7->ASEDIO")
    assert decisions(alert, "P") == {"Pa10", "Pa6", "Pc10", "Pd9", "Pxd7 <-ASEDIO"}


def test_4_11_c27_an_alert_obliges_neither_side_to_react() -> None:
    alert = play(state(ALERT), "Df7->ASEDIO")
    free = state(alert.to_text().replace("5D4", "10").replace("3H6", "10"))
    assert {text for text in turns(free)} <= turns(alert)
    confirmed = play(alert, "Ri9")
    assert executable(confirmed) and {"Ra1a2", "Df7f6", "Df7g7"} & turns(confirmed)


def test_c28_the_besiegers_may_change_before_the_execution() -> None:
    moved = play(state(ALERT), "Df7->ASEDIO Ri9 De7 Rj10")
    assert executable(moved)


# -- execution -----------------------------------------------------------------------------------


def test_4_12_an_execution_takes_the_whole_turn() -> None:
    after = play(state(W21), "<-ASEDIO (LHr PBm)")
    assert after.current_player() == 1 and after.turn_index() == state(W21).turn_index() + 1


def test_w17_4_13_c30_the_besieger_must_free_a_prisoner_if_there_is_one() -> None:
    assert sieges(state(W17)) == {3}, "the Elephant, and not nobody"
    assert sieges(state(W17.replace(" REEPB - E ", " REEPB - LE "))) == {3, 9}
    assert refusal(state(W17), "m-") == "illegal_action"


def test_w17_4_14_c29_the_besiegers_return_to_the_reserve() -> None:
    fields = play(state(W17), EXCHANGED).to_text().split()
    assert fields[5] == "DEH"
    assert fields[0] == "T9/3r5l/10/9E/10/10/10/10/10/R9"


def test_w17_4_15_c31_the_hidden_king_must_come_out() -> None:
    """He may come out next to d7: the rabble there has returned to the reserve."""
    half = play(state(W17), "mE")
    assert {text.split()[0] for text in decisions(half)} == {"rRd8", "rRd9", "rRg8", "rRg9"}


def test_c35_the_king_comes_out_on_his_own_ring() -> None:
    half = play(state(ctn("Ra1 Hd7 Df7", "Hj5", res=("", "RHH"))), "m-")
    ring = {*"d7 e7 f7 g7 d8 g8 d9 g9 d10 e10 f10 g10".split()}
    assert {text.split()[0][2:] for text in decisions(half)} == ring


def test_w18_4_16_a_hidden_king_without_an_exit_dies() -> None:
    assert "<-ASEDIO (LHr RHHm)#" in decisions(state(W18))
    over = play(state(W18), "<-ASEDIO (LHr RHHm)#")
    assert ended(over).reason == "siege_death" and ended(over).winner == 0
    alone = ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9", "Hj5", res=("", "RHH"))
    escape = play(state(alone), "m-")
    assert decisions(escape) == {"rRd8 <-ASEDIO (LHr HHm)"}


def test_w27_6_24_a_position_after_siege_death_is_written_and_read() -> None:
    over = play(state(W18), "<-ASEDIO (LHr RHHm)#")
    text = "T9/1E8/10/1C7E/10/9h/6D3/10/10/R9 N S e2f3,e8f9 - LH - RHH - 21.0.0"
    assert over.to_text() == text
    assert ended(state(text)).score == "1-0"


def test_w20_4_17_the_besieged_player_may_save_one_unit() -> None:
    half = play(state(W20), "mL")
    assert len(half.legal_actions()) == 23
    squares = ["d7", "e7", "f7", "g7", "d8", "g8", "g9", "d10", "e10", "f10", "g10"]
    saved = {text.split()[0] for text in decisions(half, "r")}
    assert saved == {f"r{unit}{square}" for unit in "EH" for square in squares}


def test_w20_c32_the_saved_unit_may_not_give_check() -> None:
    saved = {text.split()[0] for text in decisions(play(state(W20), "mL"), "r")}
    assert not saved & {"rEd9", "rHd9"}, "the King stands on c9"
    elsewhere = state(ctn("Ra1 Hd7 Df7", "Rj1", res=("", "EH"), dun=("", "L")))
    away = {text.split()[0] for text in decisions(play(elsewhere, "mL"), "r")}
    assert {"rEd9", "rHd9"} <= away


def test_w21_4_18_the_exchange_depends_on_the_rescue() -> None:
    assert "<-ASEDIO (LHr PBm)" in decisions(state(W21))
    exchange = play(play(state(W21), "<-ASEDIO (LHr PBm)"), "mA")
    kinds = {action[1] for action in exchange.legal_actions() if action[0] == "save"}
    assert kinds == {6, 5, 9, 10}, "whoever was rescued has paid for one of T C L H"


def test_w17_4_19_units_left_in_the_besieged_reserve_are_lost() -> None:
    fields = play(state(W17), EXCHANGED).to_text().split()
    assert (fields[6], fields[7]) == ("-", "EEPB")


def test_w21_4_20_the_siege_of_the_other_fortress_continues() -> None:
    after = play(state(W21), "<-ASEDIO (LHr PBm)")
    assert after.current_player() == 1 and sieges(after) == {8, 4, 7}


def test_4_21_the_exchange_is_an_action_but_not_a_turn() -> None:
    before = state(W20)
    half = play(before, "mL")
    assert half.current_player() == 1 and half.frame() == "exchange"
    assert half.turn_index() == before.turn_index()


def test_4_21_without_a_choice_there_is_no_exchange() -> None:
    nobody = state(ctn("Rc9 Hd7 Df7", "Rj1", dun=("", "L"))).clone()
    nobody.apply(("siege", KINDS["L"]))
    assert nobody.frame() == "turn" and nobody.current_player() == 1


def test_w26_4_5_6_20_a_pending_exchange_is_written_and_read() -> None:
    text = "T9/9l/10/9E/10/10/10/10/10/R9 N!E:DH S e2f3,e8f9 - DEH REEPB - - 20.5.0"
    assert play(state(W17), "mE").to_text() == text
    assert Cotadrez().turn_text(state(W17), (("siege", KINDS["E"]),)) == "mE"
    pending = state(text)
    assert len(pending.legal_actions()) == 4
    assert "rRd9 <-ASEDIO (DEHr EEPBm)" in decisions(pending)
    assert (
        play(pending, "rRd9 <-ASEDIO (DEHr EEPBm)").to_text()
        == "T9/3r5l/10/9E/10/10/10/10/10/R9 N S e2f3,e8f9 - DEH - EEPB - 21.0.0"
    )
