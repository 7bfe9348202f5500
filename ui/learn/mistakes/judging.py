"""Judging of a finished game: asks the worker about one decision after the other.

It begins with the last one, so that the turning point is known long before the whole game is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.search.analysis import Verdict
from engine.search.engine_server import as_action
from engine.search.news import Answer, Cancel, News, Progress
from ui.learn.mistakes.decisions import Mistake, Past, PastDecision, worst
from ui.learn.mistakes.judged_game import JudgedTurn, judged_turns
from ui.learn.mistakes.turning_point import DEEPER, TurningPoint, confirmed, search_back

if TYPE_CHECKING:
    from ui.browser.engine_client import EngineClient


class Judging:
    """Run of questions to the worker; results stay when it is stopped, and it can be resumed.

    `changed` is called after every turn, on failure, and at the end. `moment`: the turning point,
    once it is known.
    """

    def __init__(
        self, engine: EngineClient, past: Past, people: Sequence[int], changed: Callable[[], None]
    ) -> None:
        self._engine, self._past, self._changed = engine, past, changed
        self._people = tuple(people)
        known = [one for seat in past.seats(people) for one in past.decisions(seat)]
        self._waiting = sorted(known, key=lambda one: -one.at)
        self.of = len({one[::2] for one in self._waiting})  # number of turns to judge
        self._verdicts: dict[PastDecision, Verdict | None] = {}
        self._found: TurningPoint | bool = past.match.viewer is not None  # see `search_back`
        self._deeper: dict[PastDecision, Verdict | None] = {}  # of the deeper search on it
        self._cancel: Cancel | None = None  # of the pending question
        self._most = 0  # turns that are judged before it stops; 0: all
        self.moment: TurningPoint | None = None
        self.going = False
        self.failed = False

    @property
    def ready(self) -> bool:
        return not self._waiting and not isinstance(self._found, TurningPoint)

    @property
    def done(self) -> int:
        """Return how many turns are judged."""
        return self.of - len({one[::2] for one in self._waiting})

    def start(self, most: int = 0) -> None:
        """Judge the game; or, with `most`, only until its turning point is known, and at most so
        many turns."""
        self._most = most
        if not self.going and self._wanted():
            self.going, self.failed = True, False
            self._ask()

    def stop(self) -> None:
        """Stop at once; the pending question is cancelled."""
        self.going = False
        cancel, self._cancel = self._cancel, None
        if cancel is not None:
            cancel()

    def turns(self) -> list[JudgedTurn]:
        """Return the judged turns of all players, in the order of the game."""
        return judged_turns(self._verdicts, self._past.open_game)

    def found(self) -> dict[int, list[Mistake]]:
        """Return the mistakes found so far of the people, by seat; only of turns with a settled
        value."""
        settled = {(one.seat, one.turn) for one in self.turns() if one.settled}
        ordered = sorted(self._verdicts.items(), key=lambda one: one[0].at)
        told = {one: v for one, v in ordered if (one.seat, one.turn) in settled}
        return {
            seat: worst({one: v for one, v in told.items() if one.seat == seat})
            for seat in self._people
        }

    def _wanted(self) -> bool:
        """Return whether there is more to ask."""
        if isinstance(self._found, TurningPoint) or not self._most:
            return not self.ready
        return bool(self._waiting) and not self._found and self.done < self._most

    def _ask(self) -> None:
        if isinstance(self._found, TurningPoint):
            text = self._past.question(self._unsure(self._found)[0], DEEPER)
        else:
            text = self._past.question(self._waiting[0])
        self._cancel = self._engine.ask(text, self._hear)

    def _hear(self, news: News) -> None:
        if isinstance(news, Progress):
            return
        self._cancel = None
        if not isinstance(news, Answer):
            self.failed, self.going = True, False
            self._changed()
            return
        verdict, point = _verdict(news.found.get("verdict")), self._found
        if isinstance(point, TurningPoint):
            told = self._confirm(point, verdict)
        else:
            told = self._judge(verdict)
        self.going = self._wanted()
        if self.going:
            self._ask()
        if told or not self.going:
            self._changed()

    def _unsure(self, point: TurningPoint) -> list[PastDecision]:
        """Return the decisions that the deeper search has not judged yet."""
        return [one for one, _ in point.readings if one not in self._deeper]

    def _judge(self, verdict: Verdict | None) -> bool:
        """Keep a verdict; return whether its turn is judged."""
        one = self._waiting.pop(0)
        self._verdicts[one] = verdict
        turned = not self._waiting or self._waiting[0][::2] != one[::2]
        if turned and not self._found:
            self._found = search_back(self._past, self.turns())
        return turned

    def _confirm(self, point: TurningPoint, verdict: Verdict | None) -> bool:
        """Keep a verdict of the deeper search; return whether it was the last one."""
        self._deeper[self._unsure(point)[0]] = verdict
        if self._unsure(point):
            return False
        self.moment, self._found = confirmed(self._past, point, self._deeper), True
        return True


def _verdict(value: Any) -> Verdict | None:
    if value is None:
        return None
    better, best, played, lines = as_action(value)
    return Verdict(better, best, played, lines)
