"""Evaluation of A Tale of Two Cities beyond attacks: sectors, city safety and terrain."""

from __future__ import annotations

from engine.games.twocities.search.ground import Ground
from engine.games.twocities.search.posture import Posture
from engine.games.twocities.search.threats import JUDGE
from engine.games.twocities.search.weights import WEIGHTS
from tests.games.twocities.board import case

BLACK, WHITE = 1, 0
POSTURE = Posture(WEIGHTS)


def of_white(white: str, black: str = "Lh8 La8", **ground: str) -> float:
    return POSTURE.of(Ground(case(white, black, **ground)), WHITE)


def test_a_sector_without_units_costs_points() -> None:
    assert of_white("La2 Le2") == 0
    assert of_white("La2 Lb2") == of_white("Lf2 Le2") == WEIGHTS["empty sector"]
    assert of_white("") == 2 * WEIGHTS["empty sector"]


def test_dice_that_reach_a_city_count_more_when_it_is_damaged() -> None:
    die, hurt, near = (WEIGHTS[n] for n in ("city die", "city die hurt", "besieger hurt"))
    white = "La2 Lh2"
    assert of_white(white, "Pd2") == 5 * die
    assert of_white(white, "Pd4") == 0  # heavy infantry moves one square
    assert of_white(f"{white} Td1:2", "Pd2 La8") == 5 * die + 2 * (5 * hurt + near)
    assert of_white(f"{white} Td1:2", "Pd4") == 2 * near
    assert of_white(f"{white} Lc1 Le1 Ld2", "Cd3") == 0  # all squares beside the city are taken


def test_heavy_infantry_near_the_enemy_city_gains_points() -> None:
    assert of_white("Pd6 Le2") == of_white("Pd4 Le2") == WEIGHTS["heavy near"]
    assert of_white("Pd2 Le2") == of_white("Ld6 Le2") == 0


def test_forests_and_hills_have_their_value_by_kind_of_unit() -> None:
    assert of_white("La4 Le2", f="a4") == WEIGHTS["forest"]
    assert of_white("La4 Le2", h="a4") == WEIGHTS["hill"]
    assert of_white("Aa4 Le2", h="a4") == 0


def test_posture_is_part_of_the_balance() -> None:
    spread, crowded = (case(f"La3 L{square}", "La6 Lh6") for square in ("e2", "d2"))
    gain = JUDGE.balance(spread, WHITE) - JUDGE.balance(crowded, WHITE)
    assert gain > -WEIGHTS["empty sector"] / 2
    assert JUDGE.balance(spread, WHITE) == -JUDGE.balance(spread, BLACK)


def test_cards_that_activate_more_units_are_worth_more() -> None:
    two, one, nothing = (
        JUDGE.hand_value(case("La2", rest=f"{card},?,?/?,?,? - - 1.0.0.0 card").hands[WHITE])
        for card in ("2h", "Ah", "4h")
    )
    assert two > one > nothing
