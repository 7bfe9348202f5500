"""Exact weights of all chance events."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.chances import throws
from engine.games.twocities.rules.pieces import random_lines
from tests.fixtures.words import play
from tests.games.twocities.board import case


@pytest.mark.parametrize(("count", "outcomes"), list(enumerate((6, 21, 56, 126, 252, 462), 1)))
def test_9_7_weights_of_dice_are_multinomial(count: int, outcomes: int) -> None:
    found = throws(count)
    assert len(found) == outcomes and sum(weight for _, weight in found) == 6**count
    if count <= 4:
        thrown = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))
        assert {action[1:]: weight for action, weight in found} == thrown


def test_9_7_all_faces_of_one_die_are_equally_likely() -> None:
    weights = {action[1]: weight for action, weight in throws(1)}
    # Hit, retreat, miss: 1/3, 1/6, 1/2 in melee; 1/6, 1/6, 2/3 for a shot.
    assert weights == dict.fromkeys(range(1, 7), 1)


def test_1_9_terrain_is_uniform_on_48_squares() -> None:
    state = TwoCities().initial_state()
    pairs = state.chance_outcomes()
    assert len(pairs) == 1128 and {weight for _, weight in pairs} == {1}
    state.apply(pairs[0][0])
    assert len(state.chance_outcomes()) == 1035


def test_1_10_deals_are_uniform_over_the_remaining_cards() -> None:
    state = play(TwoCities().initial_state(), "forests:e3,f7 hills:b6,a2")
    for number in range(6):
        assert len(state.chance_outcomes()) == 24 - number
        state.apply(state.chance_outcomes()[0][0])
    assert state.ask == "card" and state.current_player() == 0 and state.dealt() == (3, 3)


def test_1_8_random_rows_are_all_orders_with_the_city_in_place() -> None:
    state = TwoCities({"setup": "random"}).initial_state()
    assert not any(state.board) and len(state.chance_outcomes()) == 630 == len(random_lines())
    assert all(line.index("T") == 3 for line in random_lines())
    after = play(state, "line:AACTCLLP".replace("AACTCLLP", random_lines()[7]))
    assert after.ask == "forests" and after.board.count(0) == 48


def test_2_7_special_cards_leave_the_game_with_one_third() -> None:
    state = play(case("Lf3"), "play:Ts move:f3-f3")
    out = [play(state, f"die:{die}").removed for die in range(1, 7)]
    assert [bool(mask) for mask in out] == [True, True, False, False, False, False]


def test_9_7_an_evasion_succeeds_half_the_time() -> None:
    state = play(case("Pd4", "Cd5"), "play:Ah move:d4-d4 melee:d5 evade:yes")
    assert [play(state, f"die:{die}").evaded for die in range(1, 7)] == [False] * 3 + [True] * 3
    assert [len(play(state, f"die:{die}").chance_outcomes()) for die in (3, 4)] == [252, 56]


@pytest.mark.parametrize(("unit", "outcomes"), [("Ld4", 21), ("Pd4", 252)])
def test_t34_dice_are_thrown_together_as_a_set(unit: str, outcomes: int) -> None:
    state = play(case(unit, "Ad5"), "play:Ah move:d4-d4 melee:d5")
    state = play(state, "evade:no") if state.ask == "evade" else state
    found = {
        TwoCities().action_text(state, action): weight for action, weight in state.chance_outcomes()
    }
    dice = len(next(iter(found)).removeprefix("dice:"))
    assert len(found) == outcomes and sum(found.values()) == 6**dice
    assert all(list(text[5:]) == sorted(text[5:]) for text in found)
    assert found[f"dice:{'1' * dice}"] == 1 and found[f"dice:{'1' * (dice - 1)}6"] == dice
