"""Playing strength in A Tale of Two Cities: sound choices, estimates, no hidden knowledge."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from engine.core.contract import CHANCE, Action
from engine.core.options import Options
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules import cards
from engine.games.twocities.rules.combat import flood, free_squares, move_of, reach
from engine.games.twocities.rules.pieces import HEAVY, INDEX, LIGHT, NAMES, STRENGTH, bits
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.search import hints, odds, threats
from engine.games.twocities.search.evaluate import SCALE
from engine.games.twocities.search.threats import JUDGE, evaluate
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.agents import LevelAgent
from engine.search.budget import SLICE, Budget, finish
from engine.search.hints import Hints
from engine.search.levels import LEVELS, limits, think
from engine.search.turn_search import TurnSearch
from tests.fixtures.sampled import sampled
from tests.fixtures.words import play
from tests.games.answers import game_of
from tests.games.twocities.board import case

GAME = TwoCities()
OPTIONS: tuple[Options, ...] = (
    {},
    {"setup": "random"},
    {"setup": "-CPTA--L"},
    {"setup": "LLLTLLLL"},
)
LOW = 40  # nodes per action


def decide(state: TwoCitiesState, level: int, seed: int = 1, nodes: int = 0) -> Action:
    seen = state.observation(state.current_player())
    thinking = think(
        game_of(state), seen, level, Random(seed), limits(game_of(state), level, nodes)
    )
    return finish(thinking)[0]


def text(state: TwoCitiesState, level: int, seed: int = 1) -> str:
    return GAME.action_text(state, decide(state, level, seed))


def walk(seed: int, events: int, level: int, options: dict[str, str]) -> Match:
    match = Match(MatchConfig("twocities", options), ChanceSampler(Random(seed)))
    match.begin()
    agent, rng = LevelAgent(level, LOW), Random(seed)
    while not match.over and len(match.events) < events:
        player = match.state.current_player()
        seen = match.state.observation(player)
        action = agent.choose(match.game, seen, rng)
        assert action in match.state.legal_actions()
        match.play(action)
    return match


@cache
def positions(count: int) -> list[TwoCitiesState]:
    """Return `count` positions from games of level 3."""
    found: list[TwoCitiesState] = []
    seed = 0
    while len(found) < count:
        seed += 1
        match = walk(seed, 30 + 25 * seed, 3, {})
        assert isinstance(match.state, TwoCitiesState)
        if not match.over:
            found.append(match.state)
    return found


# -- play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", sampled(LEVELS, 2))
def test_every_level_plays_legally_with_every_row(level: int) -> None:
    for seed, options in enumerate(OPTIONS):
        assert len(walk(seed, 70, level, options).events) >= 70


def test_same_seed_and_node_limit_choose_the_same_action() -> None:
    for seed, state in enumerate(positions(4)):
        for level in LEVELS:
            first = decide(state, level, seed, 200)
            assert first == decide(state, level, seed, 200)


def test_hidden_cards_do_not_change_the_choice() -> None:
    changed = 0
    for seed, truth in enumerate(positions(4)):
        me = truth.current_player()
        for other in range(3):
            another = truth.determinize(me, Random(other))
            changed += another.key() != truth.key()
            for level in (1, 3, 5):
                chosen = decide(truth, level, seed, 150)
                assert chosen == decide(another, level, seed, 150)
    assert changed


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_attacks_a_city_that_is_about_to_fall(level: int) -> None:
    """The city on d8 has one hit left; only Pd7, in the left sector, can attack it."""
    state = case("Pd7 Lh2", "Td8:4 La2", rest="As,2s,Ah/3s,3c,4c - - 9.0.0.0 card")
    for seed in range(3):
        assert text(state, level, seed) == "play:Ah"
    state = play(state, "play:Ah")
    assert text(state, level) == "move:d7-d7"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_attacks_the_unit_it_can_destroy(level: int) -> None:
    """Pd4 may attack a fresh unit or one that the first hit destroys."""
    state = case("Pd4", "Ld5:3 Le4", rest="Ah,4s,4d/3s,3c,4c - - 9.0.0.0 card")
    state = play(state, "play:Ah move:d4-d4")
    assert text(state, level) == "melee:d5"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_shoots_even_with_one_die(level: int) -> None:
    """One die at fresh units gains little, but holding fire gains nothing."""
    state = case("Ad4", "Pd6 Le6", rest="Ah,4s,4d/3s,3c,4c - - 9.0.0.0 card")
    state = play(state, "play:Ah move:d4-d4")
    for seed in range(8):
        assert text(state, level, seed).startswith("shoot:")


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_evades_and_ignores_a_hit_that_would_destroy_a_unit(level: int) -> None:
    rest = "Ah,4s,4d/3s,3c,4c - - 9.0.0.0 card"
    state = play(case("Pd4", "Cd5", rest=rest), "play:Ah move:d4-d4 melee:d5")
    assert text(state, level) == "evade:yes"
    # One more hit would destroy Ld5; a retreat costs little.
    state = play(case("Pd4", "Ld5:3 Le5", rest=rest), "play:Ah move:d4-d4 melee:d5 evade:no")
    state = play(state, "dice:13456")
    assert text(state, level) == "protect:h"


@pytest.mark.parametrize("level", [3, 4, 5])
def test_the_weakest_unit_is_removed_after_a_purchase(level: int) -> None:
    state = case("Lh5:3 Pa3 Cg2", "La7", rest="Jd,4s,4d/3s,3c,4c - Qd,Kd 9.0.1.1 card")
    state = play(state, "play:Jd place:d2")
    assert text(state, level) == "remove:h5"


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_weak_unit_leaves_the_reach_of_heavy_infantry(level: int) -> None:
    """Light infantry with one hit left must not stay where five dice can reach it."""
    state = case("Ld4:3", "Pd6", rest="Ah,4s,4d/3s,3c,4c - - 9.0.0.0 card")
    for seed in range(8):
        done = play(play(state, "play:Ah"), text(play(state, "play:Ah"), level, seed))
        (square,) = done.units(0)
        near = flood(free_squares(done.board), INDEX["d6"], 1)
        assert not near & bits(s for s in reach(done.board, square, 1) if s != square), NAMES[
            square
        ]


def test_a_card_is_searched_before_it_is_chosen() -> None:
    """Double rain seems to gain most, but a search of all its shots takes thousands of nodes, and
    it leaves the shooters where a charge meets them."""
    rain = "3t4/c7/8/3c1p1A'/2pa''3l'''/8/3CC3/2AT1P1L w d6,e2 a3,b6"
    state = GAME.state_from_text(f"{rain} Ks,As,4s/?,?,? 6s,Ad,2c,3c Jd,Qd,Kd 13.0.2.1 card")
    for nodes in (1000, 2500):
        search = TurnSearch(Hints(GAME), 0, Budget(nodes), 2)
        values = {action[1]: value for value, action in finish(search.run(state, Random(1)))}
        assert search.progress.depth >= 1  # every card has a value
        assert values[cards.RAIN] == min(values.values())


def test_a_search_stays_within_its_node_limit_and_can_be_cancelled() -> None:
    for state in positions(4):
        seen = state.observation(state.current_player())
        budget = limits(GAME, 5, 90)
        (action,) = finish(think(GAME, seen, 5, Random(1), budget))
        assert action in seen.legal_actions() and budget.nodes <= 90
        budget = limits(GAME, 5)
        for _ in think(GAME, seen, 5, Random(1), budget):
            budget.cancel()
        assert budget.nodes <= SLICE


def test_the_game_has_no_setup_by_players() -> None:
    """The row is an option; terrain and hands come from chance."""
    for options in OPTIONS:
        game = TwoCities(options)
        match = walk(1, 12, 1, dict(options))
        assert Hints(game).setup(match.state_at(0), Random(1)) == []
        assert Hints(game).setup(match.state, Random(1)) == []


# -- evaluation and odds -------------------------------------------------------------------------


def test_evaluation_is_symmetric_between_sides_and_wings() -> None:
    for state in positions(4):
        seen = state.observation(0)
        assert -1 < evaluate(state, 0) < 1
        assert evaluate(state, 0) == -evaluate(state, 1)
        assert threats.static_value(seen, 0) == pytest.approx(-threats.static_value(seen, 1))
    white = case("Ld4 Pa2", "Ce6:1")
    black = case("Cd3:1", "Lc5 Ph7", side="b")
    mirrored = case("Le4 Ph2 Te1", "Cd6:1 Te8")
    assert evaluate(white, 0) == pytest.approx(evaluate(mirrored, 0))
    assert -1 < evaluate(black, 0) < 1


def test_flood_fill_reaches_the_same_squares_as_moves() -> None:
    for state in positions(4):
        free = free_squares(state.board)
        for side in (0, 1):
            for square in state.units(side):
                for card in (-1, 0, 1):
                    steps = move_of(state.board[square] & 7, card)
                    assert bits(reach(state.board, square, steps)) == flood(free, square, steps)


def test_merged_throws_have_the_same_expectation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the expectation over merged throws with that over all throws."""
    monkeypatch.setattr(hints, "RARE", 0.0)
    rest = "Ah,4s,4d/3s,3c,4c - - 9.0.0.0 card"
    for black, answers in (
        ("Ld5:2", "evade:no"),
        ("Ld5:1 Le5", "evade:no"),
        ("Cd5", "evade:no"),
        ("Cd5:1", "evade:yes die:5"),
        ("Cd5:1 Cd6", ""),
    ):
        state = play(
            case("Pd4", black, f="d5", rest=rest), f"play:Ah move:d4-d4 melee:d5 {answers}"
        )
        assert state.current_player() == CHANCE
        exact = mean(state, state.chance_outcomes())
        assert mean(state, hints.outcomes(state, True)) == pytest.approx(exact), black
        assert len(hints.outcomes(state, True)) <= 21


def mean(state: TwoCitiesState, outcomes: Iterable[tuple[Action, float]]) -> float:
    total = weights = 0.0
    for action, weight in outcomes:
        child = state.clone()
        child.apply(action)
        total += weight * settled(child)
        weights += weight
    return total / weights


def settled(state: TwoCitiesState) -> float:
    """Return the worth of Black's units once Black has given his best answers."""
    if state.current_player() != 1:
        return sum(
            JUDGE.worth[piece & 7][STRENGTH[piece & 7] - state.hits[square]]
            for square, piece in enumerate(state.board)
            if piece >> 3
        )
    children = []
    for action in state.legal_actions():
        child = state.clone()
        child.apply(action)
        children.append(settled(child))
    return max(children)


def test_the_estimate_of_an_attack_matches_its_expectation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare the estimates with the engine's throws; retreats count nothing here."""
    monkeypatch.setattr(odds, "DRIVEN", 0.0)
    blow = odds.AttackOdds(JUDGE.worth).blow
    rest = "Ah,4s,4d/3s,3c,4c - - 9.0.0.0 card"
    for black, kind, left, shield, behind in (
        ("Ld5:2", LIGHT, 2, "", 2),
        ("Pd5", HEAVY, 4, "", 2),
        ("Pd5:3 Le5", HEAVY, 1, "formation", 2),
    ):
        state = play(case("Pd4", black, rest=rest), "play:Ah move:d4-d4 melee:d5")
        if state.current_player() == 1:
            state = play(state, "evade:no")
        before = settled(state)
        expected = before - mean(state, state.chance_outcomes())
        assert blow(5, True, kind, left, shield, behind) == pytest.approx(expected), black


def test_two_besiegers_together_are_more_likely_to_take_a_city() -> None:
    assert odds.siege((5,), 6) == 0.0
    alone, both = odds.siege((5,), 3), odds.siege((2, 5), 3)
    assert 0 < alone < both < 1
    assert odds.siege((1,), 1) == pytest.approx(1 / 3)


def test_the_best_of_a_hidden_hand_is_an_expectation() -> None:
    assert threats.expected_best(2.0, [], 3) == 2.0
    assert threats.expected_best(0.0, [3.0, 0.0, 0.0], 3) == pytest.approx(3.0)
    assert threats.expected_best(0.0, [3.0, 0.0, 0.0], 1) == pytest.approx(1.0)
    assert threats.expected_best(1.0, [3.0, 0.0, 0.0], 1) == pytest.approx(5 / 3)


def test_the_static_value_includes_a_threat_to_the_city() -> None:
    """Equal strength, but in one position the heavy infantry stands beside the enemy city."""
    rest = "Ah,2h,3d/?,?,? - - 9.0.0.0 card"
    near, far = case("Pd7", "Ca3", rest=rest), case("Pd2", "Ca3", rest=rest)
    gain = threats.static_value(near, 0) - threats.static_value(far, 0)
    assert gain > (JUDGE.standing(near, 0) - JUDGE.standing(far, 0)) / SCALE + 0.1
