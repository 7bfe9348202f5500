"""Requests to the computer's worker hold an observation, composed starts included (SECURITY.md)."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.games import REGISTRY, load_game
from engine.match.match import Match, MatchConfig
from engine.search.engine_server import EngineServer, position_question, question, setup_question
from tests.fixtures.matches import random_match

SECRET = [game for game in REGISTRY if load_game(game).info.has_secrets]


def composed(game: str, seed: int) -> Match:
    """Return a match that begins with the position in the middle of another game."""
    rng = Random(seed)
    state = random_match(game, seed, 40 if game != "stratego" else 120).state
    match = Match(MatchConfig(game, {}, (), state.to_text()), sampler=None)
    for _ in range(6):
        if match.over:
            break
        match.take(rng.choice(match.options_now()))
    return match


@pytest.mark.parametrize("game", SECRET)
@pytest.mark.parametrize("seed", range(6))
def test_a_composed_start_is_sent_only_as_its_seat_knows_it(game: str, seed: int) -> None:
    """The whole start was sent, both sides' hidden things."""
    match = composed(game, seed)
    for seat in range(len(match.game.sides)):
        texts = [question(match, seat, 2, 0), position_question(match, 0, seat)]
        known = match.start.observation(seat)
        for text in texts:
            assert json.loads(text)["start"] == known.to_text()
        # another truth that this seat cannot tell apart gives the same requests
        other = match.start.determinize(seat, Random(seed + 1)).to_text()
        twin = Match(MatchConfig(game, dict(match.config.options), (), other))
        assert question(twin, seat, 2, 0) == question(Match(match.config), seat, 2, 0)


@pytest.mark.parametrize("game", SECRET)
@pytest.mark.parametrize("seed", range(6))
def test_the_worker_folds_the_observation_from_what_it_gets(game: str, seed: int) -> None:
    match = composed(game, seed)
    for seat in range(len(match.game.sides)):
        request = json.loads(question(match, seat, 2, 0))
        folded = EngineServer()._fold(match.game, seat, request)
        assert folded.key() == match.state.observation(seat).key()


@pytest.mark.parametrize("game", ["stratego", "cotadrez"])
def test_a_set_up_is_weighed_without_what_the_other_side_has_placed(game: str) -> None:
    """A composed start may hold the whole set-up of the side that came first."""
    rules, rng = load_game(game)({}), Random(3)
    armies = set()
    for _ in range(2):
        state = rules.initial_state()
        while state.current_player() != 1:
            plan = rules.arrangement(state, rules.random_draft(state, rng))
            assert plan is not None
            for action in plan.actions:
                state.apply(action)
        own = rules.setup_text(state, rules.random_draft(state, Random(1)))
        config = MatchConfig(game, {}, (), state.to_text())
        armies.add(state.to_text())
        asked = setup_question(config, 1, own, 7)
        assert json.loads(asked)["start"] == state.observation(1).to_text()
    server = EngineServer()
    server.ask(asked)
    while server.step(0.1) and not json.loads(server.reply()).get("chances"):
        pass
    assert json.loads(server.reply())["chances"] and len(armies) == 2
