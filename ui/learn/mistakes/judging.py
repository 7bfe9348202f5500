"""Judging of a finished game: asks the worker about one decision after the other."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from engine.search.analysis import Verdict
from engine.search.engine_server import as_action
from ui.learn.mistakes.decisions import Mistake, Past, PastDecision, worst
from ui.learn.mistakes.judged_game import JudgedTurn, judged_turns
from ui.shell.ports import EngineClient

POLL_MS = 30


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
        self._number = 0  # of the pending question; 0: none
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
        if self.going:
            self._engine.cancel(self._number)
            self._number, self.going = 0, False

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
        self._number = 1 + secrets.randbits(30)  # unique on this page
        self._engine.ask(self._past.question(self._waiting[0], self._number))
        self._listen(self._number)

    def _listen(self, number: int) -> None:
        def now() -> None:
            if self._number == number:
                self._engine.ask_reply(lambda text: self._hear(number, text))

        self._engine.later(POLL_MS, now)

    def _hear(self, number: int, text: str) -> None:
        if self._number != number:
            return
        word = json.loads(text)
        if word.get("number") != number or "actions" not in word:
            self._listen(number)
            return
        self._number = 0
        if "error" in word:
            self.failed, self.going = True, False
            self._changed()
            return
        one = self._waiting.pop(0)
        self._verdicts[one] = _verdict(word.get("verdict"))
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
