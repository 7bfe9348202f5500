"""The baselines: the best evaluation right after one's own turn, chance by expectation; and for
games of hidden pieces the best immediate combat."""

from __future__ import annotations

from random import Random

from engine.ai.budget import Budget, Exhausted
from engine.ai.hooks import Hooks
from engine.ai.worlds import hides
from engine.core.contract import CHANCE, TERMINAL, Action, Game, State

NODES = 4000  # positions of one decision; beyond it a turn is judged as far as it got
WORLDS = 4


class GreedyAgent:
    """Sees one own turn and nothing of the answer. Sets up as the game advises."""

    def __init__(self) -> None:
        self._plan: list[Action] = []

    def choose(self, game: Game, observation: State, rng: Random) -> Action:
        """One of `observation.legal_actions()`."""
        options = sorted(observation.legal_actions())
        if not self._plan or self._plan[0] not in options:
            self._plan = Hooks(game).setup(observation, rng)
        if self._plan and self._plan[0] in options:
            return self._plan.pop(0)
        me, hooks = observation.current_player(), Hooks(game)
        options = sorted(action for _, action in hooks.candidates(observation, root=True))
        rng.shuffle(options)
        hidden = hides(hooks, observation, me, rng)
        worlds = [observation.determinize(me, rng) for _ in range(WORLDS)] if hidden else []
        budget = Budget(NODES)
        total = {action: 0.0 for action in options}
        for world in worlds or [observation]:
            for action in options:
                total[action] += self._after(hooks, world, action, me, world.turn_index(), budget)
        return max(options, key=lambda action: total[action])

    def _after(
        self, hooks: Hooks, state: State, action: Action, me: int, turn: int, budget: Budget
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
            return hooks.game.evaluate(child, me)
        if player == CHANCE:
            outcomes = sorted(child.chance_outcomes())
            values = [w * self._after(hooks, child, a, me, turn, budget) for a, w in outcomes]
            return sum(values) / sum(weight for _, weight in outcomes)
        if player == me:
            return max(
                self._after(hooks, child, one, me, turn, budget)
                for _, one in hooks.candidates(child)
            )
        return hooks.game.evaluate(child, me)


class HunterAgent(GreedyAgent):
    """Plays by the game's own rule of thumb (`hunt`); greedy where there is none."""

    def choose(self, game: Game, observation: State, rng: Random) -> Action:
        hooks = Hooks(game)
        options = sorted(observation.legal_actions())
        if hooks.hunt is None or len(options) == 1 or hooks.setup(observation, rng):
            return super().choose(game, observation, rng)
        points = hooks.hunt(observation, options, rng)
        if not any(points):
            return super().choose(game, observation, rng)
        return max(zip(points, options, strict=True))[1]
