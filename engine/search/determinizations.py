"""Hidden information by determinizations: each is searched as if it were all open, then they vote.

A game without secrets, or a position that hides nothing from whoever decides, is the only one. A
game may also give a model of its own (`model_of`), which is searched once instead of all of them.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Action, State
from engine.search.alphabeta import Scored, Search
from engine.search.budget import Budget, Level, Progress, Thinking
from engine.search.hints import Hints
from engine.search.memory import Memory
from engine.search.turns import TurnSearch


def hides(hints: Hints, observation: State, me: int, rng: Random) -> bool:
    """Whether a determinization differs from what `me` sees."""
    if not hints.game.info.has_secrets:
        return False
    return observation.determinize(me, rng).key() != observation.key()


def weigh(
    hints: Hints,
    observation: State,
    me: int,
    budget: Budget,
    rng: Random,
    how: Level,
    memory: Memory | None = None,
) -> Thinking[list[Scored]]:
    """The actions of `me` with their mean values over the determinizations, best first. `memory`:
    of his last decision; only what is all open makes use of it."""
    if hints.widths:  # such a game takes an average over what is hidden, not samples
        return (yield from TurnSearch(hints, me, budget, how.depth).run(observation, rng))
    model = hints.model(observation)
    if model is not None:
        return (yield from Search(hints, me, budget, how.depth, how.margin).run(model, rng))
    if not hides(hints, observation, me, rng):
        search = Search(hints, me, budget, how.depth, how.margin, memory)
        return (yield from search.run(observation, rng))
    sums: dict[Action, float] = {}
    counted = 0
    told = Progress()
    for left in range(how.determinizations, 0, -1):
        state = observation.determinize(me, rng)
        search = Search(hints, me, budget.share(left), how.depth, max(how.margin, 0.05))
        scored = yield from _told(search.run(state, rng), told, budget)
        if counted and len(scored) > 1 and search.progress.depth == 0:
            break  # one that was hardly looked at has no vote
        counted += 1
        for value, action in scored:
            sums[action] = sums.get(action, 0.0) + max(-1.0, min(1.0, value))
        told.determinizations, told.depth = counted, search.progress.depth
        told.best = max(sorted(sums), key=lambda action: sums[action])
        told.value = sums[told.best] / counted
        if budget.spent():
            break
    ranked = [(total / counted, action) for action, total in sorted(sums.items())]
    return sorted(ranked, key=lambda one: -one[0])


def _told(
    thinking: Thinking[list[Scored]], told: Progress, budget: Budget
) -> Thinking[list[Scored]]:
    """The search of one, reported as part of the whole."""
    while True:
        try:
            next(thinking)
            told.nodes = budget.nodes
        except StopIteration as end:
            found: list[Scored] = end.value
            return found
        yield told
