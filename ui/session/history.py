"""The game so far as each person at the table knows it: the logs, what was seen after every turn,
and where all of that can go on when the game is opened again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from engine.core.contract import SPECTATOR, State
from engine.core.scene import Scene
from engine.core.telling import Telling
from engine.match.match import Match
from engine.match.snapshot import freeze
from ui.session.revision import Cached
from ui.session.seating import Seating
from ui.session.seats import people
from ui.session.turns import Turn, TurnLog

BOOKMARK_EVERY = 64  # events
NEWEST = 2  # turns that are told at once
BOOKMARK_BEHIND = 12  # events: those that may be taken back are looked at again at once


class History:
    """`logs`: by viewer those that have been begun, from the start or from a point on. What is said
    of the person in front raises IllegalAction while the device changes hands."""

    def __init__(self, match: Match, seating: Seating, logs: Mapping[int, TurnLog]) -> None:
        self._match, self._seating = match, seating
        self._logs = dict(logs)
        self._bookmarked = min((log.since.end for log in logs.values()), default=0)
        self._course = Cached(self._replayed)

    def log(self) -> TurnLog:
        """Of the person in front."""
        return self._log(self._seating.eyes())

    def _log(self, viewer: int) -> TurnLog:
        who = self._eyes(viewer)
        if who not in self._logs:
            self._logs[who] = TurnLog(self._match, who)
        return self._logs[who]

    def _eyes(self, viewer: int) -> int:
        """Who stands for a viewer in the logs: where nothing is secret there is one for all."""
        secrets = self._match.viewer is not None or self._match.game.info.has_secrets
        return viewer if secrets else SPECTATOR

    def telling_of(self, turn: Turn) -> Telling:
        """What happened in a turn of the log, as the person in front knows it."""
        return self.log().telling_of(turn)

    def telling_since(self, turn: Turn, event: int) -> Telling:
        """The same from this event of the turn on (0: its first one)."""
        return self.log().telling_since(turn, event)

    def turn_start(self, turn: Turn) -> Telling:
        """What happened by itself after a turn, at the start of the one that follows it."""
        return self.log().turn_start(turn.end)

    def ends(self) -> list[int]:
        """How many events there are after each turn of the log."""
        return [turn.end for turn in self.log().turns()]

    def earlier(self) -> bool:
        """Whether there are turns before those of the log."""
        return self.log().since.end > 0

    def before(self) -> int:
        """How many events lie before the log."""
        return self._log(self._seating.seated).since.end

    def unrolling(self) -> Iterator[int]:
        """Works out the log from the beginning, bit by bit."""
        who = self._eyes(self._seating.seated)
        whole = TurnLog(self._match, who)
        yield from whole.reading()
        self._logs[who] = whole

    def replay(self, ends: Collection[int]) -> Iterator[tuple[int, State | None]]:
        """The game once more, from the start (0) event by event: the number of events, and after
        those in `ends` what the person in front saw."""
        viewer = self._seating.eyes()
        state = self._match.start.clone()
        yield 0, state.observation(viewer) if 0 in ends else None
        for number, event in enumerate(self._match.events, 1):
            state.apply(event.action)
            yield number, state.observation(viewer) if number in ends else None

    def public(self) -> tuple[Scene, Telling]:
        """The table and the newest turn as everybody has seen them: they may stand on the
        curtain."""
        match, log = self._match, self._log(SPECTATOR)
        turn = next((turn for turn in reversed(log.turns()) if not turn.setup), None)
        last, telling = ((), ()) if turn is None else (turn.events, log.telling_of(turn))
        telling += log.turn_start(log.turns()[-1].end) if log.turns() else ()
        return match.game.scene(match.state.observation(SPECTATOR), SPECTATOR, last), telling

    def ahead(self, viewer: int) -> None:
        """Reads the newest turns as `viewer` will know them, while the device is on its way to
        him: whoever lifts the curtain does not wait for that."""
        log = self._log(viewer)
        for turn in log.turns()[-NEWEST:]:
            log.telling_of(turn)

    def course(self) -> list[State]:
        """What the person in front saw at the start and after every turn of the log."""
        return self._course.get((len(self._match.events), self._seating.seated))

    def _replayed(self) -> list[State]:
        return [state for _, state in self.replay({0, *self.ends()}) if state is not None]

    def begin_again(self) -> None:
        """The match has begun anew, with what is known now: nothing that was read of it holds."""
        self._logs.clear()
        self.forget()

    def forget(self) -> None:
        """Events were taken back."""
        self._course.clear()
        for log in self._logs.values():
            log.forget()
        self._bookmarked = min(self._bookmarked, len(self._match.events))

    def new_bookmark(self) -> tuple[int, dict[str, Any]] | None:
        """Every so often what opening the game would otherwise have to work out again, and of how
        many events: the state after the last turn that everybody knows to be over, and where the
        logs stand, those of all who share the device included."""
        total = len(self._match.events)
        if total - self._bookmarked < BOOKMARK_EVERY or not self._logs:
            return None
        here = map(self._eyes, people(self._seating.seats))
        viewers, until = {*self._logs, *here}, total - BOOKMARK_BEHIND
        points = {viewer: self._log(viewer).point(until) for viewer in viewers}
        count = min(point.end for point in points.values())
        frozen = freeze(self._match.game, self._match.state_at(count)) if count else None
        self._bookmarked = total
        if frozen is None:
            return None
        return count, {
            "state": frozen,
            "logs": {str(who): list(one) for who, one in points.items()},
        }
