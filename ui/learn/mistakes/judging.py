"""Judging of a finished game: asks the worker about one decision after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.search.analysis import Verdict
from engine.search.engine_server import as_action
from engine.search.news import Answer, Cancel, News, Progress
from ui.learn.mistakes.decisions import Mistake, Past, PastDecision, worst
from ui.learn.mistakes.judged_game import JudgedTurn, judged_turns
from ui.shell.ports import EngineClient


class Judging:
    """Run of questions to the worker; results stay when it is stopped, and it can be resumed.

    `changed` is called after every turn, on failure, and at the end.
    """

    def __init__(
        self, engine: EngineClient, past: Past, people: Sequence[int], changed: Callable[[], None]
    ) -> None:
        self._engine, self._past, self._changed = engine, past, changed
        self._people = tuple(people)
        self._waiting = [one for seat in past.seats(people) for one in past.decisions(seat)]
        self.of = len({one[::2] for one in self._waiting})  # number of turns to judge
        self._verdicts: dict[PastDecision, Verdict | None] = {}
        self._cancel: Cancel | None = None  # of the pending question
        self.going = False
        self.failed = False

    @property
    def ready(self) -> bool:
        return not self._waiting

    @property
    def done(self) -> int:
        """Return how many turns are judged."""
        return self.of - len({one[::2] for one in self._waiting})

    def start(self) -> None:
        if not self.going and not self.ready:
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
        told = {one: v for one, v in self._verdicts.items() if (one.seat, one.turn) in settled}
        return {
            seat: worst({one: v for one, v in told.items() if one.seat == seat})
            for seat in self._people
        }

    def _ask(self) -> None:
        self._cancel = self._engine.ask(self._past.question(self._waiting[0]), self._hear)

    def _hear(self, news: News) -> None:
        if isinstance(news, Progress):
            return
        self._cancel = None
        if not isinstance(news, Answer):
            self.failed, self.going = True, False
            self._changed()
            return
        one = self._waiting.pop(0)
        self._verdicts[one] = _verdict(news.found.get("verdict"))
        self.going = bool(self._waiting)
        if self._waiting:
            self._ask()
        if not self._waiting or self._waiting[0].turn != one.turn:
            self._changed()


def _verdict(value: Any) -> Verdict | None:
    if value is None:
        return None
    better, best, played, lines = as_action(value)
    return Verdict(better, best, played, lines)
