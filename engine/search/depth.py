"""Depth bookkeeping; `step` plays forced replies without spending nodes."""

from __future__ import annotations

from engine.core.contract import CHANCE, Action, State
from engine.search.hints import Hints

QUIESCENCE_PLIES = 6  # longest quiescence search


# Depth of a node: plies to go, plies from the root, quiescence plies left.
NodeDepth = tuple[int, int, int]


def step(hints: Hints, state: State, action: Action, depths: NodeDepth) -> tuple[State, NodeDepth]:
    """Return the position after `action` and its depths.

    Replies that the hint `forced` names are played at once: they cost depth, but no node."""
    child = state.clone()
    child.apply(action)
    if hints.forced is None:
        return child, depths
    while True:
        pending = hints.pending(child)
        depth, ply, quiet_plies = depths
        only = hints.forced(child) if pending or depth > 0 else None
        if only is None:
            return child, depths
        depths = (depth - (not pending and child.current_player() != CHANCE), ply + 1, quiet_plies)
        child.apply(only)
