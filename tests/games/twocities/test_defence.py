"""The defender's side of an attack: evasion, protection and retreats (section 5)."""

from __future__ import annotations

import pytest

from engine.games.twocities.rules.state import TwoCitiesState
from tests.fixtures.words import play, refusal
from tests.games.twocities.board import at, case, offers, question, thrown, turn

BEGUN = "play:Ah move:d4-d4 melee:d5"


def attacked(white: str, black: str, more: str = "", **ground: str) -> TwoCitiesState:
    """Return the state after d4 attacks d5 and the inputs `more`."""
    return play(case(white, black, **ground), f"{BEGUN} {more}")


def told(white: str, black: str, more: str, **ground: str) -> str:
    """Return the part of the record text after the dice of that attack."""
    return turn(case(white, black, **ground), f"{BEGUN} {more} card:?").split(")")[1]


def test_5_5_an_attack_has_a_fixed_order() -> None:
    """Evasion comes first, then the dice, protection, hits and retreats."""
    asked, state = [], attacked("Pd4", "Ld5 Le5")
    for answer in ("evade:yes", "die:3", "dice:12366", "protect:h"):
        asked.append(question(state).split(":")[0])
        state = play(state, answer)
    assert asked == ["evade", "evadedie", "roll", "protect"]
    assert at(state, "d7") == "l'" and question(state) == "draw"


def test_5_5_protection_depends_on_the_square_before_the_retreat() -> None:
    """A unit on e5 protects d5; one on e6 does not, even if d5 retreats to d6."""
    assert told("Pd4", "Ld5 Le5", "evade:no dice:13346 protect:h") == "/h=0<1"
    assert told("Pd4", "Ld5 Le6", "evade:no dice:13346") == "=1<1"


def test_t12_nothing_stops_a_hit_from_a_blocked_retreat() -> None:
    assert told("Ld4", "Ld5 Pd6", "dice:36", f="d5") == "=1"
    assert told("Ld4", "Ld5 Pd6 Le5", "dice:66 protect:n") == "/n=2"
    assert told("Ld4", "Ld5 Pd6 Le5", "dice:66 protect:r") == "/r=1", "a retreat, not its hit"


@pytest.mark.parametrize(
    ("white", "black", "inputs", "square"),
    [
        ("Pd4", "Ld5", "play:Ah move:d4-d4 melee:d5 evade:no dice:33366", "d7"),
        ("Ld6", "Pd5", "play:Ah move:d6-d6 melee:d5 dice:36", "d6"),
        ("Pe5", "Ld5", "play:As move:e5-e5 melee:d5 evade:no dice:33366", "d7"),
    ],
)
def test_t13_a_retreat_goes_straight_towards_the_own_edge(
    white: str, black: str, inputs: str, square: str
) -> None:
    """This holds for attacks from any side; an attacker from behind blocks the retreat."""
    after = play(case(white, black), inputs)
    letter = black[0].lower()
    assert at(after, square) == (letter if square == "d7" else "L")
    assert square == "d7" or at(after, "d5") == "p'"


def test_t15_protection_asks_only_where_there_is_a_choice() -> None:
    assert question(attacked("Ld4", "Ld5 Le5", "dice:12")) == "draw"
    assert told("Ld4", "Ld5 Le5", "dice:12") == "=1"
    assert told("Ld4", "Ld5", "dice:12", h="d5") == "=1"
    assert offers(attacked("Ld4", "Ld5 Le5", "dice:16")) == ["protect:h", "protect:r"]
    assert offers(attacked("Ld4", "Ld5 Le5", "dice:36")) == ["protect:n", "protect:r"]


def test_t17_after_a_failed_evasion_the_attack_is_normal() -> None:
    state = attacked("Pd4", "Cd5", "evade:yes die:3")
    assert thrown(state) == 5
    after = play(state, "dice:13346")
    assert at(after, "d6") == "c'" and question(after) == "draw", "a retreat and no fall"


@pytest.mark.parametrize(
    ("white", "dice", "ground"), [("Pd4", 3, {}), ("Pd4", 2, {"h": "d4"}), ("Ld4", 2, {"f": "d4"})]
)
def test_t18_an_evasion_halves_the_final_number_of_dice_rounded_up(
    white: str, dice: int, ground: dict[str, str]
) -> None:
    """Half of 5, of 5 − 1 and of 2 + 1 dice."""
    assert thrown(attacked(white, "Cd5", "evade:yes die:4", **ground)) == dice


def test_t18_the_limit_of_six_dice_applies_before_halving() -> None:
    state = play(case("Pd4", "Cd5", f="d4"), "play:6s move:d4-d4 melee:d5 evade:yes die:6")
    assert thrown(state) == 3, "of six dice, not of eight"


def test_t19_an_evading_unit_keeps_its_protection_against_hits() -> None:
    begun = "evade:yes die:5 dice:126"
    assert told("Pd4", "Cd5", f"{begun} fall:1", f="d5") == "=1v1"
    assert told("Pd4", "Cd5 Le5", f"{begun} fall:1") == "=1v1"
    assert told("Pd4", "Cd5", f"{begun} fall:1") == "=2v1"


def test_t16_the_speed_for_evasion_comes_from_the_table_of_units() -> None:
    charge = play(case("Pd4", "Ld5"), "play:Js move:d4-d4 melee:d5")
    assert offers(charge) == ["evade:no", "evade:yes"]
    assert question(attacked("Ld4", "Ad5")).startswith("roll"), "two steps each"
    assert refusal(attacked("Ld4", "Ad5"), "evade:yes") == "wrong-state"


def test_5_1_evasion_needs_a_free_square_behind() -> None:
    assert offers(attacked("Pd4", "Cd5")) == ["evade:no", "evade:yes"]
    assert question(attacked("Pd4", "Cd5 Ld6")).startswith("roll")
    assert question(play(case("Pa7", "Ca8"), "play:Ah move:a7-a7 melee:a8")).startswith("roll")


def test_5_9_an_evading_unit_falls_back_one_or_two_squares() -> None:
    state = attacked("Pd4", "Cd5", "evade:yes die:5 dice:333")
    assert offers(state) == ["fall:1", "fall:2"] and state.current_player() == 1
    assert [at(play(state, f"fall:{n}"), f"d{5 + n}") for n in (1, 2)] == ["c", "c"]


def test_5_7_a_retreat_blocked_by_the_edge_becomes_a_hit() -> None:
    after = play(case("Pa7", "La8"), "play:Ah move:a7-a7 melee:a8 dice:33346")
    assert at(after, "a8") == "l'"


def test_5_8_there_is_no_advance_after_a_shot() -> None:
    after = play(case("Ad4", "Ld6:3"), "play:Ah move:d4-d4 shoot:d6 dice:13")
    assert at(after, "d6") == "" and at(after, "d4") == "A"


def test_t11_there_is_no_advance_if_the_unit_dies_retreating() -> None:
    after = play(case("Pd5", "Ld6:2"), "play:Ah move:d5-d5 melee:d6 evade:no dice:33666")
    assert at(after, "d5") == "P" and at(after, "d6") == at(after, "d7") == ""
