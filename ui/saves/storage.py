"""Key-value storage of strings, and a wrapper that never fails.

Browsers deny storage in private windows and foreign frames, and refuse writes over the quota.
`SafeStorage` hides this: failed writes stay in memory and are retried.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

_GAMES = ("asedio:game:", "asedio:event:", "asedio:far:", "asedio:letter:", "asedio:closed:")


class Storage(Protocol):
    """Interface of localStorage. Every method may raise any exception."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, value: str) -> None: ...

    def remove(self, key: str) -> None: ...

    def keys(self, prefix: str = "") -> list[str]:
        """Return the keys that begin with `prefix`."""
        ...

    def size(self) -> int:
        """Return the number of all entries, those of other programs included."""
        ...


class MemoryStorage:
    """Storage in memory, lost with the page."""

    def __init__(self, entries: dict[str, str] | None = None) -> None:
        self.entries: dict[str, str] = {} if entries is None else entries

    def get(self, key: str) -> str | None:
        return self.entries.get(key)

    def set(self, key: str, value: str) -> None:
        self.entries[key] = value

    def remove(self, key: str) -> None:
        self.entries.pop(key, None)

    def keys(self, prefix: str = "") -> list[str]:
        return [key for key in self.entries if key.startswith(prefix)]

    def size(self) -> int:
        return len(self.entries)


class SafeStorage:
    """A storage that never raises.

    Failed writes wait in `_pending`, in order; reads see them. Each later write retries them. Those
    of one thing (a game, a study) keep their order, so what is stored of it is always a prefix of
    what was written: never event 58 without event 57. Different things do not wait for each other,
    and games go first.
    """

    def __init__(self, backing: Storage) -> None:
        self._backing = backing
        self._pending: dict[str, str | None] = {}  # by key; None: remove it
        self._readable = True
        self._writable = True  # result of the last attempt

    @property
    def persistent(self) -> bool:
        """Whether all writes so far have been stored and the next one is expected to be."""
        return self._readable and self._writable and not self._pending

    def get(self, key: str) -> str | None:
        if key in self._pending:
            return self._pending[key]
        try:
            value = self._backing.get(key)
        except Exception:  # browsers may raise anything here
            self._readable = False
            return None
        self._readable = True
        return value

    def set(self, key: str, value: str) -> None:
        self._write(key, value)

    def set_together(self, entries: Mapping[str, str]) -> bool:
        """Write entries in this order: all, or none if one cannot be stored now. Return which."""
        before: dict[str, str | None] = {}
        for key, value in entries.items():
            before[key] = self.get(key)
            self.set(key, value)
            if key in self._pending:
                break
        else:
            return True
        for key, old in reversed(before.items()):
            self._write(key, old)
        return False

    def remove(self, key: str) -> None:
        self._write(key, None)

    def keys(self, prefix: str = "") -> list[str]:
        try:
            found = set(self._backing.keys(prefix))
        except Exception:  # see `get`
            self._readable = False
            found = set()
        else:
            self._readable = True
        for key, value in self._pending.items():
            if key.startswith(prefix):
                (found.discard if value is None else found.add)(key)
        return sorted(found)

    def size(self) -> int:
        """Return the number of entries; -1 if unknown: writes are pending or the storage fails."""
        if self._pending:
            return -1
        try:
            return self._backing.size()
        except Exception:  # see `get`
            return -1

    def pending(self, key: str) -> bool:
        """Return whether the newest value of an entry is only in memory."""
        return key in self._pending

    def holds(self, key: str) -> bool:
        """Return whether the browser itself has a value for `key`, which stays after the page is
        closed."""
        try:
            return self._backing.get(key) is not None
        except Exception:  # see `get`
            return False

    def probe(self, key: str) -> bool:
        """Test the storage by writing and removing `key`. Return whether it is persistent."""
        try:
            self._backing.set(key, "1")
            self._writable = self._backing.get(key) == "1"
            self._backing.remove(key)
        except Exception:  # see `get`
            self._writable = False
        return self.persistent

    def retry(self, key: str) -> None:
        """Retry the pending writes, if any; `key` is used to test the storage."""
        if not self.persistent:
            self.probe(key)
            self._flush()

    def _write(self, key: str, value: str | None) -> None:
        # A removal frees space, so it is tried before the pending writes.
        if value is None and self._try(key, None):
            self._pending.pop(key, None)
        else:
            self._pending.pop(key, None)
            self._pending[key] = value
        self._flush()

    def _flush(self) -> None:
        if not self._pending:
            return
        stuck: set[str] = set()
        for key, value in sorted(self._pending.items(), key=lambda one: not _of_game(one[0])):
            thing = _thing(key)
            if thing not in stuck and self._try(key, value):
                del self._pending[key]
            else:
                stuck.add(thing)

    def _try(self, key: str, value: str | None) -> bool:
        try:
            if value is None:
                self._backing.remove(key)
            else:
                self._backing.set(key, value)
        except Exception:  # see `get`
            self._writable = False
            return False
        self._writable = self._writable or value is not None
        return True


def _thing(key: str) -> str:
    """Return what an entry is a part of: `asedio:event:<game>:<number>` of the game."""
    parts = key.split(":", 3)
    return parts[2] if len(parts) > 2 else key


def _of_game(key: str) -> bool:
    return key.startswith(_GAMES)
