"""Callback after the next frame has been painted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PAINTED_MS = 300  # if no frame comes by then the page is not visible


class Painting:
    """Runs one callback in the task after the next frame; hidden pages have no frames.

    The proxies are made once, because every press uses them.
    """

    def __init__(self) -> None:
        import js
        from pyodide.ffi import create_proxy

        self._window = js.window
        self._act: Callable[[], None] | None = None
        self._late = 0  # timer in case no frame comes
        self._framed = create_proxy(self._frame)
        self._due = create_proxy(self._do)

    def then(self, act: Callable[[], None]) -> None:
        """Run `act` after the next frame; replaces a callback still waiting."""
        window = self._window
        window.clearTimeout(self._late)
        self._act = act
        window.asedioUnpainted = True  # for browser tests
        window.requestAnimationFrame(self._framed)
        self._late = window.setTimeout(self._due, PAINTED_MS)

    def _frame(self, _: float) -> None:
        self._window.setTimeout(self._due, 0)

    def _do(self, *_: Any) -> None:
        act, self._act = self._act, None
        if act is not None:
            self._window.clearTimeout(self._late)
            self._window.asedioUnpainted = False
            act()
