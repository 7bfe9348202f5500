"""Computer players by name: what the command line, the page and its worker ask for."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from engine.core.contract import Action, Game, State


class Agent(Protocol):
    """Somebody who decides. `observation` is that of the player to decide, never the truth."""

    def choose(self, game: Game, observation: State, rng: Random) -> Action:
        """One of `observation.legal_actions()`."""


class RandomAgent:
    """Every legal action with the same chance."""

    def choose(self, game: Game, observation: State, rng: Random) -> Action:
        return rng.choice(sorted(observation.legal_actions()))


AGENTS: dict[str, Callable[[], Agent]] = {
    "random": RandomAgent,
}


def make_agent(name: str) -> Agent:
    """Raises KeyError for a name nobody has."""
    return AGENTS[name]()
