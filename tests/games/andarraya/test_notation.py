"""Move notation, read and written: rulebook 7.7 to 7.10."""

from __future__ import annotations

import pytest

from engine.core.errors import InvalidAction
from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.text.notation import coordinate, san
from tests.games.andarraya.table import CHESS, START, played, refused, state, turns

PASSING = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 1 2"
EDGE = "3r4/P1P1k3/8/8/8/8/8/4K3 w - - 40 21"


@pytest.mark.parametrize(
    "typed",
    ["e1G1", "a7a8k", "cd8=Q", "E2e4", "e2-e4", "e9", "i4", "e2e4e5", "Pe4", "e2e4+", "o-o", "0-O",
     "O-O-O-O", "N", "Ng8=Q", "a8=K", "a8Q", "e4++", "e4!", "ee4", "e7e8=Q", "*", "Kg1Q"],
)  # fmt: skip
def test_7_9_text_in_neither_notation_is_refused(typed: str) -> None:
    assert refused(START, typed) == [f"error InvalidAction {typed}", START]


@pytest.mark.parametrize("text", ["", " ", "e2 e4"])
def test_7_9_empty_and_broken_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidAction):
        Andarraya().parse_action(state(), text)


@pytest.mark.parametrize(
    "typed", ["e2e5", "e7e5", "e2e2", "e2e4q", "Ke2", "O-O", "0-0-0", "Nxf3", "exd3", "e4=Q", "Nd2"]
)
def test_7_9_well_formed_but_illegal_moves_are_refused(typed: str) -> None:
    assert refused(START, typed) == [f"error IllegalAction {typed}", START]


def test_7_9_the_promotion_letter_is_required_exactly_when_a_pawn_promotes() -> None:
    for typed in ("a7a8", "a8", "a7a8r", "a8=R", "cxd8", "c7d8n", "d8=Q"):
        assert refused(EDGE, typed)[0] == f"error IllegalAction {typed}"
    assert played(EDGE, "cxd8=Q") == played(EDGE, "c7d8q") == played(EDGE, "c7xd8=Q+")
    rich = "3r4/P1P1k3/8/8/8/8/8/3QK3 w - - 40 21"
    for typed in ("a7a8q", "a8=Q", "cxd8=Q"):
        assert refused(rich, typed)[0] == f"error IllegalAction {typed}"
    assert played(rich, "cxd8") == played(rich, "c7d8")


def test_7_9_the_x_is_required_exactly_for_captures() -> None:
    assert refused(PASSING, "ed6")[0] == "error InvalidAction ed6"
    assert refused(PASSING, "d6")[0] == "error IllegalAction d6"
    assert refused(PASSING, "exf6")[0] == "error IllegalAction exf6"
    assert played(PASSING, "exd6") == played(PASSING, "e5d6")
    free = "4k3/8/8/8/8/5n2/8/4K1N1 w - - 0 1"
    assert refused(free, "Nf3")[0] == "error IllegalAction Nf3"
    assert refused(free, "Nxe2")[0] == "error IllegalAction Nxe2"


def test_7_9_extra_origin_and_check_marks_are_ignored() -> None:
    same = played(START, "g1f3")
    for typed in ("Nf3", "Ngf3", "N1f3", "Ng1f3", "Nf3+", "Ng1f3#"):
        assert played(START, typed) == same
    assert refused(START, "Nb1f3")[0] == "error IllegalAction Nb1f3"


def test_7_9_moves_before_the_first_error_are_played() -> None:
    assert refused(START, "e2e4 e7e5 Ke3 Qh4 oops a2a3") == [
        "error InvalidAction oops",
        "rnb1kbnr/pppp1ppp/8/4p3/4P2q/4K3/PPPP1PPP/RNBQ1BNR w aeh - 4 3",
    ]


def test_7_7_move_lists_are_coordinates_in_byte_order() -> None:
    lines = turns("r3k2r/8/8/8/8/8/8/R3K2R w AEHaeh - 0 1")
    assert lines[:2] == ["O-O", "O-O-O"] and lines == sorted(lines)
    assert len(lines) == len(set(lines))


def test_7_8_ambiguous_moves_add_the_file_or_else_the_rank() -> None:
    rooks = state("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1")
    assert san(rooks, ("move", 0, 8, 0)) == "R1a2"
    assert san(rooks, ("move", 0, 1, 0)) == "Rb1"
    wide = state("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    assert san(wide, ("move", 0, 3, 0)) == "Rad1"
    pinned = state("4r1k1/8/8/8/8/8/2N1N3/4K3 w - - 0 1")
    assert san(pinned, ("move", 10, 27, 0)) == "Nd4", "a pinned rival does not count"


def test_7_8_castling_does_not_make_the_leap_ambiguous() -> None:
    position = state("4k3/8/8/8/8/8/8/4K2R w EH - 0 1")
    assert san(position, ("short",)) == "O-O" and san(position, ("move", 4, 6, 0)) == "Kg1"
    mate = state("4rkr1/4p1p1/8/8/8/8/8/4K2R w EH - 0 1")
    assert san(mate, ("short",)) == "O-O#" and san(mate, ("move", 4, 6, 0)) == "Kg1"


def test_7_10_san_marks_check_and_mate_only() -> None:
    last = state("7k/8/5K2/8/8/8/8/6Q1 w - - 100 51")
    assert san(last, ("move", 6, 54, 0)) == "Qg7#"
    assert san(last, ("move", 6, 46, 0)) == "Qg6"
    assert san(last, ("move", 6, 7, 0)) == "Qh1+"


def test_moves_in_both_notations_parse_back() -> None:
    game = Andarraya(CHESS)
    for text in (
        START, "r3k2r/8/8/8/8/8/8/R3K2R w AEHaeh - 0 1", EDGE, PASSING,
        "4k3/8/8/8/8/1N6/8/1N3N1K w - - 20 11", "QQ6/Q7/4k3/8/8/8/8/4K3 w - - 0 1",
    ):  # fmt: skip
        position = game.state_from_text(text)
        for action in position.legal_actions():
            assert game.parse_action(position, coordinate(action)) == action
            assert game.parse_action(position, san(position, action)) == action


def test_a28_move_numbers_and_results_may_stand_among_the_moves() -> None:
    assert played(START, "1. e4 e5 2.Ke3 Qh4 3. Ke2 Qxe4# 0-1") == [
        "rnb1kbnr/pppp1ppp/8/4p3/4q3/8/PPPPKPPP/RNBQ1BNR w aeh - 6 4",
        "result 0-1 checkmate",
    ]
    assert refused(START, "2. e4")[0] == "error InvalidAction 2."
    assert refused(START, "1... e4")[0] == "error InvalidAction 1..."
    assert played(START, "e2e4 1... e5") == played(START, "e4 e7e5")


def test_7_8_the_log_shows_short_notation() -> None:
    game, position = Andarraya(), state()
    action = ("move", 6, 21, 0)
    assert game.turn_text(position, [action]) == "g1f3"
    assert game.log_text(position, [action]) == "Nf3"
    assert game.log_text(position, [("resign", 0)]) == "0-1"
