"""The contract rules 1 to 10 (engine/dev/checks.py) for every game, random options and seeds.

ASEDIO_EFFORT=10 plays ten times as many games.
"""

from __future__ import annotations

import os
from functools import lru_cache
from random import Random

import pytest

import engine.games
from engine.dev.checks import RULES, random_walk
from engine.dev.common import open_game, random_options
from engine.match.match import Match, MatchConfig
from tests.fixtures.model import MODEL, register

EFFORT = int(os.environ.get("ASEDIO_EFFORT", "1"))
SEEDS = range(3 * EFFORT)
SAMPLES = 8
NAMES = ("Ana", "Luis", "Eva", "Paz")
GAMES = (*engine.games.REGISTRY, MODEL)


@pytest.fixture(autouse=True)
def _model(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


@lru_cache(maxsize=4)
def walk(game_id: str, seed: int) -> Match:
    """A complete random match; seed 0 has the default options."""
    rng = Random(f"contract {game_id} {seed}")
    game = open_game(game_id, random_options(game_id, rng) if seed else {})
    names = NAMES[: len(game.sides)]
    return random_walk(Match(MatchConfig(game_id, dict(game.options), names), game=game), rng)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game_id", GAMES)
def test_rule(rule: str, game_id: str, seed: int) -> None:
    RULES[rule](walk(game_id, seed), Random(seed), SAMPLES)
