"""Review of a finished game: a static count of every position, computed in steps.

It counts what the seated player saw at the time, as the replay shows it. No reply is searched, so
the page draws the values and says nothing about who was better; `ui.learn.mistakes` searches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import NamedTuple

from engine.core.contract import CHANCE
from ui.session.session import Session
from ui.session.turns import Turn


class Point(NamedTuple):
    """One position of the game.

    `turn`, `actor`, `text`: log number (0: before the first), player (CHANCE: none) and notation of
    the turn that led to it. `value`: −1…1 for the review's side. `end`: number of true events; like
    `Turn.end` it never reaches the page.
    """

    turn: int
    actor: int
    text: str
    end: int
    value: float


class Review:
    """Review of one game. `side`: the player the values are for; `ready`: all are computed."""

    def __init__(self, session: Session, clock: Callable[[], float] = time.perf_counter) -> None:
        self.viewer = session.viewer
        self.side = _side(session)
        self.points: list[Point] = []
        self.ready = False
        self._events, self._unproved = session.count, session.unproved
        self._clock = clock
        self._work = self._run(session)

    def fits(self, session: Session) -> bool:
        """Return whether the review still applies: same viewer, same number of events, same end."""
        same = self._events == session.count and self._unproved == session.unproved
        return same and self.viewer == session.viewer

    def step(self, seconds: float) -> bool:
        """Compute for about `seconds`. Return whether more remains."""
        until = self._clock() + seconds
        while not self.ready and self._clock() < until:
            self.ready = next(self._work, True)
        return not self.ready

    def _run(self, session: Session) -> Generator[bool]:
        """Compute the points, yielding False after every event. The whole set-up is one point."""
        game, side = session.game, self.side
        for _ in session.unrolling():
            yield False
        turns = {turn.end: turn for turn in session.log()}
        number = 0
        laid = max((turn.end for turn in turns.values() if turn.setup), default=0)
        ends = {end for end in turns if end >= laid} | ({0} if not laid else set())
        for end, seen in session.history.replay(ends):
            turn = turns.get(end)
            number = turn.row if turn is not None and turn.row else number
            if seen is not None:
                self.points.append(_point(turn, number, end, game.evaluate(seen, side)))
            if end:
                yield False
        if (lost := self._unproved) is not None:
            result = -1.0 if lost == side else 1.0
            self.points[-1] = self.points[-1]._replace(value=result)

    def end(self, index: int) -> int | None:
        """Return the number of events at a point; None for the last one, the current position."""
        return self.points[index].end if 0 <= index < len(self.points) - 1 else None

    def at(self, count: int | None) -> int:
        """Return the index of the point for the position after `count` events; None: the last."""
        if count is None:
            return len(self.points) - 1
        return max(sum(point.end <= count for point in self.points) - 1, 0)


def _point(turn: Turn | None, number: int, end: int, value: float) -> Point:
    """Return a point; `turn` is None at the start. A set-up has no actor and no text."""
    if turn is None or turn.setup:
        return Point(number, CHANCE, "", end, value)
    return Point(number, turn.actor, turn.text, end, value)


def _side(session: Session) -> int:
    """Return the side to evaluate for: the seated player, or 0 if all people see the same."""
    if session.viewer >= 0 and (session.game.info.has_secrets or any(session.levels)):
        return session.viewer
    return 0
