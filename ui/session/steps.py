"""Stepping through a game: which positions there are before and after the one that is looked at.

`ends`: how many events there are after each turn, as the person in front knows them. `at`: number
of events of the position looked at; None: the game as it stands, which is the last of the steps
even if something he knows nothing of has happened since.
"""

from __future__ import annotations

from collections.abc import Sequence


def turns_before(ends: Sequence[int], at: int | None) -> int:
    """Number of turns before the position."""
    return len(ends) if at is None else sum(end <= at for end in ends)


def can_go_back(ends: Sequence[int], at: int | None) -> bool:
    return turns_before(ends, at) > 0


def back(ends: Sequence[int], at: int | None) -> int | None:
    """The position one turn earlier; where there is none, the one that is looked at."""
    index = turns_before(ends, at)
    return [0, *ends][index - 1] if index else at


def forward(ends: Sequence[int], at: int | None) -> int | None:
    """The position one turn later."""
    index = turns_before(ends, at)
    return ends[index] if index + 1 < len(ends) else None
