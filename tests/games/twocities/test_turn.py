"""The order of a turn: questions, who answers them, which units may act (section 3)."""

from __future__ import annotations

import pytest

from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.state import TwoCitiesState
from tests.fixtures.words import play, refusal
from tests.games.twocities.board import at, case, offers, question, squares, turn

CHANCE, WHITE, BLACK = -1, 0, 1


def asked(state: TwoCitiesState, inputs: str) -> list[tuple[str, int]]:
    """Return the question that each input answers and the player who answers it."""
    found = []
    for text in inputs.split():
        found.append((question(state).split(":")[0], state.current_player()))
        state = play(state, text)
    return found


def test_3_1_only_answers_to_the_open_question_are_legal() -> None:
    state = play(case("Pd4", "Cd5"), "play:Ah")
    for text in (
        "play:4h",
        "melee:d5",
        "shoot:d5",
        "hold",
        "evade:no",
        "die:4",
        "card:4h",
        "fall:1",
    ):
        assert refusal(state, text) == "wrong-state"
    assert refusal(state, "move:d4-d4") == ""


SEQUENCES = {
    "forests:e3,f7 hills:a2,b6 deal:Ts deal:As deal:Ah deal:2s deal:2h deal:6s play:As": [
        ("forests", CHANCE), ("hills", CHANCE), *[("deal", CHANCE)] * 6, ("card", WHITE),
    ],
    "play:Ah move:d4-d4 melee:d5 evade:yes die:5 dice:136 fall:2 card:?": [
        ("card", WHITE), ("unit", WHITE), ("melee", WHITE), ("evade", BLACK), ("evadedie", CHANCE),
        ("roll", CHANCE), ("fall", BLACK), ("draw", CHANCE),
    ],
    "play:Ts move:d4-d4 melee:d5 evade:no dice:123366 move:f4-f4 shoot:h4 dice:126 die:3 card:?": [
        ("card", WHITE), ("unit", WHITE), ("melee", WHITE), ("evade", BLACK), ("roll", CHANCE),
        ("unit", WHITE), ("shoot", WHITE), ("roll", CHANCE), ("outdie", CHANCE), ("draw", CHANCE),
    ],
    "play:Ah move:d4-d4 melee:d5 evade:no dice:12366 protect:r card:?": [
        ("card", WHITE), ("unit", WHITE), ("melee", WHITE), ("evade", BLACK), ("roll", CHANCE),
        ("protect", BLACK), ("draw", CHANCE),
    ],
    "play:Qd place:d2 remove:d4 card:?": [
        ("card", WHITE), ("place", WHITE), ("remove", WHITE), ("draw", CHANCE),
    ],
}  # fmt: skip
POSITIONS = [
    TwoCities().initial_state(),
    case("Pd4", "Cd5"),
    case("Pd4 Af4", "Cd5 Ch4"),
    case("Pd4", "Cd5 Le5"),
    case("Pd4", rest="Qd,4h,4d/?,?,? - Jd 5.0.1.0 card"),
]


@pytest.mark.parametrize("number", range(5))
def test_3_2_questions_come_in_order_to_the_right_player(number: int) -> None:
    inputs, wanted = list(SEQUENCES.items())[number]
    assert asked(POSITIONS[number], inputs) == wanted


def test_3_2_a_random_row_is_drawn_first() -> None:
    state = TwoCities({"setup": "random"}).initial_state()
    assert (question(state), state.current_player()) == ("line", CHANCE)
    assert question(play(state, offers(state)[0])) == "forests"


def test_3_3_a_turn_plays_one_card_discards_it_and_draws_another() -> None:
    state = case("Lc3 Ld3", rest="Ah,4h,4d/As,3h,3s 2h Qd 5.0.0.0 card")
    assert {text.split(":")[0] for text in offers(state)} == {"play"}
    after = play(state, "play:Ah move:c3-c4 card:Ks")
    assert after.to_text().split()[1:6] == ["b", "-", "-", "Ks,4h,4d/As,3h,3s", "Ah,2h"]
    assert refusal(state, "move:c3-c4") == refusal(after, "move:d3-d4") == "wrong-state"


def test_3_4_the_player_chooses_the_order_of_activation() -> None:
    state = play(case("La3 Lb3 Lc3"), "play:2h")
    for first, second in (("a3", "c3"), ("c3", "a3")):
        one = play(state, f"move:{first}-{first}")
        assert question(one).startswith(f"unit:2h:{first}:")
        assert question(play(one, f"move:{second}-{second}")) == "draw"


def test_3_5_only_own_units_are_activated() -> None:
    state = play(case("La3", "Lb3"), "play:Ah")
    assert {text[5:7] for text in offers(state)} == {"a3"}
    assert refusal(state, "move:b3-b4") == refusal(state, "move:c3-c4") == "no-unit"


def test_3_6_sectors_are_fixed_when_the_card_is_played() -> None:
    """The cavalry on d3 crosses to the right but still counts for the left sector."""
    state = play(case("Cd3 Lc3 Lf3"), "play:3h move:d3-e3")
    assert question(state) == "unit:3h:e3:f3"
    assert refusal(state, "move:c3-c4") == "not-eligible"
    assert question(play(state, "move:f3-f3")) == "draw"


def test_3_6_units_that_come_into_contact_later_are_not_activated() -> None:
    state = play(case("Cd4 Lf3", "Pd5 Lf5"), "play:6s")
    assert question(state) == "unit:6s:-:d4"
    assert question(play(state, "move:d4-e5 melee:d5 dice:1345")).startswith("outdie")


def test_3_7_a_unit_is_activated_only_once() -> None:
    state = play(case("La3 Lb3 Lc3"), "play:2h move:a3-a4")
    assert refusal(state, "move:a4-a5") == "already-activated"
    assert refusal(state, "move:b3-b4") == ""


def test_3_8_t8_one_unit_moves_and_fights_before_the_next() -> None:
    state = play(case("Pd4 Lb3", "Ld5"), "play:2h move:d4-d4")
    assert question(state).startswith("melee:") and refusal(state, "move:b3-b4") == "wrong-state"
    fought = play(state, "melee:d5 evade:no dice:33345")
    assert question(fought) == "unit:2h:d4:b3"


def test_3_8_an_activated_unit_moves_and_then_fights() -> None:
    state = play(case("Pd3", "Ld5"), "play:Ah move:d3-d4")
    assert question(state).startswith("melee:") and at(state, "d4") == "P"


SKIPPED = {
    "an evasion that is not allowed": ("Cd4", "Ld5", "melee:d5", "roll"),
    "a protection with one outcome": ("Ld4", "Ld5 Le5", "melee:d5 dice:12", "draw"),
    "a fall with one square": ("Pd5", "Cd6", "melee:d6 evade:yes die:5 dice:366", "draw"),
    "a shot without target": ("Ad4", "Lh8", "", "draw"),
}


@pytest.mark.parametrize("name", SKIPPED)
def test_3_9_questions_without_a_choice_are_skipped(name: str) -> None:
    white, black, inputs, then = SKIPPED[name]
    square = white[1:]
    state = play(case(white, black), f"play:Ah move:{square}-{square} {inputs}")
    assert question(state).split(":")[0] == then


def test_3_9_cards_moves_and_melees_are_asked_even_with_one_answer() -> None:
    state = play(case("Pd4 Lc4 Ld3 Le4", "Ld5"), "play:Ah")
    assert squares(state, "move", "d4") == "d4" and question(state).startswith("unit")
    assert offers(play(state, "move:d4-d4")) == ["melee:d5"]
    one = case("Lf3", rest="Ah,2d,4c/?,?,? - - 1.0.0.0 card")
    assert offers(one) == ["play:4c"]


def test_t30_a_player_can_resign_only_when_choosing_a_card() -> None:
    state = case("Pd4", "Ld5")
    assert question(play(state, "resign")) == "over:resign:b"
    for inputs in ("play:Ah", "play:Ah move:d4-d4", "play:Ah move:d4-d4 melee:d5"):
        assert refusal(play(state, inputs), "resign") == "wrong-state"
        assert not play(state, inputs).table_actions()


def test_9_3_dice_are_read_in_any_order_and_written_ascending() -> None:
    state = case("Pd4", "Ld5")
    begun = "play:Ah move:d4-d4 melee:d5 evade:no"
    assert "xd5(12366)=" in turn(state, f"{begun} dice:63261 card:?")
    rolling = play(state, begun)
    assert refusal(rolling, "dice:12370") == refusal(rolling, "dice:12307") == "die-value"
    assert refusal(rolling, "dice:1236") == refusal(rolling, "dice:123666") == "dice-count"


def told(state: TwoCitiesState, *path: str) -> str:
    found = TwoCities().explain(state, path)
    assert found is not None
    return found.key


def test_4_5_pressing_an_enemy_before_moving_explains_how_to_attack() -> None:
    """A move and an attack are two presses; the refusal says which comes first."""
    beside = play(case("Ld4", "Ld5 Ca8"), "play:Ah")
    assert told(beside, "sq:d4", "sq:d5") == "explain.melee_after"
    near = play(case("Ld4", "Ld6 Ca8"), "play:Ah")
    assert told(near, "sq:d4", "sq:d6") == "explain.beside_first"
    assert told(near, "sq:d4", "sq:a8") == "explain.occupied"
    far = play(case("Ad4", "Ld7 Ca8"), "play:Ah")
    assert told(far, "sq:d4", "sq:d7") == "explain.shot_after"


def test_4_6_while_an_attack_is_chosen_the_status_shows_only_its_dice() -> None:
    """A phone shows one line of status, and here the dice matter more than the card."""
    state = play(case("Ld4", "Ld5"), "play:Ah")
    assert [one.key for one in TwoCities().scene(state, 0).status] == ["status.card"]
    state = play(state, "move:d4-d4")
    assert [one.key for one in TwoCities().scene(state, 0).status] == ["status.melee"]
