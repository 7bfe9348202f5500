"""What a search remembers, within one decision and from one to the next of the same seat: positions
and their values, and which actions refuted something.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import Action

TRANSPOSITION_LIMIT, EVALUATION_LIMIT = 200_000, 40_000  # a position weighs about half a kilobyte
MAX_PLY = 200  # plies of a line
KILLERS = 2  # remembered by ply
WIN_THRESHOLD = 0.995  # no evaluation reaches this
EXACT, LOWER_BOUND, UPPER_BOUND = 0, 1, 2


class TranspositionEntry(NamedTuple):
    """A position, seen by whoever decides in it: looked at so deep (0 and less: so far into its
    exchanges), worth exactly, at least or at most so much, and the best action."""

    depth: int
    bound: int
    value: float
    best: Action | None

    def allows_cutoff(self, depth: int, alpha: float, beta: float) -> bool:
        """Whether nothing more has to be known of it, for that depth and window."""
        if self.depth < depth:
            return False
        if self.bound == EXACT:
            return True
        return self.value >= beta if self.bound == LOWER_BOUND else self.value <= alpha


class SearchTables:
    """Of one seat in one game. A new one for every search that shares nothing with the last."""

    def __init__(self) -> None:
        self.table: dict[object, TranspositionEntry] = {}
        self.previous: dict[object, TranspositionEntry] = {}
        self.evaluations: dict[object, float] = {}  # static values, seen by that seat
        self.killers: list[list[Action]] = [[] for _ in range(MAX_PLY)]
        self.history: dict[Action, int] = {}
        self._turn = 0

    def new_search(self, turn: int) -> None:
        """A new search, in this turn: what was not needed in the last one is forgotten, the rest
        counts less. Won and lost values say how far off the end was then, and are not kept."""
        kept = self.table.items()
        self.previous = {
            key: entry for key, entry in kept if -WIN_THRESHOLD < entry.value < WIN_THRESHOLD
        }
        self.table = {}
        if len(self.evaluations) >= EVALUATION_LIMIT:
            self.evaluations = {}
        gone = min(max(turn - self._turn, 0), MAX_PLY)
        self.killers = [*self.killers[gone:], *([] for _ in range(gone))]
        self._turn = turn
        self.history = {action: count // 2 for action, count in self.history.items() if count > 1}

    def store_evaluation(self, key: object, value: float) -> None:
        if len(self.evaluations) < EVALUATION_LIMIT:
            self.evaluations[key] = value

    def probe(self, key: object) -> TranspositionEntry | None:
        """What is needed of the last search is kept for the next."""
        found = self.table.get(key)
        if found is None and key in self.previous:
            found = self.table[key] = self.previous[key]
        return found

    def store(
        self,
        key: object,
        depth: int,
        value: float,
        window: tuple[float, float],
        best: Action | None,
    ) -> None:
        """A value found with this window."""
        if len(self.table) < TRANSPOSITION_LIMIT:
            alpha, beta = window
            bound = LOWER_BOUND if value >= beta else EXACT if value > alpha else UPPER_BOUND
            self.table[key] = TranspositionEntry(depth, bound, value, best)

    def record_cutoff(self, action: Action, depth: int, ply: int) -> None:
        """A quiet action was too good for the other side: it is tried early elsewhere."""
        killers = self.killers[ply]
        if action not in killers:
            killers.insert(0, action)
            del killers[KILLERS:]
        self.history[action] = self.history.get(action, 0) + depth * depth
