"""Sentences with which Andarraya describes its events, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.telling import Face, Happening
from engine.dev.common import catalogue
from engine.dev.walks import random_walk
from engine.games.andarraya.game import Andarraya
from engine.match.match import Match, MatchConfig
from tests.fixtures.golden import Golden
from tests.fixtures.told import Told, left_over, spoken, tells
from tests.games.andarraya.table import CHESS, START, state
from tests.games.answers import game_of, goal_of

GAME = Andarraya()


def told(text: str, token: str, **options: str) -> tuple[Happening, ...]:
    position = state(text, **options)
    return tells(game_of(position), position, game_of(position).parse_action(position, token))


def say(text: str, token: str, **options: str) -> list[Told]:
    return spoken(GAME, told(text, token, **options))


def spanish(text: str, token: str, **options: str) -> list[tuple[str, str]]:
    return [(one.kind, one.es) for one in say(text, token, **options)]


def test_2_5_a_move_names_piece_and_squares(golden: Golden) -> None:
    golden(say(START, "Nf3"))


def test_2_1_2_9_a_capture_and_a_check_are_told(golden: Golden) -> None:
    telling = told("4k3/4b3/8/8/4R3/8/8/4K3 w - - 20 11", "Rxe7")
    golden(spoken(GAME, telling))
    assert telling[0].side == 0
    assert [(c.key[0], c.before, c.after) for c in telling[0].changes if c.key[0] == "item"] == [
        ("item", 1, 2)
    ]


def test_5_1_mate_is_told_as_the_end_and_not_as_check(golden: Golden) -> None:
    text = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/8/PPPPKPPP/RNBQ1BNR b aeh - 5 3"
    golden(spanish(text, "Qxe4"))


def test_3_1_3_2_a_leap_tells_that_leap_and_castling_are_lost(golden: Golden) -> None:
    text = "4k3/8/8/8/8/8/8/R3K2R w AEH - 20 11"
    golden(say(text, "Ke3"))
    step = spanish(text, "Ke2", king_leap="none")
    assert step[0][1] == "Blancas mueven el rey de e1 a e2."
    golden(step[1][1])


def test_3_4_castling_tells_the_moves_of_king_and_rook(golden: Golden) -> None:
    telling = told("4k3/8/8/8/8/8/8/R3K2R w AEH - 20 11", "O-O-O")
    golden(spoken(GAME, telling))
    assert {change.key[1] for change in telling[0].changes} == {"we1", "wh1"}
    assert [change.key[1] for change in telling[1].changes] == ["wa1"]


def test_4_1_en_passant_names_the_square_of_the_captured_pawn(golden: Golden) -> None:
    golden(say("4k3/8/8/3pP3/8/8/8/4K3 w - d6 20 11", "exd6"))
    black = spanish("4k3/8/8/8/3pP3/8/8/4K3 b - e3 20 11", "dxe3")
    golden(black)


def test_4_3_promotion_is_told_after_the_pawn_move(golden: Golden) -> None:
    telling = told("8/P3k3/8/8/8/8/8/4K3 w - - 40 21", "a8=Q")
    golden(spoken(GAME, telling))
    changed = [(one.changes[0].before, one.changes[0].after) for one in telling]
    glyphs = [(a.glyph, b.glyph) for a, b in changed if isinstance(a, Face) and isinstance(b, Face)]
    assert glyphs == [("pawn", "pawn"), ("pawn", "queen")]


def test_4_4_a_dead_pawn_is_told_after_its_capture(golden: Golden) -> None:
    text = "3r4/P1P1k3/8/8/8/8/8/3QK3 w - - 40 21"
    golden(spanish(text, "cxd8"))


def test_4_3_a_chosen_promotion_names_the_piece(golden: Golden) -> None:
    told_ = spanish("8/P3k3/8/8/8/8/8/4K3 w - - 40 21", "a8=N", **CHESS)
    golden(told_[1])


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


def test_the_goal_says_how_many_moves_a_player_has_left(golden: Golden) -> None:
    words = catalogue("andarraya", "es")
    golden(words.text(GAME.goal(state(), 0)))
    assert "quedan 50 jugadas" in words.text(GAME.goal(state(), 1))
    assert "blancas 51, negras 50" in words.text(GAME.goal(state(), -1))
    late = state("4k3/8/8/8/8/8/8/4K3 w - - 99 51", move_counter="reset")
    assert goal_of(late).params == {"white": 1, "black": 0}


@pytest.mark.parametrize("seed", range(3))
def test_every_event_has_its_own_sentence(seed: int) -> None:
    match = random_walk(
        Match(MatchConfig("andarraya", dict(GAME.options)), game=GAME), Random(seed)
    )
    for viewer in (0, -1):
        assert left_over(GAME, match, viewer) == []
