"""Long work as a generator, so that a page can show progress and cancel it.

Such a function yields a `Step` after each event read or played and returns its result at the end.
To cancel, drop the generator: nothing outside it has changed before it returns.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypeVar

Wanted = TypeVar("Wanted")


class Step(NamedTuple):
    """Progress: `done` of `total` events; total 0 if unknown, `done` -1 while none is read yet.
    `listing`: the events are already read and are being listed as turns."""

    done: int
    total: int = 0
    listing: bool = False


SORTING = Step(-1)  # of a text whose events are not being read yet

SHORT = 20_000  # characters that are looked through at once
Steps = Generator[Step, None, Wanted]


def pause(text: str) -> Steps[None]:
    """Let a step end here if the text that is looked through is long."""
    if len(text) > SHORT:
        yield SORTING


def finish(steps: Steps[Wanted]) -> Wanted:
    """Run all steps and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            wanted: Wanted = end.value
            return wanted
