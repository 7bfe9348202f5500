"""The game so far as one viewer knows it: turns in notation, extended as events arrive.

A log may begin in the middle of a long game (`LogPoint`); what came before is worked out when
somebody wants to see it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core.contract import CHANCE, Event, State
from engine.core.telling import Telling
from engine.match.match import Match

SLICE = 32  # events that are read at once


class Turn(NamedTuple):
    """A turn in the log: whose (CHANCE: nobody's), its notation, its events, how many events there
    are after it, its number in the log, and the row in which players write it down (0: in none).

    `end` counts true events, which may be a secret in itself: it never reaches the page.
    """

    actor: int
    text: str
    end: int
    setup: bool
    events: tuple[Event, ...]
    number: int
    row: int


def written(turns: Sequence[Turn], index: int) -> int:
    """The number of a turn wherever the page names one: that of its row in the log, as players and
    records write it down. A turn in no row (a set-up, a draw of chance) has the number of the turn
    before it; 0 before the first row."""
    return next((turn.row for turn in reversed(turns[: index + 1]) if turn.row), 0)


class LogPoint(NamedTuple):
    """Where a log can go on: after `end` events, `number` turns and `row` rows, the last of which
    is taken up to `column` (a player)."""

    end: int = 0
    number: int = 0
    row: int = 0
    column: int = -1

    def written(self, actor: int) -> LogPoint:
        """After one more turn in the rows: a new one when that column is taken, or passed."""
        fits = self.row > 0 and actor > self.column
        return self._replace(row=self.row if fits else self.row + 1, column=actor)


def beginning(match: Match) -> LogPoint:
    """Return where the log of a match begins: before the row that its record begins with."""
    row, mover = match.game.first_number(match.start), match.start.current_player()
    if row > 1 and mover > 0:  # the sides before the mover have played in that row
        return LogPoint(row=row, column=mover - 1)
    return LogPoint(row=row - 1, column=len(match.game.sides))


_NOTHING: Telling = ()


class _TurnTelling(NamedTuple):
    """The telling of the first `events` events of a turn, and what was seen after them. `ends`: how
    many happenings there are after each of these events."""

    events: int
    state: State
    telling: Telling
    ends: tuple[int, ...]


class TurnLog:
    """Folds what the viewer was told and nothing else (contract rule 5: that gives exactly his
    observations), so the notation cannot say more than he knows."""

    def __init__(self, match: Match, viewer: int, since: LogPoint | None = None) -> None:
        since = since or beginning(match)
        self.since = since
        self._match = match
        self._viewer = viewer
        # A set-up is asked for in one frame from the start; its many placements are one entry.
        begins_with_setup = match.game.arrangement(match.start) is not None
        self._setup_frame = match.start.frame() if begins_with_setup else None
        self._done: list[Turn] = []
        self._point = since
        self._tellings: dict[int, _TurnTelling] = {}
        self._starts: dict[int, Telling] = {}  # by the number of events before them
        self.forget()

    def forget(self) -> None:
        """After an undo: only turns that are over before the newest event are kept."""
        total = len(self._match.events)
        if self.since.end > total:
            self.since = beginning(self._match)
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
        """After the last turn that is over after `until` events."""
        self.turns()
        return self._after(self._done[: bisect_right(self._done, until, key=_end)])

    def turns(self) -> list[Turn]:
        """The turns since the log begins, the one that is being played included."""
        for _ in self.reading():
            pass
        return self._all

    def reading(self) -> Iterator[int]:
        """Reads on to the newest event, a slice at a time; yields how many events it is at."""
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
        """What happens in a turn of this log, event by event, from what begins it on; of a set-up
        nothing is told."""
        return () if turn.setup else self._tell(turn).telling

    def telling_since(self, turn: Turn, event: int) -> Telling:
        """The same from this event of the turn on (0: its first one)."""
        if turn.setup:
            return ()
        told = self._tell(turn)
        return told.telling[told.ends[event - 1] :] if event else told.telling

    def turn_start(self, count: int) -> Telling:
        """What happens by itself after `count` events, at the start of the turn they lead to."""
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
        game, state, telling, ends = self._match.game, known.state, known.telling, known.ends
        for event in turn.events[known.events :]:
            after = state.clone()
            after.apply(event.action)
            told = game.tell(state, event, after, self._viewer)
            telling += tuple(one for one in told if not one.opens)
            ends += (len(telling),)
            state = after
        self._tellings[turn.number] = _TurnTelling(len(turn.events), state, telling, ends)
        return self._tellings[turn.number]

    def _before_turn(self, turn: Turn) -> int:
        """How many events there are before a turn."""
        index = turn.number - self.since.number - 2
        return self._all[index].end if index >= 0 else self.since.end

    def until(self, count: int) -> int:
        """How many of the turns are over after `count` events."""
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
        """The turn that is being collected, if anything happened in it."""
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
