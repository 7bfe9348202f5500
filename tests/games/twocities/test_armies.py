"""Board, armies and the start of a game: rulebook section 1 and its rulings."""

from __future__ import annotations

import pytest

from engine.core.errors import BadOptions
from engine.games.twocities.game import TwoCities
from tests.fixtures.words import play
from tests.games.twocities.board import at, case, offers, question, squares

LAID = "forests:e3,f7 hills:a2,b6"
CARDS = "deal:Ts deal:As deal:Ah deal:2s deal:2h deal:6s"


def rows(setup: str) -> str:
    """Return the board field of a new game with this row."""
    return TwoCities({"setup": setup}).initial_state().to_text().split()[0]


def test_1_5_contact_means_an_enemy_on_one_of_four_sides() -> None:
    """The Phalanx activates exactly the units in contact."""
    for enemy in ("d5", "d3", "c4", "e4"):
        assert question(play(case("Pd4 La2", f"L{enemy}"), "play:6s")) == "unit:6s:-:d4"
    for enemy in ("c5", "e5", "c3", "e3"):
        assert "play:6s" not in offers(case("Pd4", f"L{enemy}"))
    assert "play:6s" not in offers(case("Pd4 Ld5"))


def test_1_5_t37_a_city_counts_for_contact() -> None:
    assert question(play(case("Lc8 Pd7"), "play:6s")) == "unit:6s:-:c8,d7"


def test_t1_the_row_is_an_option_with_a_default() -> None:
    assert rows("line") == "lcptapcl/8/8/8/8/8/8/LCPTAPCL"
    assert rows("-CPTA--L") == "1cpta2l/8/8/8/8/8/8/1CPTA2L"
    assert TwoCities().options["setup"] == "line"


@pytest.mark.parametrize("row", ["TLCPTAPC", "LCPLAPCL", "LCPTAPCLL", "LCPTAXCL"])
def test_1_8_a_row_has_eight_letters_and_one_city(row: str) -> None:
    with pytest.raises(BadOptions):
        TwoCities({"setup": row})


def test_t5_new_units_enter_on_the_sides_of_the_city() -> None:
    state = play(case("Lh5", rest="Qd,4h,4d/?,?,? - - 5.0.0.0 card"), "play:Qd")
    assert squares(state, "place") == "c1 d2 e1"
    for corner in ("TLCPAPCL", "LCPAPCLT"):
        with pytest.raises(BadOptions):
            TwoCities({"setup": corner})


def test_t6_terrain_needs_no_symmetry() -> None:
    found = offers(TwoCities().initial_state())
    assert {"forests:a2,a3", "forests:b2,g5", "forests:a2,h7"} <= set(found)
    free = {f"{file}{rank}" for file in "abcdefgh" for rank in range(2, 8)}
    assert {name for text in found for name in text[8:].split(",")} == free


def test_t32_a_random_row_keeps_the_city_and_is_the_same_for_both() -> None:
    state = TwoCities({"setup": "random"}).initial_state()
    found = offers(state)
    assert len(found) == 630 and {text.index("T") - len("line:") for text in found} == {3}
    after = play(state, "line:AACTCLLP" if "line:AACTCLLP" in found else found[7])
    board = after.to_text().split()[0].split("/")
    assert board[0] == board[-1].lower() and board[0] != "lcptapcl"


def test_1_10_white_is_dealt_three_cards_then_black() -> None:
    state = play(TwoCities().initial_state(), f"{LAID} {CARDS}")
    assert state.to_text().split()[4] == "Ts,Ah,As/6s,2h,2s"
    assert state.current_player() == 0 and offers(state) == ["play:Ah", "play:As", "play:Ts"]


def test_t36_positions_have_a_short_form_and_a_full_form() -> None:
    short = "3t4/8/8/3l'4/3P4/8/8/3T4 b a2 c3"
    state = TwoCities().state_from_text(short)
    assert state.to_text() == f"{short} ?,?,?/?,?,? - - 1.0.0.0 card"
    assert at(state, "d5") == "l'" and state.current_player() == 1
    full = f"{short} Ts,4h,4d/Ks,3h,3d 2h,2d Qd 7.3.1.0 card"
    assert TwoCities().state_from_text(full).to_text() == full
