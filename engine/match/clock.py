"""Time controls: days per turn, or minutes per player with an increment, or an hourglass, or a
bank of hours that fills up by some hours a turn to at most so many days.

Far tables use days, minutes or a bank (engine/far/timing.py): there each decision states the time
that its author has used.
People who share a device use minutes or an hourglass (ui/session/table_clock.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

DAY, HOUR, MINUTE, SECOND = 86_400_000, 3_600_000, 60_000, 1_000  # milliseconds
MOST_DAYS, MOST_MINUTES, MOST_SECONDS = 60, 600, 600
LASTING = 1 << 60  # milliseconds: no cap
_TEXT = re.compile(r"(h?)([1-9][0-9]{0,2})(?:[+ ]([0-9]{1,3}))?", re.ASCII)


class Clock(NamedTuple):
    """Days per turn, or minutes per player and seconds of increment per turn; all 0: no clock.

    `hourglass`: the time a player uses goes to the next one; there is no increment then. With days
    and minutes it is a bank: minutes at the start, seconds more a turn, days at most."""

    days: int = 0
    minutes: int = 0
    seconds: int = 0
    hourglass: bool = False

    @property
    def good(self) -> bool:
        """Whether the combination is valid and within bounds."""
        if self.bank:
            hours, more, days = self.bank
            whole = self == bank_of(hours, more, days)
            return whole and hours <= 24 * days and more <= 24 and days <= MOST_DAYS
        if self.days:
            return self.days <= MOST_DAYS and self == Clock(self.days)
        if self.hourglass and (self.seconds or not self.minutes):
            return False
        return self.minutes <= MOST_MINUTES and self.seconds <= MOST_SECONDS * bool(self.minutes)

    @property
    def bank(self) -> tuple[int, ...]:
        """Hours at the start, hours more a turn and days at most; empty if it is no bank."""
        if not (self.days and self.minutes):
            return ()
        return self.minutes * MINUTE // HOUR, self.seconds * SECOND // HOUR, self.days

    def left(self, spent: Sequence[int], start: int | None = None) -> int:
        """Return the milliseconds left for the next turn, after turns that took `spent` each.
        `start`: what there was at the start, if not all."""
        if self.days and not self.bank:
            return self.days * DAY
        most = self.days * DAY or LASTING
        left = self.minutes * MINUTE if start is None else start
        for one in spent:
            left = min(most, max(0, left - one) + self.seconds * SECOND)
        return left

    @property
    def text(self) -> str:
        """A clock of minutes in short: `10+5`, or `h5` for an hourglass."""
        return f"h{self.minutes}" if self.hourglass else f"{self.minutes}+{self.seconds}"

    @property
    def grace(self) -> int:
        """Milliseconds after time is over before the opponent may claim: delay of delivery."""
        return DAY // 24 if self.days else 10 * SECOND

    @property
    def patience(self) -> int:
        """Milliseconds a claim waits for an answer of the other device before it succeeds."""
        return DAY if self.days else 2 * MINUTE


def bank_of(hours: int, more: int, days: int) -> Clock:
    """Return the clock of a bank, by the numbers of `Clock.bank`."""
    return Clock(days, hours * HOUR // MINUTE, more * HOUR // SECOND)


def read_clock(text: object) -> Clock | None:
    """Return the clock of a text such as `10+5`, `10` or `h5`; None for anything else.

    A space may stand for the plus sign, since that is how addresses write it."""
    found = _TEXT.fullmatch(text) if isinstance(text, str) else None
    if found is None or (found[1] and found[3]):
        return None
    clock = Clock(0, int(found[2]), int(found[3] or 0), bool(found[1]))
    return clock if clock.good else None


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
