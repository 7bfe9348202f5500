"""Who draws at chance nodes: by weight, from a generator that never enters a state or a log."""

from __future__ import annotations

import secrets
from random import Random

from engine.core.contract import Action, State


class ChanceSampler:
    """Draws one outcome of a chance node. Outcomes are sorted first, so that one seed deals the
    same game whatever order a game lists them in."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, state: State) -> Action:
        """Raises ValueError where nothing is to be drawn."""
        outcomes = sorted(state.chance_outcomes())
        point = self._rng.randrange(sum(weight for _, weight in outcomes))
        for action, weight in outcomes:
            point -= weight
            if point < 0:
                return action
        raise ValueError("a weight is not positive")


def seeded(seed: int | str) -> ChanceSampler:
    """The same draws for the same seed: tests, playthroughs, `--seed`."""
    return ChanceSampler(Random(seed))


def fresh() -> ChanceSampler:
    """Draws nobody can foresee, from the system's generator."""
    return ChanceSampler(secrets.SystemRandom())
