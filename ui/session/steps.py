"""Stepping through the positions of a game, one turn at a time.

`ends`: number of events at the end of each turn the viewer knows. `at`: number of events of the
position shown; None: the current position. None is always the last step, even if events the viewer
does not know of have followed the last turn.
"""

from __future__ import annotations

from collections.abc import Sequence


def turns_before(ends: Sequence[int], at: int | None) -> int:
    """Return the number of turns before the position."""
    return len(ends) if at is None else sum(end <= at for end in ends)


def can_go_back(ends: Sequence[int], at: int | None) -> bool:
    return turns_before(ends, at) > 0


def back(ends: Sequence[int], at: int | None) -> int | None:
    """Return the position one turn earlier, or `at` if there is none."""
    index = turns_before(ends, at)
    return [0, *ends][index - 1] if index else at


def forward(ends: Sequence[int], at: int | None) -> int | None:
    """Return the position one turn later; None for the current one."""
    index = turns_before(ends, at)
    return ends[index] if index + 1 < len(ends) else None
