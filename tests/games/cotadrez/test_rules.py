"""Clauses that the worked cases do not reach: ends, secrets, positions, explanations."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import CHANCE, Event
from engine.core.errors import BadOptions, BadPosition
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.pieces import ARMY, INDEX, WATER_MAPS
from tests.games.cotadrez.table import apply, ctn, state, turns

QUIET = ctn("Ra1 Eb2", "Rj10 Ei9", counters="8.{}.0")


# -- board and army ------------------------------------------------------------------------------


def test_1_1_1_3_1_4_1_5_c3_c4_c5_c6_components():
    assert sum(ARMY) == 20 and WATER_MAPS["lagos"][:2] == ("c5", "d5")
    game = Cotadrez()
    assert game.water == frozenset(INDEX[s] for s in "c5 d5 g5 h5 c6 d6 g6 h6".split())
    assert len(Cotadrez({"water": "estanques"}).water) == 8
    assert not Cotadrez({"water": "seco"}).water


def test_1_2_1_6_1_9_stores_and_halves():
    deployed = apply(state("*"), "rFe7f8 rDd7 rMa6 rMa7 rMa8 // rFe2f3 rHd1 rMj1 rMj2 rMj3 >>>")
    fields = deployed.to_text().split()
    assert fields[1] == fields[2] == "N"  # J1 took the North and begins
    assert fields[6] == "REEPPCCCTBAAALLLHHH" and fields[7] == fields[8] == "-"


def test_1_8_1_10_1_11_3_20_a_fortress_over_water_is_no_bridge():
    position = state(ctn("Ra1 Eb3", "Rj10", forts="c3d4,e8f9"), water="estanques")
    assert not {t for t in turns(position, "E") if t[3] in "cdefghij"}


def test_7_5_unknown_options_are_refused():
    with pytest.raises(BadOptions):
        Cotadrez({"niebla": "no"})
    with pytest.raises(BadOptions):
        Cotadrez({"water": "mar"})


# -- units ---------------------------------------------------------------------------------------


def test_3_1_3_2_3_4_3_15_one_step_and_capture():
    position = state(ctn("Re5 Ha7 Li8", "Rj10 Ha8 Hi9", "", forts="b2c3,b7c8"), water="seco")
    assert len(turns(position, "R")) == 8
    assert {"Ha7xa8", "Li8xi9"} <= turns(position)


def test_3_9_elephant_takes_the_first_and_is_stopped():
    position = state(ctn("Ra1 Ea5", "Rj10 Ha8", "b5"))
    assert turns(position, "E") == {
        *(f"Ea5{s}" for s in "a2 a3 a4 a6 a7".split()),
        "Ea5xa8",
    }


def test_3_16_3_18_3_19_3_21_own_units_and_kings_are_no_prey():
    position = state(ctn("Ra1 Td1 Dd3", "Rd10", counters="0.0.0"))
    assert not {t for t in turns(position) if "x" in t}


def test_3_10_a_pinned_unit_and_a_pierce_line_count_as_second_attack():
    # The bolt through b8 reaches the Elephant on c9, the Archer stands beside it.
    position = state(ctn("Ra1 Ba7 Ab10", "Rj10 Hb8 Ec9"))
    assert {"Ba7xb8xc9", "Ab10xc9"} <= turns(position)
    alone = state(ctn("Ra1 Ba7", "Rj10 Hb8 Ec9"))
    assert not {t for t in turns(alone) if t.endswith("xc9")}


# -- turns, check and end ------------------------------------------------------------------------


def test_4_1_4_2_4_4_c24_pinned_unit_stays():
    position = state(ctn("Ra1 La2", "Rj10 Ea10"))
    assert turns(position, "L") == {"La2a3"}


def test_4_11_c27_c28_alert_forces_nothing():
    alert = apply(
        state("9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"), "Df7->ASEDIO"
    )
    back = apply(alert, "Ri9 Ra2 Rj10")
    assert any(a[0] == "siege" for a in back.legal_actions())


def test_5_6_c34_repetition_counts_the_first_position():
    position = state(QUIET.format(0))
    position = apply(position, "Rb1 Ri10 Ra1 Rj10 Rb1 Ri10 Ra1 Rj10")
    assert position.outcome().reason == "repetition"
    assert position.to_text().endswith(".3")
    assert state(position.to_text()).outcome().reason == "repetition"


def test_5_7_6_23_hundred_quiet_turns():
    position = apply(state(QUIET.format(99)), "Rb1")
    assert position.outcome().reason == "quiet"
    assert apply(state(QUIET.format(98)), "Rb1").outcome() is None
    assert state(position.to_text()).outcome().reason == "quiet"


def test_5_8_4_3_two_forced_passes():
    text = ctn("Ha1", "Hj10", "b1 a2 i10 j9", res=("R", "R"))
    position = state(text, refuerzos="no")
    once = apply(position, "--")
    assert once.outcome() is None and once.to_text().endswith("9.1.1")
    assert apply(once, "--").outcome().reason == "passes"


def test_5_9_c36_thousand_turns():
    position = state(ctn("Ra1 Eb2", "Rj10 Ei9", counters="999.3.0"))
    assert apply(position, "Rb1").outcome().reason == "turns"


def test_5_5_5_11_5_12_mate_comes_before_the_counters_and_ends_everything():
    text = ctn("Rj1 Ta4 Dj10", "Ra10 La9 Lb9", side="N", counters="1000.100.0")
    over = state(text, relevo="4")
    assert over.outcome().reason == "checkmate" and over.legal_actions() == []
    assert over.table_actions() == []


def test_5_3_c24_c30_siege_death_is_a_win():
    over = state("T9/1E8/10/1C7E/10/9h/6D3/10/10/R9 N S e2f3,e8f9 - LH - RHH - 21.0.0")
    assert over.outcome().reason == "siege_death"


# -- secrets -------------------------------------------------------------------------------------


def test_2_1_2_9_2_10_2_13_2_14_c10_c38_what_each_viewer_learns():
    game = Cotadrez()
    position = game.initial_state()
    log = "rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rMj6 rMj7 rMj8 // >>>"
    learned = {0: [], 1: [], -1: []}
    for reading in game.read_actions(position, log):
        for action in reading.actions:
            for viewer, seen in learned.items():
                event = game.redact(position, Event(position.current_player(), action), viewer)
                if event:
                    seen.append(event.action[0])
            position.apply(action)
    assert learned[1][:2] == ["half", "ready"]
    assert learned[-1] == ["half", "ready", "ready", "reveal"]
    assert learned[0] == ["fortress", "unit"] + ["mountain"] * 3 + ["ready", "ready", "reveal"]
    assert position.observation(-1).key() == position.key()


@pytest.mark.parametrize(
    ("true", "viewer", "seen"),
    [
        ("*", 1, "? *"),
        ("rFe2f3 rDg4 *", 0, "rFe2f3 rDg4 *"),
        ("rFe2f3 rDg4 rMa2 rMa3 rMa4 // *", 1, "?S // *"),
        ("rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 *", 1, "?S // rFe8f9 *"),
        (
            "rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 *",
            0,
            "rFe2f3 rDg4 rMa2 rMa3 rMa4 // ?N *",
        ),
        ("rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 *", -1, "?S // ?N *"),
    ],
)
def test_2_13_6_25_observation_texts(true, viewer, seen):
    observed = state(true).observation(viewer)
    assert observed.to_text() == seen
    assert state(seen).to_text() == seen


def test_2_15_determinizations_look_the_same_and_are_legal():
    true = state("rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 *")
    for seed in range(30):
        for viewer in (0, 1, -1):
            guess = true.determinize(viewer, Random(seed))
            assert guess.observation(viewer).key() == true.observation(viewer).key()
            assert state(guess.to_text()).key() == guess.key()


def test_c37_reveal_is_one_event_without_choice():
    due = state("rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rMj6 rMj7 rMj8 // *")
    assert due.current_player() == CHANCE
    assert due.chance_outcomes() == [(("reveal",), 1)]


# -- position texts ------------------------------------------------------------------------------

GOOD = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
BAD = {
    "fields": [GOOD.replace(" 8.0.0", ""), GOOD + " x", ""],
    "board": [
        GOOD.replace("R9", "R8"),
        GOOD.replace("R9", "R91"),
        GOOD.replace("R9", "R0"),
        GOOD.replace("/10/10/R9", "/10/R9"),
        GOOD.replace("R9", "RX8"),
        GOOD.replace("10/10/5D4", "10/2H7/5D4"),
        GOOD.replace("/10/1p8", "/4H5/1p8"),
    ],
    "side": [GOOD.replace(" S S ", " X S "), GOOD.replace(" S S ", " S&a1a2 S ")],
    "j1": [GOOD.replace(" S S ", " S X ")],
    "forts": [GOOD.replace("e2f3,", "a2b3,"), GOOD.replace("e2f3", "e2g3")],
    "mountains": [
        GOOD.replace("f9 -", "f9 a1,a2,a3,a4"),
        GOOD.replace("f9 -", "f9 c5"),
        GOOD.replace("f9 -", "f9 e2"),
        GOOD.replace("f9 -", "f9 a4,a4"),
    ],
    "reserveS": [GOOD.replace("- - - - -", "- X - - -")],
    "counters": [GOOD.replace("8.0.0", "8.0"), GOOD.replace("8.0.0", "08.0.0")],
    "army": [
        GOOD.replace("- - - - -", "- R - - -"),
        GOOD.replace("- - - - -", "- DD - - -"),
        GOOD.replace("R9", "10"),
    ],
    "check": [ctn("Ra1 Ej1", "Rj10")],
    "deployment": ["rFa2b3 *", "rFe2f3 rMa2 *", "rFe2f3 rHd1 rDe1 *", "rFe2f3 // *"],
}
CLAUSES = ("6.19", "6.20", "6.21", "6.22", "6.26")


@pytest.mark.parametrize(("field", "text"), [(f, t) for f, many in BAD.items() for t in many])
def test_6_26_bad_positions_name_their_field(field, text):
    with pytest.raises(BadPosition) as why:
        state(text)
    assert why.value.field == field


def test_6_20_pending_positions_must_be_reachable():
    w26 = "T9/9l/10/9E/10/10/10/10/10/R9 N!E:DH S e2f3,e8f9 - DEH REEPB - - 20.5.0"
    for broken in (w26.replace("!E:DH", "!E:D"), w26.replace("DEH REEPB", "DE REEPB")):
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
def test_every_refusal_names_its_clause(text, presses, clause):
    position = state(text)
    assert position.game.explain(position, presses).clause == clause


def test_2_6_2_11_c2_a_draft_may_be_shifted_mirrored_and_drawn_at_random():
    game = Cotadrez()
    start = game.initial_state()
    for seed in range(20):
        draft = game.random_draft(start, Random(seed))
        complete = game.arrangement(start, draft)
        assert complete.problems == () and complete.actions[-1] == ("ready",)
        mirrored = game.mirror_draft(start, draft)
        assert game.mirror_draft(start, mirrored) == draft
        after = start.clone()
        for action in complete.actions:
            assert action in after.legal_actions()
            after.apply(action)
        turned = game.mirror_draft(after, draft)
        assert game.arrangement(after, turned).problems == ()
