"""The screen stays on while a clock runs on the page, where the browser can do that."""

from __future__ import annotations

from typing import Any


class WakeLock:
    """The browser's wake lock. It ends by itself when the page is hidden."""

    def __init__(self) -> None:
        import js

        self._js = js
        self._lock: Any = None
        self._asked = False

    async def keep(self, on: bool) -> None:
        """Keep the screen on, or no more. Asking again is harmless."""
        held = self._lock is not None and not self._lock.released
        if on and not held and not self._asked and self._may():
            self._asked = True
            try:
                self._lock = await self._js.navigator.wakeLock.request("screen")
            except Exception:  # refused, such as with a low battery
                self._lock = None
            self._asked = False
        elif held and not on:
            lock, self._lock = self._lock, None
            await lock.release()

    def _may(self) -> bool:
        """Return whether the browser can do it and the page is seen."""
        able = hasattr(self._js.navigator, "wakeLock")
        return able and str(self._js.document.visibilityState) == "visible"
