"""Time management: stop early when one action is clearly best, take longer when in doubt.

Decisions depend only on search results and the share of the budget that is spent, so a search
with a budget of nodes is reproducible.
"""

from __future__ import annotations

from engine.core.contract import Action
from engine.search.budget import Budget

STOP_SHARE = 0.6  # share of the budget after which no deeper iteration begins
STABLE_STOP_SHARE = 0.5  # the same when the best action has been stable
STABLE_DEPTHS = 3  # iterations with the same best action that make it stable
UNSTABLE_MIN_DEPTH = 3  # changes of the best action or its value count from this depth
VALUE_DROP = 0.04  # a loss of value that counts as a change
EXTENSION = 1.4  # budget factor when the best action is unstable
# By depth: lead over all other actions at which the search stops.
CLEAR_MARGINS = {3: 0.4, 4: 0.2, 5: 0.15, 6: 0.1}


class TimeManager:
    """Time management for one search."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._best: Action | None = None
        self._value = 0.0
        self._stable_depths = 0  # depths in a row with this best
        self._extended = False

    def new_best(self, value: float, action: Action, depth: int) -> None:
        """Note the best action so far of an unfinished iteration; the first one noted is the best
        of the iteration before. Extend the budget once if the action or its value has changed."""
        if depth < UNSTABLE_MIN_DEPTH or self._extended:
            return
        if action != self._best or value < self._value - VALUE_DROP:
            self._extended = True
            self._budget.extend(EXTENSION)

    def depth_completed(self, value: float, action: Action) -> None:
        """Note the best action of a completed iteration."""
        self._stable_depths = self._stable_depths + 1 if action == self._best else 1
        self._best, self._value = action, value

    def should_stop(self) -> bool:
        """Return whether too little of the budget is left to begin another iteration."""
        return self._budget.used_share() > (
            STABLE_STOP_SHARE if self._stable_depths >= STABLE_DEPTHS else STOP_SHARE
        )

    def clear_margin(self, depth: int) -> float | None:
        """Return the lead at which a stable best action ends the search at `depth`; None: never."""
        return CLEAR_MARGINS.get(depth) if self._stable_depths >= STABLE_DEPTHS else None
