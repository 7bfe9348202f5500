"""Chance samplers: draw outcomes by weight. The generator never enters a state or a log."""

from __future__ import annotations

import secrets
from random import Random

from engine.core.contract import Action, State


class ChanceSampler:
    """Draws one outcome of a chance node. Outcomes are sorted first, so that a seed gives the same
    game in whatever order they are listed."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, state: State) -> Action:
        """Return an outcome. Raises ValueError without outcomes or for weights below 1."""
        outcomes = sorted(state.chance_outcomes())
        point = self._rng.randrange(sum(weight for _, weight in outcomes))
        for action, weight in outcomes:
            point -= weight
            if point < 0:
                return action
        raise ValueError("a weight is not positive")


def seeded(seed: int | str) -> ChanceSampler:
    """Return a reproducible sampler: tests, playthroughs, `--seed`."""
    return ChanceSampler(Random(seed))


def fresh() -> ChanceSampler:
    """Return an unpredictable sampler, from the system's generator."""
    return ChanceSampler(secrets.SystemRandom())
