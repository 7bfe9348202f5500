"""Sentences about the events of Cotadrez: deployments in fog, captures, shots, sieges."""

from __future__ import annotations

import pytest

from engine.core.contract import RESIGN
from engine.core.telling import Telling
from engine.dev.common import catalogue
from engine.games.cotadrez.game import Cotadrez
from tests.fixtures.golden import Golden
from tests.fixtures.words import play
from tests.games.answers import goal_of
from tests.games.cotadrez.table import ctn, state
from tests.games.telling import Case, in_full

RING = set("d7 e7 f7 g7 d8 g8 d9 g9 d10 e10 f10 g10".split())
FIRST, SECOND, WATCHER = 0, 1, -1
W16 = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
W17 = ctn("Ra1 Hd7 Df7 Ta10 Ej7", "Lj9", res=("", "REEPB"), dun=("", "E"), counters="20.5.0")
W18 = ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9 Cb7", "Hj5", res=("", "RHH"), counters="20.5.0")
W20 = ctn("Rc9 Hd7 Df7", "Rj1", res=("", "EH"), dun=("", "L"))
W21 = ctn("Ra1 Hd7 Le7 Ei3", "Rj10 Hd4 Ae1", res=("TC", "PB"), dun=("A", ""))
DEPLOYED = "rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rCe10 rMj6 rMj7 rMj8"
OTHER = "rFc2d3 rRb4 rAd4 rMj1 rMj2 rMj3 // rFb8c9 rEa10 rMa6 rMa7 rMb6"
LAKES = {"water": "lagos"}  # the map of the worked positions (sheet, section 8)
LIFTED = (("ready",), ("reveal",))


def turn(position: str, words: str, viewer: int = FIRST, **options: str) -> Case:
    return Case(position, words, viewer, LAKES | options)


EXECUTED = "mE rRd9 <-ASEDIO (DEHr EEPBm)"
MARCH = ctn("Ra1 Hb5 Hg5", "Rj10 Eb8")
FORCED = ctn("Ha1", "Rj10 Hb5", "b1 a2", res=("R", ""))

TOLD = {
    "2_1_a_deployment_is_told_to_its_owner": Case("*", DEPLOYED, FIRST, {}, LIFTED),
    "2_13_through_the_fog_only_the_half_and_who_is_ready_are_told": Case(
        "*", DEPLOYED, SECOND, {}, LIFTED
    ),
    "2_9_a_watcher_is_told_of_the_reveal_that_sums_up_both_deployments": Case(
        "*", DEPLOYED, WATCHER, {}, LIFTED
    ),
    "3_15_a_cavalry_moves": turn(ctn("Ra1 Cb7", "Rj10 Lb6 Ha7", "b8 c8"), "Cb7a9", WATCHER),
    "3_15_an_archer_takes": turn(ctn("Ra1 Af7", "Rj10 Hd9 Lh9 Pd7"), "Af7xh9", WATCHER),
    "3_15_a_trebuchet_fires": turn(
        ctn("Ra1 Ti6 Hi7", "Rj10 Ha6 Li8 Ci9 Hi2", "i3"), "Txa6", WATCHER
    ),
    "3_15_a_bolt_pierces": turn(ctn("Ra1 Ba7", "Rj10 Hb8 Lc9 Hb6"), "Bxb8xc9", WATCHER),
    "3_15_a_trebuchet_hits_an_elephant": turn(ctn("Ra1 Hb6 Ta7", "Rj10 Eb7"), "Txb7", WATCHER),
    "3_15_a_dragon_takes_an_elephant": turn(ctn("Ra1 Df7", "Rj10 Eb7"), "Dxb7", WATCHER),
    "3_5_a_lancer_relays": turn(ctn("Rb1 La2 Lb2 Hc1", "Rj10 Tb10"), "La2=Rb1", WATCHER),
    "4_7_a_reinforcement": turn(ctn("Ra1", "Rj10", res=("L", "")), "rLd3", WATCHER),
    "3_3_3_10_a_forced_march_tells_both_steps": turn(ctn("Ra1 Hb5 Hc7", "Rj10 Eb7"), "Hb6 & Hxb7"),
    "3_3_a_march_of_two_quiet_steps": turn(MARCH, "Hb6 & Hg6", water="seco"),
    "3_3_a_march_that_ends_early": turn(MARCH, "Hb6", water="seco"),
    "4_3_a_forced_pass_says_why": turn(FORCED, "--", refuerzos="no"),
    "5_1_a_check_names_the_attacker": turn(ctn("Ra1 Te7", "Rd10"), "Td8", SECOND, water="seco"),
    "4_10_a_siege_is_told_when_it_begins_holds_and_breaks": turn(
        W16, "Df7->ASEDIO Pc10 Dh7 <-ASEDIO"
    ),
    "4_9_the_first_unit_on_a_ring_is_told": turn(ctn("Ra1 Df4", "Rj10"), "Df7"),
    "4_9_the_first_besieger_of_a_reserve": turn(ctn("Ra1 Df4", "Rj10", res=("", "E")), "Df7"),
    "4_9_every_loss_of_besiegers_is_told": turn(ctn("Ra1 Df7", "Rj10"), "Df4"),
    "4_9_one_of_three_besiegers_leaves": turn(ctn("Ra1 Df7 Hd7 He7", "Rj10"), "Df4"),
    # A rabble that steps onto the ring while another leaves it starts no new siege (6.13).
    "4_10_a_march_breaks_the_siege_only_at_its_end": turn(
        ctn("Ra1 Hd7 Hc8 Df7", "Rj10"), "Hc8b8 & Hd7d6 <-ASEDIO", water="seco"
    ),
    "4_10_a_march_that_keeps_the_siege": turn(ctn("Ra1 Hd7 Hc9 Df7", "Rj10"), "Hd7c7 & Hc9d9"),
    "w17_4_12_an_execution_is_told_in_order": turn(W17, EXECUTED, SECOND),
    "w18_4_16_the_death_of_a_hidden_king_is_told": turn(W18, "<-ASEDIO (LHr RHHm)#"),
    "w20_4_17_the_saved_unit_is_told": turn(W20, "mL rEd7 <-ASEDIO (DHLr Hm)"),
    "w20_4_17_saving_none_is_told": turn(W20, "mL <-ASEDIO (DHLr EHm)"),
    "w21_4_20_the_siege_of_the_other_fortress_is_confirmed": turn(W21, "<-ASEDIO (LHr PBm)"),
    "5_10_a_resignation_names_player_and_winner": Case(W16, "", FIRST, LAKES, ((RESIGN, SECOND),)),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told(golden: Golden, name: str) -> None:
    golden(in_full("cotadrez", TOLD[name].telling("cotadrez")))


def in_fog(words: str, viewer: int) -> Telling:
    """Return what the viewer is told of a deployment before the fog lifts."""
    return Case("*", words, viewer, {}, (("ready",),)).telling("cotadrez")


def test_2_13_what_is_told_through_the_fog_does_not_depend_on_the_deployment() -> None:
    for viewer, own in ((FIRST, 5), (SECOND, 6), (WATCHER, 0)):
        words = [one.words for one in in_fog(DEPLOYED, viewer)]
        public = [one for one in words if one.key in ("tell.half", "tell.ready")]
        assert len(words) - len(public) == own
    assert in_fog(DEPLOYED, WATCHER) == in_fog(OTHER, WATCHER)


def test_2_14_after_the_fog_every_viewer_is_told_the_same() -> None:
    tellings = [turn(W17, EXECUTED, viewer).telling("cotadrez") for viewer in (-1, 0, 1)]
    assert tellings[0] == tellings[1] == tellings[2]
    assert set(tellings[0][0].squares) == RING
    assert play(state(W17), EXECUTED).turns == state(W17).turns + 1


def test_5_2_4_16_the_goal_says_how_to_beat_the_enemy_king(golden: Golden) -> None:
    start = Cotadrez().initial_state()
    words = catalogue("cotadrez", "es")
    seen = [(W16, FIRST), (W17, FIRST), (W17, WATCHER)]
    goals = [goal_of(state(text).observation(viewer), viewer) for text, viewer in seen]
    golden([words.text(one) for one in (*goals, goal_of(start.observation(SECOND), SECOND))])
    over = play(state(W18), "<-ASEDIO (LHr RHHm)#")
    assert Cotadrez().goal(over, FIRST) is None
