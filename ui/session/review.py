"""How a finished game went: what every position was worth to one side, worked out bit by bit.

Only what the person in front saw at the time is judged, as the replay shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from itertools import pairwise
from typing import NamedTuple

from engine.core.contract import CHANCE
from ui.session.session import Session
from ui.session.turns import Turn

EVEN = 0.08  # below this nobody is better
BANDS = ((EVEN, "even"), (0.25, "slight"), (0.6, "clear"), (1.0, "won"))


class Point(NamedTuple):
    """A position of the game: the number of the turn before it as the log has it (0: before the
    first), whose turn that was (CHANCE: nobody's), its notation, and what the position is worth to
    the side of the course, −1…1.

    `end` counts true events; like `Turn.end` it never reaches the page.
    """

    turn: int
    actor: int
    text: str
    end: int
    value: float


class Review:
    """The points of one game. `side`: whose values they are."""

    def __init__(self, session: Session, clock: Callable[[], float] = time.perf_counter) -> None:
        self.viewer = session.viewer
        self.side = _side(session)
        self.points: list[Point] = []
        self.ready = False
        self._events = session.count
        self._clock = clock
        self._work = self._run(session)

    def fits(self, session: Session) -> bool:
        """Whether it is still this game, seen by the same person."""
        return self.viewer == session.viewer and self._events == session.count

    def step(self, seconds: float) -> bool:
        """Works for about this long. False when everything is known."""
        until = self._clock() + seconds
        while not self.ready and self._clock() < until:
            self.ready = next(self._work, True)
        return not self.ready

    def _run(self, session: Session) -> Generator[bool]:
        """Yields False after every event. The set-up is over in one point."""
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

    def end(self, index: int) -> int | None:
        """Number of events at a point; None for the last one, which is the game itself."""
        return self.points[index].end if 0 <= index < len(self.points) - 1 else None

    def at(self, count: int | None) -> int:
        """The point that shows the position after `count` events; None: the game itself."""
        if count is None:
            return len(self.points) - 1
        return max(sum(point.end <= count for point in self.points) - 1, 0)

    def turning(self) -> int:
        """The point after the turn that changed most; 0 when none changed anything. The end of the
        game itself counts for nothing: it was decided before."""
        values = [point.value for point in self.points[:-1]]
        steps = [abs(after - before) for before, after in pairwise(values)]
        most = max(steps, default=0.0)
        return steps.index(most) + 1 if most > EVEN else 0


def band(value: float) -> str:
    """`even`, `slight`, `clear`, `won`, or `over` at the end: for whom, the sign says."""
    return next((name for limit, name in BANDS if abs(value) < limit), "over")


def _point(turn: Turn | None, number: int, end: int, value: float) -> Point:
    """`turn` None: before the first."""
    if turn is None or turn.setup:
        return Point(number, CHANCE, "", end, value)
    return Point(number, turn.actor, turn.text, end, value)


def _side(session: Session) -> int:
    """The person in front where there is one; among several who see everything, the first."""
    if session.viewer >= 0 and (session.game.info.has_secrets or any(session.levels)):
        return session.viewer
    return 0
