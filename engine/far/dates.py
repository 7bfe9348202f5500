"""Dates of letters: how far they may lie ahead, and dates and durations as texts that need no
translation.

A letter is dated at most MOST_AHEAD after those it names, so that no table reaches the last date
that can be written. After that date no clock could run and no claim on time could be made.
"""

from __future__ import annotations

from engine.match.clock import DAY, SECOND

MOST_AHEAD = 366 * DAY
LAST_FIRST = 1 << 47  # latest date of a letter that names no dated one


def latest_date(least: int) -> int:
    """Return the latest date of a letter. `least`: the latest date of those it names, 0: none."""
    return least + MOST_AHEAD if least else LAST_FIRST


def date_of(at: int) -> str:
    """Return milliseconds since 1970 as `2026-11-26 08:05:09`, UTC."""
    days, rest = divmod(at, DAY)
    era, day = divmod(days + 719_468, 146_097)  # from 1 March of year 0, in eras of 400 years
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153  # March is 0
    day += 1 - (153 * month + 2) // 5
    year += 400 * era + (month > 9)
    seconds = rest // SECOND
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{year:04}-{(month + 2) % 12 + 1:02}-{day:02} {clock}"


def span_of(millis: int) -> str:
    """Return a duration as `4 d 03:02:01`, or `3:02:01` below a day."""
    days, seconds = divmod(millis // SECOND, DAY // SECOND)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    clock = f"{minutes:02}:{seconds % 60:02}"
    return f"{days} d {hours:02}:{clock}" if days else f"{hours}:{clock}"
