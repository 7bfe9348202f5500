"""Worked cases 1 to 38 of the rules, verbatim."""

from __future__ import annotations

import pytest

from engine.core.errors import ActionError, BadPosition
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.cards import NUMBER
from engine.games.twocities.rules.combat import melee_dice, range_of, ranged_dice, reach, targets
from engine.games.twocities.rules.pieces import INDEX, NAMES
from engine.games.twocities.rules.state import TwoCitiesState
from tests.fixtures.words import play
from tests.games.twocities.board import case, position, squares, turn

START = "lcptapcl/8/8/8/8/8/8/LCPTAPCL w - -"
LINE_1 = (
    "lcpta1cl/5p2/8/8/8/8/3C4/LCPTAPCL b e3,f7 a2,b6 Ts,2d,3c/As,4h - Qd 1.0.1.0"
    " unit:3s:f7:a8,b8,c8"
)


def start() -> TwoCitiesState:
    return TwoCities().state_from_text(START)


def reached(state: TwoCitiesState, square: str, steps: int) -> str:
    return " ".join(sorted(NAMES[s] for s in reach(state.board, INDEX[square], steps)))


def shots(state: TwoCitiesState, square: str, moved: bool = False, card: str = "Ah") -> str:
    found = targets(state.field, INDEX[square], NUMBER[card], moved)
    return " ".join(sorted(NAMES[s] for s in found))


def refusal(state: TwoCitiesState, inputs: str) -> str:
    with pytest.raises(ActionError) as caught:
        play(state, inputs)
    return caught.value.code


def test_w01_4_1_units_reach_the_squares_of_the_sheet() -> None:
    state = start()
    after = play(state, "play:Ah")
    assert squares(after, "move", "c1") == "c1 c2"
    assert squares(after, "move", "a1") == "a1 a2 a3 b2"
    assert len(squares(after, "move", "b1").split()) == 14
    assert squares(play(state, "play:As"), "move", "e1") == "d2 e1 e2 e3 f2"
    assert len(squares(play(state, "play:Qs"), "move", "b1").split()) == 20


def test_w02_1_4_a_card_activates_the_units_of_its_sector() -> None:
    state = start()
    assert [NAMES[s] for s in state.eligible(NUMBER["Ah"])] == ["a1", "b1", "c1"]
    state.side = 1
    assert [NAMES[s] for s in state.eligible(NUMBER["Ah"])] == ["e8", "f8", "g8", "h8"]


def test_w03_4_5_a_unit_in_contact_must_fight() -> None:
    state = play(case("Pd4 Lc4 Ld3 Le4", "Ld5"), "play:Ah")
    assert squares(state, "move", "d4") == "d4"
    state = play(state, "move:d4-d4")
    assert state.legal_actions() == [("melee", INDEX["d5"])]


def test_w04_t7_units_cannot_pass_through_units() -> None:
    state = play(case("Cd4 Ld5 Lc4 Le4", "Ad6"), "play:Ah")
    found = squares(state, "move", "d4").split()
    assert len(found) == 17 and all(name[1] in "1234" for name in found) and "d1" not in found


def test_w05_4_10_a_forest_blocks_the_line_of_sight() -> None:
    assert shots(case("Ad4 Ld5", "Le5", f="e4"), "d4") == ""
    assert shots(case("Ad4 Ld5", "Le5"), "d4") == "e5"


def test_w06_4_9_a_hill_adds_range_sight_and_a_die() -> None:
    assert shots(case("Ad4", "Ld6 Le6", f="d5"), "d4") == "e6"
    state = case("Ad4", "Ld6 Le6", f="d5", h="d4")
    assert shots(state, "d4") == "d6 d8 e6"
    assert range_of(state.field, INDEX["d4"], NUMBER["Ah"]) == 4
    assert ranged_dice(state.field, INDEX["d4"], NUMBER["Ah"], False).number == 3


def test_w07_4_11_targets_on_hills_and_in_forests_are_restricted() -> None:
    state = case("Ad4", "Lf5 Lb4", h="f5")
    assert shots(state, "d4") == "b4"
    assert refusal(state, "play:Ah move:d4-d4 shoot:f5") == "hill-target"
    state = case("Ad4", "Lf5 Lb4", f="b4", h="d4,f5")
    assert shots(state, "d4") == "d8 f5"
    assert refusal(state, "play:Ah move:d4-d4 shoot:b4") == "forest-target"


def test_w08_4_8_archers_in_a_forest_shoot_with_one_die() -> None:
    state = case("Ad4", "Lf4", f="d4")
    assert ranged_dice(state.field, INDEX["d4"], NUMBER["Ah"], False).number == 1
    assert play(state, "play:Ah move:d4-d4 shoot:f4").ask == "roll"
    moved = case("Ad3", "Lf4", f="d4")
    assert play(moved, "play:Ah move:d3-d4").ask == "draw"


def test_w09_4_13_a_city_can_be_shot_at() -> None:
    state = play(case("Ad4"), "play:Ah move:d4-d5")
    assert squares(state, "shoot") == "d8"
    assert len(play(state, "shoot:d8").chance_outcomes()) == 6
    assert play(case("Ad4", "Pd6"), "play:Ah move:d4-d5").ask == "melee"


def test_w10_4_9_cavalry_on_a_hill_gains_range_and_dice_in_its_charge() -> None:
    state = case("Cd4", "Le5", h="d4")
    assert range_of(state.field, INDEX["d4"], NUMBER["Qs"]) == 4
    assert ranged_dice(state.field, INDEX["d4"], NUMBER["Qs"], False).number == 4
    assert shots(state, "d4", card="Qs") == "d8 e5"


@pytest.mark.parametrize(
    ("unit", "ground", "card", "number"),
    [
        ("P", "f", "Js", 6), ("P", "h", "6s", 6), ("P", "", "6s", 6), ("L", "h", "6s", 3),
        ("L", "f", "Js", 4), ("C", "h", "As", 1), ("A", "", "6s", 4),
    ],
)  # fmt: skip
def test_w11_4_6_card_and_terrain_change_the_melee_dice(
    unit: str, ground: str, card: str, number: int
) -> None:
    state = case(f"{unit}e4", "", **({ground: "e4"} if ground else {}))
    assert melee_dice(state.field, INDEX["e4"], NUMBER[card]).number == number


def test_w12_5_6_each_six_makes_the_defender_retreat_one_square() -> None:
    state = case("Pd4", "Ld5")
    inputs = "play:Ah move:d4-d4 melee:d5 evade:no dice:12366 card:?"
    assert turn(state, inputs) == "Ah Pd4xd5(12366)=2<2"
    assert play(state, inputs).hits[INDEX["d7"]] == 2


def test_w13_5_4_a_formation_ignores_a_hit_or_a_retreat() -> None:
    state = case("Pd4", "Ld5 Le5")
    begun = "play:Ah move:d4-d4 melee:d5 evade:no dice:12366"
    assert turn(state, f"{begun} protect:h card:?").endswith("/h=1<2")
    assert turn(state, f"{begun} protect:r card:?").endswith("/r=2<1")
    assert play(state, f"{begun} protect:h").hits[INDEX["d7"]] == 1
    assert play(state, f"{begun} protect:r").hits[INDEX["d6"]] == 2


def test_w14_5_7_retreats_blocked_by_the_city_become_hits() -> None:
    state = case("Pd6", "Ld7")
    inputs = "play:Ah move:d6-d6 melee:d7 dice:34566 card:?"
    assert turn(state, inputs).endswith("=2")
    assert play(state, inputs).hits[INDEX["d7"]] == 2


def test_w15_t11_the_attacker_does_not_advance_after_a_retreat() -> None:
    state = case("Pd5", "Ld6:2")
    inputs = "play:Ah move:d5-d5 melee:d6 evade:no dice:66633 card:?"
    assert turn(state, inputs).endswith("=2<1#")
    assert play(state, inputs).board[INDEX["d5"]]


def test_w16_5_8_the_attacker_advances_onto_the_square_of_a_destroyed_unit() -> None:
    state = case("Pd6", "Ld7:2")
    inputs = "play:Ah move:d6-d6 melee:d7 dice:66333 card:?"
    assert turn(state, inputs).endswith("=2#")
    after = play(state, inputs)
    assert after.board[INDEX["d7"]] >> 3 == 0 and not after.board[INDEX["d6"]]


def test_w17_5_3_terrain_or_formation_saves_one_hit() -> None:
    inputs = "play:Ah move:d4-d4 melee:d5 dice:{} card:?"
    assert turn(case("Ld4", "Ld5", f="d5"), inputs.format(16)).endswith("=0<1")
    assert turn(case("Ld4", "Ld5 Le5"), inputs.format(12)).endswith("=1")


def test_w18_5_4_formation_applies_before_terrain() -> None:
    state = case("Ld4", "Ld5 Le5", h="d5")
    begun = "play:Ah move:d4-d4 melee:d5 dice:26"
    assert play(state, begun).ask == "protect"
    assert turn(state, f"{begun} protect:r card:?").endswith("/r=1")
    assert turn(state, f"{begun} protect:h card:?").endswith("/h=0<1")


def test_w19_5_2_an_evasion_succeeds_with_five_and_fails_with_three() -> None:
    state = case("Pd4", "Cd5")
    begun = "play:Ah move:d4-d4 melee:d5 evade:yes"
    good = f"{begun} die:5 dice:166 fall:2 card:?"
    assert turn(state, good).endswith("xd5(e5:166)=1v2")
    assert play(state, good).board[INDEX["d7"]]
    assert turn(state, f"{begun} die:3 dice:16645 card:?").endswith("xd5(e3:14566)=1<2")


def test_w20_5_8_the_attacker_advances_if_the_evading_unit_is_destroyed() -> None:
    state = case("Pd4", "Cd5:2")
    inputs = "play:Ah move:d4-d4 melee:d5 evade:yes die:4 dice:136 card:?"
    assert turn(state, inputs).endswith("=1#")
    assert play(state, inputs).board[INDEX["d5"]] >> 3 == 0


def test_w21_5_1_a_unit_without_room_cannot_evade() -> None:
    state = case("Pd4", "Cd5 Ld6")
    inputs = "play:Ah move:d4-d4 melee:d5 dice:51663 card:?"
    assert turn(state, inputs).endswith("=3#")
    assert play(state, inputs).board[INDEX["d5"]] >> 3 == 0


def test_w22_5_9_with_one_free_square_the_unit_falls_back_one() -> None:
    state = case("Pd5", "Cd6")
    inputs = "play:Ah move:d5-d5 melee:d6 evade:yes die:5 dice:366 card:?"
    assert turn(state, inputs).endswith("=0v1")


def test_w23_t16_only_faster_units_may_evade_and_only_in_melee() -> None:
    begun = "play:Ah move:d4-d4 melee:d5"
    assert play(case("Ld4", "Cd5"), begun).ask == "evade"
    assert play(case("Cd4", "Ld5"), begun).ask == "roll"
    assert play(case("Ad4", "Cd6"), "play:Ah move:d4-d4 shoot:d6").ask == "roll"
    assert play(case("Pd4", "Ld5"), "play:Js move:d4-d4 melee:d5").ask == "evade"


def test_w24_7_1_a_city_falls_after_five_hits() -> None:
    inputs = "play:Ah move:d7-d7 melee:d8 dice:12661"
    assert turn(case("Pd7"), f"{inputs} card:?").endswith("=3")
    assert play(case("Pd7"), inputs).hits[INDEX["d8"]] == 3
    fallen = case("Pd7", "Td8:3")
    assert turn(fallen, inputs).endswith("=2##")
    after = play(fallen, inputs)
    assert after.ask == "over" and after.ending == ("city", 0) and after.dealt() == (2, 3)


def test_w25_t14_the_city_gives_no_formation() -> None:
    inputs = "play:Ah move:c7-c7 melee:c8 dice:13 card:?"
    assert turn(case("Lc7", "Lc8"), inputs).endswith("=1")


def test_w26_4_4_shots_hit_or_drive_back_and_the_shooter_stays() -> None:
    inputs = "play:Ah move:d4-d4 shoot:d6 dice:{} card:?"
    state = case("Ad4", "Ld6:3")
    assert turn(state, inputs.format(14)).endswith("*d6(14)=1#")
    assert play(state, inputs.format(14)).board[INDEX["d4"]]
    assert turn(case("Ad4", "Ld6"), inputs.format(26)).endswith("=0<1")


def test_w27_2_5_2_6_unplayable_cards_are_discarded_only_if_none_is_playable() -> None:
    state = case("Lf3 Pg1")
    dull = [card for card in NUMBER if not state.playable(NUMBER[card])]
    assert dull == "Qs Ks 6s Ah Ad 2h 2d".split()
    hand = "{}/?,?,? - - 1.0.0.0 card"
    forced = case("Lf3 Pg1", rest=hand.format("Ah,2d,Qs"))
    assert {a[0] for a in forced.legal_actions()} == {"discard"}
    assert len(forced.legal_actions()) == 3
    out = play(forced, "discard:Qs die:2")
    assert out.removed == 1 << NUMBER["Qs"]
    for third in ("Js", "4c"):
        state = case("Lf3 Pg1", rest=hand.format(f"Ah,2d,{third}"))
        assert state.legal_actions() == [("play", NUMBER[third])]
    assert play(case("Lf3 Pg1"), "play:3h move:f3-f3").ask == "draw"


def test_w28_2_5_a_reinforcement_without_room_is_unplayable() -> None:
    state = case("Lc1 Pe1 Ad2")
    assert not any(state.playable(NUMBER[card]) for card in ("Jd", "Qd", "Kd"))


def test_w29_t21_the_phalanx_activates_the_units_in_contact_when_played() -> None:
    state = case("Cc4 Ac6", "Lc5:3")
    after = play(state, "play:6s")
    assert [NAMES[s] for s in after.left] == ["c4", "c6"]
    after = play(after, "move:c4-c4 melee:c5 dice:3145")
    assert after.board[INDEX["c5"]] >> 3 == 0
    assert [NAMES[s] for s in after.left] == ["c6"] and [NAMES[s] for s in after.done] == ["c5"]
    shooting = play(after, "move:c6-c7")
    assert shooting.ask == "shoot"
    assert ranged_dice(shooting.field, INDEX["c7"], NUMBER["6s"], True).parts == (("moved", 1),)
    text = turn(state, "play:6s move:c4-c4 melee:c5 dice:3145 move:c6-c7 hold die:3 card:?")
    assert "Cc4xc5(1345)=1#" in text


def test_w30_t33_an_empty_deck_is_replaced_by_the_discards() -> None:
    # Hands, discards and removed cards add up to all 24 cards, so the deck is empty.
    gone = "Ts,Js,Qs,Ks,6s,Jd,Qd,Kd"
    rest = "As,3h,3d/Ah,3s,3c Ad,Ac,2h,2d,2s,2c,4h,4d,4s,4c {} 9.0.0.0 card"
    state = case("Lf3", "Lf6", rest=rest.format(gone))
    assert state.deck_count() == 0
    drawing = play(state, "play:As move:f3-f3")
    assert drawing.deck_count() == 0 and len(drawing.chance_outcomes()) == 11
    inputs = "play:As move:f3-f3 card:2h"
    after = play(state, inputs)
    assert after.discards == 0 and after.deck_count() == 10
    assert after.hands[0] >> NUMBER["2h"] & 1
    assert turn(state, inputs) == "As Lf3 +%2h"


def test_w31_6_3_the_second_purchase_removes_a_unit() -> None:
    rest = "Qd,4h,4d/?,?,? - Jd 5.0.1.0 card"
    state = case("Lh5", rest=rest)
    after = play(state, "play:Qd place:d2")
    assert after.ask == "remove" and squares(after, "remove") == "h5"
    assert turn(state, "play:Qd place:d2 remove:h5 card:?") == "Qd @Cd2 -Lh5"


def test_w32_the_first_applicable_error_code_is_reported() -> None:
    state = case("Ad2 Lc2", "Lh5 Lf2", f="h5")
    assert refusal(state, "play:Ah move:d2-d2 shoot:h5") == "forest-target"


def test_w33_9_5_the_full_position_text_is_read_and_written() -> None:
    state = TwoCities().state_from_text(LINE_1)
    assert state.to_text() == LINE_1
    assert refusal(state, "move:f7-f6") == "already-activated"
    assert refusal(state, "move:g8-g7") == "not-eligible"


def test_w34_a_position_with_a_pending_fall_is_read_and_played() -> None:
    text = (
        "lc1t'a1cl/5p2/2pC''4/8/8/8/1L6/1CPTAPCL b e3,f7 a2,b6 Ts,Ah,3c/Ks,4h 2d,3s Qd 2.x.1.0"
        " fall:As:-:-:c6+:d6"
    )
    state = TwoCities().state_from_text(text)
    assert state.to_text() == text and state.current_player() == 0
    assert play(state, "fall:2 card:6s").to_text() == (
        "lc1t'a1cl/5p2/2p5/8/3C''4/8/1L6/1CPTAPCL w e3,f7 a2,b6 Ts,Ah,3c/Ks,6s,4h As,2d,3s Qd"
        " 3.0.1.0 card"
    )


def test_w35_a_pending_second_shot_has_its_views() -> None:
    text = (
        "l2t'3l/5p2/2p1a3/5c2/C'c1C''4/8/1L3P2/2PTA1CL b e3,f7 a2,b6 {} As,2d,3s,3c Qd 3.x.1.0"
        " shoot:Ks:b4,f5:-:e6+:1"
    )
    state = TwoCities().state_from_text(text.format("Ts,Ah,2c/6s,4h"))
    assert sorted(TwoCities().action_text(state, a) for a in state.legal_actions()) == [
        "hold",
        "shoot:d4",
    ]
    views = {0: "Ts,Ah,2c/?,?", 1: "?,?,?/6s,4h", -1: "?,?,?/?,?"}
    for viewer, hands in views.items():
        assert state.observation(viewer).to_text() == text.format(hands)


def test_w36_9_4_the_short_form_is_played_with_unknown_hands() -> None:
    state = TwoCities().state_from_text("3t4/8/8/3l4/3P4/8/8/3T4 w - -")
    after = play(state, "play:Ah move:d4-d4 melee:d5 evade:no dice:12366 card:?")
    assert after.to_text() == "3t4/3l''4/8/8/3P4/8/8/3T4 b - - ?,?,?/?,?,? Ah - 1.0.0.0 card"


def test_w37_a_playable_card_must_be_played() -> None:
    text = "3t4/8/8/8/8/5L2/8/3T2P1 w - - Js,Ah,2d/?,?,? - - 1.0.0.0 card"
    assert TwoCities().state_from_text(text).legal_actions() == [("play", NUMBER["Js"])]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("As,4h", "As,As", "hands"),
        ("1.0.1.0", "1.0.2.0", "counters"),
        ("a8,b8,c8", "a8,b8,g8", "state"),
    ],
)
def test_w38_a_bad_position_names_its_field(old: str, new: str, field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        TwoCities().state_from_text(LINE_1.replace(old, new))
    assert caught.value.field == field and caught.value.code == "bad_position"


def test_positions_are_built_as_the_sheet_writes_them() -> None:
    assert position("Pd4", "Ld5") == "3t4/8/8/3l4/3P4/8/8/3T4 w - -"
