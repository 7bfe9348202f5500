"""Turn log: the game as one viewer knows it, in turns with notation, extended as events arrive.

A log may begin in the middle of a long game (`LogPoint`); the earlier turns are computed on demand
by a new log.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.core.contract import CHANCE, AnyGame, Event, State
from engine.core.telling import Telling
from engine.match.match import Match

SLICE = 32  # events read per step


class Turn(NamedTuple):
    """One turn of the log.

    `actor`: player, or CHANCE if nobody decided anything. `text`: notation. `end`: number of true
    events after the turn; it may be secret in itself and never reaches the page. `number`: position
    in the log, from 1. `row`: number of the row in a written record; 0: in none.
    """

    actor: int
    text: str
    end: int
    setup: bool
    events: tuple[Event, ...]
    number: int
    row: int


def written(turns: Sequence[Turn], index: int) -> int:
    """Return the turn number shown on the page: the row, as in a written record.

    A turn without a row (set-up, chance) has the number of the turn before it; 0 before the first
    row."""
    return next((turn.row for turn in reversed(turns[: index + 1]) if turn.row), 0)


class LogPoint(NamedTuple):
    """Point where a log continues: after `end` events, `number` turns and `row` rows; the last row
    is filled up to `column` (a player)."""

    end: int = 0
    number: int = 0
    row: int = 0
    column: int = -1

    def written(self, actor: int) -> LogPoint:
        """Return the point after one more turn, in a new row if the actor's column is filled."""
        fits = self.row > 0 and actor > self.column
        return self._replace(row=self.row if fits else self.row + 1, column=actor)


def beginning(game: AnyGame, start: State) -> LogPoint:
    """Return the point where the log of a game begins: before the first row of its record."""
    row, mover = game.first_number(start), start.current_player()
    if row > 1 and mover > 0:  # the sides before the mover have played in that row
        return LogPoint(row=row, column=mover - 1)
    return LogPoint(row=row - 1, column=len(game.sides))


_NOTHING: Telling = ()


class _TurnTelling(NamedTuple):
    """Telling of the first `events` events of a turn, and the observation after them. `ends`:
    number of happenings after each event."""

    events: int
    state: State
    telling: Telling
    ends: tuple[int, ...]


class Stage(NamedTuple):
    """Event of a turn as its viewer saw it: the observations around it, and what happens in it."""

    before: State
    after: State
    telling: Telling


class TurnLog:
    """Turn log of one viewer.

    It folds only the events redacted for the viewer, which gives exactly the viewer's observations
    (contract rule 5). So the notation cannot disclose anything.
    """

    def __init__(self, match: Match, viewer: int, since: LogPoint | None = None) -> None:
        since = since or beginning(match.game, match.start)
        self.since = since
        self._match = match
        self._viewer = viewer
        # All placements of a player's set-up make one turn; the frame tells when it is over.
        begins_with_setup = match.game.arrangement(match.start) is not None
        self._setup_frame = match.start.frame() if begins_with_setup else None
        self._done: list[Turn] = []
        self._point = since
        self._tellings: dict[int, _TurnTelling] = {}
        self._starts: dict[int, Telling] = {}  # by the number of events before them
        self.forget()

    def forget(self) -> None:
        """Drop the turns that an undo has removed or reopened."""
        total = len(self._match.events)
        if self.since.end > total:
            self.since = beginning(self._match.game, self._match.start)
        self._done = [turn for turn in self._done if turn.end <= total]
        self._point = self._after(self._done)
        self._tellings = {n: told for n, told in self._tellings.items() if n <= self._point.number}
        self._starts = {n: told for n, told in self._starts.items() if n <= total}
        self._count = self._point.end
        self._all: list[Turn] = list(self._done)
        self._state = self._match.state_at(self._count).observation(self._viewer)
        self._open()

    def _after(self, done: list[Turn]) -> LogPoint:
        if not done:
            return self.since
        last = next((turn for turn in reversed(done) if turn.row), None)
        row, column = (last.row, last.actor) if last else (self.since.row, self.since.column)
        return LogPoint(done[-1].end, done[-1].number, row, column)

    def _open(self) -> None:
        self._index = self._state.turn_index()
        self._setup = self._state.frame() == self._setup_frame
        self._before = self._state.clone()
        self._events: list[Event] = []
        self._end = self._count

    def point(self, until: int) -> LogPoint:
        """Return the point after the last turn that ends within the first `until` events."""
        self.turns()
        return self._after(self._done[: bisect_right(self._done, until, key=_end)])

    def turns(self) -> list[Turn]:
        """Return all turns since the start of the log, including the unfinished one."""
        for _ in self.reading():
            pass
        return self._all

    def reading(self) -> Iterator[int]:
        """Read up to the newest event, SLICE events at a time; yields the number of events read."""
        total = len(self._match.events)
        if total == self._count:
            return
        while self._count < total:
            until = min(self._count + SLICE, total)
            for index, event in self._match.observed_events(self._viewer, self._count, until):
                self._add(index, event)
            self._count = until
            yield until
        self._all = [*self._done, *self._turn()]

    def telling_of(self, turn: Turn) -> Telling:
        """Return what happens in a turn of this log, including its automatic start; () for a
        set-up."""
        return () if turn.setup else self._tell(turn).telling

    def telling_since(self, turn: Turn, event: int) -> Telling:
        """Return what happens in a turn from its event `event` on (0: all, including the start)."""
        if turn.setup:
            return ()
        told = self._tell(turn)
        return told.telling[told.ends[event - 1] :] if event else told.telling

    def turn_start(self, count: int) -> Telling:
        """Return the automatic happenings that start the turn beginning after `count` events."""
        if count not in self._starts:
            self._starts[count] = self._started(count)
        return self._starts[count]

    def _started(self, count: int) -> Telling:
        game, told = self._match.game, _NOTHING
        if not game.opens_turns or not count:
            return _NOTHING
        for _, event in self._match.observed_events(self._viewer, count - 1, count):
            before = self._match.state_at(count - 1).observation(self._viewer)
            after = before.clone()
            after.apply(event.action)
            told = tuple(one for one in game.tell(before, event, after, self._viewer) if one.opens)
        return told

    def _tell(self, turn: Turn) -> _TurnTelling:
        known = self._tellings.get(turn.number)
        if known is None or known.events > len(turn.events):
            begin = self._before_turn(turn)
            seen = self._match.state_at(begin).observation(self._viewer)
            known = _TurnTelling(0, seen, self.turn_start(begin), ())
        state, telling, ends = known.state, known.telling, known.ends
        for stage in self._stages(state, turn.events[known.events :]):
            telling += stage.telling
            ends += (len(telling),)
            state = stage.after
        self._tellings[turn.number] = _TurnTelling(len(turn.events), state, telling, ends)
        return self._tellings[turn.number]

    def stages(self, turn: Turn) -> Iterator[Stage]:
        """Yield the events of a turn, each with what the viewer knew before and after it."""
        state = self._match.state_at(self._before_turn(turn)).observation(self._viewer)
        yield from self._stages(state, turn.events)

    def opening(self, turn: Turn) -> Telling:
        """Return the automatic happenings with which the telling of a turn starts."""
        return self.turn_start(self._before_turn(turn))

    def _stages(self, state: State, events: Iterable[Event]) -> Iterator[Stage]:
        game = self._match.game
        for event in events:
            after = state.clone()
            after.apply(event.action)
            told = game.tell(state, event, after, self._viewer)
            yield Stage(state, after, tuple(one for one in told if not one.opens))
            state = after

    def _before_turn(self, turn: Turn) -> int:
        """Return the number of events before a turn."""
        index = turn.number - self.since.number - 2
        return self._all[index].end if index >= 0 else self.since.end

    def until(self, count: int) -> int:
        """Return the number of turns that end within the first `count` events."""
        return bisect_right(self.turns(), count, key=_end)

    def _add(self, index: int, event: Event) -> None:
        if self._setup and self._events and self._events[0].actor != event.actor:
            self._close()
        self._events.append(event)
        self._state.apply(event.action)
        self._end = index + 1
        if not self._setup and self._state.turn_index() != self._index:
            self._close()

    def _close(self) -> None:
        for turn in self._turn():
            self._done.append(turn)
            point = self._point.written(turn.actor) if turn.row else self._point
            self._point = point._replace(end=turn.end, number=turn.number)
        self._open()

    def _turn(self) -> list[Turn]:
        """Return the turn being collected, as a list of one; empty without events."""
        if not self._events:
            return []
        actions = [event.action for event in self._events]
        text = "" if self._setup else self._match.game.log_text(self._before, actions)
        actor = next((event.actor for event in self._events if event.actor >= 0), CHANCE)
        number = self._point.number + 1
        row = self._point.written(actor).row if actor >= 0 and text else 0
        return [Turn(actor, text, self._end, self._setup, tuple(self._events), number, row)]


def _end(turn: Turn) -> int:
    return turn.end
