"""Sentences about the events of Cotadrez: deployments in fog, captures, shots, sieges."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import RESIGN
from engine.core.telling import Telling
from engine.dev.common import catalogue
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.state import CotadrezState
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


def test_2_1_a_deployment_is_told_to_its_owner() -> None:
    telling = deployed(FIRST)
    assert outline(telling)[:3] == [
        ("place", "e2", "f2", "e3", "f3"),
        ("place", "g4"),
        ("place", "a2"),
    ]
    assert spanish(telling)[:3] == [
        "Jugador 1 coloca su fortaleza en las casillas e2 a f3.",
        "Jugador 1 despliega el dragón en g4.",
        "Jugador 1 despliega una montaña en a2.",
    ]
    assert english(telling)[:3] == [
        "Player 1 places the fortress on the squares e2 to f3.",
        "Player 1 deploys the dragon on g4.",
        "Player 1 deploys a mountain on a2.",
    ]
    assert spanish(telling)[5:8] == [
        "Jugador 1 ha terminado su despliegue.",
        "Jugador 2 ha terminado su despliegue.",
        "Se levanta la niebla.",
    ]


def test_2_13_through_the_fog_only_the_half_and_who_is_ready_are_told() -> None:
    assert spanish(deployed(SECOND))[:2] == [
        "Jugador 1 coloca su fortaleza en la mitad sur, oculta por la niebla.",
        "Jugador 1 ha terminado su despliegue.",
    ]
    other = "rFc2d3 rRb4 rAd4 rMj1 rMj2 rMj3 // rFb8c9 rEa10 rMa6 rMa7 rMb6 >>>"
    for viewer in (FIRST, SECOND, WATCHER):
        ours, theirs = ([t.words for t in deployed(viewer, w)] for w in (DEPLOYED, other))
        fog = next(n for n, words in enumerate(ours) if words.key == "tell.reveal")
        mine = [words for words in ours[:fog] if words.key not in ("tell.half", "tell.ready")]
        assert len(mine) == {FIRST: 5, SECOND: 6, WATCHER: 0}[viewer]
        if viewer == WATCHER:
            assert ours[:fog] == theirs[:fog]


def test_2_9_the_reveal_sums_up_both_deployments() -> None:
    telling = deployed(SECOND)
    assert [kind for kind, *_ in outline(telling)[-3:]] == ["turn", "place", "place"]
    assert spanish(telling)[-2:] == [
        "Jugador 1 tiene la fortaleza en e2 a f3, una unidad en el anillo y 19 en la reserva, "
        "entre ellas el rey.",
        "Jugador 2 tiene la fortaleza en e8 a f9, 2 unidades en el anillo y 18 en la reserva, "
        "entre ellas el rey.",
    ]
    assert english(telling)[-1] == (
        "Player 2 has the fortress on e8 to f9, 2 units on the ring and 18 in reserve, "
        "including the king."
    )
    assert [one.side for one in telling[-2:]] == [0, 1]


# -- turns ---------------------------------------------------------------------------------------

TURNS = [
    (
        ctn("Ra1 Cb7", "Rj10 Lb6 Ha7", "b8 c8"),
        "Cb7a9",
        ("move", "b7", "a9"),
        "Jugador 1 mueve la caballería ligera de b7 a a9.",
        "Player 1 moves the light cavalry from b7 to a9.",
    ),
    (
        ctn("Ra1 Af7", "Rj10 Hd9 Lh9 Pd7"),
        "Af7xh9",
        ("take", "f7", "h9"),
        "Jugador 1 captura al lancero de h9 con el arquero de f7.",
        "Player 1 captures the lancer on h9 with the archer from f7.",
    ),
    (
        ctn("Ra1 Ti6 Hi7", "Rj10 Ha6 Li8 Ci9 Hi2", "i3"),
        "Txa6",
        ("shoot", "i6", "a6"),
        "Jugador 1 dispara con el trabuquete de i6 y captura a la chusma de a6.",
        "Player 1 shoots with the trebuchet on i6 and captures the rabble on a6.",
    ),
    (
        ctn("Ra1 Ba7", "Rj10 Hb8 Lc9 Hb6"),
        "Bxb8xc9",
        ("shoot", "a7", "b8", "c9"),
        "Jugador 1 dispara con el escorpión de a7. Un solo dardo captura a la chusma de b8 y al "
        "lancero de c9.",
        "Player 1 shoots with the scorpion on a7. One bolt captures the rabble on b8 and the "
        "lancer on c9.",
    ),
    (
        ctn("Ra1 Hb6 Ta7", "Rj10 Eb7"),
        "Txb7",
        ("shoot", "a7", "b7"),
        "Jugador 1 dispara con el trabuquete de a7 y captura al elefante de b7: lo atacaban dos "
        "unidades.",
        "Player 1 shoots with the trebuchet on a7 and captures the elephant on b7: two units "
        "attacked it.",
    ),
    (
        ctn("Ra1 Df7", "Rj10 Eb7"),
        "Dxb7",
        ("take", "f7", "b7"),
        "Jugador 1 captura al elefante de b7 con el dragón de f7.",
        "Player 1 captures the elephant on b7 with the dragon from f7.",
    ),
    (
        ctn("Rb1 La2 Lb2 Hc1", "Rj10 Tb10"),
        "La2=Rb1",
        ("move", "a2", "b1"),
        "Jugador 1 releva al rey de b1 con el lancero de a2.",
        "Player 1 swaps the lancer on a2 with the king on b1.",
    ),
    (
        ctn("Ra1", "Rj10", res=("L", "")),
        "rLd3",
        ("place", "d3"),
        "Jugador 1 trae el lancero de su reserva a d3: reserva 1 → 0.",
        "Player 1 brings the lancer from the reserve to d3: reserve 1 → 0.",
    ),
]


@pytest.mark.parametrize(("text", "words", "where", "es", "en"), TURNS)
def test_3_15_a_turn_tells_player_action_and_units(
    text: str, words: str, where: tuple[str, ...], es: str, en: str
) -> None:
    telling = [one for one in heard(state(text), words, WATCHER) if one.kind != "siege"]
    assert outline(telling) == [where]
    assert (spanish(telling), english(telling)) == ([es], [en])


def test_3_3_3_10_a_forced_march_tells_both_steps_or_its_early_end() -> None:
    telling = heard(state(ctn("Ra1 Hb5 Hc7", "Rj10 Eb7")), "Hb6 & Hxb7")
    assert outline(telling) == [("move", "b5", "b6"), ("take", "c7", "b7")]
    assert spanish(telling)[1] == (
        "Jugador 1 captura al elefante de b7 con la chusma de c7: lo atacaban dos unidades."
    )
    position = state(ctn("Ra1 Hb5 Hg5", "Rj10 Eb8"), water="seco")
    assert spanish(heard(position, "Hb6 & Hg6"))[1] == (
        "Marcha forzada: Jugador 1 mueve también la chusma de g5 a g6."
    )
    assert spanish(heard(position, "Hb6"))[1] == "Jugador 1 termina la marcha."


def test_4_3_a_forced_pass_says_why() -> None:
    position = state(ctn("Ha1", "Rj10 Hb5", "b1 a2", res=("R", "")), refuerzos="no")
    assert outline(heard(position, "--")) == [("pass",)]
    assert english(heard(position, "--")) == ["Player 1 has no legal move and passes."]


def test_5_1_a_check_names_the_attacker() -> None:
    position = state(ctn("Ra1 Te7", "Rd10"), water="seco")
    telling = heard(position, "Td8", SECOND)
    assert outline(telling)[-1] == ("turn", "d8", "d10")
    assert spanish(telling)[-1] == "Jaque a Jugador 2: el trabuquete de d8 ataca al rey en d10."
    assert english(telling)[-1] == (
        "Check to Player 2: the trebuchet on d8 attacks the king on d10."
    )
    assert telling[-1].side == 0


# -- sieges --------------------------------------------------------------------------------------


def test_4_10_a_siege_is_told_when_it_begins_holds_and_breaks() -> None:
    telling = heard(state(W16), "Df7->ASEDIO Pc10 Dh7 <-ASEDIO")
    news = tuple(one for one in telling if one.kind == "siege")
    assert [set(one.squares) for one in news] == [RING] * 3
    assert spanish(news) == [
        "Alerta de asedio: Jugador 1 tiene 2 unidades en el anillo de Jugador 2. Si Jugador 2 no "
        "rompe el asedio, Jugador 1 podrá ejecutarlo en su próximo turno.",
        "Jugador 1 sigue asediando a Jugador 2 con 2 unidades y ya puede ejecutar el asedio.",
        "Se rompe el asedio a la fortaleza de Jugador 2: Jugador 1 tiene 1 de las 2 unidades que "
        "necesita en el anillo.",
    ]
    assert english(news)[1:] == [
        "Player 1 still besieges Player 2 with 2 units and can execute the siege now.",
        "The siege of Player 2’s fortress is broken: Player 1 has 1 of the 2 units it needs on the "
        "ring.",
    ]
    assert [held_up("cotadrez", one, "es") for one in news] == [
        [("F", 2, "", "2 sitiadores")],
        [("F", 2, "", "2 sitiadores")],
        [("F", 1, "", "1 sitiador")],
    ]


def test_4_9_the_first_unit_on_a_ring_is_told() -> None:
    position = state(ctn("Ra1 Df4", "Rj10"))
    telling = heard(position, "Df7")
    assert spanish(telling)[1:] == [
        "Jugador 1 tiene una unidad en el anillo de Jugador 2. Con otra empezaría el asedio."
    ]
    assert held_up("cotadrez", telling[1], "en") == [("F", 1, "", "1 besieger")]
    telling = heard(state(ctn("Ra1 Df4", "Rj10", res=("", "E"))), "Df7")
    assert english(telling)[1:] == [
        "Player 1 has one unit on Player 2’s ring. A second one would begin a siege, which can "
        "cost Player 2 the reserve."
    ]


def test_4_9_every_loss_of_besiegers_is_told() -> None:
    alone = heard(state(ctn("Ra1 Df7", "Rj10")), "Df4")
    assert english(alone)[1:] == ["Player 1 no longer has a unit on Player 2’s ring."]
    assert spanish(alone)[1:] == ["Jugador 1 ya no tiene ninguna unidad en el anillo de Jugador 2."]
    assert held_up("cotadrez", alone[1], "en") == [("F", 0, "", "0 besiegers")]
    three = heard(state(ctn("Ra1 Df7 Hd7 He7", "Rj10")), "Df4")
    assert english(three)[1:] == [
        "Player 1 now has 2 units on Player 2’s ring: the siege continues."
    ]


def test_4_10_a_march_changes_the_siege_only_at_its_end() -> None:
    """A rabble that steps onto the ring while another leaves it starts no new siege (6.13)."""
    position = state(ctn("Ra1 Hd7 Hc8 Df7", "Rj10"), water="seco")
    telling = heard(position, "Hc8b8 & Hd7d6 <-ASEDIO")
    assert [one.words.key for one in telling if one.kind == "siege"] == ["tell.siege.broken"]
    position = state(ctn("Ra1 Hd7 Hc9 Df7", "Rj10"))
    telling = heard(position, "Hd7c7 & Hc9d9")
    assert [one.words.key for one in telling if one.kind == "siege"] == []


def test_w17_4_12_to_4_19_an_execution_is_told_in_order() -> None:
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
    assert spanish(telling) == [
        "Jugador 1 ejecuta el asedio de la fortaleza de Jugador 2.",
        "Jugador 1 libera al elefante de la mazmorra de Jugador 2: reserva 0 → 1.",
        "Los sitiadores vuelven a la reserva de Jugador 1: un dragón y una chusma, 1 → 3. El "
        "próximo asedio empieza de cero.",
        "Jugador 2 saca al rey de la reserva a d9: reserva 5 → 4.",
        "Jugador 2 pierde el resto de su reserva: 2 elefantes, una caballería pesada y un "
        "escorpión, 4 → 0.",
    ]
    assert english(telling) == [
        "Player 1 executes the siege of Player 2’s fortress.",
        "Player 1 frees the elephant from Player 2’s dungeon: reserve 0 → 1.",
        "The besiegers return to Player 1’s reserve: a dragon and a rabble, 1 → 3. The next siege "
        "starts from zero.",
        "Player 2 brings the king out of the reserve to d9: reserve 5 → 4.",
        "Player 2 loses the rest of the reserve: 2 elephants, a heavy cavalry unit and a scorpion, "
        "4 → 0.",
    ]
    assert held_up("cotadrez", telling[1], "es") == [("E", -1, "", "0 → 1")]
    assert [note for *_, note in held_up("cotadrez", telling[4], "es")] == [
        "2 → 0",
        "1 → 0",
        "1 → 0",
    ]
    assert [one.side for one in telling] == [0, 0, 0, 1, 0]


def test_w18_4_16_the_death_of_a_hidden_king_is_told() -> None:
    telling = heard(state(W18), "<-ASEDIO (LHr RHHm)#")
    assert spanish(telling)[3:] == [
        "El rey de Jugador 2 no tiene salida y muere en su fortaleza.",
        "Jugador 2 pierde el resto de su reserva: 2 chusmas, 3 → 0.",
        "El rey sitiado no tiene salida: victoria de Jugador 1",
    ]
    assert [kind for kind, *_ in outline(telling)] == [
        "siege",
        "move",
        "move",
        "take",
        "meter",
        "end",
    ]


def test_w20_4_17_the_saved_unit_is_told_and_so_is_saving_none() -> None:
    saved = heard(state(W20), "mL rEd7 <-ASEDIO (DHLr Hm)")
    assert spanish(saved)[4:] == [
        "Jugador 2 salva al elefante, que sale de la reserva a d7: reserva 2 → 1.",
        "Jugador 2 pierde el resto de su reserva: una chusma, 1 → 0.",
    ]
    declined = heard(state(W20), "mL <-ASEDIO (DHLr EHm)")
    assert english(declined)[4] == "Player 2 saves no units."


def test_w21_4_20_the_siege_of_the_other_fortress_is_confirmed() -> None:
    telling = heard(state(W21), "<-ASEDIO (LHr PBm)")
    assert [one.words.key for one in telling if one.kind == "siege"] == [
        "tell.execute",
        "tell.siege.confirmed",
    ]


def test_5_10_a_resignation_names_player_and_winner() -> None:
    assert spanish(told(state(W16), [(RESIGN, SECOND)], FIRST)) == [
        "Jugador 2 abandona.",
        "Victoria de Jugador 1 por abandono",
    ]


def test_2_14_after_the_fog_every_viewer_is_told_the_same() -> None:
    position = state(W17)
    tellings = [heard(position, "mE rRd9 <-ASEDIO (DEHr EEPBm)", v) for v in (-1, 0, 1)]
    assert tellings[0] == tellings[1] == tellings[2]
    assert play(position, "mE rRd9 <-ASEDIO (DEHr EEPBm)").turns == position.turns + 1


def test_5_2_4_16_the_goal_says_how_to_beat_the_enemy_king() -> None:
    mate = catalogue("cotadrez", "es").text("goal.mate", rival="Jugador 2")
    assert goal(state(W16), FIRST) == mate
    assert goal(state(W17), FIRST) == (
        "El rey de Jugador 2 se esconde. Asedia su fortaleza con 2 unidades (2 de 2 en el anillo) "
        "y déjalo sin salida."
    )
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
