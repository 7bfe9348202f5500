"""Late-move reductions, late move pruning and null-move depths.

Depths are plies to go. Actions that seem to win something, answer a check or complete the previous
turn are never pruned. Pruning by evaluation needs the hints `MARGIN` or `null_move`, late move
pruning needs `null_move`; exercise proofs switch both off (`Hints.thorough`).
"""

from __future__ import annotations

from math import log

MAX_DEPTH, MAX_NUMBER = 64, 64  # size of the table of reductions
FULL_DEPTH_ACTIONS = 3  # first actions of a node, never reduced
REDUCTION_BASE, REDUCTION_GROWTH = 0.5, 0.45
LATE_ACTION_COUNTS = (6, 12, 24)  # by depth from 1
UNLIMITED = 1_000_000
NULL_MOVE_MIN_DEPTH = 3  # null moves are searched from this depth on
STATIC_NULL_MOVE_MAX_DEPTH = 2  # static null move up to this depth
PRUNING_MAX_DEPTH = len(LATE_ACTION_COUNTS)  # quiet actions may be pruned up to it


def _reduction(depth: int, number: int) -> int:
    if depth < 2 or number < FULL_DEPTH_ACTIONS:
        return 0
    return min(depth - 1, int(REDUCTION_BASE + REDUCTION_GROWTH * log(depth) * log(number)))


_REDUCTIONS = tuple(
    tuple(_reduction(depth, number) for number in range(MAX_NUMBER)) for depth in range(MAX_DEPTH)
)


def late_move_reduction(depth: int, number: int) -> int:
    """Return the plies by which the quiet action `number` (from 0) is reduced."""
    return _REDUCTIONS[min(depth, MAX_DEPTH - 1)][min(number, MAX_NUMBER - 1)]


def late_action_count(depth: int) -> int:
    """Return how many actions are searched before the remaining quiet ones are pruned."""
    return LATE_ACTION_COUNTS[depth - 1] if 0 < depth <= len(LATE_ACTION_COUNTS) else UNLIMITED


def null_move_reduction(depth: int) -> int:
    """Return the plies by which the search after a null move is reduced."""
    return 3 + depth // 4
