"""Stream of the worker's lines about one position after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.contract import Action, State
from engine.match.match import Match
from engine.search.engine_server import as_action, position_question
from engine.search.news import Cancel, Failed, News, Progress

if TYPE_CHECKING:
    from ui.browser.engine_client import EngineClient


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

    `changed` is called when `opinion` or `failed` has become another.
    """

    def __init__(self, engine: EngineClient, changed: Callable[[], None]) -> None:
        self._engine, self._changed = engine, changed
        self._cancel: Cancel | None = None  # of the question that is open
        self.opinion: Opinion | None = None
        self.failed = False

    def ask(self, spot: Spot, threat: bool) -> None:
        """Think about a position from now on; replaces the one before."""
        self.stop()
        self.opinion, self.failed = None, False
        text = position_question(spot.match, spot.at, spot.eyes, threat)
        self._cancel = self._engine.ask(text, self._hear)

    def stop(self) -> None:
        """Stop at once; the last opinion stays."""
        cancel, self._cancel = self._cancel, None
        if cancel is not None:
            cancel()

    def _hear(self, news: News) -> None:
        ended = not isinstance(news, Progress)
        if ended:
            self._cancel = None
        self.failed = isinstance(news, Failed)
        opinion = None if isinstance(news, Failed) else _opinion(news.found, ended)
        self.opinion = opinion or self.opinion
        if opinion is not None or ended:
            self._changed()


def _opinion(found: Mapping[str, Any], ended: bool) -> Opinion | None:
    """Return the opinion in a reply; None before the first line."""
    lines = found.get("lines")
    if lines is None or (not lines and not ended):
        return None
    known = tuple((float(value), as_action(actions)) for value, actions in lines)
    return Opinion(int(found["mover"]), int(found["depth"]), int(found["nodes"]), known, ended)
