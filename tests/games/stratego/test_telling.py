"""Happenings of Stratego's events: who did what with which piece, what came of it, and why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import DRAW, RESIGN, TIME
from engine.core.telling import Face, Telling
from engine.games.stratego.game import Stratego
from engine.games.stratego.rules.state import StrategoState
from tests.fixtures.words import play
from tests.games.stratego.helpers import lost, position, state_of, swapped
from tests.games.telling import held_up, outline, plainly_told, read, sentences, told

RED, BLUE, WATCHER = 0, 1, -1


def heard(state: StrategoState, words: str, viewer: int) -> Telling:
    return told(state, read(state, words), viewer)


def spanish(telling: Telling) -> list[str]:
    return sentences("stratego", telling, "es")


def english(telling: Telling) -> list[str]:
    return sentences("stratego", telling, "en")


# pieces, options, viewer, Spanish, English, faces of both sides
FIGHTS: list[tuple[str, dict[str, Any], int, str, str, list[tuple[Any, ...]]]] = [
    (
        "r6e5 b2e6",
        {},
        RED,
        "En e6, el capitán de Rojo vence al explorador de Azul: 6 contra 2.",
        "On e6, Red’s captain beats Blue’s scout: 6 against 2.",
        [("6", 6, "won", "rango 6"), ("2", 2, "lost", "rango 2")],
    ),
    (
        "r5e5 b9e6",
        {},
        WATCHER,
        "En e6, el teniente de Rojo cae ante el general de Azul: 5 contra 9.",
        "On e6, Red’s lieutenant loses to Blue’s general: 5 against 9.",
        [("5", 5, "lost", "rango 5"), ("9", 9, "won", "rango 9")],
    ),
    (
        "r5e5 b5e6",
        {},
        BLUE,
        "En e6 caen el teniente de Rojo y el teniente de Azul: 5 contra 5.",
        "On e6, Red’s lieutenant and Blue’s lieutenant both fall: 5 against 5.",
        [("5", 5, "draw", "rango 5"), ("5", 5, "draw", "rango 5")],
    ),
    (
        "r5e5 b5e6",
        {"surprise_factor": True},
        BLUE,
        "En e6, el teniente de Rojo vence al teniente de Azul por atacar: 5 contra 5.",
        "On e6, Red’s lieutenant beats Blue’s lieutenant because it attacks: 5 against 5.",
        [("5", 5, "won", "rango 5"), ("5", 5, "lost", "rango 5")],
    ),
    (
        "r5e5 b6e6",
        {"attacker_bonus": True, "hills": "hills4"},
        RED,
        "En e6, el teniente de Rojo vence al capitán de Azul: 7 contra 6.",
        "On e6, Red’s lieutenant beats Blue’s captain: 7 against 6.",
        [("5", 7, "won", "rango 5, +1 por la colina, +1 por atacar"), ("6", 6, "lost", "rango 6")],
    ),
    (
        "rSe5 bMe6",
        {},
        BLUE,
        "En e6, el espía de Rojo sorprende al mariscal de Azul y gana.",
        "On e6, Red’s spy surprises Blue’s marshal and wins.",
        [("1", 1, "won", "sorprende al mariscal"), ("10", 10, "lost", "rango 10")],
    ),
    (
        "rSe5 b8e6",
        {"licensed_spy": True},
        RED,
        "En e6, el espía de Rojo usa su licencia y captura al coronel de Azul.",
        "On e6, Red’s spy uses its licence and captures Blue’s colonel.",
        [("1", 1, "won", "con licencia: vence a todo rango"), ("8", 8, "lost", "rango 8")],
    ),
    (
        "rSe5 bSe6",
        {"licensed_spy": True},
        RED,
        "En e6, el espía de Rojo captura al espía de Azul.",
        "On e6, Red’s spy captures Blue’s spy.",
        [("1", 1, "won", "rango 1"), ("1", 1, "lost", "rango 1")],
    ),
    (
        "r8e5 bBe6",
        {},
        RED,
        "En e6, el coronel de Rojo cae: la bomba de Azul estalla y sigue en el tablero.",
        "On e6, Red’s colonel falls: Blue’s bomb explodes and stays on the board.",
        [("8", 8, "lost", "rango 8"), ("B", -1, "won", "estalla")],
    ),
    (
        "r3e5 bBe6",
        {},
        RED,
        "En e6, el artificiero de Rojo desactiva la bomba de Azul.",
        "On e6, Red’s miner defuses Blue’s bomb.",
        [("3", 3, "won", "desactiva bombas"), ("B", -1, "lost", "desactivada")],
    ),
    (
        "r9e5 bBe6",
        {"grenades": True},
        RED,
        "En e6, la bomba de Azul estalla y cae también el general de Rojo.",
        "On e6, Blue’s bomb explodes and takes Red’s general with it.",
        [("9", 9, "draw", "rango 9"), ("B", -1, "draw", "estalla")],
    ),
    (
        "rBe5 b9e6",
        {"grenades": True},
        RED,
        "En e6, la bomba de Rojo estalla y se lleva al general de Azul.",
        "On e6, Red’s bomb explodes and takes Blue’s general with it.",
        [("B", -1, "draw", "estalla"), ("9", 9, "draw", "rango 9")],
    ),
    (
        "rBe5 b3e6",
        {"grenades": True},
        RED,
        "En e6, el artificiero de Azul desactiva la bomba de Rojo.",
        "On e6, Blue’s miner defuses Red’s bomb.",
        [("B", -1, "lost", "desactivada"), ("3", 3, "won", "desactiva bombas")],
    ),
    (
        "rBe5 bBe6",
        {"grenades": True},
        RED,
        "En e6 estallan las dos bombas y desaparecen.",
        "On e6 both bombs explode and are removed.",
        [("B", -1, "draw", "estalla"), ("B", -1, "draw", "estalla")],
    ),
    (
        "r5e5 b9e6",
        {"blind_combat": True},
        RED,
        "En e6, el teniente de Rojo cae ante la pieza oculta de Azul.",
        "On e6, Red’s lieutenant loses to Blue’s hidden piece.",
        [("5", 5, "lost", "rango 5"), ("?", -1, "won", "no se enseña")],
    ),
    (
        "r9e5 b5e6",
        {"hidden_captures": True},
        RED,
        "En e6, el general de Rojo vence a la pieza oculta de Azul.",
        "On e6, Red’s general beats Blue’s hidden piece.",
        [("9", 9, "won", "rango 9"), ("?", -1, "lost", "no se enseña")],
    ),
    (
        "r5e5 b5e6",
        {"hidden_captures": True, "blind_combat": True},
        WATCHER,
        "En e6 caen la pieza oculta de Rojo y la pieza oculta de Azul.",
        "On e6, Red’s hidden piece and Blue’s hidden piece both fall.",
        [("?", -1, "draw", "no se enseña"), ("?", -1, "draw", "no se enseña")],
    ),
]


@pytest.mark.parametrize(("pieces", "options", "viewer", "es", "en", "shown"), FIGHTS)
def test_3_12_a_fight_says_who_wins_and_why(
    pieces: str,
    options: dict[str, Any],
    viewer: int,
    es: str,
    en: str,
    shown: list[tuple[Any, ...]],
) -> None:
    telling = heard(state_of(pieces, **options), "e5xe6", viewer)
    (fight,) = (one for one in telling if one.kind == "fight")
    assert (spanish((fight,)), english((fight,))) == ([es], [en])
    assert held_up("stratego", fight, "es") == shown
    assert fight.squares == ("e5", "e6")
    assert [item.side for item in fight.shown] == [RED, BLUE]


def test_3_7_an_attack_is_told_step_by_step() -> None:
    telling = heard(state_of("r6e5 b2e6"), "e5xe6", RED)
    assert outline(telling) == [
        ("offer", "e5", "e6"),
        ("turn", "e5"),
        ("fight", "e5", "e6"),
        ("take", "e6"),
        ("move", "e5", "e6"),
    ]
    assert spanish(telling) == [
        "Rojo ataca a la pieza oculta de Azul en e6 con el capitán de e5.",
        "Rojo enseña la pieza que ataca: el capitán.",
        "En e6, el capitán de Rojo vence al explorador de Azul: 6 contra 2.",
        "Azul pierde el explorador.",
        "Rojo ocupa e6 con el capitán.",
    ]
    assert english(telling)[0] == (
        "Red attacks Blue’s hidden piece on e6 with the captain from e5."
    )
    assert english(telling)[3:] == ["Blue loses the scout.", "Red moves the captain into e6."]


def test_3_12_the_faces_are_turned_before_one_of_them_falls() -> None:
    """The fight turns both faces on the board; then the loser leaves and the winner advances."""
    *_, fight, fallen, enters = heard(state_of("r6e5 b2e6"), "e5xe6", WATCHER)
    (turned,) = (change.after for change in fight.changes)
    assert isinstance(turned, Face)
    assert (turned.square, turned.glyph, turned.hidden) == ("e6", "scout", False)
    assert fallen.changes[0].before == turned
    (way,) = enters.changes
    assert isinstance(way.before, Face)
    assert isinstance(way.after, Face)
    assert (way.before.square, way.after.square, way.after.glyph) == ("e5", "e6", "captain")


def test_6_5_an_enemy_piece_stays_covered() -> None:
    state = state_of("r6e5 b2e8", "blue")
    assert spanish(heard(state, "e8-e7", BLUE)) == ["Azul mueve el explorador de e8 a e7."]
    telling = heard(state, "e8-e7", RED)
    assert outline(telling) == [("move", "e8", "e7")]
    assert spanish(telling) == ["Azul mueve una pieza oculta de e8 a e7."]
    assert english(telling) == ["Blue moves a hidden piece from e8 to e7."]


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("e5xe6 desert d7-c7", {"desertion": True}),
        ("e5xe6 e6-e5", {"blind_combat": True, "hidden_captures": True}),
        ("e5xe6 e6-e5", {"blind_combat": True, "miner_by_capture": "all"}),
        ("j1-j2 d7-c7", {}),
    ],
)
def test_6_5_what_is_told_does_not_depend_on_hidden_pieces(
    words: str, options: dict[str, Any]
) -> None:
    """With two hidden pieces exchanged, the other viewers are told the same."""
    state = state_of("r6e5 b7e6 bMd7 b9e7", **options)
    for viewer in (RED, WATCHER):
        wanted = heard(state, words, viewer)
        others = [heard(other, words, viewer) for other in swapped(state, RED)]
        assert len(others) >= 3
        assert all(one == wanted for one in others)


def test_5_28_a_desertion_shows_nothing() -> None:
    telling = heard(state_of("r9e5 b4e6", desertion=True), "e5xe6 desert", RED)
    assert outline(telling)[1:] == [("take", "e6"), ("move", "e5", "e6")]
    assert spanish(telling)[1:] == [
        "En e6, la pieza oculta de Azul deserta sin combatir.",
        "Rojo ocupa e6 con el general.",
    ]
    stands = heard(state_of("r9e5 bBe6", desertion=True), "e5xe6 stand", RED)
    assert spanish(stands)[1] == "La pieza atacada de Azul resiste."
    assert english(stands)[1] == "Blue’s attacked piece stands and fights."


def test_5_8_an_attack_by_a_hidden_piece_is_told_without_its_type() -> None:
    telling = heard(state_of("r9e5 b5e6", blind_combat=True), "e5xe6", BLUE)
    assert spanish(telling)[1] == "Rojo ataca sin enseñar su pieza."
    assert spanish(telling)[-1] == "Rojo ocupa e6 con una pieza oculta."


def test_5_20_a_new_mark_is_told_last() -> None:
    telling = heard(state_of("r6e5 b3e6", miner_by_capture="all"), "e5xe6", BLUE)
    assert outline(telling)[-2:] == [("move", "e5", "e6"), ("turn", "e6")]
    assert spanish(telling)[-1] == "Desde ahora, el capitán de Rojo desactiva bombas."
    assert english(telling)[-1] == "From now on Red’s captain defuses bombs."


def test_5_27_a_relay_is_told_with_the_turn_it_costs() -> None:
    telling = heard(state_of("r6e4 r2e5", relay=True), "e4<>e5 a10-a9", RED)
    assert outline(telling) == [("move", "e4", "e5"), ("move", "a10", "a9"), ("pass",)]
    assert spanish(telling) == [
        "Rojo intercambia el capitán de e4 y el explorador de e5, y pierde su próximo turno.",
        "Azul mueve una pieza oculta de a10 a a9.",
        "Rojo pierde este turno por su relevo.",
    ]
    assert [one.side for one in telling] == [RED, BLUE, RED]


def test_5_23_5_24_promotions_are_public_only_where_the_piece_is() -> None:
    options = {"promotion_merit": {"types": ["5"], "next_rank_only": False}}
    merit = heard(lost("r5e5 b4e6", "6", **options), "e5xe6 =", BLUE)
    assert (
        spanish(merit)[-1]
        == "En e6, el teniente de Rojo asciende por sus méritos: ya es un capitán."
    )
    state = lost("r4f9", "5", promotion_courage={"types": ["4"]})
    own, other = (heard(state, "f9-f10 ^", viewer) for viewer in (RED, BLUE))
    assert (
        english(own)[-1]
        == "On f10, Red’s sergeant is promoted for courage and is now a lieutenant."
    )
    assert spanish(other)[-1] == "Rojo decide en secreto sobre un ascenso."
    assert spanish(heard(state, "f9-f10 ^-", RED))[-1] == "Rojo renuncia al ascenso."
    assert heard(state, "f9-f10 ^-", BLUE) == other


def test_5_25_a_rescue_hides_the_type() -> None:
    state = lost("r5f9", "8", rescue_rear=2)
    own, other = (heard(state, "f9-f10 +8@c1", viewer) for viewer in (RED, BLUE))
    assert outline(own)[-1] == outline(other)[-1] == ("place", "c1")
    assert spanish(own)[-1] == "Rojo rescata el coronel, que vuelve en c1."
    assert spanish(other)[-1] == "Rojo rescata una pieza oculta, que vuelve en c1."
    assert spanish(heard(state, "f9-f10 +-", BLUE))[-1] == "Rojo renuncia al rescate."


def test_5_26_points_are_won_and_paid() -> None:
    telling = heard(state_of("r9e5 b6e6", rescue_points=2), "e5xe6", BLUE)
    assert outline(telling)[-1] == ("meter",)
    assert spanish(telling)[-1] == "Rojo gana 6 puntos por la captura: tiene 6."
    assert held_up("stratego", telling[-1], "es") == [("", 6, "", "0 → 6")]
    game = Stratego({"rescue_points": 2})
    text = state_of("r2e5", rescue_points=2).to_text().replace("- - -", "- r:6 pts.r=12,vac.r=6")
    telling = heard(game.state_from_text(text), "*6@d2", BLUE)
    assert outline(telling) == [("meter",), ("place", "d2")]
    assert spanish(telling) == [
        "Rojo paga 12 puntos por el rescate: le quedan 0.",
        "Rojo rescata el capitán, que vuelve a la vista en d2.",
    ]


def test_4_9_the_end_uncovers_everything() -> None:
    telling = heard(state_of("r6i10"), "i10xj10", RED)
    assert outline(telling)[2:] == [
        ("fight", "i10", "j10"),
        ("take", "j10"),
        ("move", "i10", "j10"),
        ("turn",),
        ("end",),
    ]
    assert spanish(telling)[2:] == [
        "En j10, el capitán de Rojo captura la bandera de Azul.",
        "Azul pierde la bandera.",
        "Rojo ocupa j10 con el capitán.",
        "Se enseñan todas las piezas.",
        "Bandera capturada: victoria de Rojo",
    ]


def test_4_8_a_resignation_is_told_before_the_end() -> None:
    state = state_of("r6e5 b2e6")
    assert spanish(told(state, [(RESIGN, BLUE)], RED)) == [
        "Azul abandona.",
        "Se enseñan todas las piezas.",
        "Victoria de Rojo por abandono",
    ]
    assert spanish(told(state, [(TIME, BLUE)], RED))[0] == "Azul se queda sin tiempo."
    assert spanish(told(state, [(DRAW,)], RED)) == [
        "Se enseñan todas las piezas.",
        "Tablas de común acuerdo",
    ]


def test_4_3_the_army_of_a_side_that_is_out_leaves_the_board() -> None:
    background = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"
    game, text = position("r9d8", background=background, players=4)
    state = game.state_from_text(text)
    telling = heard(state, "d8xc8", 2)
    assert spanish(telling)[-2:] == [
        "Rojo ocupa c8 con el general.",
        "Azul queda fuera: su ejército se retira del tablero.",
    ]
    assert outline(telling)[-1] == ("take", "a5")
    resigned = told(state, [(RESIGN, 3)], 2)
    assert english(resigned) == ["Yellow resigns.", "Yellow is out: the army leaves the board."]


def test_4_4_a_blocked_side_is_told_as_blocked() -> None:
    game, text = position("rFa1 r4j1 bFj10 bBa9 bBb10 b4a10", background="")
    telling = heard(game.state_from_text(text), "j1-j2 out", RED)
    assert spanish(telling)[1] == "Azul no puede mover ninguna pieza."
    assert spanish(telling)[-1] == "El rival está bloqueado: victoria de Rojo"


def test_2_4_a_set_up_is_told_briefly_and_in_detail_only_to_its_owner() -> None:
    state = Stratego({"army": "barrage8"}).initial_state()
    words = ["M", "9", "3", "2", "2", "S", "B", "F", *"." * 32]
    own = heard(state, " ".join([*words, "ready"]), RED)
    assert spanish(own)[:2] == ["Rojo coloca el mariscal en a4.", "Rojo coloca el general en b4."]
    assert english(own)[8] == "Red leaves i4 empty."
    assert spanish(own)[-1] == "El ejército de Rojo está listo."
    assert spanish(heard(state, " ".join([*words, "ready"]), BLUE)) == [
        "El ejército de Rojo está listo."
    ]
    both = " ".join([*words, "ready", *words, "ready"])
    telling = heard(state, both, RED)[-2:]
    assert spanish(telling) == [
        "El ejército de Rojo sale al campo: 8 piezas.",
        "El ejército de Azul sale al campo: 8 piezas.",
    ]
    assert len(telling[1].changes) == len(telling[1].squares) == 8


def test_4_1_the_goal_says_what_is_left_to_capture() -> None:
    state = state_of("r6e5 b2e6")
    assert goal(state, RED) == ("goal.two", 3, 0)
    assert goal(play(state, "j1-j2 e6xe5"), RED) == ("goal.two", 2, 0)
    assert goal(play(state_of("r6e5 b9e6"), "e5xe6"), RED) == ("goal.two", 3, 1)
    assert goal(state, WATCHER) == ("goal.watch", None, None)
    assert goal(Stratego().initial_state(), BLUE) == ("goal.setup", None, None)
    background = "rFd1 r4e1 bFc8 b4a5 gFd14 g4e14 yFn5 y4n6"
    game, text = position("", background=background, players=4)
    assert goal(game.state_from_text(text), 1) == ("goal.several", 3, None)
    assert state.game.goal(play(state_of("r6i10"), "i10xj10"), RED) is None


def goal(state: StrategoState, viewer: int) -> tuple[str, object, object]:
    """Return the key of the goal, and how many pieces are left and revealed."""
    message = state.game.goal(state.observation(viewer), viewer)
    assert message is not None
    return message.key, message.params.get("n"), message.params.get("known")


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_its_own_sentence(seed: int) -> None:
    rng = Random(seed)
    options = Stratego.random_options(rng) if seed else {"army": "barrage8"}
    assert list(plainly_told("stratego", options, seed)) == []


def test_3_11_a_rank_has_one_sign_on_board_list_and_bubble() -> None:
    """Regression test: a marshal was 10 on the board and M in the bubble, a spy S and 1."""
    state = state_of("rSe5 bM!e6 rBa1")
    game = state.game
    signs = {
        piece.glyph: badge.text
        for piece in game.scene(state, RED).pieces
        for badge in piece.badges
        if badge.kind == "rank"
    }
    (fight,) = (one for one in heard(state, "e5xe6", RED) if one.kind == "fight")
    assert [(one.glyph, one.letter) for one in fight.shown] == [("spy", "1"), ("marshal", "10")]
    assert (signs["spy"], signs["marshal"], signs["bomb"]) == ("1", "10", "B")
    assert [str(one.value) for one in fight.shown] == ["1", "10"]
    areas = game.scene(play(state, "e5xe6"), RED).areas
    codes = {item.glyph: item.code for area in areas for item in area.items if item.count}
    assert codes["marshal"] == "10"
