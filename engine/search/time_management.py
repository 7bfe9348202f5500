"""When one decision has been thought about long enough: at once where one action is clearly the
best, later where the best has just changed or looks worse than it did.

It goes by what the search has found and by the share of its budget that is spent, so counted in
nodes the same search ends at the same place.
"""

from __future__ import annotations

from engine.core.contract import Action
from engine.search.budget import Budget

STOP_SHARE = 0.6  # share of the budget after which no deeper iteration begins
STABLE_STOP_SHARE = 0.5  # the same when the best action has been stable
STABLE_DEPTHS = 3  # iterations with the same best action that make it stable
UNSTABLE_MIN_DEPTH = 3  # changes of the best action or its value count from this depth
VALUE_DROP = 0.04  # a loss of value that counts as a change
EXTENSION = 1.4  # what a decision in doubt may take, of its budget
# By depth: an action so far ahead of all others is taken.
CLEAR_MARGINS = {3: 0.4, 4: 0.2, 5: 0.15, 6: 0.1}


class TimeManager:
    """That of one search."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._best: Action | None = None
        self._value = 0.0
        self._stable_depths = 0  # depths in a row with this best
        self._extended = False

    def new_best(self, value: float, action: Action, depth: int) -> None:
        """An action is the best of those looked at so far at this depth: the first of them is the
        best of the depth before."""
        if depth < UNSTABLE_MIN_DEPTH or self._extended:
            return
        if action != self._best or value < self._value - VALUE_DROP:
            self._extended = True
            self._budget.extend(EXTENSION)

    def depth_completed(self, value: float, action: Action) -> None:
        """A depth is completed with this best."""
        self._stable_depths = self._stable_depths + 1 if action == self._best else 1
        self._best, self._value = action, value

    def should_stop(self) -> bool:
        """Whether what is left is too little to look a ply deeper, or would hardly matter."""
        return self._budget.used_share() > (
            STABLE_STOP_SHARE if self._stable_depths >= STABLE_DEPTHS else STOP_SHARE
        )

    def clear_margin(self, depth: int) -> float | None:
        """How far behind all others have to be for the best to be taken after this depth."""
        return CLEAR_MARGINS.get(depth) if self._stable_depths >= STABLE_DEPTHS else None
