"""What hardly ever matters is looked at less deeply, or not at all: by how much, and where.

Depths are plies still to go. Whatever seems to win something, answers check or belongs to the turn
before is never cut; a game without `MARGIN` or `null_move` knows no cuts by its evaluation, and one
without `null_move`, as every proof is, leaves nothing out for coming late.
"""

from __future__ import annotations

from math import log

MAX_DEPTH, MAX_NUMBER = 64, 64  # the tables go so far
FULL_DEPTH_ACTIONS = 3  # actions that are looked at in full wherever they come
REDUCTION_BASE, REDUCTION_GROWTH = 0.5, 0.45
LATE_ACTION_COUNTS = (6, 12, 24)  # by depth from 1: actions, as long as the rest is quiet
UNLIMITED = 1_000_000
NULL_MOVE_MIN_DEPTH = 3  # the depth from which a skipped turn is tried
STATIC_NULL_MOVE_MAX_DEPTH = 2  # the depth up to which a judgement alone may be far too good
PRUNING_MAX_DEPTH = len(LATE_ACTION_COUNTS)  # the depth up to which quiet actions may be skipped


def _reduction(depth: int, number: int) -> int:
    if depth < 2 or number < FULL_DEPTH_ACTIONS:
        return 0
    return min(depth - 1, int(REDUCTION_BASE + REDUCTION_GROWTH * log(depth) * log(number)))


_REDUCTIONS = tuple(
    tuple(_reduction(depth, number) for number in range(MAX_NUMBER)) for depth in range(MAX_DEPTH)
)


def late_move_reduction(depth: int, number: int) -> int:
    """How much less deep a quiet action is looked at first, by its place in the order from 0."""
    return _REDUCTIONS[min(depth, MAX_DEPTH - 1)][min(number, MAX_NUMBER - 1)]


def late_action_count(depth: int) -> int:
    """How many actions are looked at near the end when none of them was good enough."""
    return LATE_ACTION_COUNTS[depth - 1] if 0 < depth <= len(LATE_ACTION_COUNTS) else UNLIMITED


def null_move_reduction(depth: int) -> int:
    """How much less deep a position is looked at after a skipped turn."""
    return 3 + depth // 4
