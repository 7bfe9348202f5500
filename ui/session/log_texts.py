"""Tellings of the turns in the log, computed in small steps because a log can be long."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from engine.core.telling import Telling
from ui.session.history import NEWEST
from ui.session.session import Session
from ui.session.turns import Turn


class Chronicle:
    """Cache of the tellings of a session's turns, per viewer."""

    def __init__(self, session: Session, clock: Callable[[], float] = time.perf_counter) -> None:
        self._session, self._clock = session, clock
        self._known: dict[object, Telling] = {}
        self._wanted: list[Turn] = []

    def of(self, turns: Sequence[Turn]) -> list[Telling]:
        """Return the tellings of these turns, () where not computed yet; `step` computes the rest.

        The newest turns are always computed at once."""
        for turn in turns[-NEWEST:]:
            self._tell(turn)
        self._wanted = [turn for turn in turns if self._key(turn) not in self._known]
        return [self._known.get(self._key(turn), ()) for turn in turns]

    @property
    def waiting(self) -> bool:
        return bool(self._wanted)

    def step(self, seconds: float) -> bool:
        """Compute for about `seconds`, newest turn first. Return whether more remains."""
        until = self._clock() + seconds
        while self._wanted and self._clock() < until and self._session.curtain is None:
            turn = self._wanted.pop()
            if turn.end <= self._session.count:  # otherwise it has been taken back
                self._tell(turn)
        return bool(self._wanted)

    def _key(self, turn: Turn) -> object:
        return (self._session.viewer, self._session.unproved, turn.number, turn.events)

    def _tell(self, turn: Turn) -> None:
        key = self._key(turn)
        if key not in self._known:
            self._known[key] = self._session.history.telling_of(turn)
