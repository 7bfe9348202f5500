"""Lock that decides which tab of this browser plays a game (Web Locks).

`ui.saves.tabs` decides who gets it and when; the tabs of a game talk on a BroadcastChannel. Without
locks, as in a frame without storage, every tab plays for itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ui.saves.tabs import AT_ONCE, STEAL, TabClaim

if TYPE_CHECKING:
    from ui.shell.tab_table import TabPlayer

PREFIX = "asedio:"


class Locks:
    """Lock of at most one game; asking for another releases the one before."""

    def __init__(self) -> None:
        self._name = ""
        self._claim: TabClaim | None = None

    def hold(self, name: str, player: TabPlayer, take: bool = False) -> None:
        """Ask for a game's lock and tell `player` whenever this tab gains or loses it.

        `take`: ask the tab that has it to give it up.
        """
        if self._claim is None or name != self._name:
            self.release()
            self._name = name
            line = BrowserLine(PREFIX + name)
            self._claim = TabClaim(line, player)
            line.listen(self._claim.heard)
        self._claim.player = player
        if take:
            self._claim.want()

    def sure(self) -> bool:
        """Return whether this tab may write the game it holds."""
        return self._claim is not None and self._claim.sure()

    def doubt(self) -> None:
        """Ask for the lock again: another tab may have taken it or written the game."""
        if self._claim is not None:
            self._claim.doubt()

    def held(self, done: Callable[[frozenset[str]], None]) -> None:
        """Tell `done` which games are open in tabs of this browser; do nothing if unknown."""
        import js
        from pyodide.ffi import create_once_callable

        if (locks := _there(js.navigator, "locks")) is not None:
            names = create_once_callable(lambda found: done(_named(found)))
            locks.query().then(names, create_once_callable(lambda _: None))

    def release(self) -> None:
        """Hand the game over to the next tab and release its lock."""
        claim, self._claim = self._claim, None
        if claim is not None:
            claim.end()


class BrowserLine:
    """Lock, messages and timers for the tabs of one game: Web Locks and a BroadcastChannel."""

    def __init__(self, name: str) -> None:
        import js

        self._name = name
        self._locks = _there(js.navigator, "locks")
        kind = None if self._locks is None else _there(js, "BroadcastChannel")
        self._channel: Any = None if kind is None else kind.new(name)
        self._heard: Any = None

    def listen(self, heard: Callable[[str], None]) -> None:
        from pyodide.ffi import create_proxy

        if self._channel is not None:
            self._heard = create_proxy(lambda event: heard(str(event.data)))
            self._channel.onmessage = self._heard

    def request(
        self,
        how: str,
        granted: Callable[[Callable[[], None] | None], None],
        lost: Callable[[], None],
    ) -> None:
        """Request the lock. `granted` is called later, never before this returns: with the function
        that releases the lock, or with None if AT_ONCE finds it taken. `lost` is called if another
        tab steals it."""
        import js
        from pyodide.ffi import create_once_callable, to_js
        from pyscript.ffi import is_none

        def given(lock: Any) -> Any:
            if is_none(lock):
                granted(None)
                return None
            kept = js.Promise.withResolvers()
            granted(kept.resolve)
            return kept.promise

        def failed(problem: Any) -> None:
            if getattr(problem, "name", "") == "AbortError":
                lost()
            else:
                self.close()
                granted(lambda: None)

        if self._locks is None:
            self.after(0, lambda: granted(lambda: None))
            return
        wish = {AT_ONCE: {"ifAvailable": True}, STEAL: {"steal": True}}.get(how, {})
        options = to_js(wish, dict_converter=js.Object.fromEntries)
        asked = self._locks.request(self._name, options, create_once_callable(given))
        asked.catch(create_once_callable(failed))

    def say(self, text: str) -> None:
        """Send a message to the other tabs of this game."""
        if self._channel is not None:
            self._channel.postMessage(text)

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        import js
        from pyodide.ffi import create_once_callable

        js.setTimeout(create_once_callable(act), 1000 * seconds)

    def now(self) -> float:
        """Return the time in seconds since an arbitrary moment."""
        return time.monotonic()

    def close(self) -> None:
        """Stop receiving messages."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        heard, self._heard = self._heard, None
        if heard is not None:
            heard.destroy()


def _named(found: Any) -> frozenset[str]:
    """Return the games of the locks that are held or waited for."""
    locks = [*found.held, *found.pending]
    return frozenset(str(lock.name).removeprefix(PREFIX) for lock in locks)


def _there(holder: Any, name: str) -> Any:
    from pyscript.ffi import is_none

    found = getattr(holder, name, None)
    return None if found is None or is_none(found) else found
