"""Text from elsewhere, read a little at a time: the page stays alive, tells how far it is, and the
person can stop it."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.core.errors import AsedioError
from engine.core.steps import Step
from engine.match.match import Match
from ui import share

FIRST_SLICE = 0.2  # seconds: what is read by then opens without a word
SLICE = 0.04  # seconds the page may stand still from then on


class Reading:
    """One text being read. `match` or `refusal` is there when it is over."""

    def __init__(self, text: str, clock: Callable[[], float] = time.perf_counter) -> None:
        self._steps = share.reading(text)
        self._clock = clock
        self.step = Step(0)
        self.match: Match | None = None
        self.refusal: AsedioError | None = None

    def go_on(self) -> bool:
        """Reads for a slice, one event at least; True when it is over."""
        end = self._clock() + (SLICE if self.step.done else FIRST_SLICE)
        try:
            self.step = next(self._steps)
            while self._clock() < end:
                self.step = next(self._steps)
        except StopIteration as done:
            self.match = done.value
        except AsedioError as refusal:
            self.refusal = refusal
        return self.match is not None or self.refusal is not None
