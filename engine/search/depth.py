"""How far a node is looked at, and the step to the next one that leaves something to decide."""

from __future__ import annotations

from engine.core.contract import CHANCE, Action, State
from engine.search.hints import Hints

QUIESCENCE_PLIES = 6  # how long exchanges are followed


# Plies still to go, plies from the root, and how many of an exchange may follow.
NodeDepth = tuple[int, int, int]


def step(hints: Hints, state: State, action: Action, depths: NodeDepth) -> tuple[State, NodeDepth]:
    """What an action leads to, and that node's reach. Whatever follows with one answer that stands
    for all is gone through at once: it takes the depth it would have taken, and no node."""
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
