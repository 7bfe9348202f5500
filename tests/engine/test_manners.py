"""Draws and resignations of computer players: no draw before play has shown it is one, no playing
on in lost positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.core.contract import AnyGame, State
from engine.games import REGISTRY, load_game
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig
from engine.search.budget import Budget, finish
from engine.search.draw_resign import QUIET_TURNS, RESIGN_TURNS, ResignTracker, accepts_draw
from engine.search.hints import Hints
from engine.search.levels import LEVELS

SHUFFLE = "4k2r/ppp2ppp/8/8/8/8/PPP2PPP/4K2R w - - 20 11"


def taken(game: AnyGame, past: list[State], seat: int, level: int = 5) -> bool:
    return finish(accepts_draw(game, past, seat, level, Random(1), Budget(200)))


def to_and_fro(game: AnyGame, state: State, turns: int) -> Iterator[State]:
    """Yield positions while rooks move back and forth."""
    yield state
    for number in range(turns):
        words = (("h1g1", "h8g8"), ("g1h1", "g8h8"))[number // 2 % 2]
        state = state.clone()
        state.apply(game.parse_action(state, words[number % 2]))
        yield state


@pytest.mark.parametrize("game_id", REGISTRY)
def test_no_draw_is_accepted_at_the_first_decision(game_id: str) -> None:
    game = load_game(game_id)()
    match = Match(MatchConfig(game_id, dict(game.options)), ChanceSampler(Random(2)), game)
    match.begin()
    rng = Random(3)
    while ("draw",) not in match.state.table_actions():
        match.play(rng.choice(match.options_now()))
    for seat in range(2):
        assert not taken(game, [match.state.observation(seat)], seat)


def test_a_draw_is_accepted_after_several_quiet_turns() -> None:
    game = load_game("andarraya")()
    past = list(to_and_fro(game, game.state_from_text(SHUFFLE), QUIET_TURNS + 4))
    assert not taken(game, past[: QUIET_TURNS - 4], 1)
    assert taken(game, past, 1)


def test_a_capture_restarts_the_count_of_quiet_turns() -> None:
    game = load_game("andarraya")()
    before = game.state_from_text(SHUFFLE.replace("2ppp", "2pp1").replace("2PPP", "2PP1"))
    past = list(to_and_fro(game, before, QUIET_TURNS))
    taking = past[-1].clone()
    taking.apply(game.parse_action(taking, "h1h8"))
    assert not taken(game, [*past, taking], 0)


def test_the_better_side_declines_a_draw() -> None:
    game = load_game("andarraya")()
    better = game.state_from_text(SHUFFLE.replace("4K2R", "3QK2R"))
    past = list(to_and_fro(game, better, QUIET_TURNS + 6))
    assert not taken(game, past, 0) and taken(game, past, 1)


@pytest.mark.parametrize("army", ["8", "5B2", "5N2"])
def test_dead_positions_are_recognised(army: str) -> None:
    game = load_game("andarraya")()
    state = game.state_from_text(f"4k3/8/8/8/8/{army}/8/4K3 w - - 10 6")
    assert Hints(game).dead(state) and taken(game, [state], 0, 1)


@pytest.mark.parametrize("army", ["5R2", "4P3", "4BB2"])
def test_positions_that_can_be_won_are_not_dead(army: str) -> None:
    game = load_game("andarraya")()
    assert not Hints(game).dead(game.state_from_text(f"4k3/8/8/8/8/{army}/8/4K3 w - - 10 6"))


def test_only_strong_levels_resign_and_only_after_several_hopeless_turns() -> None:
    game = load_game("andarraya")()
    state = game.state_from_text("4k3/8/8/8/8/8/qqq5/4K3 w - - 0 1")
    tracker = ResignTracker()
    for number in range(RESIGN_TURNS):
        assert not any(tracker.should_resign(level) for level in LEVELS), number
        tracker.update(game, state, -0.95)
        tracker.update(game, state, -0.95)  # the same turn counts once
        for verb in ("e1f1", "e8d8") if number % 2 == 0 else ("f1e1", "d8e8"):
            state = state.clone()
            state.apply(game.parse_action(state, verb))
    assert [level for level in LEVELS if tracker.should_resign(level)] == [4, 5]
    tracker.update(game, state, -0.1)
    assert not tracker.should_resign(5)
