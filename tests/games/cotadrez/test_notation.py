"""Notation: the examples of the rules and of the seed, and the canonical forms."""

from __future__ import annotations

import re

import pytest

from engine.core.contract import Action
from engine.core.errors import AmbiguousAction, IllegalAction, InvalidAction
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.state import CotadrezState
from tests.fixtures.words import play
from tests.games.answers import ended, game_of
from tests.games.cotadrez.table import ctn, decisions, state

SIEGE = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
W17 = ctn("Ra1 Hd7 Df7 Ta10 Ej7", "Lj9", res=("", "REEPB"), dun=("", "E"), counters="20.5.0")
W18 = ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9 Cb7", "Hj5", res=("", "RHH"), counters="20.5.0")
DRY = {"water": "seco"}


# name: (position, options, text); each text must be written as it was read
EXAMPLES = {
    "6_2_fortress": ("*", {}, "rFe2f3"),
    "6_3_lancer_to_e1": ("rFe2f3 *", {}, "rLe1"),
    "6_4_dragon_takes_d6": (ctn("Ra1 Dd1", "Rj10 Hd6"), DRY, "Dxd6"),
    "6_6_march_with_capture": (
        ctn("Ra1 Hd2 Hg7 Ah7", "Rf10 Eg8", forts="b2c3,b7c8"),
        DRY,
        "Hd3 & Hxg8",
    ),
    "6_7_relay_with_the_king": (ctn("Lc4 Lc6 Rd5", "Rj10"), DRY, "Lc4=Rd5"),
    "6_8_trebuchet_fires": (ctn("Ra1 Tf1", "Rj10 Hf9", forts="b2c3,b7c8"), DRY, "Txf9"),
    "6_8_pierce": (ctn("Ra1 Ba7", "Rj10 Hb8 Lc9"), {}, "Bxb8xc9"),
    "6_9_reinforcement": (ctn("Ra1", "Rj10", res=("D", "")), {}, "rDg4"),
    "6_10_forced_pass": (
        ctn("Ha1", "Rj10 Hb5", "b1 a2", res=("R", "")),
        {"refuerzos": "no"},
        "--",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_the_sheet_are_written_as_they_were_read(name: str) -> None:
    position_text, options, text = EXAMPLES[name]
    position = state(position_text, **options)
    readings = list(game_of(position).read_actions(position, text))
    actions = tuple(action for reading in readings for action in reading.actions)
    assert game_of(position).turn_text(position, actions) == text


def test_6_1_spaces_and_line_breaks_separate_the_moves() -> None:
    spaced = play(state(SIEGE), "Df7->ASEDIO Pxd7 <-ASEDIO")
    broken = play(state(SIEGE), "Df7->ASEDIO\nPxd7\n\n<-ASEDIO\n")
    assert broken.to_text() == spaced.to_text()


def test_6_4_the_x_of_a_capture_is_required() -> None:
    position = state(ctn("Ra1 Dd1", "Rj10 Hd6"), **DRY)
    for wrong in ("Dd6", "Dd1d6", "Dxd5"):
        with pytest.raises(IllegalAction):
            play(position, wrong)


def test_6_11_6_12_examples_8_and_9_break_and_withdraw_an_alert() -> None:
    """Example 9 writes `Dd4`, which the dragon cannot reach from f7; `Dc4` is legal."""
    start = state(SIEGE)
    for text in ("Df7->ASEDIO Pxd7 <-ASEDIO", "Df7->ASEDIO Pc10 Dc4 <-ASEDIO"):
        play(start, text)
    with pytest.raises(IllegalAction):
        play(start, "Df7->ASEDIO Pc10 Dd4 <-ASEDIO")


def test_6_13_6_15_examples_10_and_11_execute_a_siege() -> None:
    play(state(W17), "mE rRd9 <-ASEDIO (DEHr EEPBm)")
    play(state(W18), "<-ASEDIO (LHr RHHm)#")
    assert "mE" in decisions(state(W17))


def test_6_13_balance_letters_come_in_any_order_and_the_mark_is_optional() -> None:
    for text, other, mine in (
        (W17, "mE rRd9 <-ASEDIO (DEHr EEPBm)", "mE rRd9 <-ASEDIO (HDEr BPEEm)"),
        (W18, "<-ASEDIO (LHr RHHm)#", "<-ASEDIO (HLr HRHm)"),
    ):
        assert play(state(text), mine).to_text() == play(state(text), other).to_text()


def test_6_14_c35_a_reserve_token_during_a_siege_is_the_exchange() -> None:
    escape = state(ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9", "Hj5", res=("", "RHH")))
    after = play(escape, "rRd8 <-ASEDIO (LHr HHm)")
    assert after.to_text().split()[1] == "N"


def test_6_15_the_token_m_dash_is_read_but_not_written() -> None:
    escape = state(ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9", "Hj5", res=("", "RHH")))
    actions = [
        action
        for reading in game_of(escape).read_actions(escape, "m- rRd8 <-ASEDIO (LHr HHm)")
        for action in reading.actions
    ]
    assert game_of(escape).turn_text(escape, actions) == "rRd8 <-ASEDIO (LHr HHm)"


def test_6_5_the_origin_is_written_only_where_it_is_needed() -> None:
    position = state(ctn("Ra1 Lc4 Le4", "Rj10"), **DRY)
    assert {"Lc4d4", "Le4d4", "Lc5"} <= decisions(position)
    with pytest.raises(AmbiguousAction):
        play(position, "Ld4")
    assert play(position, "Lc4c5").key() == play(position, "Lc5").key()


def test_6_5_6_6_a_march_writes_both_origins_or_none() -> None:
    position = state(ctn("Ra1 Hc4 He4 Hi9", "Rj1", side="S", forts="b2c3,b7c8"), **DRY)
    written = {
        game_of(position).turn_text(position, (a, b))
        for a in position.legal_actions()
        for b in _answers(position, a)
        if b[0] == "step"
    }
    assert {"Hc4d4 & Hi9i8", "He4d4 & Hi9i8", "Hc5 & Hi8"} <= written
    for text in written:
        origins = [
            bool(re.fullmatch("H[a-j][0-9]+[a-j][0-9]+", part)) for part in text.split(" & ")
        ]
        assert origins[0] == origins[1]


def _answers(position: CotadrezState, action: Action) -> list[Action]:
    after = position.clone()
    after.apply(action)
    return after.legal_actions() if after.frame() == "march" else []


@pytest.mark.parametrize("text", ["Hd3&Hg8", "Hd3 &Hg8", "Hd3& Hg8", "Hd3 & Hg8"])
def test_6_6_spaces_around_the_ampersand_are_optional(text: str) -> None:
    position = state(ctn("Ra1 Hd2 Hg7", "Rj10", forts="b2c3,b7c8"), **DRY)
    assert play(position, text).to_text().split()[1] == "N"


def test_6_2_a_fortress_is_named_by_either_diagonal_in_either_order() -> None:
    first = {play(state("*"), f"rF{corners}").key() for corners in ("e2f3", "f3e2", "e3f2", "f2e3")}
    assert len(first) == 1


# -- the examples inside the seed ----------------------------------------------------------------


def test_seed_examples_lead_to_the_expected_boards() -> None:
    west = "b2c3,b7c8"
    for before, text, board in (
        (
            ctn("Ra1", "Rj10", res=("L", ""), forts="f3g4,b7c8"),
            "rLe5",
            "9r/10/10/10/10/4L5/10/10/10/R9",
        ),
        (ctn("Rd1", "Rj10 He2", forts=west), "Rxe2", "9r/10/10/10/10/10/10/10/4R5/10"),
        (ctn("Ra1 Tf1", "Rj10 Hf9", forts=west), "Txf9", "9r/10/10/10/10/10/10/10/10/R4T4"),
        (ctn("Ra1 Hd2 Hg7", "Rj10", forts=west), "Hd3 & Hg8", "9r/10/6H3/10/10/10/10/3H6/10/R9"),
        (ctn("Lc4 Rd5", "Rj10"), "L=Rd5", "9r/10/10/10/10/3L6/2R7/10/10/10"),
        (
            ctn("Ra1 Hd7 Df7", "Rj10", dun=("", "A")),
            "mA <-ASEDIO (DAHr)",
            "9r/10/10/10/10/10/10/10/10/R9",
        ),
    ):
        assert play(state(before, **DRY), text).to_text().split()[0] == board, text
    assert play(state("rFe2f3 *"), "rLe1").to_text() == "rFe2f3 rLe1 *"


def test_c35_the_siege_example_of_the_seed_plays_on_corrected_squares() -> None:
    """`Dxd6->ASEDIO Pe7 mE rRh6 …` names squares of no common ring; f7 and d9 share one."""
    before = state(ctn("Ra1 Hd7 Df4 Ta10 Ej7", "Lj9 Pb10 Af7", res=("", "REEPB"), dun=("", "E")))
    after = play(before, "Dxf7->ASEDIO Pc8 mE rRd9 <-ASEDIO (DEHr EEPBm)")
    assert after.to_text().split()[5:9] == ["DEH", "-", "EEPBA", "-"]


# -- reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "Zz9", "da4", "Dk4", "Da0", "Da11", "D", "Dxx", "L=La1", "(DEHr)", "Hb6 & b7"]
)
def test_6_29_unreadable_tokens_are_invalid(text: str) -> None:
    position = state(SIEGE)
    with pytest.raises(InvalidAction):
        game_of(position).parse_action(position, text)


def test_6_32_a_missing_x_and_moves_of_other_units_are_illegal() -> None:
    position = state(SIEGE)
    for text in ("Db8", "Dxa4", "Pa10", "Df8", "rDd1", "--", "m-"):
        with pytest.raises(IllegalAction):
            game_of(position).parse_action(position, text)


def test_6_27_a_refused_text_changes_nothing_and_names_the_token() -> None:
    position = state(SIEGE)
    key = position.key()
    with pytest.raises(IllegalAction) as why:
        list(game_of(position).read_actions(position, "Dd5"))
    assert why.value.token == "Dd5" and position.key() == key


def test_5_10_results_among_the_tokens_mean_resignation_or_agreement() -> None:
    position = state(SIEGE)
    assert ended(play(position, "0-1")).reason == "resignation"
    assert ended(play(position, "1-0")).winner == 0
    assert ended(play(position, "1/2-1/2")).reason == "agreement"
    game = Cotadrez()
    assert ended(play(game.initial_state(), "0-1")).winner == 1
