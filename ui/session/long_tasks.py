"""Runner for long tasks in time slices, such as importing a text or opening a stored game, so that
the page can respond, show progress and cancel."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from engine.core.errors import AsedioError
from engine.core.steps import Step, Steps

FIRST_SLICE = 0.15  # seconds; work done by then shows no progress
SLICE = 0.04  # seconds the page may be blocked in later slices

Wanted = TypeVar("Wanted")


class ReadingTask(Generic[Wanted]):
    """One task. `begin` starts it; `found` or `refusal` is set when it has finished; `step` is its
    progress."""

    def __init__(
        self, begin: Callable[[], Steps[Wanted]], clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._begin = begin
        self._steps = begin()
        self._clock = clock
        self.step = Step(0)
        self.found: Wanted | None = None
        self.refusal: AsedioError | None = None

    def go_on(self) -> bool:
        """Run for one slice, at least one step. Return whether the task has finished.

        The first step does not count against the slice: it imports and compiles the game and
        cannot be interrupted. After any other error, such as code that is not here yet, the next
        slice begins the task again."""
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
        except BaseException:
            self._steps = self._begin()
            raise
        return self.found is not None or self.refusal is not None

    def result(self) -> Wanted:
        """Return the result of a finished task, or raise the error that ended it."""
        if self.refusal is not None:
            raise self.refusal
        assert self.found is not None
        return self.found
