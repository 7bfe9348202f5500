"""Sentences about the events of Cotadrez: deployments in fog, captures, shots, sieges."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import RESIGN
from engine.core.telling import Telling
from engine.dev.common import catalogue
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.state import CotadrezState
from tests.fixtures.golden import Golden
from tests.fixtures.words import play
from tests.games.cotadrez.table import ctn, state
from tests.games.telling import held_up, outline, plainly_told, read, sentences, told

RING = set("d7 e7 f7 g7 d8 g8 d9 g9 d10 e10 f10 g10".split())
FIRST, SECOND, WATCHER = 0, 1, -1
W16 = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
W17 = ctn("Ra1 Hd7 Df7 Ta10 Ej7", "Lj9", res=("", "REEPB"), dun=("", "E"), counters="20.5.0")
W18 = ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9 Cb7", "Hj5", res=("", "RHH"), counters="20.5.0")
W20 = ctn("Rc9 Hd7 Df7", "Rj1", res=("", "EH"), dun=("", "L"))
W21 = ctn("Ra1 Hd7 Le7 Ei3", "Rj10 Hd4 Ae1", res=("TC", "PB"), dun=("A", ""))
DEPLOYED = "rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rCe10 rMj6 rMj7 rMj8 >>>"


def heard(position: CotadrezState, words: str, viewer: int = FIRST) -> Telling:
    return told(position, read(position, words), viewer)


def spanish(telling: Telling) -> list[str]:
    return sentences("cotadrez", telling, "es")


def english(telling: Telling) -> list[str]:
    return sentences("cotadrez", telling, "en")


# -- deployment ----------------------------------------------------------------------------------


def deployed(viewer: int, words: str = DEPLOYED) -> Telling:
    """Return everything the viewer is told up to the first turn."""
    position = Cotadrez().initial_state()
    actions = [*read(position, words.removesuffix(" >>>")), ("ready",)]
    return told(position, [*actions, ("reveal",)], viewer)


def test_2_1_a_deployment_is_told_to_its_owner(golden: Golden) -> None:
    telling = deployed(FIRST)
    assert outline(telling)[:3] == [
        ("place", "e2", "f2", "e3", "f3"),
        ("place", "g4"),
        ("place", "a2"),
    ]
    golden(spanish(telling)[:3])
    golden(english(telling)[:3])
    golden(spanish(telling)[5:8])


def test_2_13_through_the_fog_only_the_half_and_who_is_ready_are_told(golden: Golden) -> None:
    golden(spanish(deployed(SECOND))[:2])
    other = "rFc2d3 rRb4 rAd4 rMj1 rMj2 rMj3 // rFb8c9 rEa10 rMa6 rMa7 rMb6 >>>"
    for viewer in (FIRST, SECOND, WATCHER):
        ours, theirs = ([t.words for t in deployed(viewer, w)] for w in (DEPLOYED, other))
        fog = next(n for n, words in enumerate(ours) if words.key == "tell.reveal")
        mine = [words for words in ours[:fog] if words.key not in ("tell.half", "tell.ready")]
        assert len(mine) == {FIRST: 5, SECOND: 6, WATCHER: 0}[viewer]
        if viewer == WATCHER:
            assert ours[:fog] == theirs[:fog]


def test_2_9_the_reveal_sums_up_both_deployments(golden: Golden) -> None:
    telling = deployed(SECOND)
    assert [kind for kind, *_ in outline(telling)[-3:]] == ["turn", "place", "place"]
    golden(spanish(telling)[-2:])
    golden(english(telling)[-1])
    assert [one.side for one in telling[-2:]] == [0, 1]


# -- turns ---------------------------------------------------------------------------------------

TURNS = [
    (ctn("Ra1 Cb7", "Rj10 Lb6 Ha7", "b8 c8"), "Cb7a9", ("move", "b7", "a9")),
    (ctn("Ra1 Af7", "Rj10 Hd9 Lh9 Pd7"), "Af7xh9", ("take", "f7", "h9")),
    (ctn("Ra1 Ti6 Hi7", "Rj10 Ha6 Li8 Ci9 Hi2", "i3"), "Txa6", ("shoot", "i6", "a6")),
    (ctn("Ra1 Ba7", "Rj10 Hb8 Lc9 Hb6"), "Bxb8xc9", ("shoot", "a7", "b8", "c9")),
    (ctn("Ra1 Hb6 Ta7", "Rj10 Eb7"), "Txb7", ("shoot", "a7", "b7")),
    (ctn("Ra1 Df7", "Rj10 Eb7"), "Dxb7", ("take", "f7", "b7")),
    (ctn("Rb1 La2 Lb2 Hc1", "Rj10 Tb10"), "La2=Rb1", ("move", "a2", "b1")),
    (ctn("Ra1", "Rj10", res=("L", "")), "rLd3", ("place", "d3")),
]


@pytest.mark.parametrize(("text", "words", "where"), TURNS, ids=[words for _, words, _ in TURNS])
def test_3_15_a_turn_tells_player_action_and_units(
    golden: Golden, text: str, words: str, where: tuple[str, ...]
) -> None:
    telling = tuple(one for one in heard(state(text), words, WATCHER) if one.kind != "siege")
    assert outline(telling) == [where]
    golden((*spanish(telling), *english(telling)))


def test_3_3_3_10_a_forced_march_tells_both_steps_or_its_early_end(golden: Golden) -> None:
    telling = heard(state(ctn("Ra1 Hb5 Hc7", "Rj10 Eb7")), "Hb6 & Hxb7")
    assert outline(telling) == [("move", "b5", "b6"), ("take", "c7", "b7")]
    golden(spanish(telling)[1])
    position = state(ctn("Ra1 Hb5 Hg5", "Rj10 Eb8"), water="seco")
    golden(spanish(heard(position, "Hb6 & Hg6"))[1])
    golden(spanish(heard(position, "Hb6"))[1])


def test_4_3_a_forced_pass_says_why(golden: Golden) -> None:
    position = state(ctn("Ha1", "Rj10 Hb5", "b1 a2", res=("R", "")), refuerzos="no")
    assert outline(heard(position, "--")) == [("pass",)]
    golden(english(heard(position, "--")))


def test_5_1_a_check_names_the_attacker(golden: Golden) -> None:
    position = state(ctn("Ra1 Te7", "Rd10"), water="seco")
    telling = heard(position, "Td8", SECOND)
    assert outline(telling)[-1] == ("turn", "d8", "d10")
    golden(spanish(telling)[-1])
    golden(english(telling)[-1])
    assert telling[-1].side == 0


# -- sieges --------------------------------------------------------------------------------------


def test_4_10_a_siege_is_told_when_it_begins_holds_and_breaks(golden: Golden) -> None:
    telling = heard(state(W16), "Df7->ASEDIO Pc10 Dh7 <-ASEDIO")
    news = tuple(one for one in telling if one.kind == "siege")
    assert [set(one.squares) for one in news] == [RING] * 3
    golden(spanish(news))
    golden(english(news)[1:])
    assert [held_up("cotadrez", one, "es") for one in news] == [
        [("F", 2, "", "2 sitiadores")],
        [("F", 2, "", "2 sitiadores")],
        [("F", 1, "", "1 sitiador")],
    ]


def test_4_9_the_first_unit_on_a_ring_is_told(golden: Golden) -> None:
    position = state(ctn("Ra1 Df4", "Rj10"))
    telling = heard(position, "Df7")
    golden(spanish(telling)[1:])
    assert held_up("cotadrez", telling[1], "en") == [("F", 1, "", "1 besieger")]
    telling = heard(state(ctn("Ra1 Df4", "Rj10", res=("", "E"))), "Df7")
    golden(english(telling)[1:])


def test_4_9_every_loss_of_besiegers_is_told(golden: Golden) -> None:
    alone = heard(state(ctn("Ra1 Df7", "Rj10")), "Df4")
    golden(english(alone)[1:])
    golden(spanish(alone)[1:])
    assert held_up("cotadrez", alone[1], "en") == [("F", 0, "", "0 besiegers")]
    three = heard(state(ctn("Ra1 Df7 Hd7 He7", "Rj10")), "Df4")
    golden(english(three)[1:])


def test_4_10_a_march_changes_the_siege_only_at_its_end() -> None:
    """A rabble that steps onto the ring while another leaves it starts no new siege (6.13)."""
    position = state(ctn("Ra1 Hd7 Hc8 Df7", "Rj10"), water="seco")
    telling = heard(position, "Hc8b8 & Hd7d6 <-ASEDIO")
    assert [one.words.key for one in telling if one.kind == "siege"] == ["tell.siege.broken"]
    position = state(ctn("Ra1 Hd7 Hc9 Df7", "Rj10"))
    telling = heard(position, "Hd7c7 & Hc9d9")
    assert [one.words.key for one in telling if one.kind == "siege"] == []


def test_w17_4_12_to_4_19_an_execution_is_told_in_order(golden: Golden) -> None:
    telling = heard(state(W17), "mE rRd9 <-ASEDIO (DEHr EEPBm)", SECOND)
    assert set(telling[0].squares) == RING
    assert outline(telling[1:]) == [
        ("meter",),
        ("move", "d7", "e2"),
        ("move", "f7", "e2"),
        ("move", "e8", "d9"),
        ("meter",),
    ]
    assert [one.aside for one in telling] == [False, False, False, True, False, False]
    telling = tuple(one for one in telling if not one.aside)
    golden(spanish(telling))
    golden(english(telling))
    assert held_up("cotadrez", telling[1], "es") == [("E", -1, "", "0 → 1")]
    assert [note for *_, note in held_up("cotadrez", telling[4], "es")] == [
        "2 → 0",
        "1 → 0",
        "1 → 0",
    ]
    assert [one.side for one in telling] == [0, 0, 0, 1, 0]


def test_w18_4_16_the_death_of_a_hidden_king_is_told(golden: Golden) -> None:
    telling = heard(state(W18), "<-ASEDIO (LHr RHHm)#")
    golden(spanish(telling)[3:])
    assert [kind for kind, *_ in outline(telling)] == [
        "siege",
        "move",
        "move",
        "take",
        "meter",
        "end",
    ]


def test_w20_4_17_the_saved_unit_is_told_and_so_is_saving_none(golden: Golden) -> None:
    saved = heard(state(W20), "mL rEd7 <-ASEDIO (DHLr Hm)")
    golden(spanish(saved)[4:])
    declined = heard(state(W20), "mL <-ASEDIO (DHLr EHm)")
    golden(english(declined)[4])


def test_w21_4_20_the_siege_of_the_other_fortress_is_confirmed() -> None:
    telling = heard(state(W21), "<-ASEDIO (LHr PBm)")
    assert [one.words.key for one in telling if one.kind == "siege"] == [
        "tell.execute",
        "tell.siege.confirmed",
    ]


def test_5_10_a_resignation_names_player_and_winner(golden: Golden) -> None:
    golden(spanish(told(state(W16), [(RESIGN, SECOND)], FIRST)))


def test_2_14_after_the_fog_every_viewer_is_told_the_same() -> None:
    position = state(W17)
    tellings = [heard(position, "mE rRd9 <-ASEDIO (DEHr EEPBm)", v) for v in (-1, 0, 1)]
    assert tellings[0] == tellings[1] == tellings[2]
    assert play(position, "mE rRd9 <-ASEDIO (DEHr EEPBm)").turns == position.turns + 1


def test_5_2_4_16_the_goal_says_how_to_beat_the_enemy_king(golden: Golden) -> None:
    golden(goal(state(W16), FIRST))
    golden(goal(state(W17), FIRST))
    assert goal(state(W17), WATCHER).startswith("Dos formas de ganar: jaque mate")
    assert goal(Cotadrez().initial_state(), SECOND).startswith("Prepara el ataque")
    over = play(state(W18), "<-ASEDIO (LHr RHHm)#")
    assert Cotadrez().goal(over, FIRST) is None


def goal(position: CotadrezState, viewer: int) -> str:
    message = Cotadrez().goal(position.observation(viewer), viewer)
    assert message is not None
    return catalogue("cotadrez", "es").text(message)


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_its_own_sentence(seed: int) -> None:
    rng = Random(seed)
    options = Cotadrez.random_options(rng) if seed else {}
    assert list(plainly_told("cotadrez", options, seed)) == []
