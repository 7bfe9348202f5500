"""Budgets of nodes and seconds, levels, and the generator protocol of a search.

A search is a generator that yields its `SearchProgress` every few nodes, so that its driver can
draw a frame, check the clock or abandon it. A search with a budget of nodes is reproducible.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from engine.core.contract import Action

SLICE = 16  # nodes between two yields: about 15 ms in the page
CLOCK_EVERY = 4  # nodes between two readings of the clock

T = TypeVar("T")


class Exhausted(Exception):
    """Raised by `Budget.spend` when nothing is left; the results so far stay valid."""


@dataclass(slots=True)
class SearchProgress:
    """State of a running search. `depth` and `determinizations` count what is completed;
    `value`: −1…1 for the player to move at the root."""

    depth: int = 0
    nodes: int = 0
    determinizations: int = 0
    best: Action | None = None
    value: float = 0.0


SearchSteps = Generator[SearchProgress, None, T]


@dataclass(frozen=True, slots=True)
class Level:
    """Settings of one playing strength.

    `margin`: actions at most this much worse than the best are chosen at random; `taste`: below 1,
    the margin is capped at this share of the spread between best and worst. `determinizations`:
    samples of a position with hidden information. `checkmate`: own turns of the checkmate search.
    `attention`: probability of considering replies at all, and of noticing each capture. `style`:
    one of `engine.search.styles`, or empty."""

    depth: int
    margin: float
    nodes: int
    seconds: float
    determinizations: int
    checkmate: int = 0
    attention: float = 1.0
    style: str = ""
    taste: float = 1.0


class Budget:
    """Limit of nodes and seconds, whichever ends first; 0: no limit.

    Time management may extend a budget, but not a share of one."""

    __slots__ = ("_clock", "_deadline", "_parent", "_started", "cancelled", "limit", "nodes")

    def __init__(
        self,
        nodes: int = 0,
        seconds: float = 0.0,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.nodes = 0
        self.limit = nodes
        self.cancelled = False
        self._parent: Budget | None = None
        self._clock = clock
        self._started = clock() if seconds else 0.0
        self._deadline = self._started + seconds if seconds else 0.0

    def cancel(self) -> None:
        """End the search at its next node."""
        self.cancelled = True

    def spend(self) -> bool:
        """Count a node; return True when it is time to yield. Raises Exhausted."""
        if self.cancelled or (self.limit and self.nodes >= self.limit):
            raise Exhausted
        if self._parent is not None:
            self._parent.spend()
        self.nodes += 1
        if self._deadline and self.nodes % CLOCK_EVERY == 0 and self._clock() >= self._deadline:
            raise Exhausted
        return self.nodes % SLICE == 0

    def exhausted(self) -> bool:
        """Return whether nothing is left."""
        if self.cancelled or (self.limit and self.nodes >= self.limit):
            return True
        return bool(self._deadline) and self._clock() >= self._deadline

    def used_share(self) -> float:
        """Return the spent share of nodes or seconds, whichever is larger; 0 without a limit."""
        share = self.nodes / self.limit if self.limit else 0.0
        if self._deadline:
            given = max(self._deadline - self._started, 1e-9)
            share = max(share, (self._clock() - self._started) / given)
        return share

    def extend(self, factor: float) -> None:
        """Multiply the whole limit by `factor`; no effect on a share."""
        if self._parent is None:
            self.limit = int(self.limit * factor)
            self._deadline = self._started + (self._deadline - self._started) * factor

    def share(self, count: int) -> Budget:
        """Return a budget of 1/`count` of what is left; its nodes count here too."""
        part = Budget(clock=self._clock)
        part._parent = self
        if self.limit:
            part.limit = max(1, (self.limit - self.nodes) // count)
        if self._deadline:
            now = part._started = self._clock()
            part._deadline = now + max(0.0, self._deadline - now) / count
        return part


def finish(thinking: SearchSteps[T]) -> T:
    """Run a search to its end and return its result."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            found: T = end.value
            return found
