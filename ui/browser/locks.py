"""Which tab of this browser plays a game: the one that holds its lock (Web Locks).

Where there are no locks, as in a frame without storage, every tab plays for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PREFIX = "asedio:"
Told = Callable[[bool], None]


class Locks:
    """At most one lock at a time. Asked for anew it lets go of the one before."""

    def __init__(self) -> None:
        self._release: Any = None
        self._round = 0

    def hold(self, name: str, told: Told, take: bool = False) -> None:
        """`told(True)` when this tab has the lock, `told(False)` when another one does, as often as
        that changes. `take`: away from whoever has it."""
        self.release()
        self._ask(name, told, self._round, {"steal": True} if take else {"ifAvailable": True})

    def release(self) -> None:
        """Others may have it."""
        self._round += 1
        release, self._release = self._release, None
        if release is not None:
            release()

    def _ask(self, name: str, told: Told, number: int, how: dict[str, bool]) -> None:
        import js
        from pyodide.ffi import create_once_callable, to_js
        from pyscript.ffi import is_none

        def granted(lock: Any) -> Any:
            if number != self._round:
                return None
            told(not is_none(lock))
            if is_none(lock):
                self._ask(name, told, number, {})  # in line, for when the other tab is closed
                return None
            kept = js.Promise.withResolvers()
            self._release = kept.resolve
            return kept.promise

        def lost(problem: Any) -> None:
            if number != self._round:
                return
            stolen = getattr(problem, "name", "") == "AbortError"
            told(not stolen)
            if stolen:
                self._ask(name, told, number, {})

        locks = getattr(js.navigator, "locks", None)
        if locks is None or is_none(locks):
            told(True)
            return
        options = to_js(how, dict_converter=js.Object.fromEntries)
        asked = locks.request(PREFIX + name, options, create_once_callable(granted))
        asked.catch(create_once_callable(lost))
