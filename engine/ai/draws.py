"""Whether a computer player agrees to a draw: when it does not see itself better.

It judges what its own seat observes, a few turns deep, whoever decides there.
"""

from __future__ import annotations

from random import Random

from engine.ai.alphabeta import Search
from engine.ai.budget import Budget, Progress, Thinking
from engine.ai.hooks import Hooks
from engine.ai.levels import level_of
from engine.ai.worlds import hides
from engine.core.contract import Game, State

NOT_BETTER = 0.02  # a lead nobody would play on for


def agrees(
    game: Game, observation: State, seat: int, level: int, rng: Random, budget: Budget
) -> Thinking[bool]:
    """Whether `seat`, whose observation it is, takes a draw now."""
    value = yield from outlook(game, observation, seat, level, rng, budget)
    return value <= NOT_BETTER


def outlook(
    game: Game, observation: State, seat: int, level: int, rng: Random, budget: Budget
) -> Thinking[float]:
    """What the position is worth to `seat`, −1…1: the mean over worlds that fit what it knows."""
    how, hooks = level_of(game, level), Hooks(game)
    if hooks.widths:
        return hooks.judge(observation, seat)
    mine = observation.current_player() == seat  # a model is made for whoever decides
    if mine and (model := hooks.model(observation)) is not None:
        return (yield from Search(hooks, seat, budget, how.depth).value(model))
    if not hides(hooks, observation, seat, rng):
        return (yield from Search(hooks, seat, budget, how.depth).value(observation))
    total, counted = 0.0, 0
    told = Progress()
    for left in range(how.worlds, 0, -1):
        world = observation.determinize(seat, rng)
        total += yield from Search(hooks, seat, budget.share(left), how.depth).value(world)
        counted += 1
        told.worlds, told.nodes, told.value = counted, budget.nodes, total / counted
        yield told
        if budget.spent():
            break
    return total / counted
