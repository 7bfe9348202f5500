"""Whether a computer player agrees to a draw: when it does not see itself better.

It judges what its own seat observes, a few turns deep, whoever decides there.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import AnyGame, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, Progress, Thinking
from engine.search.determinizations import hides
from engine.search.hints import Hints
from engine.search.levels import level_of

NOT_BETTER = 0.02  # a lead nobody would play on for


def agrees(
    game: AnyGame, observation: State, seat: int, level: int, rng: Random, budget: Budget
) -> Thinking[bool]:
    """Whether `seat`, whose observation it is, takes a draw now."""
    value = yield from outlook(game, observation, seat, level, rng, budget)
    return value <= NOT_BETTER


def outlook(
    game: AnyGame, observation: State, seat: int, level: int, rng: Random, budget: Budget
) -> Thinking[float]:
    """What the position is worth to `seat`, −1…1: the mean over worlds that fit what it knows."""
    how, hints = level_of(game, level), Hints(game)
    if hints.widths:
        return hints.static_value(observation, seat)
    mine = observation.current_player() == seat  # a model is made for whoever decides
    if mine and (model := hints.model(observation)) is not None:
        return (yield from Search(hints, seat, budget, how.depth).value(model))
    if not hides(hints, observation, seat, rng):
        return (yield from Search(hints, seat, budget, how.depth).value(observation))
    total, counted = 0.0, 0
    told = Progress()
    for left in range(how.determinizations, 0, -1):
        world = observation.determinize(seat, rng)
        total += yield from Search(hints, seat, budget.share(left), how.depth).value(world)
        counted += 1
        told.determinizations, told.nodes, told.value = counted, budget.nodes, total / counted
        yield told
        if budget.spent():
            break
    return total / counted
