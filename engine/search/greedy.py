"""Baseline players without a search of replies: greedy, sampler (more determinizations) and hunter
(the game's own rule of thumb)."""

from __future__ import annotations

from random import Random

from engine.core.contract import CHANCE, TERMINAL, Action, AnyGame, State
from engine.search.budget import Budget, Exhausted
from engine.search.determinizations import has_hidden_information
from engine.search.hints import Hints

NODES = 4000  # per decision; beyond it an unfinished turn is evaluated as it stands
GREEDY_SAMPLES, SAMPLER_SAMPLES = 4, 12  # determinizations of a position with hidden information


class GreedyAgent:
    """Maximizes the evaluation at the end of its own turn, averaged over chance."""

    samples = GREEDY_SAMPLES

    def __init__(self) -> None:
        self._plan: list[Action] = []

    def choose(self, game: AnyGame, observation: State, rng: Random) -> Action:
        """Return one of `observation.legal_actions()`."""
        options = sorted(observation.legal_actions())
        if not self._plan or self._plan[0] not in options:
            self._plan = Hints(game).setup(observation, rng)
        if self._plan and self._plan[0] in options:
            return self._plan.pop(0)
        me, hints = observation.current_player(), Hints(game)
        options = sorted(action for _, action in hints.generate(observation, root=True))
        rng.shuffle(options)
        hidden = has_hidden_information(hints, observation, me, rng)
        determinizations = (
            [observation.determinize(me, rng) for _ in range(self.samples)] if hidden else []
        )
        budget = Budget(NODES)
        total = {action: 0.0 for action in options}
        for state in determinizations or [observation]:
            for action in options:
                total[action] += self._after(hints, state, action, me, state.turn_index(), budget)
        return max(options, key=lambda action: total[action])

    def _after(
        self, hints: Hints, state: State, action: Action, me: int, turn: int, budget: Budget
    ) -> float:
        child = state.clone()
        child.apply(action)
        player = child.current_player()
        try:
            budget.spend()
        except Exhausted:
            player = TERMINAL if player == TERMINAL else -3
        if player == TERMINAL:
            outcome = child.outcome()
            return outcome.returns[me] * 2 if outcome else 0.0
        if child.turn_index() != turn:
            return hints.game.evaluate(child, me)
        if player == CHANCE:
            outcomes = sorted(child.chance_outcomes())
            values = [w * self._after(hints, child, a, me, turn, budget) for a, w in outcomes]
            return sum(values) / sum(weight for _, weight in outcomes)
        if player == me:
            return max(
                self._after(hints, child, one, me, turn, budget) for _, one in hints.generate(child)
            )
        return hints.game.evaluate(child, me)


class SamplerAgent(GreedyAgent):
    """Averages `static_value` after its own action over more determinizations. Automatic actions
    are played out first."""

    samples = SAMPLER_SAMPLES

    def _after(
        self, hints: Hints, state: State, action: Action, me: int, turn: int, budget: Budget
    ) -> float:
        child = state.clone()
        child.apply(action)
        while (forced := child.automatic()) is not None:
            child.apply(forced)
        outcome = child.outcome()
        if outcome is not None:
            return outcome.returns[me] * 2
        if child.current_player() != CHANCE:
            return hints.static_value(child, me)
        outcomes = sorted(child.chance_outcomes())
        values = [w * self._after(hints, child, a, me, turn, budget) for a, w in outcomes]
        return sum(values) / sum(weight for _, weight in outcomes)


class HunterAgent(GreedyAgent):
    """Takes the action the hint `hunt` scores highest; greedy where it says nothing."""

    def choose(self, game: AnyGame, observation: State, rng: Random) -> Action:
        hints = Hints(game)
        options = sorted(observation.legal_actions())
        if hints.hunt is None or len(options) == 1 or hints.setup(observation, rng):
            return super().choose(game, observation, rng)
        points = hints.hunt(observation, options, rng)
        if not any(points):
            return super().choose(game, observation, rng)
        return max(zip(points, options, strict=True))[1]
