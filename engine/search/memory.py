"""What a search remembers, within one decision and from one to the next of the same seat: positions
and their values, and which actions refuted something.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import Action

TABLE_LIMIT, JUDGED_LIMIT = 200_000, 40_000  # a position weighs about half a kilobyte
LINES = 200  # plies of a line
KILLERS = 2  # remembered by ply
WON = 0.995  # no evaluation reaches this
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class Entry(NamedTuple):
    """A position, seen by whoever decides in it: looked at so deep (0 and less: so far into its
    exchanges), worth exactly, at least or at most so much, and the best action."""

    depth: int
    flag: int
    value: float
    best: Action | None

    def settles(self, depth: int, low: float, high: float) -> bool:
        """Whether nothing more has to be known of it, for that depth and window."""
        if self.depth < depth:
            return False
        if self.flag == EXACT:
            return True
        return self.value >= high if self.flag == AT_LEAST else self.value <= low


class Memory:
    """Of one seat in one game. A new one for every search that shares nothing with the last."""

    def __init__(self) -> None:
        self.table: dict[object, Entry] = {}
        self.before: dict[object, Entry] = {}
        self.judged: dict[object, float] = {}  # static values, seen by that seat
        self.killers: list[list[Action]] = [[] for _ in range(LINES)]
        self.history: dict[Action, int] = {}
        self._turn = 0

    def turn_over(self, turn: int) -> None:
        """A new search, in this turn: what was not needed in the last one is forgotten, the rest
        counts less. Won and lost values say how far off the end was then, and are not kept."""
        kept = self.table.items()
        self.before = {key: entry for key, entry in kept if -WON < entry.value < WON}
        self.table = {}
        if len(self.judged) >= JUDGED_LIMIT:
            self.judged = {}
        gone = min(max(turn - self._turn, 0), LINES)
        self.killers = [*self.killers[gone:], *([] for _ in range(gone))]
        self._turn = turn
        self.history = {action: count // 2 for action, count in self.history.items() if count > 1}

    def judge(self, key: object, value: float) -> None:
        if len(self.judged) < JUDGED_LIMIT:
            self.judged[key] = value

    def known(self, key: object) -> Entry | None:
        """What is needed of the last search is kept for the next."""
        found = self.table.get(key)
        if found is None and key in self.before:
            found = self.table[key] = self.before[key]
        return found

    def keep(
        self,
        key: object,
        depth: int,
        value: float,
        window: tuple[float, float],
        best: Action | None,
    ) -> None:
        """A value found with this window."""
        if len(self.table) < TABLE_LIMIT:
            low, high = window
            flag = AT_LEAST if value >= high else EXACT if value > low else AT_MOST
            self.table[key] = Entry(depth, flag, value, best)

    def refuted(self, action: Action, depth: int, ply: int) -> None:
        """A quiet action was too good for the other side: it is tried early elsewhere."""
        killers = self.killers[ply]
        if action not in killers:
            killers.insert(0, action)
            del killers[KILLERS:]
        self.history[action] = self.history.get(action, 0) + depth * depth
