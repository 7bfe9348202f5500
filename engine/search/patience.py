"""When one decision has been thought about long enough: at once where one action is clearly the
best, later where the best has just changed or looks worse than it did.

It goes by what the search has found and by the share of its budget that is spent, so counted in
nodes the same search ends at the same place.
"""

from __future__ import annotations

from engine.core.contract import Action
from engine.search.budget import Budget

ENOUGH, SURE = 0.6, 0.5  # shares after which no deeper look is begun: usually, and where the best
STEADY = 3  # has been the same at so many depths
DOUBT_FROM, WORSE = 3, 0.04  # the depth from which a change counts, and so does such a loss
EXTRA = 1.4  # what a decision in doubt may take, of its budget
# By depth: an action so far ahead of all others is taken.
CLEAR = {3: 0.4, 4: 0.2, 5: 0.15, 6: 0.1}


class Patience:
    """That of one search."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._best: Action | None = None
        self._value = 0.0
        self._same = 0  # depths in a row with this best
        self._doubtful = False

    def seen(self, value: float, action: Action, depth: int) -> None:
        """An action is the best of those looked at so far at this depth: the first of them is the
        best of the depth before."""
        if depth < DOUBT_FROM or self._doubtful:
            return
        if action != self._best or value < self._value - WORSE:
            self._doubtful = True
            self._budget.extend(EXTRA)

    def done(self, value: float, action: Action) -> None:
        """A depth is completed with this best."""
        self._same = self._same + 1 if action == self._best else 1
        self._best, self._value = action, value

    def enough(self) -> bool:
        """Whether what is left is too little to look a ply deeper, or would hardly matter."""
        return self._budget.used() > (SURE if self._same >= STEADY else ENOUGH)

    def clear(self, depth: int) -> float | None:
        """How far behind all others have to be for the best to be taken after this depth."""
        return CLEAR.get(depth) if self._same >= STEADY else None
