"""Moves, melee and shots of the attacker, terrain and dice: rulebook section 4."""

from __future__ import annotations

import pytest

from engine.games.twocities.rules.state import TwoCitiesState
from tests.fixtures.words import play, refusal
from tests.games.twocities.board import at, case, offers, question, squares, thrown, turn


def standing(card: str, square: str, enemy: str = "") -> str:
    """Return the inputs of a unit that stands still and, if `enemy` is given, attacks it."""
    attack = f" melee:{enemy}" if enemy else ""
    return f"play:{card} move:{square}-{square}{attack}"


def struck(white: str, black: str, dice: str, **ground: str) -> TwoCitiesState:
    """Return the state after d4 stands still and throws these dice at d5, which does not evade."""
    state = play(case(white, black, **ground), standing("Ah", "d4", "d5"))
    if question(state).startswith("evade"):
        state = play(state, "evade:no")
    return play(state, f"dice:{dice}")


def shooting(white: str, square: str, black: str = "Lh8", card: str = "Ah", **ground: str) -> str:
    """Return the squares that a unit standing still on `square` may shoot at."""
    state = play(case(white, black, **ground), standing(card, square))
    return squares(state, "shoot") if question(state).startswith("shoot") else ""


def test_4_2_standing_is_allowed_and_only_ending_elsewhere_is_moving() -> None:
    """A unit that ends on its own square has not moved: two dice, not one."""
    state = play(case("Ad4", "Ld7"), "play:Ah")
    assert "move:d4-d4" in offers(state)
    assert thrown(play(state, "move:d4-d4 shoot:d7")) == 2
    assert thrown(play(state, "move:d4-d5 shoot:d7")) == 1


GROUND: dict[str, dict[str, str]] = {"plain": {}, "forest": {"f": "d4"}, "hill": {"h": "d4"}}


@pytest.mark.parametrize(
    ("ground", "melee", "shot"), [("plain", 2, 2), ("forest", 3, 1), ("hill", 1, 3)]
)
def test_4_3_terrain_changes_the_dice(ground: str, melee: int, shot: int) -> None:
    fight = case("Ad4", "Ld5", **GROUND[ground])
    assert thrown(play(fight, standing("Ah", "d4", "d5"))) == melee
    shoot = case("Ad4", "Ld6", **GROUND[ground])
    assert thrown(play(shoot, standing("Ah", "d4") + " shoot:d6")) == shot


@pytest.mark.parametrize(("ground", "loss"), [("plain", "''"), ("forest", "'"), ("hill", "'")])
def test_4_3_terrain_saves_one_hit_but_no_retreat(ground: str, loss: str) -> None:
    on = {key: "d5" for key in GROUND[ground]}
    assert at(struck("Pd4", "Ld5", "12345", **on), "d5") == f"l{loss}"
    assert at(struck("Pd4", "Ld5", "33346", **on), "d6") == "l"


def test_4_3_a_hill_adds_one_to_the_range() -> None:
    assert shooting("Ad4", "d4", "Ld8 Tc8") == ""
    assert shooting("Ad4", "d4", "Ld8 Tc8", h="d4") == "d8"


def test_4_3_terrain_blocks_the_line_of_sight_except_from_a_hill() -> None:
    for between in ({"f": "d5"}, {"h": "d5"}):
        assert shooting("Ad4", "d4", "Ld6 Tc8", **between) == ""
    assert shooting("Ad4", "d4", "Ld6 Tc8", f="d5", h="d4") == "d6"
    assert shooting("Ad4", "d4", "Ld6 Tc8", h="d4,d5") == "d6"


def test_4_7_archers_and_cavalry_out_of_contact_may_shoot_or_hold() -> None:
    assert [shooting(f"{letter}d4", "d4", "Ld6") for letter in "LPAC"] == ["", "", "d6", "d6"]
    state = play(case("Ad4", "Ld6"), standing("Ah", "d4"))
    assert offers(state) == ["hold", "shoot:d6"] and question(play(state, "hold")) == "draw"
    contact = play(case("Ad4", "Ld6 Lc4"), standing("Ah", "d4"))
    assert offers(contact) == ["melee:c4"]
    assert "shoot:d8" in offers(play(case("Ad5"), standing("Ah", "d5")))


def test_t10_only_the_activated_unit_attacks_and_only_one_enemy() -> None:
    """The units on a4 and b4 both touch enemies, but only a4 is activated."""
    state = play(case("La4 Lb4", "La5 Lb5 Lh1 Tg8"), standing("Ah", "a4"))
    assert offers(state) == ["melee:a5"]
    assert question(play(state, "melee:a5 dice:33")) == "draw"
    two = play(case("Pd4", "Ld5 Pc4"), standing("Ah", "d4"))
    assert offers(two) == ["melee:c4", "melee:d5"]
    assert offers(play(case("Pd7"), standing("Ah", "d7"))) == ["melee:d8"]


def test_t4_each_face_of_the_die_has_its_effect() -> None:
    """Hits and retreats of one die in melee, where the second die misses, and of one shot."""
    lost = {face: turn_of("Ld4", "Pd5", f"{min(face, 3)}{max(face, 3)}") for face in range(1, 7)}
    assert lost == {1: "=1", 2: "=1", 3: "=0", 4: "=0", 5: "=0", 6: "=0<1"}
    shot = {face: shot_of(face) for face in range(1, 7)}
    assert shot == {1: "=1", 2: "=0", 3: "=0", 4: "=0", 5: "=0", 6: "=0<1"}


def turn_of(white: str, black: str, dice: str) -> str:
    """Return the result part of the record text for an attack of d4 on d5."""
    return turn(case(white, black), f"{standing('Ah', 'd4', 'd5')} dice:{dice} card:?").split(")")[
        1
    ]


def shot_of(face: int) -> str:
    inputs = f"play:Ah move:d3-d4 shoot:d6 dice:{face} card:?"
    return turn(case("Ad3", "Ld6"), inputs).split(")")[1]


def test_4_12_double_rain_allows_two_shots_and_updates_the_targets() -> None:
    """The first shot drives its target out of range; any other card allows only one shot."""
    state = play(case("Ad4", "Lc6 Lf5"), standing("Ks", "d4"))
    gone = play(state, "shoot:c6 dice:36")
    assert offers(gone) == ["hold", "shoot:f5"]
    once = play(case("Ad4", "Ld6 Lf5"), f"{standing('Ah', 'd4')} shoot:d6 dice:33")
    assert question(once) == "draw"
    assert offers(play(case("Ad4", "Ld6 Lc4"), standing("Ks", "d4"))) == ["melee:c4"]


def test_4_12_with_double_rain_a_unit_in_contact_fights_one_melee() -> None:
    fought = play(case("Ad4", "Ld6 Pc4"), f"{standing('Ks', 'd4')} melee:c4 dice:33")
    assert question(fought).startswith("outdie:Ks")


def test_4_12_a_target_driven_into_contact_ends_the_shooting() -> None:
    """The shooter stands behind the target, which retreats to the square beside it."""
    state = play(case("Ah8", "Lh6 Lf7"), standing("Ks", "h8"))
    assert offers(state) == ["hold", "shoot:f7", "shoot:h6"]
    assert question(play(state, "shoot:h6 dice:36")).startswith("outdie:Ks")


def test_t22_no_attack_has_more_than_six_dice() -> None:
    assert thrown(play(case("Pd4", "Ad5", f="d4"), f"{standing('6s', 'd4', 'd5')} evade:no")) == 6
    assert thrown(play(case("Pd4", "Ad5", h="d4"), f"{standing('6s', 'd4', 'd5')} evade:no")) == 6
    assert thrown(play(case("Pd4", "Ad5", h="d4"), f"{standing('Ah', 'd4', 'd5')} evade:no")) == 4


def test_t23_archers_that_move_into_a_forest_cannot_shoot() -> None:
    state = play(case("Ad3", "Lf4", f="d4"), "play:Ah")
    assert question(play(state, "move:d3-d4")) == "draw"
    assert question(play(case("Ad3", "Ld5", f="d4"), "play:Ah move:d3-d4")).startswith("melee")
    melee = play(case("Ad4", "Ld5", h="d4"), standing("Ah", "d4", "d5"))
    assert thrown(melee) == 1, "in melee one die always remains"


def test_t24_from_a_hill_the_distance_ignores_blocked_squares() -> None:
    """Units surround d6, but from the hill the distance of four is within range."""
    black = "Ld6 Lc6 Le6 Ld7 Td8"
    assert "d6" in shooting("Ad3 Ld5", "d3", black, h="d3").split()
    assert "d6" not in shooting("Ad3 Ld5", "d3", black).split()
    assert shooting("Ad3", "d3", "Ld8 Tc8", h="d3") == ""


def test_t31_an_attacked_city_only_takes_hits() -> None:
    """A unit beside the city gives no formation, a 6 has no effect, and a city cannot evade."""
    state = play(case("Pd7", "Lc8"), standing("Ah", "d7", "d8"))
    assert question(state).startswith("roll")
    after = play(state, "dice:12666")
    assert at(after, "d8") == "t''" and question(after) == "draw" and at(after, "d7") == "P"


def test_4_7_a_refused_shot_names_its_reason() -> None:
    state = play(case("Ad4", "Ld6 Lf5 Lb4 Lh8", f="f5", h="b4"), standing("Ah", "d4"))
    found = [refusal(state, f"shoot:{square}") for square in ("d6", "f5", "b4", "h8", "c4")]
    assert found == ["", "forest-target", "hill-target", "out-of-sight", "no-such-target"]
    uphill = play(case("Ad4", "Lf5", h="d4,f5"), standing("Ah", "d4"))
    assert refusal(uphill, "shoot:f5") == ""
