"""What hardly ever matters is looked at less deeply, or not at all: by how much, and where.

Depths are plies still to go. Whatever seems to win something, answers check or belongs to the turn
before is never cut; a game without `MARGIN` or `null_move` knows no cuts by its evaluation, and one
without `null_move`, as every proof is, leaves nothing out for coming late.
"""

from __future__ import annotations

from math import log

DEEPEST, MOST = 64, 64  # the tables go so far
FIRST_LATE = 3  # actions that are looked at in full wherever they come
LATE_BASE, LATE_GROWTH = 0.5, 0.45
LOOKED_AT = (6, 12, 24)  # by depth from 1: actions, as long as the rest is quiet
EVERY = 1_000_000
SKIP_FROM = 3  # the depth from which a skipped turn is tried
STATIC_TO = 2  # the depth up to which a judgement alone may be far too good
SKIPPED_TO = len(LOOKED_AT)  # the depth up to which quiet actions may be skipped


def _less(depth: int, number: int) -> int:
    if depth < 2 or number < FIRST_LATE:
        return 0
    return min(depth - 1, int(LATE_BASE + LATE_GROWTH * log(depth) * log(number)))


_LATE = tuple(tuple(_less(depth, number) for number in range(MOST)) for depth in range(DEEPEST))


def late(depth: int, number: int) -> int:
    """How much less deep a quiet action is looked at first, by its place in the order from 0."""
    return _LATE[min(depth, DEEPEST - 1)][min(number, MOST - 1)]


def looked_at(depth: int) -> int:
    """How many actions are looked at near the end when none of them was good enough."""
    return LOOKED_AT[depth - 1] if 0 < depth <= len(LOOKED_AT) else EVERY


def skipping(depth: int) -> int:
    """How much less deep a position is looked at after a skipped turn."""
    return 3 + depth // 4
