"""Rulebook section 3 beyond the worked cases: how units move, attack and are blocked."""

from __future__ import annotations

import pytest

from tests.fixtures.words import play, refusal
from tests.games.cotadrez.table import ctn, state, turns


def test_3_1_the_king_steps_in_eight_directions() -> None:
    ring = "d4 d5 d6 e4 e6 f4 f5 f6".split()
    assert turns(state(ctn("Re5", "Rj10"), water="seco")) == {f"Re5{square}" for square in ring}
    assert "Re5xd6" in turns(state(ctn("Re5", "Rj10 Hd6"), water="seco"))


def test_3_2_the_rabble_steps_and_captures_along_row_and_column() -> None:
    position = state(ctn("Ra1 Hb5", "Rj10 Hb6 Ha4"))
    assert turns(position, "H") == {"Hb5a5", "Hb5b4", "Hb5xb6"}


def test_3_4_the_lancer_steps_and_captures_along_row_and_column() -> None:
    position = state(ctn("Ra1 Li8", "Rj1 Hi9 Hh9"))
    assert turns(position, "L") == {"Li8h8", "Li8i7", "Li8j8", "Li8xi9"}


@pytest.mark.parametrize("water", ["estanques", "seco"])
def test_w8_3_6_c16_the_archer_steps_and_shoots_on_diagonals(water: str) -> None:
    """The sheet puts a mountain on g6, which is water in `lagos`, so use the other maps."""
    position = state(ctn("Ra1 Af7", "Rj10 Hd9 Lh9 Pd7", "g6"), water=water)
    assert turns(position, "A") == {"Af7e6", "Af7g8", "Af7xh9"}


def test_w8_c39_mountains_cannot_stand_on_water() -> None:
    assert refusal(state("rFe2f3 rDg4 *"), "rMg5") == "bad_deployment"
    assert refusal(state("rFe8f9 rDg7 *"), "rMg6") == "bad_deployment"


def test_w7_3_3_rabble_can_capture_an_elephant_only_by_a_march() -> None:
    rabble = turns(state(ctn("Ra1 Hb5 Hc7", "Rj10 Eb7")), "H")
    assert {text for text in rabble if "x" in text} == {"Hb5b6 & Hc7xb7"}
    assert len(rabble) == 18
    assert {"Hb5a5 & Hc7c8", "Hc7c8 & Hb5a5"} <= rabble, "the other order is another action"


def test_c23_both_march_steps_may_capture_and_the_king_must_be_safe_after_them() -> None:
    both = turns(state(ctn("Ra1 Hb5 Hc7", "Rj10 Hb6 Hc8")), "H")
    assert "Hb5xb6 & Hc7xc8" in both
    shield = turns(state(ctn("Rj1 Hj2 Hi3", "Ra10 Ej9")), "H")
    assert "Hj2i2 & Hi3j3" in shield and "Hj2i2" not in shield


def test_c37_a_march_is_two_actions_of_one_player() -> None:
    half = play(state(ctn("Ra1 Hb5 Hc7", "Rj10 Eb7")), "Hb5b6 &")
    assert half.current_player() == 0 and half.frame() == "march"
    whole = play(half, "Hxb7")
    assert whole.current_player() == 1 and whole.turn_index() == half.turn_index() + 1


def test_3_9_an_elephant_captures_the_first_unit_and_is_blocked_by_mountains() -> None:
    position = state(ctn("Ra1 Ea5", "Rj10 Ha8", "b5"))
    assert turns(position, "E") == {
        *(f"Ea5{s}" for s in "a2 a3 a4 a6 a7".split()),
        "Ea5xa8",
    }


def test_3_10_a_piercing_shot_counts_as_a_second_attack() -> None:
    # The bolt through b8 reaches the elephant on c9; the archer next to it is the other attacker.
    position = state(ctn("Ra1 Ba7 Ab10", "Rj10 Hb8 Ec9"))
    assert {"Ba7xb8xc9", "Ab10xc9"} <= turns(position)
    alone = state(ctn("Ra1 Ba7", "Rj10 Hb8 Ec9"))
    assert not {t for t in turns(alone) if t.endswith("xc9")}


def test_3_10_a_pinned_unit_counts_as_a_second_attack() -> None:
    pinned = "Ra1 La2 Tb5"
    position = state(ctn(pinned, "Rj10 Eb2 Ea9"))
    assert "La2xb2" not in turns(position), "the Lancer is pinned on the column"
    assert "Tb5xb2" in turns(position)
    assert "Tb5xb2" not in turns(state(ctn("Rd9 Tb5", "Rj10 Eb2 Ea9")))


def test_c14_both_cavalries_reach_the_same_squares_by_different_paths() -> None:
    open_field = {
        kind: turns(state(ctn(f"Ra1 {kind}e6", "Rj1"), water="seco"), kind) for kind in "PC"
    }
    assert {text[1:] for text in open_field["P"]} == {text[1:] for text in open_field["C"]}
    between = "Rj1 Hb7 Lc7"
    assert "Cb6c8" in turns(state(ctn("Ra1 Cb6", between)))
    assert "Pb6c8" not in turns(state(ctn("Ra1 Pb6", between)))


def test_3_13_the_scorpion_steps_straight_and_shoots_diagonally() -> None:
    position = state(ctn("Ra1 Be5", "Rj1 Hg7"), water="seco")
    assert turns(position, "B") == {"Be5d5", "Be5e4", "Be5e6", "Be5f5", "Be5xg7"}
    walled = state(ctn("Ra1 Be5", "Rj1 Hg7", "f6"), water="seco")
    assert "Be5xg7" not in turns(walled)
    lake = state(ctn("Ra1 Be4", "Rj1 Hb7"))
    assert "Be4xb7" in turns(lake), "bolts fly over water"


def test_3_17_c21_siege_engines_never_capture_by_moving() -> None:
    position = state(ctn("Ra1 Tb5 Bh4", "Rj1 Ha6 Hh5"), water="seco")
    assert not {"Tb5xa6", "Bh4xh5", "Tb5a6", "Bh4h5"} & turns(position)
    assert refusal(position, "Tb5xb9") == "illegal_action", "a shot needs a target"


def test_3_15_a_captured_unit_goes_to_the_dungeon() -> None:
    position = state(ctn("Ra1 Ha7", "Rj10 Ha8"))
    assert play(position, "Ha7xa8").to_text().split()[7] == "H"
    assert refusal(position, "Ha7xb7") == "illegal_action", "nobody stands there"


def test_3_16_a_unit_blocks_the_line_behind_it() -> None:
    assert state(ctn("Ra1 Ha5", "Rj10 Ea10")).in_check(0) is False
    assert state(ctn("Ra1 Hb5", "Rj10 Ea10")).in_check(0) is True


def test_3_16_a_king_move_is_tested_on_its_goal() -> None:
    """The king cannot step back along the line that attacks him."""
    position = state(ctn("Ra5", "Rj10 Ea10"))
    assert turns(position) == {"Ra5b4", "Ra5b5", "Ra5b6"}


def test_3_18_own_units_cannot_be_captured_or_shot() -> None:
    position = state(ctn("Ra1 Ta5 Da8", "Rj1"))
    goals = {text[3:] for text in turns(position)}
    assert not goals & {"a5", "a8", "xa5", "xa8", "a1", "xa1"}
    assert "a7" in goals and "a9" in goals


def test_3_19_units_cannot_exceed_their_range() -> None:
    position = state(ctn("Ra1 Hc1 Ta5 Bj5 Ca9", "Rj10"))
    for far in ("Ra1a3", "Hc1c3", "Ta5c7", "Bj5j7", "Ca9a7", "Ta5a6", "Bj5i6"):
        assert refusal(position, far) == "illegal_action", far


def test_3_20_water_mountains_and_fortresses_stop_an_elephant() -> None:
    position = state(ctn("Ra1 Ec4", "Rj10", "a4", forts="d2e3,e8f9"))
    assert turns(position, "E") == {
        *(f"Ec4{square}" for square in "b4 c1 c2 c3 d4 e4 f4 g4 h4 i4 j4".split()),
    }
    walled = state(ctn("Ra1 Eb3", "Rj10", forts="c3d4,e8f9"), water="estanques")
    assert not {t for t in turns(walled, "E") if t[3] in "cdefghij"}


def test_3_21_a_king_is_never_captured() -> None:
    """In the first turn the enemy king may stand attacked, but capturing him is illegal."""
    position = state(ctn("Ra1 Td1 Dd8", "Rd10", counters="0.0.0"))
    assert position.in_check(1)
    assert not {text for text in turns(position) if "x" in text}
