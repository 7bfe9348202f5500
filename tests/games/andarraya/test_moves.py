"""How the pieces move, leap, castle and promote: rulebook sections 1 to 6."""

from __future__ import annotations

import pytest

from engine.core.errors import BadOptions
from engine.dev.common import random_match
from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.table.scene import build, first_squares
from tests.games.andarraya.table import CHESS, START, field, played, refused, state, turns


def of(square: str, text: str, **options: str) -> list[str]:
    """Return the goals of the piece on a square."""
    return [move[2:] for move in turns(text, **options) if move[:2] == square]


def test_2_1_own_pieces_block_and_a_captured_piece_leaves_the_board() -> None:
    text = "4k3/8/8/p7/8/P7/8/R1B1K3 w - - 0 1"
    assert of("a1", text) == ["a2", "b1"]
    assert played("4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", "a1a5")[0].startswith("4k3/8/8/R7/8/8/8/4K3")


def test_2_1_kings_are_never_captured() -> None:
    assert "a1a8" not in turns("k7/8/8/8/8/8/8/R3K3 b - - 0 1")
    assert field("k7/8/8/8/8/8/8/R3K3 w - - 0 1") == "side", "such a position is none"


def test_2_2_a1_sliders_capture_the_first_enemy_on_the_line() -> None:
    assert of("c1", "4k3/8/8/p7/8/P7/8/R1B1K3 w - - 0 1") == ["b2", "d2", "e3", "f4", "g5", "h6"]
    first = of("a1", "4k3/8/8/p7/8/8/8/R3K3 w - - 0 1")
    assert "a5" in first and "a6" not in first
    assert of("c1", "4k3/8/8/8/5p2/8/1p6/2B1K3 w - - 0 1") == ["b2", "d2", "e3", "f4"]


def test_2_3_a_queen_moves_like_rook_and_bishop() -> None:
    goals = of("d1", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
    assert {"d8", "a1", "a4", "h5"} <= set(goals) and "e3" not in goals and len(goals) == 17


def test_2_4_a_queen_cannot_capture_a_queen_but_other_pieces_can() -> None:
    text = "3rk3/3q4/8/8/8/5N2/8/R2QK3 w - - 0 1"
    assert "d7" not in of("d1", text) and "d8" not in of("d1", text) and "d6" in of("d1", text)
    assert "d7" in of("d1", text, queen_takes_queen="yes")
    assert of("e1", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1") == ["e2"]
    assert "g1e2" in turns("4k3/8/8/8/8/8/4q3/4K1N1 w - - 0 1")
    assert played("7k/8/8/8/8/8/3qQ3/4K3 w - - 0 1", "Kxd2")[0].split()[0].endswith("3KQ3/8")


def test_2_4_a_queen_pinned_by_a_queen_stays_on_the_line() -> None:
    assert of("e4", "4q2k/8/8/8/4Q3/8/8/4K3 w - - 0 1") == ["e2", "e3", "e5", "e6", "e7"]


def test_2_4_a_queen_may_block_a_queens_check() -> None:
    assert turns("4q2k/8/8/8/Q7/8/3P1P2/3RKR2 w - - 0 1") == ["a4e4"]


def test_2_5_the_knight_jumps_over_pieces() -> None:
    assert of("b1", START) == ["a3", "c3"]


def test_2_6_the_king_moves_and_captures_one_square_away() -> None:
    assert "e2" in of("e1", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert of("e4", "7k/8/8/8/4K3/8/8/8 w - - 0 1") == [
        "d3", "d4", "d5", "e3", "e5", "f3", "f4", "f5",
    ]  # fmt: skip


PAWNS = "4k3/8/8/8/3p4/p1P5/PP1P4/4K3 w - - 0 1"


def test_2_7_a_pawn_steps_to_empty_squares() -> None:
    assert of("a2", PAWNS) == []
    assert of("d2", PAWNS) == ["d3"], "the double step asks for two empty squares"


def test_2_8_a_pawn_captures_only_enemies_diagonally_ahead() -> None:
    assert of("b2", PAWNS) == ["a3", "b3", "b4"]
    assert of("c3", PAWNS) == ["c4", "d4"]


def test_a16_the_double_step_depends_only_on_the_rank() -> None:
    assert of("d3", "4k3/8/8/8/8/3P4/8/4K3 w - - 0 1") == ["d4"]
    back = played("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3")[0]
    assert "d3d5" not in turns(back.replace(" b ", " w "))
    assert of("d2", "4k3/8/8/8/8/8/3P4/4K3 w - - 60 41") == ["d3", "d4"]


def test_a21_the_double_step_needs_two_empty_squares() -> None:
    assert of("b2", "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1") == ["b3", "b4"]
    assert of("b2", "4k3/8/8/8/8/1n6/1P6/4K3 w - - 0 1") == []


def test_2_9_a27_a_pinned_piece_may_not_leave_the_king_attacked() -> None:
    assert of("e2", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1") == []


def test_2_9_a22_a_king_in_check_may_step_away() -> None:
    assert of("e1", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1") == ["d1", "d2", "f1", "f2"]
    assert turns("4r1k1/8/8/8/8/8/3b4/4K3 w - - 0 1") == ["e1d1", "e1d2", "e1f1", "e1f2"]


def test_2_9_only_a_king_move_answers_double_check() -> None:
    text = "4r1k1/8/8/8/8/3n4/1Q6/4K3 w - - 0 1"
    assert {move[:2] for move in turns(text)} == {"e1"}
    assert "c2d3" in turns(text.replace("4r1k1", "6k1").replace("1Q6", "2Q5")), "alone it falls"
    assert "c2d3" not in turns(text.replace("1Q6", "2Q5")), "one taken, the rook still attacks"


def test_2_10_a23_a_pinned_piece_gives_check() -> None:
    text = "4k3/8/8/8/8/4r3/K7/4R3 b - - 0 1"
    assert "a2b3" not in turns("4k3/8/8/8/8/4r3/K7/4R3 w - - 0 1")
    assert "e3" in {move[:2] for move in turns(text)}


MARKED = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w AEHaeh - 0 1"


def test_1_5_kings_and_rooks_start_with_the_unmoved_mark() -> None:
    assert START.split()[2] == state().to_text().split()[2] == "AEHaeh"


@pytest.mark.parametrize(
    ("move", "marks"),
    [("e1e2", "aeh"), ("e1e3", "aeh"), ("O-O", "aeh"), ("a1b1", "EHaeh"), ("h1g1", "AEaeh")],
)
def test_3_1_a_move_removes_the_unmoved_marks(move: str, marks: str) -> None:
    assert played(MARKED, move)[0].split()[2] == marks


def test_a14_a_castled_rook_and_a_promoted_piece_have_no_unmoved_mark() -> None:
    assert played(MARKED, "O-O h7h6 f1e1")[0].split()[2] == "aeh"
    text = "8/P3k3/8/8/8/8/8/4K2R w EH - 0 1"
    assert played(text, "a8=R", promotion="free")[0].split()[2] == "EH"


def test_a15_a_king_without_unmoved_rooks_keeps_his_leap() -> None:
    after = played(MARKED, "a1b1 h8g8 h1g1 a8b8")[0]
    assert after.split()[2] == "Ee"
    assert "e1g1" not in turns(after) and "e1e3" in turns(after)


def test_3_1_a13_a_captured_rook_loses_its_unmoved_mark() -> None:
    text = "r3k2r/8/8/8/8/8/8/R3K2R w AEHaeh - 0 1"
    after = played(text, "a1a8")[0]
    assert after.split()[2] == "EHeh"
    later = played("4k3/8/8/7r/8/8/5R2/4K2R b EHe - 0 1", "h5h1 f2f1 h1h3 f1h1 e8e7")
    assert later[0].split()[2] == "E" and "O-O" not in turns(later[0])


def test_3_2_3_3_a_leap_needs_empty_squares_and_a_safe_goal() -> None:
    text = "4k3/8/8/8/8/6p1/4p3/3NK3 w E - 0 1"
    assert of("e1", text) == ["c3", "d2", "e2", "g1"], "over f1, which is attacked"
    assert of("e1", "6r1/8/8/8/8/4k3/8/4K3 w E - 0 1") == ["c1", "c3", "d1", "f1"]
    assert "e1f3" not in turns("4k3/8/8/8/8/8/8/4K3 w E - 0 1")


def test_3_2_a3_black_leaps_too() -> None:
    assert of("e8", "4k3/8/8/8/8/8/8/K7 b e - 0 1") == [
        "c6", "c8", "d7", "d8", "e6", "e7", "f7", "f8", "g6", "g8",
    ]  # fmt: skip


def test_3_5_castling_needs_empty_squares_safe_squares_and_both_marks() -> None:
    text = "4k3/8/8/8/8/8/8/R3K2R w AEH - 0 1"
    assert {"O-O", "O-O-O"} <= set(turns(text))
    assert "O-O-O" in turns("1r2k3/8/8/8/8/8/8/R3K2R w AEH - 0 1"), "b1 may be attacked"
    assert "O-O-O" not in turns("4k3/8/8/8/8/8/8/RN2K2R w AEH - 0 1")
    assert "O-O" not in turns("4kr2/8/8/8/8/8/8/R3K2R w AEH - 0 1")
    assert "O-O" not in turns("4k1r1/8/8/8/8/8/8/R3K2R w AEH - 0 1")
    assert "O-O" not in turns("4k3/8/8/8/8/8/8/R3K2R w AE - 0 1")
    assert played(text, "O-O-O")[0] == "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"


def test_3_6_without_the_leap_only_castling_is_left() -> None:
    text = "4k3/8/8/8/8/8/8/4K2R w EH - 0 1"
    assert refused(text, "e1g1", king_leap="none")[0] == "error IllegalAction e1g1"
    assert len(played(text, "O-O", king_leap="none")) == 1


def test_4_1_4_2_en_passant_is_possible_only_at_once() -> None:
    text = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"
    after = played(text, "d7d5")[0]
    assert after == "4k3/8/8/3pP3/8/8/8/4K3 w - d6 1 2"
    assert played(after, "exd6")[0] == "4k3/8/3P4/8/8/8/8/4K3 b - - 2 2"
    assert "e5d6" not in turns(played(after, "e1e2 e8e7")[0])


def test_4_2_en_passant_may_answer_a_check() -> None:
    text = "4k3/8/8/2KpP3/8/2b5/8/8 w - d6 0 1"
    assert "e5d6" in turns("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1")
    assert "e5d6" in turns(text)


def test_4_3_a8_promotion_counts_only_the_own_queens_after_the_move() -> None:
    text = "3q4/P1P1k3/8/8/8/8/8/4K3 w - - 40 21"
    assert "c7d8q" in turns(text), "the enemy's queen does not count"
    assert refused(text, "a7a8")[0] == "error IllegalAction a7a8"
    assert played(text, "a8=Q")[0].startswith("Q2q4/")


def test_4_3_black_promotes_on_the_first_rank() -> None:
    assert "a2a1q" in turns("4k3/8/8/8/8/8/p7/7K b - - 40 21")
    assert "a2a1" in turns("4k3/8/8/8/8/7q/p7/6K1 b - - 40 21")


def test_4_5_a_position_may_hold_several_queens() -> None:
    assert "a7a8" in turns("4k3/P7/8/8/8/8/8/QQ2K3 w - - 0 1")


def test_5_3_a11_the_counter_ends_the_game() -> None:
    text = "4k3/8/8/8/8/8/P7/4K3 w - - 100 51"
    assert played(text, "a2a4") == [
        "4k3/8/8/8/P7/8/8/4K3 b - a3 101 51", "result 1/2-1/2 counter",
    ]  # fmt: skip
    assert turns("4k3/8/8/8/P7/8/8/4K3 b - a3 101 51") == []


def test_5_4_6_4_captures_and_pawn_moves_reset_the_counter_in_the_long_game() -> None:
    text = "4k3/8/8/8/8/8/P7/4K3 w - - 99 51"
    assert played(text, "a2a4", move_counter="reset")[0].split()[4] == "0"
    assert played(text, "e1e2", move_counter="reset")[1] == "result 1/2-1/2 counter"
    assert (
        played("4k3/8/8/8/8/8/4p3/4K3 w - - 9 5", "e1e2", move_counter="reset")[0].split()[4] == "0"
    )
    assert len(played(text, "e1e2")) == 1


def test_5_6_a12_neither_repetition_nor_lack_of_material_is_a_draw() -> None:
    text = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    there_and_back = "e1d1 e8d8 d1e1 d8e8 " * 5
    assert played(text, there_and_back) == ["4k3/8/8/8/8/8/8/4K3 w - - 20 11"]


def test_5_7_results_among_the_tokens_mean_resignation_or_agreement() -> None:
    assert played(START, "e2e4 1-0")[-1] == "result 1-0 resignation"
    assert played(START, "e2e4 0-1")[-1] == "result 0-1 resignation"
    assert played(START, "1/2-1/2")[-1] == "result 1/2-1/2 agreement"
    assert refused(START, "1/2-1/2 e2e4")[0] == "error IllegalAction e2e4"


def test_5_8_no_move_is_accepted_after_the_end() -> None:
    over = "7k/5Q2/8/8/8/8/8/K7 b - - 41 21"
    assert refused(over, "h8h7") == ["error IllegalAction h8h7", over]
    assert refused(over, "1-0")[0] == "error IllegalAction 1-0"
    assert played(over, "1/2-1/2")[-1] == "result 1/2-1/2 stalemate"


def test_6_2_a25_the_option_any_lets_the_king_leap_any_distance() -> None:
    text = "4k3/8/8/8/8/8/8/4K3 w E - 0 1"
    goals = of("e1", text, king_leap="any")
    assert {"a1", "h1", "a5", "h4", "e6", "c3"} <= set(goals)
    assert "e7" not in goals and "e8" not in goals, "next to the other king"
    assert of("e1", text, king_leap="none") == ["d1", "d2", "e2", "f1", "f2"]


BARE, RICH = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "8/P3k3/8/8/8/8/8/3QK3 w - - 0 1"
FOUR = ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]


def arrivals(text: str, option: str) -> list[str]:
    return [move for move in turns(text, promotion=option) if move[:2] == "a7"]


def test_6_3_a7_by_default_promotion_offers_no_choice() -> None:
    assert arrivals(BARE, "queen_if_none") == ["a7a8q"]
    assert arrivals(RICH, "queen_if_none") == ["a7a8"]


def test_6_3_a26_choice_if_queen_offers_four_pieces_when_there_is_a_queen() -> None:
    assert arrivals(BARE, "choice_if_queen") == ["a7a8q"]
    assert arrivals(RICH, "choice_if_queen") == FOUR


def test_6_3_free_promotion_always_offers_four_pieces() -> None:
    assert arrivals(BARE, "free") == arrivals(RICH, "free") == FOUR
    for letter in "QRBN":
        after = played(RICH, f"a8={letter}", promotion="free")[0]
        assert after.startswith(f"{letter}7/4k3/")


@pytest.mark.parametrize(
    "wrong",
    [{"queen_takes_queen": "maybe"}, {"king_leap": 2}, {"speed": "fast"}, {"promotion": None}],
)
def test_6_5_unknown_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        Andarraya(wrong)


def test_6_5_presets_use_valid_options() -> None:
    for preset in Andarraya.info.presets:
        Andarraya(preset.options)
    assert dict(Andarraya.info.presets[2].options) == CHESS


def test_7_11_one_action_per_ply_and_no_hidden_information() -> None:
    match = random_match("andarraya", {}, 3)
    assert all(event.actor == number % 2 for number, event in enumerate(match.events))
    position = match.state_at(10)
    assert position.observation(0).key() == position.observation(-1).key() == position.key()


def test_pieces_keep_their_id_while_they_move() -> None:
    position = state()
    for action in [("move", 6, 21, 0), ("move", 52, 36, 0), ("move", 12, 28, 0)]:
        position.apply(action)
    names = first_squares(position)
    assert (names[21], names[36], names[28]) == (6, 52, 12)
    scene = build(position, ())
    assert len({piece.id for piece in scene.pieces}) == 32
    assert "wg1" in {piece.id for piece in scene.pieces if piece.square == "f3"}


def test_pieces_keep_their_id_through_castling() -> None:
    position = state("4k3/8/8/8/8/8/8/4K2R w EHe - 20 11")
    position.apply(("short",))
    names = first_squares(position)
    assert (names[6], names[5]) == (4, 7)
