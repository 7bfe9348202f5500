"""Long work a little at a time, as reading a text from elsewhere or a stored game: the page stays
alive, tells how far it is, and the person can stop it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from engine.core.errors import AsedioError
from engine.core.steps import Step, Steps

FIRST_SLICE = 0.2  # seconds: what is read by then opens without a word
SLICE = 0.04  # seconds the page may stand still from then on

Wanted = TypeVar("Wanted")


class ReadingTask(Generic[Wanted]):
    """One piece of work. `found` or `refusal` is there when it is over."""

    def __init__(
        self, steps: Steps[Wanted], clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._steps = steps
        self._clock = clock
        self.step = Step(0)
        self.found: Wanted | None = None
        self.refusal: AsedioError | None = None

    def go_on(self) -> bool:
        """Works for a slice, one step at least; True when it is over. What comes before the first
        step (code is imported, a board is compiled) cannot be stopped and does not count."""
        first = not self.step.done
        try:
            self.step = next(self._steps)
            end = self._clock() + (FIRST_SLICE if first else SLICE)
            while self._clock() < end:
                self.step = next(self._steps)
        except StopIteration as done:
            self.found = done.value
        except AsedioError as refusal:
            self.refusal = refusal
        return self.found is not None or self.refusal is not None

    def result(self) -> Wanted:
        """What was found. Raises what it was refused with."""
        if self.refusal is not None:
            raise self.refusal
        assert self.found is not None
        return self.found
