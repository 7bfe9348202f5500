"""The log in words: what is told of each turn, a little at a time where a log is long."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from engine.core.telling import Telling
from ui.session.history import NEWEST
from ui.session.session import Session
from ui.session.turns import Turn


class Chronicle:
    """The tellings of a session's turns, for whoever is in front."""

    def __init__(self, session: Session, clock: Callable[[], float] = time.perf_counter) -> None:
        self._session, self._clock = session, clock
        self._known: dict[object, Telling] = {}
        self._wanted: list[Turn] = []

    def of(self, turns: Sequence[Turn]) -> list[Telling]:
        """What is known of these turns; the newest always is, the others are wanted from now on."""
        for turn in turns[-NEWEST:]:
            self._tell(turn)
        self._wanted = [turn for turn in turns if self._key(turn) not in self._known]
        return [self._known.get(self._key(turn), ()) for turn in turns]

    @property
    def waiting(self) -> bool:
        return bool(self._wanted)

    def step(self, seconds: float) -> bool:
        """Works for about this long, from the newest turn back. False when nothing is wanted."""
        until = self._clock() + seconds
        while self._wanted and self._clock() < until and self._session.curtain is None:
            turn = self._wanted.pop()
            if turn.end <= self._session.count:  # otherwise it has been taken back meanwhile
                self._tell(turn)
        return bool(self._wanted)

    def _key(self, turn: Turn) -> object:
        return (self._session.viewer, turn.number, turn.events)

    def _tell(self, turn: Turn) -> None:
        key = self._key(turn)
        if key not in self._known:
            self._known[key] = self._session.history.telling_of(turn)
