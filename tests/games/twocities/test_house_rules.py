"""House rules: fours that activate a unit, the siege, weaker cities (7.7 to 7.9)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.errors import BadPosition
from engine.core.options import Options, normalize
from engine.core.texts import Message
from engine.dev.common import catalogue
from engine.dev.walks import random_walk
from engine.games import game_editor
from engine.games.twocities.game import TwoCities
from engine.games.twocities.info import INFO
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.pieces import INDEX
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.search import hints
from engine.games.twocities.search.ground import Ground
from engine.games.twocities.search.threats import JUDGE, static_value
from engine.match import record
from engine.match.match import Match, MatchConfig
from tests.fixtures.told import tells
from tests.fixtures.words import play
from tests.games.answers import game_of, goal_of, inner, refusal_of
from tests.games.twocities.board import position, question

HOUSE: Options = {"four": "any", "siege": "yes", "city": 4}
# White holds three fours, Black three sector cards.
FOURS = "4h,4d,4s/Ah,Ad,As - - {}.0.0.0 card"


def at(
    white: str, black: str = "", rest: str = "", side: str = "w", **options: Any
) -> TwoCitiesState:
    return TwoCities(options).state_from_text(position(white, black, rest=rest, side=side))


def legal(state: TwoCitiesState) -> set[str]:
    return {game_of(state).action_text(state, action) for action in state.legal_actions()}


# -- fours ---------------------------------------------------------------------------------------


def test_7_7_a_four_activates_one_unit_of_either_sector() -> None:
    usual = at("La2 Lh2", rest=FOURS.format(1))
    assert question(play(usual, "play:4h")).startswith("draw")
    house = play(at("La2 Lh2", rest=FOURS.format(1), four="any"), "play:4h")
    assert {text[5:7] for text in legal(house)} == {"a2", "h2"}
    assert play(house, "move:h2-h3").ask == "draw"
    assert game_of(house).state_from_text(house.to_text()).to_text() == house.to_text()


def test_t41_a_four_needs_a_unit_and_goes_to_the_discards() -> None:
    none = at("", "La7", rest=FOURS.format(1), four="any")
    assert legal(none) == {"discard:4h", "discard:4d", "discard:4s"}
    other = at("", "La7", FOURS.format(1).replace("4s", "Jd"), four="any")
    found = refusal_of(other, "card:4h")
    assert found.key == "explain.unplayable" and inner(found, "why").key == "unplayable.both"
    assert "play:4h" in legal(at("", "La7", rest=FOURS.format(1)))
    played = play(at("La2", rest=FOURS.format(1), four="any"), "play:4h move:a2-a3")
    assert played.discards == 1 << cards.NUMBER["4h"]


def test_7_7_the_hand_says_what_a_four_does() -> None:
    for four, brief, glyph in (
        ("nothing", "brief.nothing", "nothing"),
        ("any", "brief.either", "both"),
    ):
        state = at("La2 Lh2", rest=FOURS.format(1), four=four)
        hand = next(a for a in game_of(state).scene(state, 0).areas if a.id == "hand")
        note = hand.items[0].note
        assert note is not None and note.key == brief
        assert hand.items[0].glyph == glyph
        told = tells(game_of(state), state, ("play", cards.NUMBER["4h"]))
        does = told[0].words.params["does"]
        assert isinstance(does, Message)
        assert does.key == brief.replace("brief", "does")


# -- the siege -----------------------------------------------------------------------------------

# White's unit on d7 stands beside Black's city on d8; it stays there by an idle four.
IDLE = "play:4h card:4c"


def city_left(state: TwoCitiesState, side: int) -> int:
    city = state.city(side)
    return state.strength(5) - state.hits[city] if city >= 0 else 0


def test_7_8_a_besieged_city_loses_strength_when_its_owners_turn_begins() -> None:
    for siege, black, left in (("no", "La7", 5), ("yes", "La7", 4), ("yes", "Ld7", 5)):
        white = "Lc7" if "Ld7" in black else "Ld7"
        begun = play(at(white, black, FOURS.format(3), siege=siege), IDLE)
        assert (begun.side, begun.ask, city_left(begun, 1)) == (1, "card", left)
        assert city_left(begun, 0) == 5  # no besieger there


def test_7_8_a_city_without_strength_falls() -> None:
    state = play(at("Ld7", "Td8:4 La7", FOURS.format(3), siege="yes"), IDLE)
    outcome = state.outcome()
    assert outcome is not None and (outcome.reason, outcome.winner) == ("city", 0)
    again = game_of(state).state_from_text(state.to_text())
    assert again.to_text() == state.to_text() and again.outcome() == outcome
    with pytest.raises(BadPosition):
        TwoCities().state_from_text(state.to_text())


def test_t42_a_siege_costs_1_strength_however_many_besiege() -> None:
    both = play(at("Ld7 Lc8", "La7", FOURS.format(3), siege="yes"), IDLE)
    assert city_left(both, 1) == 4
    corner = play(at("Lc7 Le7", "La7", FOURS.format(3), siege="yes"), IDLE)
    assert city_left(corner, 1) == 5
    assert city_left(at("Ld7", "La7", FOURS.format(3), "b", siege="yes"), 1) == 5


def test_t42_draws_come_first_and_a_siege_ends_quiet_turns() -> None:
    quiet = FOURS.format("3").replace(".0.0.0", ".{}.0.0")
    state = play(at("Ld7", "La7", quiet.format(50), siege="yes"), IDLE)
    assert state.calm == 0
    assert play(at("Ld7", "La7", quiet.format(50)), IDLE).calm == 51
    limit = play(at("Ld7", "Td8:4 La7", quiet.format(99), siege="yes"), IDLE).outcome()
    assert limit is not None and limit.reason == "calm"


def test_7_8_the_telling_says_that_a_city_is_besieged() -> None:
    for hits, key in ((0, "tell.siege"), (4, "tell.siege.falls")):
        state = play(at("Ld7", f"Td8:{hits} La7", FOURS.format(3), siege="yes"), "play:4h")
        told = tells(game_of(state), state, ("card", cards.NUMBER["4c"]))
        assert key in [one.words.key for one in told]
    plain = play(at("Ld7", "La7", FOURS.format(3)), "play:4h")
    told = tells(game_of(plain), plain, ("card", cards.NUMBER["4c"]))
    assert not any("siege" in one.words.key for one in told)


# -- weaker cities -------------------------------------------------------------------------------


def test_7_9_t43_cities_start_with_less_strength() -> None:
    for city in (5, 4, 3):
        state = at("La2", "La7", city=city)
        assert [city_left(state, side) for side in (0, 1)] == [city, city]
        words = catalogue("twocities", "en").text(game_of(state).scene(state, 0).pieces[0].label)
        goal = goal_of(state)
        found = inner(goal, "goal") if goal.key == "goal.house" else goal
        assert found.params["most"] == city and words
        assert TwoCities({"city": city}).state_from_text(position("La2", f"Td8:{city - 1}"))
        with pytest.raises(BadPosition):
            TwoCities({"city": city}).state_from_text(position("La2", f"Td8:{city}"))


def test_7_9_the_last_hit_comes_sooner() -> None:
    rest = "2h,4d,4s/Ah,Ad,As - - 3.0.0.0 card"
    for city, falls in ((5, False), (3, True)):
        state = at("Pd7", "La7", rest.replace("2h", "3h"), city=city)
        done = play(state, "play:3h move:d7-d7 melee:d8 dice:11156")
        assert (done.ask == "over") is falls


def test_7_9_the_editor_counts_the_hits_of_a_weaker_city() -> None:
    for city in (5, 3):
        editor = game_editor(TwoCities({"city": city}))
        assert editor is not None
        words = {word := "T"}
        while (word := editor.signed(word, "'")) not in words:
            words.add(word)
        assert len(words) == city


# -- all of them ---------------------------------------------------------------------------------


def test_presets_of_the_house_rules_have_their_options() -> None:
    found = {one.id: normalize(INFO.options, one.options) for one in INFO.presets}
    assert found["fast"] == found["standard"] | HOUSE
    assert found["raid"] == found["standard"] | HOUSE | {"city": 3}


@pytest.mark.parametrize("seed", range(3))
def test_9_12_records_name_the_house_rules_that_are_on(seed: int) -> None:
    game = TwoCities(HOUSE)
    rng = Random(f"fast {seed}")
    match = random_walk(Match(MatchConfig("twocities", dict(game.options)), game=game), rng)
    text = record.write(match)
    assert '[Options "four=any siege=yes city=4"]' in text
    again = record.read(text, "twocities")
    assert (record.write(again), again.state.to_text()) == (text, match.state.to_text())


def test_the_goal_names_the_house_rules_that_are_on() -> None:
    words = catalogue("twocities", "en")
    usual = at("La2", "La7")
    assert goal_of(usual).key == "goal.mine"
    for name, value in HOUSE.items():
        state = TwoCities({name: value}).state_from_text(position("La2", "La7"))
        said = words.text(goal_of(state))
        assert words.text(f"house.{name}", n=4) in said


# -- the computer --------------------------------------------------------------------------------


def test_the_computer_counts_a_four_as_the_best_unit_of_any_sector() -> None:
    for four, best in (("nothing", False), ("any", True)):
        state = at("La2 Pg7", "Td8 Lg8", FOURS.format(3), four=four)
        gains = JUDGE.card_gains(Ground(state), 0, cards.ALL)
        one = max(gains[card] for card in cards.ONES)
        assert (gains[cards.NUMBER["4h"]] == one > 0) is best
        assert hints.idle(state, ("play", cards.NUMBER["4h"])) is not best


def test_the_computer_values_a_siege_for_both_sides() -> None:
    def gain(side: str, white: str, black: str) -> float:
        """Return what the option adds to White's value of the position."""
        with_siege, without = (
            static_value(at(white, black, FOURS.format(3), side, siege=siege), 0)
            for siege in ("yes", "no")
        )
        return with_siege - without

    sure, doubtful = (gain(side, "Ld7", "La7") for side in "wb")
    assert sure > doubtful > 0
    assert gain("b", "La2", "Ld2") < gain("w", "La2", "Ld2") < 0
    assert gain("w", "La2", "La7") == 0


def test_the_computer_values_a_weaker_city_by_the_strength_it_has_left() -> None:
    worn, weak = (
        JUDGE.standing(at("La2", f"Td8:{hits} La7", city=city), 0)
        for hits, city in ((2, 5), (0, 3))
    )
    whole = JUDGE.worth[5][5] - JUDGE.worth[5][3]
    assert worn - weak == pytest.approx(whole)  # White's own city is weaker, too


def test_the_computer_tries_the_square_beside_a_city_first() -> None:
    state = play(at("Lc7", "La2", FOURS.format(3), four="any", siege="yes"), "play:4h")
    actions = state.legal_actions()
    scores = dict(zip(actions, hints.ordering(state, actions), strict=True))
    beside = max(scores[action] for action in actions if action[2] in (INDEX["d7"], INDEX["c8"]))
    assert beside == max(scores.values())
