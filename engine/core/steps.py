"""Long work in small steps, so that whoever waits can show how far it is, and stop it.

A function that may take long is a generator: it yields a `Step` after each small piece (an event
read or played) and returns what was wanted. Dropping the generator stops the work; nothing outside
has changed until it returns.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypeVar

Wanted = TypeVar("Wanted")


class Step(NamedTuple):
    """`done` events of `total`; 0: not known beforehand. `listing`: of those that were read, in the
    list of turns."""

    done: int
    total: int = 0
    listing: bool = False


Steps = Generator[Step, None, Wanted]


def finish(steps: Steps[Wanted]) -> Wanted:
    """All of it at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            wanted: Wanted = end.value
            return wanted
