"""The example positions of the rules, run through the commands."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.rules.pieces import NAMES
from engine.games.andarraya.text.notation import san
from tests.games.andarraya.table import START, command, field, played, refused, state, turns

T2 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w AEHaeh - 2 2"
T3 = "4k3/8/8/8/8/8/8/4K2R w EHe - 20 11"
T4 = "3r2k1/8/8/8/8/8/8/R3K2R w AEH - 20 11"
T5 = "4r1k1/8/8/8/8/8/8/R3K2R w AEH - 20 11"
T6 = "3qk3/8/8/8/8/8/8/3QK3 w - - 20 11"
T7 = "4Q2k/6pp/8/8/8/8/4q3/K7 b - - 31 16"
T8 = "3r4/P1P1k3/8/8/8/8/8/4K3 w - - 40 21"
T9 = "3r4/P1P1k3/8/8/8/8/8/3QK3 w - - 40 21"
T10 = "P3k3/8/8/8/8/8/8/4K3 w Ee - 40 21"
T11 = "4k3/8/8/K2pP2r/8/8/8/8 w - d6 20 11"
T12 = "7k/8/5K2/8/8/8/8/6Q1 w - - 100 51"
T13 = "7k/5Q2/8/8/8/8/8/K7 b - - 41 21"
T14 = "r3k2r/8/8/8/8/8/8/R3K1R1 b AEaeh - 21 11"
T15 = "4k3/8/8/8/8/1N6/8/1N3N1K w - - 20 11"


def king(lines: list[str], square: str = "e1") -> list[str]:
    """Return the king's moves, castling included."""
    return [text for text in lines if text[:2] == square or text[0] == "O"]


def test_1_1_the_board_has_the_squares_a1_to_h8() -> None:
    assert list(NAMES) == [f"{c}{r}" for r in range(1, 9) for c in "abcdefgh"]
    assert "a1a8" in turns("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")


def test_1_2_each_side_has_sixteen_pieces() -> None:
    pieces = Counter(START.split()[0].replace("/", ""))
    white = {"K": 1, "Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}
    assert pieces == white | {k.lower(): n for k, n in white.items()} | {"8": 4}
    assert state().to_text() == START


def test_t1_1_3_a20_the_setup_is_that_of_chess() -> None:
    scene = Andarraya().scene(state(), 0)
    pieces = {piece.square: piece.letter for piece in scene.pieces}
    assert "".join(pieces[f"{c}1"] for c in "abcdefgh").upper() == "RNBQKBNR"
    assert {square[1] for square in pieces} == {"1", "2", "7", "8"}
    assert {pieces[f"{c}{r}"].upper() for c in "abcdefgh" for r in (2, 7)} <= {"P", ""}
    assert len(turns(START)) == 20


def test_1_4_white_begins_and_passing_is_not_allowed() -> None:
    position = state()
    assert position.current_player() == 0
    assert all(action[0] != "pass" for action in position.legal_actions())
    position.apply(("move", 12, 28, 0))
    assert position.current_player() == 1
    assert {text[1] for text in turns(position.to_text())} == {"7", "8"}


@pytest.mark.parametrize(("depth", "nodes"), [(1, 20), (2, 400), (3, 9002), (4, 201707)])
def test_t1_perft_counts_match_the_sheet(depth: int, nodes: int) -> None:
    code, lines = command("perft", "andarraya", str(depth))
    assert code == 0 and lines[-1].startswith(f"nodes {nodes} seconds ")


def test_3_2_a3_t2_the_king_can_leap_after_the_first_moves() -> None:
    lines = turns(T2)
    assert len(lines) == 30 and "e1e3" in lines
    assert sorted(set(lines) - set(turns(T2, king_leap="none"))) == ["e1e3"]


def test_3_4_t3_castling_moves_king_and_rook() -> None:
    assert played(T3, "O-O")[0] == "4k3/8/8/8/8/8/8/5RK1 b e - 21 11"


def test_3_6_a6_t3_castling_and_a_leap_may_share_a_goal() -> None:
    lines = turns(T3)
    assert len(lines) == 20
    steps = ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]
    leaps = ["e1c1", "e1c3", "e1e3", "e1g1", "e1g3"]
    assert king(lines) == sorted(["O-O", *steps, *leaps])
    assert played(T3, "e1g1")[0] == "4k3/8/8/8/8/8/8/6KR b e - 21 11"


def test_3_3_a4_t4_leaps_cross_an_attacked_file() -> None:
    lines = turns(T4)
    assert len(lines) == 28 and {"e1c1", "e1c3"} <= set(lines)
    assert not {"e1d1", "e1d2"} & set(lines)


def test_3_5_a5_t4_castling_cannot_cross_an_attacked_square() -> None:
    lines = turns(T4)
    assert "O-O-O" not in lines and "O-O" in lines


def test_a4_a5_t5_a_king_in_check_may_neither_leap_nor_castle() -> None:
    assert turns(T5) == ["e1d1", "e1d2", "e1f1", "e1f2"]


def test_2_4_a2_t6_queens_cannot_capture_each_other() -> None:
    lines = turns(T6)
    assert len(lines) == 19
    assert "d1d8" not in lines and "d1d7" in lines
    assert "d1d8" in turns(T6, queen_takes_queen="yes")


def test_2_10_t6_an_immune_queen_still_attacks_along_her_lines() -> None:
    assert king(turns(T6)) == ["e1e2", "e1f1", "e1f2"], "d2 lies behind the own queen's file"


def test_5_1_6_1_t7_an_immune_queen_can_give_mate() -> None:
    assert turns(T7) == []
    assert played(T7, "") == [T7, "result 1-0 checkmate"]
    assert turns(T7, queen_takes_queen="yes") == ["e2e8"]


def test_4_3_a8_t8_a_pawn_becomes_a_queen_when_there_is_none() -> None:
    assert turns(T8) == ["a7a8q", "c7c8q", "c7d8q", "e1e2", "e1f1", "e1f2"]


def test_4_4_t9_a_pawn_does_not_promote_when_there_is_a_queen() -> None:
    lines = turns(T9)
    assert len(lines) == 23
    assert [text for text in lines if text[1] == "7"] == ["a7a8", "c7c8", "c7d8"]


def test_a9_t9_a_dead_pawn_is_not_promoted_later() -> None:
    after = played(T9, "a7a8 e7e6 d1d8 e6e5 d8d7 e5e4 d7d6 e4e3 e1f1 e3f3")
    assert after[0].startswith("P7/2P5/3Q4/8/8/5k2/8/5K2 w")
    lost = played("P3k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d7 e8d7 e1e2 d7e7")[0]
    assert lost.startswith("P7/4k3/8/8/8/8/4K3/8 w") and king(turns(lost), "e2") == turns(lost)


def test_4_4_t10_a_dead_pawn_has_no_moves() -> None:
    lines = turns(T10)
    assert len(lines) == 10 and king(lines) == lines


def test_4_2_a18_t11_en_passant_may_not_expose_the_own_king() -> None:
    assert turns(T11) == ["a5a4", "a5a6", "a5b4", "a5b5", "a5b6", "e5e6"]
    assert "e5d6" in turns(T11.replace("K2pP2r", "K2pP3"))


def test_5_3_a11_t12_the_game_ends_with_ply_101() -> None:
    ends = [played(T12, text)[1] for text in turns(T12) if text not in ("g1g7", "g1g6")]
    assert ends == ["result 1/2-1/2 counter"] * 26
    assert len(played(T12.replace(" 100 51", " 99 51"), "Qh1+")) == 1


def test_5_5_a19_t12_mate_on_the_last_ply_wins() -> None:
    assert played(T12, "g1g7")[1] == "result 1-0 checkmate"


def test_5_5_a24_t12_stalemate_on_the_last_ply_is_stalemate() -> None:
    assert played(T12, "g1g6")[1] == "result 1/2-1/2 stalemate"


def test_7_10_t12_a_check_on_the_last_ply_ends_by_the_counter() -> None:
    assert san(state(T12), ("move", 6, 7, 0)) == "Qh1+"
    assert played(T12, "Qh1+")[0] == "7k/8/5K2/8/8/8/8/7Q b - - 101 51"


def test_5_2_a10_t13_stalemate_is_a_draw() -> None:
    assert turns(T13) == []
    assert played(T13, "") == [T13, "result 1/2-1/2 stalemate"]


def test_3_5_t14_an_attacked_g_file_bars_short_castling() -> None:
    lines = turns(T14)
    assert len(lines) == 28
    assert not {"O-O", "e8g8", "e8g6"} & set(lines)
    assert {"O-O-O", "e8c8", "e8c6", "e8e6"} <= set(lines)


def test_7_8_7_10_t15_three_knights_are_told_apart() -> None:
    position = state(T15)
    assert len(turns(T15)) == 16
    texts = {san(position, action) for action in position.legal_actions()}
    assert {"Nb1d2", "Nfd2", "N3d2"} <= texts
    for typed in ("Nd2", "Nbd2", "N1d2"):
        assert refused(T15, typed) == [f"error AmbiguousAction {typed}", T15]
    for typed in texts:
        assert len(played(T15, typed)) == 1


def test_7_7_7_9_t16_accepted_and_refused_spellings() -> None:
    position = state(T3)
    texts = {san(position, action): action for action in position.legal_actions()}
    assert texts["Rh8+"] == ("move", 7, 63, 0) and texts["Kg1"] == ("move", 4, 6, 0)
    assert played(T3, "0-0") == played(T3, "O-O")
    assert played(T3, "Ke1g1") == played(T3, "e1g1")
    for typed in ("Kxg1", "O-O-O"):
        assert refused(T3, typed) == [f"error IllegalAction {typed}", T3]
    for typed in ("o-o", "e1G1"):
        assert refused(T3, typed) == [f"error InvalidAction {typed}", T3]


def test_7_12_t17_the_side_not_to_move_may_not_be_in_check() -> None:
    assert field("4k3/8/8/8/8/8/8/4K2r b EH - 0 1") == "side"


def test_7_3_t18_unmoved_rooks_need_an_unmoved_king() -> None:
    assert field("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHaeh - 0 1") == "unmoved"


def test_7_4_a17_t19_an_en_passant_square_may_be_unusable() -> None:
    assert turns("4k3/8/8/3p4/8/8/8/4K3 w - d6 3 4") == ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]
    assert field("4k3/8/8/3p4/8/8/8/4K3 b - d6 3 4") == "ep"
