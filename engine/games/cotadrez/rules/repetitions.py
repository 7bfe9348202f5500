"""How often a position has occurred in a game that is kept as a linked list, newest first."""

from __future__ import annotations

from typing import Any

Position = tuple[Any, ...]
Seen = tuple[Any, ...] | None  # (position, the list before it)
Counted = tuple[Seen, dict[Position, int]]  # a list and how often each position of it occurs

EVERY = 32  # turns that are looked through one by one before they are counted


def times(position: Position, seen: Seen, known: Counted) -> tuple[int, Counted]:
    """How often `position` is in `seen`, and what is counted from now on. The older part of a long
    list, `known`, is not looked through again."""
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
