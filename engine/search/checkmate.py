"""Checkmate search: forced wins by a sequence of checks.

The tree of checks and evasions is narrow, so it is searched before and deeper than the main search.
"""

from __future__ import annotations

from engine.core.contract import TERMINAL, Action, State
from engine.search.budget import Budget, Exhausted, SearchProgress, SearchSteps
from engine.search.hints import Hints


class CheckmateSearch:
    """Search for a forced win of `me` within a number of own turns."""

    def __init__(self, hints: Hints, me: int, budget: Budget) -> None:
        self.hints, self.me, self.budget = hints, me, budget
        self.progress = SearchProgress()

    def find(self, state: State, turns: int) -> SearchSteps[Action | None]:
        """Return the first action of the shortest forced win; None without one or out of nodes."""
        try:
            for turns_left in range(1, turns + 1):
                for action in self._checks(state):
                    if (yield from self._wins(_after(state, action), turns_left)):
                        return action
        except Exhausted:
            return None
        return None

    def _checks(self, state: State) -> list[Action]:
        """Return the candidates for checks, sorted: actions with a positive ordering score, or all
        actions inside a pending turn."""
        actions = sorted(state.legal_actions())
        if self.hints.pending(state):
            return actions
        worth = self.hints.worth(state, actions)
        return [action for gain, action in zip(worth, actions, strict=True) if gain > 0]

    def _wins(self, state: State, turns_left: int) -> SearchSteps[bool]:
        """Return whether `me` wins by force; `turns_left` includes the turn of the last action."""
        if self.budget.spend():
            self.progress.nodes = self.budget.nodes
            yield self.progress
        player = state.current_player()
        if player == TERMINAL:
            outcome = state.outcome()
            return outcome is not None and outcome.returns[self.me] > 0
        if player < 0:
            return False  # a win by luck is not forced
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
