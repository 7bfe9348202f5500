"""The computer's opinions of set-ups, one at a time, from the worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.match.match import MatchConfig
from engine.search.engine_server import setup_question
from engine.search.news import Cancel, Failed, News, Progress

if TYPE_CHECKING:
    from ui.browser.engine_client import EngineClient


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
        self._cancel: Cancel | None = None  # of the question that is open
        self.about = ""  # the set-up asked about
        self.opinions: dict[str, SetupOpinion] = {}
        self.failed = False

    def ask(self, text: str) -> None:
        """Ask about a set-up; replaces the question before."""
        self.stop()
        self.opinions.pop(text, None)
        self.failed = False
        self.about = text
        question = setup_question(self._config, self._seat, text)
        self._cancel = self._engine.ask(question, self._hear)

    def stop(self) -> None:
        """Stop at once; what was found so far stays."""
        cancel, self._cancel, self.about = self._cancel, None, ""
        if cancel is not None:
            cancel()

    def _hear(self, news: News) -> None:
        ended, about = not isinstance(news, Progress), self.about
        found = {} if isinstance(news, Failed) else news.found
        chances = tuple(round(100 * one) for one in found.get("chances", ()))
        if ended:
            self._cancel, self.about = None, ""
            self.failed = not chances
        if chances:
            self.opinions[about] = SetupOpinion(chances, int(found["depth"]), ended)
        if chances or ended:
            self._changed()
