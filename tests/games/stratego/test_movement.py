"""Turns and moves: rulebook 3.1 to 3.7, 3.13 and the options that change movement."""

from __future__ import annotations

import pytest

from engine.core.options import Options
from tests.fixtures.targets import aim
from tests.fixtures.words import play, refusal
from tests.games.answers import game_of
from tests.games.stratego.helpers import (
    at,
    choices,
    field,
    goals,
    position,
    result,
    state_of,
    turns,
)
from ui.input.selection import Selection


def test_3_1_one_action_of_an_own_piece_in_each_turn() -> None:
    state = state_of("r5e5")
    assert refusal(state, "a10-a9") == "IllegalAction"
    after = play(state, "e5-e6")
    assert field(after, 2) == "blue" and refusal(after, "e6-e7") == "IllegalAction"


def test_3_1_s45_there_is_no_passing() -> None:
    state = state_of("r5e5")
    assert all(word[2] in "-x" for word in choices(state))
    assert refusal(state, "--") == "IllegalAction"


def test_3_2_a_piece_walks_one_cell() -> None:
    for code in "S3456789M":
        assert goals(state_of(f"r{code}e4"), "e4") == "d4 e3 e5 f4"


def test_3_3_the_scout_runs_in_a_straight_line() -> None:
    found = "a4 b4 c4 d4 e1 e10 e2 e3 e5 e6 e7 e8 e9 f4 g4 h4 i4 j4"
    assert goals(state_of("r2e4"), "e4") == found


def test_3_4_no_piece_jumps() -> None:
    state = state_of("r2b4 r4b6 b7e4 b6f4")
    assert goals(state, "b4") == "a4 b1 b2 b3 b5 c4 d4 xe4"


def test_3_5_no_piece_enters_a_lake() -> None:
    assert goals(state_of("r5c4"), "c4") == "b4 c3 d4"
    assert goals(state_of("r2c4 r4b4 r4d4"), "c4") == "c1 c2 c3"


def test_3_6_flag_and_bomb_stay() -> None:
    state = state_of("rBe4")
    assert goals(state, "e4") == goals(state, "a1") == ""


def test_3_7_entering_an_enemy_cell_is_an_attack_and_never_compulsory() -> None:
    state = state_of("r5e5 b4e6")
    assert goals(state, "e5") == "e4 f5 xe6" and not refusal(state, "j1-j2")
    assert refusal(state, "e5-e6") == refusal(state, "e5xf5") == "IllegalAction"


# -- repetition ------------------------------------------------------------------------------

THREE = "e5-e6 a10-a9 e6-e5 a9-a10 e5-e6 a10-a9"


def test_3_13_no_fourth_time_between_two_cells() -> None:
    twice = play(state_of("r6e5"), "e5-e6 a10-a9 e6-e5 a9-a10")
    assert goals(twice, "e5") == "e4 e6 f5"
    assert goals(play(twice, "e5-e6 a10-a9"), "e6") == "e7 f6"


def test_3_13_any_other_own_action_clears_the_count() -> None:
    state = play(state_of("r6e5"), f"{THREE} j1-j2 a9-a8")
    assert goals(state, "e6") == "e5 e7 f6"


def test_3_13_a_relay_counts_for_both_its_pieces() -> None:
    words = "e4<>e5 a10-a9 a9-a8 e4<>e5 a8-a7 a7-a6 e4<>e5 a6-a5 a5-a4"
    state = play(state_of("r6e4 r2e5", relay=True), words)
    assert refusal(state, "e4<>e5") == "IllegalAction"
    cleared = play(state, "j1-j2 a4-a3")
    assert not refusal(cleared, "e4<>e5")


def test_s6_the_limit_holds_in_a_row_for_attacks_and_without_a_threat() -> None:
    rest = "- 6 6 r:e5e6,e6e5,e5e6;b:a10a9,a9a10,f5e5 - -"
    game, text = position("r6e6 b9e5", rest=rest)
    assert goals(game.state_from_text(text), "e6") == "e7 f6"
    state = play(state_of("r6e5 r5h7"), f"{THREE} h7-h8 a9-a8 e6-e5 a8-a7")
    assert goals(state, "e5") == "e4 e6 f5", "five times in all, but not in a row"


def test_s33_for_a_scout_the_exact_cells_count() -> None:
    state = play(state_of("r2b2"), "b2-b6 a10-a9 b6-b2 a9-a10 b2-b6 a10-a9")
    barred = goals(state, "b6").split()
    assert "b2" not in barred and {"b1", "b3"} <= set(barred)


SHUT_IN = "rFa1 rBb1 rBb2 rBb3 rBa4 r4a2 bFj10 b4a10"
ROUND = "a2-a3 a10-a9 a3-a2 a9-a10 a2-a3 a10-a9"


def test_s40_a_side_left_without_actions_by_repetition_is_blocked() -> None:
    assert result(play(state_of("", background=SHUT_IN), ROUND)) == "blue+nomove"
    assert result(play(state_of("", background=SHUT_IN, two_square="off"), ROUND)) == ""


def test_5_29_span_bars_more_moves_than_pair_and_off_bars_none() -> None:
    words = "b2-b6 a10-a9 b6-b3 a9-a10 b3-b5 a10-a9"
    span = goals(play(state_of("r2b2", two_square="span"), words), "b5").split()
    assert "b4" not in span and {"b6", "a5"} <= set(span)
    assert "b4" in goals(play(state_of("r2b2"), words), "b5").split()
    assert goals(play(state_of("r6e5", two_square="off"), THREE), "e6") == "e5 e7 f6"


# -- options that change movement ------------------------------------------------------------


def test_5_12_a_limited_scout_attacks_only_a_neighbour() -> None:
    found = goals(state_of("r2b4 b7b9 b7c4", limited_scout=True), "b4")
    assert found == "a4 b1 b2 b3 b5 b6 b7 b8 xc4"


def test_s22_limited_scout_applies_to_all_running_pieces() -> None:
    options: Options = {"limited_scout": True, "agile": {"7": "scout", "6": "two"}}
    assert "xb9" not in goals(state_of("r7b4 b5b9", **options), "b4")
    assert "xb6" in goals(state_of("r6b4 b5b6", **options), "b4")


def test_5_15_the_flag_walks_one_cell() -> None:
    assert goals(state_of("", mobile_flag=True), "a1") == "a2 b1"


def test_5_15_s5_a_walking_flag_never_attacks() -> None:
    state = state_of("b2a2", mobile_flag=True)
    assert goals(state, "a1") == "b1" and refusal(state, "a1xa2") == "IllegalAction"


AGILE = {
    "scout": "b4 c1 c2 c3 d4 e4 f4 g4 h4 i4 j4 a4",
    "two": "a4 b4 c2 c3 d4 e4",
    "diagonal": "b3 b4 b5 c3 d3 d4",
}


@pytest.mark.parametrize("how", AGILE)
def test_5_16_an_agile_piece_reaches_more_cells(how: str) -> None:
    """A major on c4, below a lake, is agile; a captain on the same cell is not."""
    state = state_of("r7c4", agile={"7": how})
    assert goals(state, "c4") == " ".join(sorted(AGILE[how].split()))
    assert goals(state_of("r6c4", agile={"7": how}), "c4") == "b4 c3 d4"


def test_5_16_two_steps_do_not_jump() -> None:
    state = state_of("r7e4 r4e5 b4f4", agile={"7": "two"})
    assert goals(state, "e4") == "c4 d4 e2 e3 xf4"


def test_5_17_cross_country_uses_the_diagonals() -> None:
    assert goals(state_of("r5e3", cross_country=["5"]), "e3") == "d2 d3 d4 e2 e4 f2 f3 f4"
    assert goals(state_of("r6e3", cross_country=["5"]), "e3") == "d3 e2 e4 f3"


def test_5_17_a_corner_closes_no_diagonal() -> None:
    state = state_of("r5c4 r4b4 r4c3 r4d4", cross_country=["5"])
    assert goals(state, "c4") == "b3 b5 d3"


def test_s23_agile_adds_one_step_and_cross_country_the_whole_range() -> None:
    straight = "b1 b3 b4 b5 b6 b7 b8 b9 b10 a2 c2 d2 e2 f2 g2 h2 i2 j2 "
    one = goals(state_of("r2b2", agile={"2": "diagonal"}), "b2")
    assert one == " ".join(sorted(f"{straight}a3 c1 c3".split()))
    all_of_it = goals(state_of("r2b2", cross_country=["2"]), "b2")
    wanted = f"{straight}a3 c1 c3 d4 e5 f6 g7 h8 i9 xj10"
    assert all_of_it == " ".join(sorted(wanted.split()))


def test_5_18_marines_step_over_a_lake() -> None:
    assert goals(state_of("r4c4", marines=["4"]), "c4") == "b4 c3 c7 d4"
    assert goals(state_of("r4b5 b2e5", marines=["4"]), "b5") == "a5 b4 b6 xe5"
    assert goals(state_of("r5c4", marines=["4"]), "c4") == "b4 c3 d4"


def test_s24_a_lake_is_crossed_without_stopping() -> None:
    state = state_of("r2c3 r4b3 r4d3", marines=["2"])
    assert goals(state, "c3") == "c1 c10 c2 c4 c7 c8 c9"


def test_5_19_a_charge_never_goes_back() -> None:
    state = state_of("r6e6 b5e5", charge="strict")
    assert goals(state, "e6") == "e7 f6"
    assert goals(state_of("r6e6", charge="envelop"), "e6") == "e7 f6"


def test_5_19_an_enveloping_piece_attacks_the_row_behind() -> None:
    assert goals(state_of("r6e6 b5e5", charge="envelop"), "e6") == "e7 f6 xe5"
    assert goals(state_of("b6e5 r5e6", "blue", charge="envelop"), "e5") == "e4 f5 xe6"


def test_s25_an_enveloping_attack_reaches_exactly_one_row_back() -> None:
    assert goals(state_of("r2b8 b5b6", charge="envelop"), "b8").split()[:2] == ["a8", "b10"]
    assert "b6" not in goals(state_of("r2b8 b5b6", charge="envelop"), "b8")
    crossing = state_of("r6e4 b5f3", charge="envelop", cross_country=["6"])
    assert goals(crossing, "e4") == "d4 e5 f4 f5 xf3"
    swimming = state_of("r4c7 b5c4", charge="envelop", marines=["4"])
    assert goals(swimming, "c7") == "b7 c8 d7"


def test_5_27_a_relay_swaps_two_own_neighbours() -> None:
    after = play(state_of("r6e4 r2e5", relay=True), "e4<>e5")
    assert (at(after, "e4"), at(after, "e5")) == ("r2'", "r6'")
    assert refusal(state_of("r6e4 r2e5"), "e4<>e5") == "IllegalAction"
    assert refusal(state_of("r6e4 r2e6", relay=True), "e4<>e6") == "IllegalAction"
    assert refusal(state_of("r6e4 b2e5", relay=True), "e4<>e5") == "IllegalAction"


def test_5_27_both_pieces_of_a_relay_must_be_able_to_move() -> None:
    assert refusal(state_of("r6e4 rBe5", relay=True), "e4<>e5") == "IllegalAction"
    assert not refusal(state_of("r6e4 rBe5", relay=True, grenades=True), "e4<>e5")
    assert refusal(state_of("r6a2", relay=True), "a1<>a2") == "IllegalAction"
    assert not refusal(state_of("r6a2", relay=True, mobile_flag=True), "a1<>a2")


def test_s26_a_relay_costs_the_next_turn() -> None:
    state = play(state_of("r6e4 r2e5", relay=True), "e4<>e5")
    acted = [field(play(state, words), 2) for words in ("", "a10-a9", "a10-a9 a9-a8")]
    assert acted == ["blue", "blue", "red"]
    assert [field(play(state, words), 3) for words in ("", "a10-a9")] == ["r1", "-"]


def test_s27_neighbours_share_an_edge() -> None:
    state = state_of("r6e4 r2f5", relay=True, cross_country="all")
    assert not [word for word in turns(state) if "<>" in word]


def test_s39_under_a_charge_a_relay_is_lateral() -> None:
    for charge in ("strict", "envelop"):
        state = state_of("r6e4 r2e5 r4f4", relay=True, charge=charge)
        assert [word for word in turns(state) if "<>" in word] == ["e4<>f4"]


def test_5_27_7_4_a_relay_is_entered_from_either_cell() -> None:
    state = state_of("r6e4 r2e5", relay=True)
    action = state.game.parse_action(state, "e5<>e4")
    ways = game_of(state).paths(state, action)
    assert ways == (("sq:e4", "sq:e5", "btn:relay"), ("sq:e5", "sq:e4", "btn:relay"))
    for way in ways:
        assert all(game_of(state).explain(state, way[:length]) is None for length in (1, 2, 3))
    elsewhere = game_of(state).explain(state, ("sq:e4", "sq:e5", "sq:a1"))
    assert elsewhere is not None and elsewhere.key == "explain.relay"


def test_5_27_pressing_another_own_piece_makes_no_relay() -> None:
    """Two presses on own pieces offer the relay; only a third one makes it."""
    state = state_of("r6e4 r2e5", relay=True)
    paths = [way for action in state.legal_actions() for way in game_of(state).paths(state, action)]
    walk = Selection(paths)
    assert [walk.press(aim(f"sq:{name}")).kind for name in ("e4", "e5")] == ["extended", "extended"]
    assert list(map(str, walk.choices())) == ["btn:relay"]
    assert "btn:relay" in {choice.target for choice in game_of(state).scene(state, 0).choices}
    assert walk.press(aim("sq:j1")).kind == "switched"
