"""Repetition count over a linked list of positions, newest first."""

from __future__ import annotations

from typing import Any

Position = tuple[Any, ...]
Seen = tuple[Any, ...] | None  # (position, the list before it)
Counted = tuple[Seen, dict[Position, int]]  # a list and the occurrences of each of its positions

EVERY = 32  # turns searched one by one before they are added to the counts


def times(position: Position, seen: Seen, known: Counted) -> tuple[int, Counted]:
    """Return (occurrences of `position` in `seen`, counts for the next call). `known`: counts of
    the older part of the list, which is not searched again."""
    base, counted = known
    found, node, steps = 0, seen, 0
    while node is not None and node is not base:
        found += node[0] == position
        node, steps = node[1], steps + 1
    if base is not None and node is base:
        found += counted.get(position, 0)
    return found, (seen, _count(seen)) if steps > EVERY else known


def _count(node: Seen) -> dict[Position, int]:
    counted: dict[Position, int] = {}
    while node is not None:
        counted[node[0]] = counted.get(node[0], 0) + 1
        node = node[1]
    return counted
