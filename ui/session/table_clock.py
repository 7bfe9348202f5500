"""Clocks of people who share one device: the time each player has left.

The caller says when a clock starts and stops, with the milliseconds of a monotonic timer. What is
stored is hostile until read: anything but plausible times means that the game has no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.match.clock import MINUTE, MOST_MINUTES, SECOND, Clock, read_clock

NOBODY = -1
MOST_LEFT = 100 * MOST_MINUTES * MINUTE  # milliseconds; an increment may add to the minutes


class ClockFace(NamedTuple):
    """Display of a player's clock: time left as text, whether it runs, whether time is low. `days`:
    the text counts days, so it is longer. `doubt`: why the last turn's time is doubtful, or ""."""

    words: str
    runs: bool
    low: bool
    days: bool
    doubt: str = ""


class TableClock:
    """Milliseconds left by player, and whose clock runs since when.

    `following(player)`: who moves next after a player; an hourglass gives him the time used."""

    def __init__(self, clock: Clock, players: int, left: list[int] | None = None) -> None:
        self.clock = clock
        self.left = left or [clock.minutes * MINUTE] * players
        self.running = NOBODY
        self.following: Callable[[int], int] = lambda player: (player + 1) % players
        self._since = 0.0

    @property
    def fresh(self) -> bool:
        """Whether no time has been used or added yet."""
        return self.left == [self.clock.minutes * MINUTE] * len(self.left)

    def start(self, player: int, now: float) -> None:
        """Let the clock of `player` run; any other is stopped."""
        self.stop(now)
        self.running, self._since = player, now

    def stop(self, now: float) -> None:
        self.charge(now)
        self.running = NOBODY

    def charge(self, now: float) -> None:
        """Subtract the time used so far by the player whose clock runs."""
        if self.running == NOBODY:
            return
        used = min(self._used(now), self.left[self.running])
        self._since += used
        self.left[self.running] -= used
        if self.clock.hourglass:
            self.left[self.following(self.running)] += used

    def _used(self, now: float) -> int:
        return max(0, int(now - self._since))

    def add(self, player: int) -> None:
        """Add the increment for a finished turn, unless time has run out."""
        if self.left[player]:
            self.left[player] = min(self.left[player] + self.clock.seconds * SECOND, MOST_LEFT)

    def take_back(self, player: int) -> None:
        """Remove the increment of a turn that was undone; the time used is not given back."""
        self.left[player] = max(self.left[player] - self.clock.seconds * SECOND, 0)

    def over(self) -> list[int]:
        """Return the players who have no time left."""
        return [player for player, left in enumerate(self.left) if left <= 0]

    # -- storage -------------------------------------------------------------------------------

    def stored(self) -> dict[str, Any]:
        """Return the fields to add to the table entry."""
        return {"clock": self.clock.text, "left": list(self.left)}


def stored_clock(clock: Clock) -> dict[str, Any]:
    """Return the fields of the table entry for a game that begins."""
    return {"clock": clock.text}


def read_table_clock(table: Mapping[str, Any], players: int) -> TableClock | None:
    """Return the clock of a table entry; None if there is none or it is implausible."""
    clock = read_clock(table.get("clock"))
    if clock is None:
        return None
    if "left" not in table:
        return TableClock(clock, players)
    left = table["left"]
    if not isinstance(left, list) or len(left) != players:
        return None
    if not all(type(one) is int and 0 <= one <= MOST_LEFT for one in left):
        return None
    if clock.hourglass and sum(left) != players * clock.minutes * MINUTE:
        return None
    return TableClock(clock, players, left)
