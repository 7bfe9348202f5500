"""How far a node is looked at, and the step to the next one that leaves something to decide."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import CHANCE, Action, State
from engine.search.hints import Hints

QUIET_PLIES = 6  # how long exchanges are followed


class Reach(NamedTuple):
    """How far a node is looked at: plies still to go, plies from the root, and how many of an
    exchange may follow."""

    depth: int
    ply: int
    calm: int = QUIET_PLIES

    def below(self, less: int = 1) -> Reach:
        """That of a child, `less` plies less deep."""
        return Reach(self.depth - less, self.ply + 1, self.calm)

    def beyond(self) -> int:
        """How far into an exchange, as a depth: 0 where it begins, less and less in it."""
        return self.calm - QUIET_PLIES


def step(hints: Hints, state: State, action: Action, reach: Reach) -> tuple[State, Reach]:
    """What an action leads to, and that node's reach. Whatever follows with one answer that stands
    for all is gone through at once: it takes the depth it would have taken, and no node."""
    child = state.clone()
    child.apply(action)
    if hints.forced is None:
        return child, reach
    while True:
        pending = hints.pending(child)
        only = hints.forced(child) if pending or reach.depth > 0 else None
        if only is None:
            return child, reach
        reach = reach.below(0 if pending or child.current_player() == CHANCE else 1)
        child.apply(only)
