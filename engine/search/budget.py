"""How much a search may think, and how it shares the machine with others.

A search is a generator: it yields its `Progress` every few nodes, so that whoever drives it can
draw a frame, look at the clock or stop listening. Counting nodes makes it reproducible; counting
seconds makes it bearable.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from engine.core.contract import Action

SLICE = 16  # nodes between two yields: about 15 ms in the page
CLOCK_EVERY = 4  # nodes between two looks at the clock

T = TypeVar("T")


class Exhausted(Exception):
    """The budget is spent; what was found so far counts."""


@dataclass(slots=True)
class Progress:
    """How far a search is. `depth`: the last one completed; `determinizations`: those
    completed; `value`: −1…1 for whoever is to decide."""

    depth: int = 0
    nodes: int = 0
    determinizations: int = 0
    best: Action | None = None
    value: float = 0.0


SearchSteps = Generator[Progress, None, T]


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a player is. `margin`: how much worse than the best an action may be and still be
    chosen; `determinizations`: how many a hidden position is taken for; `checkmate`: within how
    many own turns a forced win is seen. `attention`: how often it thinks of the answer at all, and
    how likely it notices each thing that can be taken. `style`: one of `engine.search.styles`.
    `taste`: below 1 the margin is at most this share of what parts the best from the worst, so that
    nobody does the worst because little is at stake."""

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
    """Nodes and seconds, whichever ends first; 0 means without limit. A search in doubt extends its
    own (`engine.search.time_management`), never a share of a whole."""

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
        """The next node ends the search."""
        self.cancelled = True

    def spend(self) -> bool:
        """Counts a node. True when it is time to yield. Raises Exhausted."""
        if self.cancelled or (self.limit and self.nodes >= self.limit):
            raise Exhausted
        if self._parent is not None:
            self._parent.spend()
        self.nodes += 1
        if self._deadline and self.nodes % CLOCK_EVERY == 0 and self._clock() >= self._deadline:
            raise Exhausted
        return self.nodes % SLICE == 0

    def exhausted(self) -> bool:
        """Whether nothing is left."""
        if self.cancelled or (self.limit and self.nodes >= self.limit):
            return True
        return bool(self._deadline) and self._clock() >= self._deadline

    def used_share(self) -> float:
        """The share that is spent, of nodes or seconds, whichever is more; 0 without limit."""
        share = self.nodes / self.limit if self.limit else 0.0
        if self._deadline:
            given = max(self._deadline - self._started, 1e-9)
            share = max(share, (self._clock() - self._started) / given)
        return share

    def extend(self, factor: float) -> None:
        """As much more in all; what is shared with others stays as it is."""
        if self._parent is None:
            self.limit = int(self.limit * factor)
            self._deadline = self._started + (self._deadline - self._started) * factor

    def share(self, count: int) -> Budget:
        """A `count`-th of what is left, as a budget of its own whose nodes are spent here too."""
        part = Budget(clock=self._clock)
        part._parent = self
        if self.limit:
            part.limit = max(1, (self.limit - self.nodes) // count)
        if self._deadline:
            now = part._started = self._clock()
            part._deadline = now + max(0.0, self._deadline - now) / count
        return part


def finish(thinking: SearchSteps[T]) -> T:
    """Drives a search to its end and returns what it found."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            found: T = end.value
            return found
