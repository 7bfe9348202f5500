"""Rulebook section 1: the board, its water, the armies and the terrain."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.pieces import NAMES
from tests.fixtures.words import play, refusal
from tests.games.cotadrez.table import ctn, decisions, state, turns

DEPLOYED = "rFe2f3 rDg4 rMa2 rMa3 rMa4 // rFe8f9 rHd10 rMj6 rMj7 rMj8 >>>"
NORTH_FIRST = "rFe7f8 rDd7 rMa6 rMa7 rMa8 // rFe2f3 rHd1 rMj1 rMj2 rMj3 >>>"


def test_1_1_squares_are_named_by_column_and_row() -> None:
    assert list(NAMES) == [f"{c}{r}" for r in range(1, 11) for c in "abcdefghij"]
    text = ctn("Ra1", "Rj10")
    assert text.startswith("9r/") and "/R9 " in text
    assert state(text).to_text() == text


def test_1_2_c3_each_half_has_five_rows() -> None:
    south = state("rFe2f3 rDg4 *")
    assert {int(text[3:]) for text in decisions(south, "rM")} <= {1, 2, 3, 4, 5}
    north = state("rFe7f8 rDd7 *")
    assert {int(text[3:]) for text in decisions(north, "rM")} == {6, 7, 8, 9, 10}
    assert refusal(south, "rMa6") == refusal(north, "rMa5") == "bad_deployment"


@pytest.mark.parametrize(
    ("name", "squares"),
    [
        ("lagos", "c5 d5 c6 d6 g5 h5 g6 h6"),
        ("estanques", "c3 c4 h3 h4 c7 c8 h7 h8"),
        ("seco", ""),
    ],
)
def test_1_3_c4_each_map_has_its_water(name: str, squares: str) -> None:
    water = set(squares.split())
    assert {NAMES[s] for s in Cotadrez({"water": name}).water} == water
    king = state(ctn("Rd4", "Rj10", forts="b2c3,b7c8" if name != "estanques" else "e2f3,e8f9"),
                 water=name)  # fmt: skip
    around = {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"} & water
    assert not {f"Rd4{square}" for square in around} & turns(king)


def test_1_4_c5_an_army_has_twenty_units() -> None:
    stores = play(state("*"), DEPLOYED).to_text().split()
    south = Counter(stores[5] + "D")  # the dragon is deployed on g4
    assert south == {"R": 1, "D": 1, "E": 2, "P": 2, "C": 3, "T": 1, "B": 1, "A": 3, "L": 3, "H": 3}
    assert Counter(stores[6] + "H") == south


def test_1_5_each_half_has_one_fortress_and_three_mountains() -> None:
    two, three = state("rFe2f3 rDg4 rMa2 rMa3 *"), state("rFe2f3 rDg4 rMa2 rMa3 rMa4 *")
    assert decisions(two, "rM") and not decisions(two, "rF")
    assert not decisions(three, "rM") and not decisions(three, "rF")
    assert refusal(three, "rMa5") == "bad_deployment"


def test_1_6_reserve_and_dungeon_are_visible_to_everyone() -> None:
    deployed = play(state("*"), NORTH_FIRST)
    assert deployed.to_text().split()[5:9] == [
        "RDEEPPCCCTBAAALLLHH", "REEPPCCCTBAAALLLHHH", "-", "-",
    ]  # fmt: skip
    for viewer in (0, 1, -1):
        assert deployed.observation(viewer).to_text() == deployed.to_text()


def test_c6_the_half_decides_the_colour() -> None:
    scene = Cotadrez().scene(play(state("*"), NORTH_FIRST), -1)
    sides = {piece.square: piece.side for piece in scene.pieces}
    assert sides["d1"] == 0 and sides["d7"] == 1, "the first player has taken the North's colours"


def test_1_7_the_ring_is_the_twelve_squares_around_the_fortress() -> None:
    ring = {text[2:] for text in decisions(state("rFe2f3 *"), "rL")}
    assert ring == {"d1", "e1", "f1", "g1", "d2", "g2", "d3", "g3", "d4", "e4", "f4", "g4"}


def test_c1_a_fortress_is_two_by_two_and_named_by_either_diagonal() -> None:
    assert play(state("*"), "rFe3f2").to_text() == play(state("*"), "rFe2f3").to_text()
    assert refusal(state("*"), "rFe2g4") == "bad_deployment"


def test_1_8_units_can_end_only_on_free_land_squares() -> None:
    position = state(ctn("Ra1 Dd4 Ld3", "Rj9", "b4"))
    goals = {text[3:] for text in turns(position, "Dd4")}
    assert {"a4", "c4", "d7", "a7"} <= goals, "over mountain and lake"
    assert not goals & {"b4", "d5", "d6", "c5", "d3", "e3", "e2"}


def test_1_9_a_diagonal_step_can_pass_between_two_blocked_squares() -> None:
    position = state(ctn("Ra1", "Rj10", "a2 b1"))
    assert turns(position) == {"Ra1b2"}


def test_1_10_c12_units_cannot_enter_or_cross_any_fortress() -> None:
    position = state(ctn("Ra1 De6 Te1", "Rj10 He10 Hf10", forts="e2f3,e8f9"), water="seco")
    goals = {text[3:] for text in turns(position, "D")}
    assert "e7" in goals and "e4" in goals
    assert not goals & {"e8", "e9", "e3", "e2", "e1", "xe10"}
    assert not {text for text in turns(position, "T") if "x" in text}


def test_1_11_water_under_a_fortress_counts_as_fortress() -> None:
    """The dragon flies over the pond on c3 and c4 but not over a fortress that covers it."""
    pond = state(ctn("Ra1 Dc2", "Rj10", forts="e2f3,e8f9"), water="estanques")
    assert "Dc2c5" in turns(pond)
    covered = state(ctn("Ra1 Dc2", "Rj10", forts="c3d4,e8f9"), water="estanques")
    assert not {text for text in turns(covered) if text in ("Dc2c4", "Dc2c5", "Dc2c3")}
    assert state("rFc3d4 *", water="estanques").to_text() == "rFc3d4 *"


def test_w2_1_11_only_uncovered_water_is_missing_from_the_ring() -> None:
    lancers = {text[2:] for text in decisions(state("rFc3d4 *"), "rL")}
    assert lancers == {"b2", "c2", "d2", "e2", "b3", "e3", "b4", "e4", "b5", "e5"}
