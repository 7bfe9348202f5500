"""Time controls and times left, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.texts import Message
from engine.match.clock import MOST_MINUTES, MOST_SECONDS, NO_CLOCK, SECOND, Clock

TENTHS = 10 * SECOND  # below this a clock at one device shows tenths of a second


def clock_words(t: Callable[..., str], clock: Clock) -> str:
    """Return the description of a time control."""
    if clock == NO_CLOCK:
        return t("clock.none")
    if clock.bank:
        hours, more, most = clock.bank
        return t("clock.bank", h=hours, more=more, most=24 * most)
    if clock.days:
        return t("clock.days", n=clock.days)
    if clock.hourglass:
        return t("clock.hourglass", n=clock.minutes)
    return t("clock.minutes", n=clock.minutes, s=clock.seconds)


def rest_words(t: Callable[..., str], sides: Sequence[str], left: Sequence[int]) -> str:
    """Return that clocks go on, with the milliseconds `left` of each of the first sides."""
    times = [
        t("clock.rest.one", side=t(f"side.{side}"), left=left_words(t, one, False))
        for side, one in zip(sides, left, strict=False)
    ]
    return t("clock.rest", all=", ".join(times))


def refused_clock() -> Message:
    """Return the message that refuses a clock out of bounds."""
    return Message("clock.refused", minutes=MOST_MINUTES, seconds=MOST_SECONDS)


def left_words(t: Callable[..., str], left: int, days: bool, tenths: bool = False) -> str:
    """Return `left` milliseconds as the clock shows them. `days`: the control is in days.
    `tenths`: of a second, while little time is left (static/clock.js writes the same)."""
    seconds = left // SECOND
    if not days:
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        if tenths and left < TENTHS:
            return f"0:{seconds:02}.{left // 100 % 10}"
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    whole, hours = divmod(seconds // 3600, 24)
    if whole:
        return t("clock.left.days", n=whole, h=hours)
    return t("clock.left.hours", n=hours, m=seconds // 60 % 60)
