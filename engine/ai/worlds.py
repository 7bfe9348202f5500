"""Hidden information by sampled worlds: each is searched as if it were all open, then they vote.

A game without secrets, or a position that hides nothing from the thinker, is one world.
"""

from __future__ import annotations

from random import Random

from engine.ai.alphabeta import Scored, Search
from engine.ai.budget import Budget, Exhausted, Progress, Thinking
from engine.ai.hooks import Hooks
from engine.core.contract import Action, State


def hides(hooks: Hooks, observation: State, me: int, rng: Random) -> bool:
    """Whether a sampled world differs from what the thinker sees."""
    if not hooks.game.info.has_secrets:
        return False
    return observation.determinize(me, rng).key() != observation.key()


def weigh(
    hooks: Hooks,
    observation: State,
    me: int,
    budget: Budget,
    rng: Random,
    depth: int,
    margin: float,
    worlds: int,
) -> Thinking[list[Scored]]:
    """The thinker's actions with their mean values over the worlds, best first."""
    if not hides(hooks, observation, me, rng):
        return (yield from Search(hooks, me, budget, depth, margin).run(observation, rng))
    sums: dict[Action, float] = {}
    counted = 0
    told = Progress()
    for left in range(worlds, 0, -1):
        world = observation.determinize(me, rng)
        stop_at = budget.part(left)
        search = Search(hooks, me, budget, depth, max(margin, 0.05))
        thinking = search.run(world, rng, stop_at)
        scored = yield from _told(thinking, told)
        spent = _spent(budget, stop_at) and search.progress.depth == 0
        if counted and spent:
            break  # a world that was hardly looked at has no vote
        counted += 1
        for value, action in scored:
            sums[action] = sums.get(action, 0.0) + max(-1.0, min(1.0, value))
        told.worlds, told.depth = counted, search.progress.depth
        told.best = max(sorted(sums), key=lambda action: sums[action])
        told.value = sums[told.best] / counted
        if _spent(budget, 0):
            break
    ranked = [(total / counted, action) for action, total in sorted(sums.items())]
    return sorted(ranked, key=lambda one: -one[0])


def _told(thinking: Thinking[list[Scored]], told: Progress) -> Thinking[list[Scored]]:
    """A world's search, reported as part of the whole."""
    while True:
        try:
            told.nodes = next(thinking).nodes
        except StopIteration as end:
            found: list[Scored] = end.value
            return found
        yield told


def _spent(budget: Budget, stop_at: int) -> bool:
    """Whether nothing is left, of the whole or of a world's part."""
    if stop_at and budget.nodes >= stop_at:
        return True
    try:
        budget.check()
    except Exhausted:
        return True
    return False
