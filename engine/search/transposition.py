"""Transposition table, static evaluations, killers and history of one seat in one game."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import Action

TRANSPOSITION_LIMIT, EVALUATION_LIMIT = 200_000, 40_000  # entries; one takes about half a kilobyte
MAX_PLY = 200  # longest line searched
KILLERS = 2  # per ply
WIN_THRESHOLD = 0.995  # no static evaluation reaches it
EXACT, LOWER_BOUND, UPPER_BOUND = 0, 1, 2


class TranspositionEntry(NamedTuple):
    """Transposition table entry: depth (≤ 0: quiescence), bound, value for the player to move,
    best action."""

    depth: int
    bound: int
    value: float
    best: Action | None

    def allows_cutoff(self, depth: int, alpha: float, beta: float) -> bool:
        """Return whether `value` answers a search of this depth and window."""
        if self.depth < depth:
            return False
        if self.bound == EXACT:
            return True
        return self.value >= beta if self.bound == LOWER_BOUND else self.value <= alpha


class SearchTables:
    """Tables that a search fills and the same seat's next decision in the game goes on using.

    `limit`: most entries of the transposition table; 0: the usual number."""

    def __init__(self, limit: int = 0) -> None:
        self.limit = limit or TRANSPOSITION_LIMIT
        self.table: dict[object, TranspositionEntry] = {}
        self.previous: dict[object, TranspositionEntry] = {}
        self.evaluations: dict[object, float] = {}  # static values for that seat
        self.killers: list[list[Action]] = [[] for _ in range(MAX_PLY)]
        self.history: dict[Action, int] = {}
        self._turn = 0

    def new_search(self, turn: int) -> None:
        """Age the tables for a search in turn `turn`: keep entries of the last search only, shift
        the killers, halve the history. Values of forced wins and losses depend on the ply they
        were found at and are dropped."""
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
        """Return the entry of a position or None; a hit from the last search stays for the next."""
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
        """Store a value that was found with `window` (alpha, beta), unless the table is full."""
        if len(self.table) < self.limit:
            alpha, beta = window
            bound = LOWER_BOUND if value >= beta else EXACT if value > alpha else UPPER_BOUND
            self.table[key] = TranspositionEntry(depth, bound, value, best)

    def record_cutoff(self, action: Action, depth: int, ply: int) -> None:
        """Note a quiet action that caused a beta cutoff: killer of its ply, and history score."""
        killers = self.killers[ply]
        if action not in killers:
            killers.insert(0, action)
            del killers[KILLERS:]
        self.history[action] = self.history.get(action, 0) + depth * depth
