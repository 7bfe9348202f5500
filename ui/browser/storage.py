"""localStorage as `ui.saves.storage.Storage`.

Private windows and foreign frames throw SecurityError when `localStorage` is accessed, a full one
QuotaExceededError; both reach Python as JsException and SafeStorage handles them. It is looked up
on first use, because this module is in the memory snapshot.
"""

from __future__ import annotations

from typing import Any


class LocalStorage:
    """Strings by key, shared with every page of this origin."""

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

        # One joined string: handing over each key by itself takes a hundred times as long.
        joined = str(js.Object.keys(self._local()).join("\0"))
        return [key for key in joined.split("\0") if key and key.startswith(prefix)]

    def size(self) -> int:
        return int(self._local().length)

    def _local(self) -> Any:
        """Return `window.localStorage`, looked up once to save calls into the page."""
        if self._found is None:
            import js

            self._found = js.window.localStorage
        return self._found
