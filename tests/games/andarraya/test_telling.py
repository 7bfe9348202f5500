"""Sentences with which Andarraya describes its events, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.telling import Happening
from engine.dev.common import catalogue
from engine.dev.walks import random_walk
from engine.games.andarraya.game import Andarraya
from engine.match.match import Match, MatchConfig
from tests.fixtures.told import Told, left_over, spoken, tells
from tests.games.andarraya.table import CHESS, START, state

GAME = Andarraya()


def told(text: str, token: str, **options: str) -> tuple[Happening, ...]:
    position = state(text, **options)
    return tells(position.game, position, position.game.parse_action(position, token))


def say(text: str, token: str, **options: str) -> list[Told]:
    return spoken(GAME, told(text, token, **options))


def spanish(text: str, token: str, **options: str) -> list[tuple[str, str]]:
    return [(one.kind, one.es) for one in say(text, token, **options)]


def test_2_5_a_move_names_piece_and_squares() -> None:
    assert say(START, "Nf3") == [
        Told(
            "move",
            ("g1", "f3"),
            "Blancas mueven el caballo de g1 a f3.",
            "White moves the knight from g1 to f3.",
        )
    ]


def test_2_1_2_9_a_capture_and_a_check_are_told() -> None:
    telling = told("4k3/4b3/8/8/4R3/8/8/4K3 w - - 20 11", "Rxe7")
    assert spoken(GAME, telling) == [
        Told(
            "take",
            ("e4", "e7"),
            "Blancas capturan el alfil de e7 con la torre de e4.",
            "White captures the bishop on e7 with the rook from e4.",
        ),
        Told("turn", ("e8",), "Jaque a Negras.", "Check to Black."),
    ]
    assert telling[0].side == 0
    assert [(c.key[0], c.before, c.after) for c in telling[0].changes if c.key[0] == "item"] == [
        ("item", 1, 2)
    ]


def test_5_1_mate_is_told_as_the_end_and_not_as_check() -> None:
    text = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/8/PPPPKPPP/RNBQ1BNR b aeh - 5 3"
    assert spanish(text, "Qxe4") == [
        ("take", "Negras capturan el peón de e4 con la dama de h4."),
        ("end", "Jaque mate: victoria de Negras"),
    ]


def test_3_1_3_2_a_leap_tells_that_leap_and_castling_are_lost() -> None:
    text = "4k3/8/8/8/8/8/8/R3K2R w AEH - 20 11"
    assert say(text, "Ke3") == [
        Told(
            "move",
            ("e1", "e3"),
            "Blancas saltan con el rey de e1 a e3.",
            "White leaps with the king from e1 to e3.",
        ),
        Told(
            "turn",
            ("a1", "h1"),
            "El rey de Blancas ya no puede saltar ni enrocar.",
            "White’s king can no longer leap or castle.",
        ),
    ]
    step = spanish(text, "Ke2", king_leap="none")
    assert step[0][1] == "Blancas mueven el rey de e1 a e2."
    assert step[1][1] == "El rey de Blancas ya no puede enrocar."


def test_3_4_castling_tells_the_moves_of_king_and_rook() -> None:
    telling = told("4k3/8/8/8/8/8/8/R3K2R w AEH - 20 11", "O-O-O")
    assert spoken(GAME, telling) == [
        Told(
            "move",
            ("e1", "c1"),
            "Blancas enrocan: el rey va de e1 a c1.",
            "White castles: the king moves from e1 to c1.",
        ),
        Told(
            "move",
            ("a1", "d1"),
            "La torre va de a1 a d1.",
            "The rook moves from a1 to d1.",
        ),
    ]
    assert {change.key[1] for change in telling[0].changes} == {"we1", "wh1"}
    assert [change.key[1] for change in telling[1].changes] == ["wa1"]


def test_4_1_en_passant_names_the_square_of_the_captured_pawn() -> None:
    assert say("4k3/8/8/3pP3/8/8/8/4K3 w - d6 20 11", "exd6") == [
        Told(
            "take",
            ("e5", "d6"),
            "Blancas capturan al paso el peón de d5: su peón va de e5 a d6.",
            "White captures the pawn on d5 en passant: the pawn moves from e5 to d6.",
        )
    ]
    black = spanish("4k3/8/8/8/3pP3/8/8/4K3 b - e3 20 11", "dxe3")
    assert black == [("take", "Negras capturan al paso el peón de e4: su peón va de d4 a e3.")]


def test_4_3_promotion_is_told_after_the_pawn_move() -> None:
    telling = told("8/P3k3/8/8/8/8/8/4K3 w - - 40 21", "a8=Q")
    assert spoken(GAME, telling) == [
        Told(
            "move",
            ("a7", "a8"),
            "Blancas mueven el peón de a7 a a8.",
            "White moves the pawn from a7 to a8.",
        ),
        Told(
            "turn",
            ("a8",),
            "El peón de a8 corona y se convierte en una dama.",
            "The pawn on a8 is promoted to a queen.",
        ),
    ]
    glyphs = [(c.before.glyph, c.after.glyph) for h in telling for c in h.changes[:1]]  # type: ignore[union-attr]
    assert glyphs == [("pawn", "pawn"), ("pawn", "queen")]


def test_4_4_a_dead_pawn_is_told_after_its_capture() -> None:
    text = "3r4/P1P1k3/8/8/8/8/8/3QK3 w - - 40 21"
    assert spanish(text, "cxd8") == [
        ("take", "Blancas capturan la torre de d8 con el peón de c7."),
        (
            "turn",
            "El peón de d8 queda muerto: su bando aún tiene dama, así que no corona ni "
            "se mueve más.",
        ),
    ]


def test_4_3_a_chosen_promotion_names_the_piece() -> None:
    told_ = spanish("8/P3k3/8/8/8/8/8/4K3 w - - 40 21", "a8=N", **CHESS)
    assert told_[1] == ("turn", "El peón de a8 corona y se convierte en un caballo.")


def test_captured_pieces_are_shown_beside_the_board() -> None:
    scene = GAME.scene(state("rnb1kbnr/pp1p1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AEHaeh - 9 5"), 0)
    assert {area.id: [(i.glyph, i.count) for i in area.items] for area in scene.areas} == {
        "lost0": [],
        "lost1": [("queen", 1), ("pawn", 2)],
    }
    assert [area.side for area in scene.areas] == [1, 0]  # beside the side that captured them


def test_a_pawn_that_became_a_second_queen_was_not_captured() -> None:
    scene = GAME.scene(state("rnb1kbnr/pp1p1ppp/8/8/8/8/1PPPPPPP/RNBQKBNQ w AEae - 9 5"), 0)
    lost = {area.id: [(i.glyph, i.count) for i in area.items] for area in scene.areas}
    assert lost["lost0"] == [("rook", 1)]


def test_3_2_selecting_the_king_marks_his_leaps() -> None:
    position = state("4k3/8/8/8/8/8/3P4/R3K3 w AE - 20 11")
    marks = {
        (m.kind, m.label.key if m.label else ""): set(m.squares)
        for m in GAME.reach(position, "sq:e1")
    }
    assert marks["reach", "mark.leap"] == {"c1", "e3", "g1", "g3"}
    assert not marks["reach", ""] & marks["reach", "mark.leap"]


def test_the_goal_says_how_many_moves_a_player_has_left() -> None:
    words = catalogue("andarraya", "es")
    assert (
        words.text(GAME.goal(state(), 0))
        == "Te quedan 51 jugadas para dar jaque mate o serán tablas."
    )
    assert "quedan 50 jugadas" in words.text(GAME.goal(state(), 1))
    assert "blancas 51, negras 50" in words.text(GAME.goal(state(), -1))
    late = state("4k3/8/8/8/8/8/8/4K3 w - - 99 51", move_counter="reset")
    assert late.game.goal(late, 0).params == {"white": 1, "black": 0}  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_its_own_sentence(seed: int) -> None:
    match = random_walk(
        Match(MatchConfig("andarraya", dict(GAME.options)), game=GAME), Random(seed)
    )
    for viewer in (0, -1):
        assert left_over(GAME, match, viewer) == []
