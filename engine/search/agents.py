"""Computer players by name, for the command line and the tests.

Names: `random`, `greedy`, `hunter`, `sampler`, `ai:1` … `ai:5`, and the styles `ai:cautious`,
`ai:reckless`, `ai:tricky`. A level may carry its budget per decision, in nodes (`ai:3@2000`) or
seconds (`ai:5@0.4s`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Protocol

from engine.core.contract import Action, AnyGame, State
from engine.search.budget import finish
from engine.search.greedy import GreedyAgent, HunterAgent, SamplerAgent
from engine.search.levels import LEVELS, STYLED_LEVELS, limits, think
from engine.search.transposition import SearchTables

_BY_NAME = {style: level for level, style in STYLED_LEVELS.items()}
_LEVEL = re.compile(
    rf"ai:(\d|{'|'.join(_BY_NAME)})(?:@(?:(\d{{1,8}})|(\d{{1,4}}(?:\.\d{{1,4}})?)s))?"
)


class Agent(Protocol):
    """A computer player. It gets the observation of the player to move, never the true state."""

    def choose(self, game: AnyGame, observation: State, rng: Random) -> Action:
        """Return one of `observation.legal_actions()`."""


class RandomAgent:
    """Chooses among the legal actions with equal probability."""

    def choose(self, game: AnyGame, observation: State, rng: Random) -> Action:
        return rng.choice(sorted(observation.legal_actions()))


class LevelAgent:
    """A level with its budget per decision; 0 nodes and seconds: the level's own.

    Plans a whole set-up at its first decision, and keeps its search tables for the next decision
    of the same seat in the same game."""

    def __init__(self, level: int, nodes: int = 0, seconds: float = 0.0) -> None:
        self.level, self.nodes, self.seconds = level, nodes, seconds
        self._plan: list[Action] = []
        self._tables = SearchTables()
        self._last: tuple[AnyGame | None, int, int] = (None, 0, 0)

    def choose(self, game: AnyGame, observation: State, rng: Random) -> Action:
        plan, self._plan = self._plan, []
        if not plan or plan[0] not in observation.legal_actions():
            budget = limits(game, self.level, self.nodes, self.seconds)
            tables = self._tables_for(game, observation)
            plan = finish(think(game, observation, self.level, rng, budget, tables))
        self._plan = plan[1:]
        return plan[0]

    def _tables_for(self, game: AnyGame, observation: State) -> SearchTables:
        """Return the tables of the game in progress, new ones if game or seat has changed."""
        seat, turn = observation.current_player(), observation.turn_index()
        known, before, last = self._last
        if known is not game or before != seat or turn < last:
            self._tables = SearchTables()
        self._last = (game, seat, turn)
        return self._tables


AGENTS: dict[str, Callable[[], Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "hunter": HunterAgent,
    "sampler": SamplerAgent,
}
NAMES = (*AGENTS, *(f"ai:{level}" for level in (*LEVELS, *_BY_NAME)))


def make_agent(name: str) -> Agent:
    """Return a new player. Raises KeyError for an unknown name."""
    found = _LEVEL.fullmatch(name)
    if found is None:
        return AGENTS[name]()
    level = _BY_NAME.get(found[1]) or int(found[1])
    if level not in LEVELS and found[1] not in _BY_NAME:
        raise KeyError(name)
    return LevelAgent(level, int(found[2] or 0), float(found[3] or 0.0))


def known_agent(name: str) -> str:
    """Return `name` if it is valid; a `type` for argparse. Raises ValueError."""
    try:
        make_agent(name)
    except KeyError:
        raise ValueError(name) from None
    return name
