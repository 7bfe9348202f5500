"""Change counter, and cached values that are recomputed after a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Revision:
    """Counter of changes to what is shown."""

    def __init__(self) -> None:
        self.number = 0

    def bump(self) -> None:
        """Note a change."""
        self.number += 1


class Cached(Generic[T]):
    """Cached value, recomputed when its stamp changes. `last`: the most recent value."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._stamp: object = None
        self.last: T | None = None
        self._made = False

    def get(self, stamp: object) -> T:
        """Return the value. `stamp`: anything that changes with its inputs, such as a revision."""
        if not self._made or self._stamp != stamp:
            self.last = self._make()
            self._stamp, self._made = stamp, True
        return self.last  # type: ignore[return-value]  # made above

    def clear(self) -> None:
        """Forget the value."""
        self._stamp, self.last, self._made = None, None, False
