"""The browser's localStorage as `ui.saves.storage.Storage`.

A private window or a foreign frame throws SecurityError already when `localStorage` is looked at,
a full one QuotaExceededError; both arrive in Python as JsException and SafeStorage deals with
them. It is looked up when it is first used: this module lives in the memory snapshot.
"""

from __future__ import annotations

from typing import Any


class LocalStorage:
    """Strings under keys, shared with every program of this domain."""

    def __init__(self) -> None:
        self._found: Any = None

    def get(self, key: str) -> str | None:
        value = self._local().getItem(key)
        return value if isinstance(value, str) else None  # JS null is not Python's None

    def set(self, key: str, value: str) -> None:
        self._local().setItem(key, value)

    def remove(self, key: str) -> None:
        self._local().removeItem(key)

    def keys(self, prefix: str = "") -> list[str]:
        import js

        # One text instead of thousands: each that crosses over by itself costs a hundred times.
        joined = str(js.Object.keys(self._local()).join("\0"))
        return [key for key in joined.split("\0") if key and key.startswith(prefix)]

    def size(self) -> int:
        return int(self._local().length)

    def _local(self) -> Any:
        """Every look at `window.localStorage` is a crossing into the page: one is enough."""
        if self._found is None:
            import js

            self._found = js.window.localStorage
        return self._found
