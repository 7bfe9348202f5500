"""Root search: picks the algorithm, and averages over determinizations of hidden information.

A position that hides nothing from the player to move is searched as it is. A game may provide a
model of its own (`model_of`), which is searched once in place of determinizations.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Action, State
from engine.search.alphabeta import Scored, Search
from engine.search.budget import Budget, Level, SearchProgress, SearchSteps
from engine.search.hints import Hints
from engine.search.transposition import SearchTables
from engine.search.turn_search import TurnSearch


def has_hidden_information(hints: Hints, observation: State, me: int, rng: Random) -> bool:
    """Return whether the position hides something from `me`, judged by one determinization."""
    if not hints.game.info.has_secrets:
        return False
    return observation.determinize(me, rng).key() != observation.key()


def score_actions(
    hints: Hints,
    observation: State,
    me: int,
    budget: Budget,
    rng: Random,
    settings: Level,
    tables: SearchTables | None = None,
    fixed_depth: bool = False,
) -> SearchSteps[list[Scored]]:
    """Return (mean value over the determinizations, action) for `me`, best first.

    The computer player, the judge of past decisions and the ratings of exercises all rank actions
    with it. `tables`: those of his last decision; used only where nothing is hidden. `fixed_depth`:
    search to the depth of `settings` even when the choice is clear earlier."""
    if hints.widths:  # TurnSearch averages over hidden information itself
        return (yield from TurnSearch(hints, me, budget, settings.depth).run(observation, rng))
    depth, margin = settings.depth, settings.margin
    model = hints.model(observation)
    if model is not None:
        search = Search(hints, me, budget, depth, margin, fixed_depth=fixed_depth)
        return (yield from search.run(model, rng))
    if not has_hidden_information(hints, observation, me, rng):
        search = Search(hints, me, budget, depth, margin, tables, fixed_depth)
        return (yield from search.run(observation, rng))
    sums: dict[Action, float] = {}
    counted = 0
    progress = SearchProgress()
    for left in range(settings.determinizations, 0, -1):
        state = observation.determinize(me, rng)
        search = Search(hints, me, budget.share(left), settings.depth, max(settings.margin, 0.05))
        scored = yield from _reporting(search.run(state, rng), progress, budget)
        if counted and len(scored) > 1 and search.progress.depth == 0:
            break  # too little budget was left for a usable result
        counted += 1
        for value, action in scored:
            sums[action] = sums.get(action, 0.0) + max(-1.0, min(1.0, value))
        progress.determinizations, progress.depth = counted, search.progress.depth
        progress.best = max(sorted(sums), key=lambda action: sums[action])
        progress.value = sums[progress.best] / counted
        if budget.exhausted():
            break
    ranked = [(total / counted, action) for action, total in sorted(sums.items())]
    return sorted(ranked, key=lambda one: -one[0])


def _reporting(
    thinking: SearchSteps[list[Scored]], progress: SearchProgress, budget: Budget
) -> SearchSteps[list[Scored]]:
    """Run the search of one determinization and report its nodes in the overall progress."""
    while True:
        try:
            next(thinking)
            progress.nodes = budget.nodes
        except StopIteration as end:
            scored: list[Scored] = end.value
            return scored
        yield progress
