"""Clocks of far tables: days per turn, or minutes per game plus an increment in seconds.

The time used for a decision is the date of its letter less the date of the letter that gave the
turn. Nothing else states it, so every device counts the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

DAY, MINUTE, SECOND = 86_400_000, 60_000, 1_000  # milliseconds
MOST_DAYS, MOST_MINUTES, MOST_SECONDS = 60, 600, 600


class Clock(NamedTuple):
    """Days per turn, or minutes per game and seconds of increment per turn; all 0: no clock."""

    days: int = 0
    minutes: int = 0
    seconds: int = 0

    @property
    def good(self) -> bool:
        """Whether the combination is valid and within bounds."""
        if self.days:
            return self.days <= MOST_DAYS and not self.minutes and not self.seconds
        return self.minutes <= MOST_MINUTES and self.seconds <= MOST_SECONDS * bool(self.minutes)

    def left(self, spent: Sequence[int]) -> int:
        """Return the milliseconds left for the next turn, after turns that took `spent` each."""
        if self.days:
            return self.days * DAY
        left = self.minutes * MINUTE
        for one in spent:
            left = max(0, left - one) + self.seconds * SECOND
        return left

    @property
    def grace(self) -> int:
        """Milliseconds after time is over before the opponent may claim: delay of delivery."""
        return DAY // 24 if self.days else 10 * SECOND

    @property
    def patience(self) -> int:
        """Milliseconds a claim waits for an answer of the other device before it succeeds."""
        return DAY if self.days else MINUTE


NO_CLOCK = Clock()
CLOCKS = {
    "none": NO_CLOCK,
    "1d": Clock(days=1),
    "3d": Clock(days=3),
    "7d": Clock(days=7),
    "10m": Clock(minutes=10, seconds=5),
    "30m": Clock(minutes=30, seconds=20),
    "60m": Clock(minutes=60, seconds=30),
}  # choices of an invitation
