"""The computer's opinions of set-ups, one at a time, from the worker."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import NamedTuple

from engine.match.match import MatchConfig
from engine.search.engine_server import setup_question
from ui.shell.ports import EngineClient

POLL_MS = 150


class SetupOpinion(NamedTuple):
    """Winning chances in percent against the replies looked at so far, and how deep each was
    searched."""

    chances: tuple[int, ...]
    depth: int
    ended: bool

    @property
    def average(self) -> int:
        return round(sum(self.chances) / len(self.chances))


class Weighing:
    """Asks for the chances of one set-up at a time. `changed`: called with every news."""

    def __init__(
        self, engine: EngineClient, config: MatchConfig, seat: int, changed: Callable[[], None]
    ) -> None:
        self._engine, self._config, self._seat = engine, config, seat
        self._changed = changed
        self._number = 0  # of the question; 0: none
        self.about = ""  # the set-up asked about
        self.opinions: dict[str, SetupOpinion] = {}
        self.failed = False

    def ask(self, text: str) -> None:
        """Ask about a set-up; replaces the question before."""
        self.stop()
        self.opinions.pop(text, None)
        self.failed = False
        self._number, self.about = 1 + secrets.randbits(30), text
        self._engine.ask(setup_question(self._config, self._seat, text, self._number))
        self._listen(self._number)

    def stop(self) -> None:
        """Stop at once; what was found so far stays."""
        if self._number:
            self._engine.cancel(self._number)
        self._number, self.about = 0, ""

    def _listen(self, number: int) -> None:
        def now() -> None:
            if self._number == number:
                self._engine.ask_reply(lambda text: self._hear(number, text))

        self._engine.later(POLL_MS, now)

    def _hear(self, number: int, text: str) -> None:
        word = json.loads(text)
        if self._number != number:
            return
        if word.get("number") != number:
            self._listen(number)
            return
        ended, about = "actions" in word, self.about
        chances = tuple(round(100 * one) for one in word.get("chances", ()))
        if ended:
            self._number, self.about = 0, ""
            self.failed = "error" in word or not chances
        else:
            self._listen(number)
        if chances and not self.failed:
            self.opinions[about] = SetupOpinion(chances, int(word["depth"]), ended)
        if chances or ended:
            self._changed()
