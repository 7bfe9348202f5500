"""Positions of a finished game, one after each turn, which the slider leads to."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from engine.core.contract import CHANCE
from ui.session.session import Session
from ui.session.turns import Turn, written


class Point(NamedTuple):
    """One position of the game.

    `turn`, `actor`, `text`: log number (0: before the first), player (CHANCE: none) and notation of
    the turn that led to it. `end`: number of true events; like `Turn.end` it never reaches the
    page.
    """

    turn: int
    actor: int
    text: str
    end: int


class Review:
    """Positions of one game. `ready`: the whole log is known, which may take several steps."""

    def __init__(self, session: Session, clock: Callable[[], float] = time.perf_counter) -> None:
        self.viewer = session.viewer
        self.points: list[Point] = []
        self.ready = False
        self._session, self._events = session, session.count
        self._clock = clock
        self._log = session.unrolling()

    def fits(self, session: Session) -> bool:
        """Return whether the review still applies: same viewer, same number of events."""
        return self._events == session.count and self.viewer == session.viewer

    def step(self, seconds: float) -> bool:
        """Read the log for about `seconds`. Return whether more remains."""
        until = self._clock() + seconds
        while not self.ready and self._clock() < until:
            if next(self._log, None) is None:
                self.points, self.ready = _points(self._session.log()), True
        return not self.ready

    def end(self, index: int) -> int | None:
        """Return the number of events at a point; None for the last one, the current position."""
        return self.points[index].end if 0 <= index < len(self.points) - 1 else None

    def at(self, count: int | None) -> int:
        """Return the index of the point for the position after `count` events; None: the last."""
        if count is None:
            return len(self.points) - 1
        return max(sum(point.end <= count for point in self.points) - 1, 0)


def _points(turns: list[Turn]) -> list[Point]:
    """Return the points: the start, and the ends of the turns. The whole set-up is one point, with
    no actor and no text."""
    laid = max((turn.end for turn in turns if turn.setup), default=0)
    found = [Point(0, CHANCE, "", laid)]
    for index, turn in enumerate(turns):
        if turn.end > laid:
            found.append(Point(written(turns, index), turn.actor, turn.text, turn.end))
    return found
