"""Wins by force: every action of one's own attacks (`in_check` afterwards), every answer counts.

Such a tree is narrow, so it is searched first and deeper than anything else can be.
"""

from __future__ import annotations

from engine.core.contract import TERMINAL, Action, State
from engine.search.budget import Budget, Exhausted, Progress, SearchSteps
from engine.search.hints import Hints


class CheckmateSearch:
    """Looks for a forced win of `me` within a number of own turns."""

    def __init__(self, hints: Hints, me: int, budget: Budget) -> None:
        self.hints, self.me, self.budget = hints, me, budget
        self.progress = Progress()

    def find(self, state: State, turns: int) -> SearchSteps[Action | None]:
        """The first action of the shortest one; None when there is none or nodes run out."""
        try:
            for turns_left in range(1, turns + 1):
                for action in self._checks(state):
                    if (yield from self._wins(_after(state, action), turns_left)):
                        return action
        except Exhausted:
            return None
        return None

    def _checks(self, state: State) -> list[Action]:
        """Actions that seem to do something, in a fixed order."""
        actions = sorted(state.legal_actions())
        if self.hints.pending(state):
            return actions
        worth = self.hints.worth(state, actions)
        return [action for gain, action in zip(worth, actions, strict=True) if gain > 0]

    def _wins(self, state: State, turns_left: int) -> SearchSteps[bool]:
        """Whether the position after an action wins; `own` counts the turn it belongs to."""
        if self.budget.spend():
            self.progress.nodes = self.budget.nodes
            yield self.progress
        player = state.current_player()
        if player == TERMINAL:
            outcome = state.outcome()
            return outcome is not None and outcome.returns[self.me] > 0
        if player < 0:
            return False  # luck is no force
        pending = self.hints.pending(state)
        if player == self.me:
            if not pending:
                turns_left -= 1
            for action in self._checks(state) if turns_left else ():
                if (yield from self._wins(_after(state, action), turns_left)):
                    return True
            return False
        if not pending and (turns_left == 1 or not self.hints.in_check(state)):
            return False
        for answer in sorted(state.legal_actions()):
            if not (yield from self._wins(_after(state, answer), turns_left)):
                return False
        return True


def _after(state: State, action: Action) -> State:
    child = state.clone()
    child.apply(action)
    return child
