"""History of a match as each viewer knows it: turn logs, observations after every turn, and the
bookmarks from which both continue when the game is reopened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from engine.core.contract import SPECTATOR, State
from engine.core.scene import Scene
from engine.core.telling import Happening, Telling
from engine.core.texts import Message, player_name
from engine.match.match import Match
from engine.match.snapshot import freeze
from ui.session.revision import Cached
from ui.session.seating import Seating
from ui.session.seats import people
from ui.session.stages import between
from ui.session.turns import Stage, Turn, TurnLog

BOOKMARK_EVERY = 64  # events
NEWEST = 2  # turns whose tellings are computed at once
BOOKMARK_BEHIND = 12  # newest events left out of a bookmark: they may still be taken back


class History:
    """Turn logs and observations of one match.

    `logs`: logs already started, by viewer. Methods that answer for the seated player raise
    IllegalAction while the device changes hands.
    """

    def __init__(self, match: Match, seating: Seating, logs: Mapping[int, TurnLog]) -> None:
        self._match, self._seating = match, seating
        self._logs = dict(logs)
        self._bookmarked = min((log.since.end for log in logs.values()), default=0)
        self._course = Cached(self._replayed)

    def log(self) -> TurnLog:
        """Return the log of the seated player."""
        return self._log(self._seating.eyes())

    def _log(self, viewer: int) -> TurnLog:
        who = self._eyes(viewer)
        if who not in self._logs:
            self._logs[who] = TurnLog(self._match, who)
        return self._logs[who]

    def _eyes(self, viewer: int) -> int:
        """Return the key of a viewer's log: games without secrets share the spectator's."""
        secrets = self._match.viewer is not None or self._match.game.info.has_secrets
        return viewer if secrets else SPECTATOR

    def telling_of(self, turn: Turn) -> Telling:
        """Return what happened in a turn, as the seated player knows it."""
        return self._ruled(turn, self.log().telling_of(turn))

    def telling_since(self, turn: Turn, event: int) -> Telling:
        """Return what happened in a turn from its event `event` on (0: the first)."""
        return self._ruled(turn, self.log().telling_since(turn, event))

    def board_after(self, turn: Turn, told: int) -> Scene:
        """Return the scene after the first `told` happenings of a turn, from what the seated player
        knew then; what has been revealed since is not shown."""
        log, viewer = self.log(), self._seating.seated
        left, scene = told - len(log.opening(turn)), self._match.game.scene
        for stage in log.stages(turn):
            if left < len(stage.telling):
                before, after = (scene(one, viewer) for one in (stage.before, stage.after))
                return between(before, after, stage.telling[: max(left, 0)])
            left -= len(stage.telling)
            last = stage.after
        return scene(last, viewer)

    def stages(self, turn: Turn) -> list[Stage]:
        """Return the events of a turn, each with what the seated player knew around it."""
        return list(self.log().stages(turn))

    def _ruled(self, turn: Turn, telling: Telling) -> Telling:
        """Return the telling of a turn; if the board was not proved, with that as the end of the
        game in place of the end that the moves gave."""
        lost = self._match.unproved
        if lost is None or turn.number != self.log().turns()[-1].number:
            return telling
        words = Message("table.unproved", who=player_name(lost))
        return (*(one for one in telling if one.kind != "end"), Happening("end", words))

    def turn_start(self, turn: Turn) -> Telling:
        """Return the automatic happenings that start the turn after `turn`."""
        return self.log().turn_start(turn.end)

    def ends(self) -> list[int]:
        """Return the number of events at the end of each turn of the log."""
        return [turn.end for turn in self.log().turns()]

    def earlier(self) -> bool:
        """Return whether the log was started from a bookmark, so earlier turns are missing."""
        return self.log().since.end > 0

    def before(self) -> int:
        """Return the number of events before the start of the log."""
        return self._log(self._seating.seated).since.end

    def unrolling(self) -> Iterator[int]:
        """Rebuild the log from the first event, in steps; it replaces the old one at the end."""
        who = self._eyes(self._seating.seated)
        whole = TurnLog(self._match, who)
        yield from whole.reading()
        self._logs[who] = whole

    def replay(self, ends: Collection[int]) -> Iterator[tuple[int, State | None]]:
        """Replay the game, yielding (number of events, state) from 0 on. The state is the seated
        player's observation at the counts in `ends`, else None."""
        viewer = self._seating.eyes()
        state = self._match.start.clone()
        yield 0, state.observation(viewer) if 0 in ends else None
        for number, event in enumerate(self._match.events, 1):
            state.apply(event.action)
            yield number, state.observation(viewer) if number in ends else None

    def public(self) -> tuple[Scene, Telling]:
        """Return the spectator's scene and telling of the newest turn, to be shown on the
        curtain."""
        match, log = self._match, self._log(SPECTATOR)
        turn = next((turn for turn in reversed(log.turns()) if not turn.setup), None)
        last, telling = ((), ()) if turn is None else (turn.events, log.telling_of(turn))
        telling += log.turn_start(log.turns()[-1].end) if log.turns() else ()
        return match.game.scene(match.state.observation(SPECTATOR), SPECTATOR, last), telling

    def ahead(self, viewer: int) -> None:
        """Compute the newest tellings for `viewer` in advance, while the device is handed over."""
        log = self._log(viewer)
        for turn in log.turns()[-NEWEST:]:
            log.telling_of(turn)

    def course(self) -> list[State]:
        """Return the seated player's observations at the start and after every turn of the log."""
        return self._course.get((len(self._match.events), self._seating.seated))

    def _replayed(self) -> list[State]:
        return [state for _, state in self.replay({0, *self.ends()}) if state is not None]

    def begin_again(self) -> None:
        """Drop all logs: the match was rebuilt from the complete events."""
        self._logs.clear()
        self.forget()

    def forget(self) -> None:
        """Drop what depends on events that were taken back."""
        self._course.clear()
        for log in self._logs.values():
            log.forget()
        self._bookmarked = min(self._bookmarked, len(self._match.events))

    def new_bookmark(self) -> tuple[int, dict[str, Any]] | None:
        """Return a new bookmark and its number of events; None unless BOOKMARK_EVERY events have
        been added since the last one.

        It holds the state at the end of a turn and, for every viewer of this device, the point
        where the log continues."""
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
