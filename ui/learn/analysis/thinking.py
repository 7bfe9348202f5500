"""Stream of the worker's lines about one position after another."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.core.contract import Action, State
from engine.match.match import Match
from engine.search.engine_server import as_action, position_question
from ui.shell.ports import EngineClient

FIRST_MS, POLL_MS = 30, 200  # between two looks at the worker: until the first line, and later


class Spot(NamedTuple):
    """A position to look at: the first `at` events of a match. `eyes`: the player through whose
    eyes it is seen; None: the whole truth."""

    match: Match
    at: int
    eyes: int | None = None

    def state(self) -> State:
        """Return the position as the engine sees it."""
        state = self.match.state_at(self.at)
        return state if self.eyes is None else state.observation(self.eyes)

    def key(self) -> tuple[object, ...]:
        """Return a value that is equal for equal positions of one match."""
        return (id(self.match), self.match.events[: self.at], self.eyes)


class Opinion(NamedTuple):
    """What the worker thinks so far.

    `mover`: the player whom the values are for, −1 if there is no such position. `lines`: (value
    −1…1, actions), best first. `ended`: it looks no deeper.
    """

    mover: int
    depth: int
    nodes: int
    lines: tuple[tuple[float, tuple[Action, ...]], ...]
    ended: bool


class Thinking:
    """Search of one position at a time, deepened until `stop`.

    `changed` is called when `opinion`, `failed` or `going` has become another.
    """

    def __init__(self, engine: EngineClient, changed: Callable[[], None]) -> None:
        self._engine, self._changed = engine, changed
        self._number = 0  # of the question; 0: none
        self._heard = ""
        self.opinion: Opinion | None = None
        self.failed = False

    @property
    def going(self) -> bool:
        return self._number > 0

    def ask(self, spot: Spot, threat: bool) -> None:
        """Think about a position from now on; replaces the one before."""
        self.stop()
        self.opinion, self.failed, self._heard = None, False, ""
        self._number = 1 + secrets.randbits(30)  # unique on this page
        self._engine.ask(position_question(spot.match, spot.at, self._number, spot.eyes, threat))
        self._listen(self._number)

    def stop(self) -> None:
        """Stop at once; the last opinion stays."""
        if self._number:
            self._engine.cancel(self._number)
            self._number = 0

    def _listen(self, number: int) -> None:
        def now() -> None:
            if self._number == number:
                self._engine.ask_reply(lambda text: self._hear(number, text))

        self._engine.later(POLL_MS if self.opinion is not None else FIRST_MS, now)

    def _hear(self, number: int, text: str) -> None:
        if self._number != number:
            return
        word = json.loads(text)
        if word.get("number") != number:
            self._listen(number)
            return
        ended = "actions" in word
        self.failed = "error" in word
        if ended:
            self._number = 0
        else:
            self._listen(number)
        opinion = None if self.failed else _opinion(word, ended)
        if self.failed or (opinion is not None and _lines(word) != self._heard) or ended:
            self._heard = _lines(word)
            self.opinion = opinion or self.opinion
            self._changed()


def _lines(word: dict[str, Any]) -> str:
    return json.dumps([word.get("lines"), word.get("depth")])


def _opinion(word: dict[str, Any], ended: bool) -> Opinion | None:
    """Return the opinion in a reply; None before the first line."""
    lines = word.get("lines")
    if lines is None or (not lines and not ended):
        return None
    found = tuple((float(value), as_action(actions)) for value, actions in lines)
    return Opinion(int(word["mover"]), int(word["depth"]), int(word["nodes"]), found, ended)
