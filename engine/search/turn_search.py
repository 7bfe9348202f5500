"""Search for games whose turn is many small decisions with dice in between.

Plays the own turn to its end: the most promising actions of each decision, the distinct outcomes
of each roll. The game evaluates the final positions (`static_value` may consider the reply). Each
pass is wider than the last and keeps fewer root actions. Values are relative to `me`; all other
players count as one opponent.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import CHANCE, TERMINAL, Action, State
from engine.search.alphabeta import EPSILON, INFINITE, WIN_PER_PLY, Scored
from engine.search.budget import Budget, Exhausted, SearchProgress, SearchSteps
from engine.search.hints import Hints

UNSEARCHED = 4.0  # puts unsearched actions below all searched ones
ENTRIES = 60_000  # of each table: more than a computer player's search fills


class TurnSearch:
    """Search of one position for player `me`. `depth` 1 evaluates the end of the turn with
    `evaluate`, a greater one with `static_value`, which considers the reply."""

    def __init__(self, hints: Hints, me: int, budget: Budget, depth: int) -> None:
        self.hints, self.me, self.budget = hints, me, budget
        self.static_value = hints.static_value if depth > 1 else hints.game.evaluate
        self.progress = SearchProgress()
        self.width = self.first = 0  # actions per decision in this pass; index of the turn
        self._cache: dict[object, float] = {}  # position → value, for one pass
        self._evaluations: dict[object, float] = {}
        self.chosen: dict[object, Action] = {}  # position → best action, of the last pass

    def run(self, state: State, rng: Random) -> SearchSteps[list[Scored]]:
        """Return (value, action) of the root actions, best first."""
        ranked = self.hints.generate(state, root=True)
        rng.shuffle(ranked)
        ranked.sort(key=lambda one: -one[0])
        scored = [(worth - UNSEARCHED, action) for worth, action in ranked]
        self.first = state.turn_index()
        self.progress.best = scored[0][1]
        if len(scored) == 1:
            return scored
        for first, width in self.hints.widths:
            self.width = width
            self._cache.clear()
            done: list[Scored] = []
            try:
                for _, action in scored[:first]:
                    done.append(((yield from self._child_value(state, action)), action))
            except Exhausted:
                return _merge_unfinished(done, scored)
            scored = _merge_unfinished(done, scored)
            self.progress.depth += 1
            self.progress.best = scored[0][1]
            self.progress.value = max(-1.0, min(1.0, scored[0][0]))
            self.progress.nodes = self.budget.nodes
        return scored

    def _child_value(self, state: State, action: Action) -> SearchSteps[float]:
        if self.budget.spend():
            self.progress.nodes = self.budget.nodes
            yield self.progress
        child = state.clone()
        child.apply(action)
        player = child.current_player()
        if player == TERMINAL:
            outcome = child.outcome()
            value = outcome.returns[self.me] if outcome else 0.0
            return value * (1 + WIN_PER_PLY)  # above every static evaluation
        if player == CHANCE:
            total = weights = 0.0
            for outcome_action, weight in self.hints.outcomes(child, False):
                total += weight * (yield from self._child_value(child, outcome_action))
                weights += weight
            return total / weights
        if child.turn_index() > self.first:
            return self._static_value(child)
        return (yield from self._best_value(child, player))

    def _static_value(self, state: State) -> float:
        key = state.key()
        value = self._evaluations.get(key)
        if value is None:
            value = self.static_value(state, self.me)
            if len(self._evaluations) < ENTRIES:
                self._evaluations[key] = value
        return value

    def _best_value(self, state: State, player: int) -> SearchSteps[float]:
        """Return the value of the best of the `width` most promising actions."""
        key = state.key()
        cached = self._cache.get(key)
        if cached is not None:
            return cached
        actions = sorted(state.legal_actions())
        if len(actions) > self.width:
            worth = self.hints.worth(state, actions)
            ranked = sorted(zip(worth, actions, strict=True), key=lambda one: -one[0])
            actions = [action for _, action in ranked[: self.width]]
        sign = 1 if player == self.me else -1
        best, chosen = -INFINITE, actions[0]
        for action in actions:
            value = sign * (yield from self._child_value(state, action))
            if value > best:
                best, chosen = value, action
        if len(self._cache) < ENTRIES:
            self._cache[key], self.chosen[key] = sign * best, chosen
        return sign * best


def _merge_unfinished(done: list[Scored], before: list[Scored]) -> list[Scored]:
    """Return the searched actions of a pass, best first, and below them the rest."""
    if not done:
        return before
    seen = {action for _, action in done}
    low = min(value for value, _ in done) - EPSILON
    rest = [(min(value, low), action) for value, action in before if action not in seen]
    return sorted(done, key=lambda one: -one[0]) + rest
