"""When what has been written into the document is painted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PAINTED_MS = 300  # a frame has come by then, or the page is not to be seen


class Painting:
    """Does one thing in the task after the next frame; a page that nobody sees has none. What the
    browser calls is handed over once: every press waits for it."""

    def __init__(self) -> None:
        import js
        from pyodide.ffi import create_proxy

        self._window = js.window
        self._act: Callable[[], None] | None = None
        self._late = 0  # the timer in case no frame comes
        self._framed = create_proxy(self._frame)
        self._due = create_proxy(self._do)

    def then(self, act: Callable[[], None]) -> None:
        """One at a time: who asks again before it is done replaces it."""
        window = self._window
        window.clearTimeout(self._late)
        self._act = act
        window.asedioUnpainted = True  # for whoever looks at the page from outside
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
