"""Sentences with which Andarraya describes its events, in both languages."""

from __future__ import annotations

import pytest

from engine.core.telling import Face
from engine.dev.common import catalogue
from engine.games.andarraya.game import Andarraya
from tests.fixtures.golden import Golden
from tests.games.andarraya.table import CHESS, START, state
from tests.games.answers import goal_of
from tests.games.telling import Case, in_full

GAME = Andarraya()
CASTLING = "4k3/8/8/8/8/8/8/R3K2R w AEH - 20 11"
LAST_PAWN = "8/P3k3/8/8/8/8/8/4K3 w - - 40 21"
MATE = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/8/PPPPKPPP/RNBQ1BNR b aeh - 5 3"

TOLD = {
    "2_5_a_move_names_piece_and_squares": Case(START, "Nf3"),
    "2_1_2_9_a_capture_and_a_check_are_told": Case("4k3/4b3/8/8/4R3/8/8/4K3 w - - 20 11", "Rxe7"),
    "5_1_mate_is_told_as_the_end_and_not_as_check": Case(MATE, "Qxe4"),
    "3_1_3_2_a_leap_tells_that_leap_and_castling_are_lost": Case(CASTLING, "Ke3"),
    "3_1_without_leaps_only_castling_is_lost": Case(CASTLING, "Ke2", options={"king_leap": "none"}),
    "3_4_castling_tells_the_moves_of_king_and_rook": Case(CASTLING, "O-O-O"),
    "4_1_en_passant_names_the_square_of_the_captured_pawn": Case(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 20 11", "exd6"
    ),
    "4_1_en_passant_by_black": Case("4k3/8/8/8/3pP3/8/8/4K3 b - e3 20 11", "dxe3"),
    "4_3_promotion_is_told_after_the_pawn_move": Case(LAST_PAWN, "a8=Q"),
    "4_3_a_chosen_promotion_names_the_piece": Case(LAST_PAWN, "a8=N", options=CHESS),
    "4_4_a_dead_pawn_is_told_after_its_capture": Case(
        "3r4/P1P1k3/8/8/8/8/8/3QK3 w - - 40 21", "cxd8"
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told(golden: Golden, name: str) -> None:
    golden(in_full("andarraya", TOLD[name].telling("andarraya")))


def test_2_1_a_capture_counts_the_captured_piece() -> None:
    telling = TOLD["2_1_2_9_a_capture_and_a_check_are_told"].telling("andarraya")
    counted = [(c.before, c.after) for c in telling[0].changes if c.key[0] == "item"]
    assert counted == [(1, 2)]


def test_3_4_castling_moves_the_king_then_the_rook() -> None:
    king, rook = TOLD["3_4_castling_tells_the_moves_of_king_and_rook"].telling("andarraya")[:2]
    assert {change.key[1] for change in king.changes} == {"we1", "wh1"}
    assert [change.key[1] for change in rook.changes] == ["wa1"]


def test_4_3_promotion_changes_the_face_after_the_move() -> None:
    telling = TOLD["4_3_promotion_is_told_after_the_pawn_move"].telling("andarraya")
    changed = [(one.changes[0].before, one.changes[0].after) for one in telling]
    glyphs = [(a.glyph, b.glyph) for a, b in changed if isinstance(a, Face) and isinstance(b, Face)]
    assert glyphs == [("pawn", "pawn"), ("pawn", "queen")]


def lost(text: str) -> dict[str, list[tuple[str, int]]]:
    """Return the captured pieces that each area beside the board shows."""
    areas = GAME.scene(state(text), 0).areas
    assert [area.side for area in areas] == [1, 0]  # beside the side that captured them
    return {area.id: [(item.glyph, item.count) for item in area.items] for area in areas}


def test_captured_pieces_are_shown_beside_the_board() -> None:
    found = lost("rnb1kbnr/pp1p1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AEHaeh - 9 5")
    assert found == {"lost0": [], "lost1": [("queen", 1), ("pawn", 2)]}


def test_a_pawn_that_became_a_second_queen_was_not_captured() -> None:
    found = lost("rnb1kbnr/pp1p1ppp/8/8/8/8/1PPPPPPP/RNBQKBNQ w AEae - 9 5")
    assert found["lost0"] == [("rook", 1)]


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
    golden([words.text(goal_of(state(), viewer)) for viewer in (0, 1, -1)])
    late = state("4k3/8/8/8/8/8/8/4K3 w - - 99 51", move_counter="reset")
    assert goal_of(late).params == {"white": 1, "black": 0}
