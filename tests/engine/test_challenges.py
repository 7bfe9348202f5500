"""Challenges of the day: the stored ones, which day has which, luck and opponent fixed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.contract import CHANCE, Action
from engine.core.days import GRADES, WEEK, game_of_the_day, weekday, with_challenges
from engine.dev.challenges import ordered, path_of, won
from engine.games import list_games, load_game
from engine.match import challenges
from engine.match.challenges import (
    EASY,
    LEVEL,
    LOST,
    NODES,
    OPEN,
    STRONG,
    TRIES,
    WON,
    BadChallenges,
    Challenge,
    Challenges,
    Course,
    FixedLuck,
    begun,
    of_the_day,
    thought_seed,
)
from engine.match.match import Match
from engine.search.budget import finish
from engine.search.engine_server import HINT, MOVE, EngineServer, as_action, question
from engine.search.levels import limits, think

GAMES = with_challenges(list_games())
DAYS = [date(2027, 1, 1) + timedelta(days=number) for number in range(60)]
LIMIT = 6_000  # bytes of a game's file
MATE = Challenge("7k/8/5KQ1/8/8/8/8/8 w - - 0 60", 1)  # of Andarraya


@cache
def known(game: str) -> Challenges:
    return challenges.read(path_of(game).read_text("utf-8"))


def on(day: date) -> tuple[str, Challenge]:
    game = game_of_the_day(list_games(), day.toordinal())
    return game, of_the_day(known(game).challenges, len(GAMES), day.toordinal())


@pytest.mark.parametrize("game", GAMES)
def test_every_weekday_has_a_challenge_that_the_strong_level_usually_wins(game: str) -> None:
    found = known(game)
    assert found.game == game and len(path_of(game).read_bytes()) < LIMIT
    assert len(found.challenges) >= WEEK and found.challenges == ordered(list(found.challenges))
    for one in found.challenges:
        assert 2 * one.strong >= TRIES and 0 <= one.easy <= TRIES and 0 < one.turns < 8


def test_every_game_with_challenges_says_so() -> None:
    assert {info.id for info in list_games() if path_of(info.id).exists()} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_what_the_player_to_move_may_know(game: str) -> None:
    for one in known(game).challenges:
        match = begun(load_game(game)(known(game).options), one)
        me = match.state.current_player()
        assert match.state.observation(me).to_text() == one.position


def test_easy_days_come_first_and_mondays_are_won_by_the_weak_level() -> None:
    mondays = [on(day)[1] for day in DAYS if day.weekday() == 0]
    assert len(mondays) == 9 and all(2 * one.easy >= TRIES for one in mondays)
    sundays = [on(day)[1] for day in DAYS if day.weekday() == 6]
    assert all(2 * one.easy < TRIES for one in sundays)


def test_a_day_has_one_challenge_and_the_next_day_another_game() -> None:
    games = [on(day)[0] for day in DAYS]
    assert all(one != after for one, after in itertools.pairwise(games))
    assert set(games) == set(GAMES) and len({on(day)[1].position for day in DAYS[:35]}) == 35
    assert [weekday(day.toordinal()) for day in DAYS] == [day.weekday() for day in DAYS]
    assert len(GRADES) == WEEK and game_of_the_day([], 5) == ""


def test_a_file_is_read_as_it_was_written() -> None:
    found = known("andarraya")
    assert challenges.read(challenges.write(found)) == found
    for bad in (None, "", "[]", "{}", '{"game":"x","made":"","options":{},"challenges":[5]}'):
        with pytest.raises(BadChallenges):
            challenges.read(bad)


# -- luck and opponent ---------------------------------------------------------------------------


def drawn(match: Match) -> dict[tuple[int, str, int], list[tuple[object, ...]]]:
    """The outcomes so far by the player who caused them, verb and number of values."""
    found: dict[tuple[int, str, int], list[tuple[object, ...]]] = {}
    cause = CHANCE
    for event in match.events:
        if event.actor == CHANCE:
            kind = (cause, str(event.action[0]), len(event.action))
            found.setdefault(kind, []).append(tuple(event.action))
        else:
            cause = event.actor
    return found


def played(game: str, one: Challenge, seed: int) -> Match:
    """The challenge with so many random decisions."""
    match, rng = begun(load_game(game)({}), one), Random(seed)
    match.begin()
    for _ in range(60):
        if not match.over:
            match.play(rng.choice(match.options_now()))
    return match


def test_the_nth_throw_is_the_same_whatever_was_played() -> None:
    one, compared = known("twocities").challenges[0], 0
    first = drawn(played("twocities", one, 0))
    for seed in range(1, 8):
        for kind, outcomes in drawn(played("twocities", one, seed)).items():
            if kind[1] in ("die", "dice"):
                pairs = list(zip(outcomes, first.get(kind, []), strict=False))
                assert all(other == this for other, this in pairs), kind
                compared += len(pairs)
    assert compared > 5


def outcomes(*found: tuple[Action, int]) -> Any:
    """Return a chance node with these outcomes and their weights."""
    return SimpleNamespace(chance_outcomes=lambda: list(found))


def deck(cards: Iterable[int]) -> Any:
    return outcomes(*((("card", card), 1) for card in cards))


def test_the_nth_card_is_the_same_as_long_as_it_is_in_the_deck() -> None:
    match = begun(load_game("twocities")({}), known("twocities").challenges[0])
    tops = set()
    for number in range(20):
        luck = FixedLuck(match, number)
        _, top = luck(deck(range(52)))
        smaller = [card for card in range(52) if card % 3 or card == top]
        assert luck(deck(smaller)) == ("card", top)
        rest = [card for card in range(52) if card != top]
        assert luck(deck(rest)) != ("card", top)
        tops.add(top)
    assert len(tops) > 10


def test_a_heavier_outcome_comes_more_often() -> None:
    match = begun(load_game("twocities")({}), known("twocities").challenges[0])
    node = outcomes((("coin", 0), 3), (("coin", 1), 1))
    heads = sum(FixedLuck(match, seed)(node) == ("coin", 0) for seed in range(400))
    assert 270 < heads < 330


def test_another_challenge_has_other_luck() -> None:
    one, other = known("twocities").challenges[:2]
    luck = [drawn(played("twocities", found, 0)) for found in (one, other)]
    assert luck[0] != luck[1]


def test_the_opponent_answers_alike_whatever_else_was_asked() -> None:
    game, one = load_game("andarraya")({}), known("andarraya").challenges[0]
    match = begun(game, one)
    match.play(match.options_now()[0])
    seat, seed = match.state.current_player(), thought_seed(one, 1)
    text = question(match, seat, LEVEL, seed, MOVE, nodes=NODES)
    fresh, used = EngineServer(), EngineServer()
    used.ask(question(match, seat, 5, 7, HINT))
    used.step(0.05)
    answers = []
    for server in (fresh, used):
        server.ask(text)
        while server.step(1.0):
            pass
        answers.append(json.loads(server.reply()))
    [first, second] = [answer["actions"] for answer in answers]
    seen = match.state.observation(seat)
    thought = think(game, seen, LEVEL, Random(seed), limits(game, LEVEL, NODES))
    assert first == second and [as_action(one) for one in first] == finish(thought)
    assert "resigns" not in answers[0] and "offers" not in answers[0]


def test_the_stored_counts_are_those_of_the_attempts() -> None:
    game, one = load_game("andarraya")({}), known("andarraya").challenges[0]
    for level, counted in ((EASY, one.easy), (STRONG, one.strong)):
        assert sum(won(game, one, level, number) for number in range(TRIES)) == counted


# -- the goal ------------------------------------------------------------------------------------


def test_a_challenge_is_won_in_time_or_lost() -> None:
    game = load_game("andarraya")({})
    match = begun(game, MATE)
    course = Course(match, 1)
    assert course.status() == OPEN and course.used() == 0
    mates = [a for a in match.options_now() if _ends(match, a)]
    assert mates
    match.play(mates[0])
    assert course.status() == WON and course.used() == 1
    other = begun(game, MATE)
    late = Course(other, 1)
    other.play(next(a for a in other.options_now() if a not in mates and _answered(other, a)))
    assert late.status() == OPEN, "the answer is still to come"
    other.play(other.options_now()[0])
    assert late.status() == LOST


def _ends(match: Match, action: tuple[object, ...]) -> bool:
    state = match.state.clone()
    state.apply(action)
    outcome = state.outcome()
    return outcome is not None and outcome.winner == match.state.current_player()


def _answered(match: Match, action: tuple[object, ...]) -> bool:
    state = match.state.clone()
    state.apply(action)
    return state.outcome() is None and bool(state.legal_actions())
