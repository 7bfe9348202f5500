"""Elements with `data-picture`, whose pictures are drawn when they come into view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NEAR = "200px"  # below and above the window


class Gallery:
    """Watches the elements with `data-picture` in the document."""

    def __init__(self) -> None:
        self._observer: Any = None
        self._shown: set[str] = set()
        self._seen: Callable[[list[str]], None] | None = None

    def watch(self, seen: Callable[[list[str]], None] | None) -> None:
        """Call `seen` with the names in view whenever they change; None: no longer. The elements
        may still be written in the task that calls this."""
        import js
        from pyodide.ffi import create_once_callable, create_proxy, to_js

        self._seen = seen
        self._shown.clear()
        if self._observer is None:
            options = to_js({"rootMargin": NEAR}, dict_converter=js.Object.fromEntries)
            self._observer = js.IntersectionObserver.new(create_proxy(self._changed), options)
        self._observer.disconnect()
        if seen is not None:
            js.setTimeout(create_once_callable(self._observe), 0)

    def _observe(self) -> None:
        import js

        if self._seen is not None:
            found = js.document.querySelectorAll("[data-picture]")
            for number in range(found.length):
                self._observer.observe(found.item(number))

    def _changed(self, entries: Any, _: Any) -> None:
        for entry in entries:
            name = entry.target.dataset.picture
            if entry.isIntersecting:
                self._shown.add(name)
            else:
                self._shown.discard(name)
        if self._seen is not None:
            self._seen(sorted(self._shown))

    def put(self, name: str, markup: str) -> None:
        """Replace what an element shows; nothing happens if it is gone."""
        import js
        from pyscript.ffi import is_none

        found = js.document.querySelector(f'[data-picture="{js.CSS.escape(name)}"]')
        if not is_none(found):
            found.innerHTML = markup
