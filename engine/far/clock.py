"""How long a seat may think: days for each turn, or minutes for the game and seconds more for each
turn. Every letter that decides tells the time its author has used, as his own device measures it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

DAY, MINUTE, SECOND = 86_400_000, 60_000, 1_000  # milliseconds
MOST_DAYS, MOST_MINUTES, MOST_SECONDS = 60, 600, 600


class Clock(NamedTuple):
    """Days for each turn, or minutes for the game and seconds more for each turn; all 0: none."""

    days: int = 0
    minutes: int = 0
    seconds: int = 0

    @property
    def good(self) -> bool:
        """Whether it is one of these, and within bounds."""
        if self.days:
            return self.days <= MOST_DAYS and not self.minutes and not self.seconds
        return self.minutes <= MOST_MINUTES and self.seconds <= MOST_SECONDS * bool(self.minutes)

    def left(self, spent: Sequence[int]) -> int:
        """Milliseconds for the turn that comes after turns of so many milliseconds each."""
        if self.days:
            return self.days * DAY
        left = self.minutes * MINUTE
        for one in spent:
            left = max(0, left - one) + self.seconds * SECOND
        return left

    @property
    def grace(self) -> int:
        """Milliseconds beyond its time that are the way's: nobody claims before."""
        return DAY // 24 if self.days else 10 * SECOND

    @property
    def patience(self) -> int:
        """Milliseconds that a claim waits for the other's device, before silence is an answer."""
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
}  # what an invitation offers
