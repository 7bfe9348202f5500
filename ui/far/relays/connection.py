"""Connection state of a table's relays."""

from __future__ import annotations

from collections.abc import Sequence

STATES = ("connecting", "open", "stuck", "lost", "left")
NOTES = ("crowded", "gap")


class Lines:
    """State of each relay and the words it is known to store.

    A relay in state `stuck` is read, but no letters are posted to it any more; `why` gives the
    reason. `notes`: further warnings. `complete`: whether all relays are read to the end, or
    waiting for the others is over."""

    def __init__(self, relays: Sequence[str]) -> None:
        self.relays = tuple(relays)
        self.closed()
        self._kept: dict[str, set[str]] = {one: set() for one in relays}

    def closed(self) -> None:
        """Reset all relays to `closed`."""
        self.state = {one: "closed" for one in self.relays}
        self.why: dict[str, str] = {}
        self.notes: dict[str, str] = {}
        self.complete = True

    def begin(self) -> None:
        """Set all relays to `connecting`."""
        self.state = {one: "connecting" for one in self.relays}
        self.complete = False

    def note_report(self, kind: str, relay: str, text: str) -> None:
        """Handle a report of the pool, see `FarTools.pool`."""
        if kind == "complete":
            self.complete = True
        elif relay not in self.state:
            return
        elif kind == "stored":
            self._kept[relay].add(text)
        elif kind == "unkept":
            self._kept[relay].discard(text)
        elif kind in NOTES:
            self.notes[relay] = kind
        elif kind in STATES:
            self.state[relay] = kind
            self.why[relay] = text

    def reads(self, relay: str) -> bool:
        """Return whether all stored letters of a relay have arrived."""
        return self.state.get(relay) in ("open", "stuck")

    def seen(self, relay: str, word: str) -> None:
        """Note that a relay stores a word, because it has sent it."""
        if relay in self._kept:
            self._kept[relay].add(word)

    def stored(self, word: str) -> bool:
        return any(word in kept for kept in self._kept.values())

    @property
    def open(self) -> int:
        return sum(state == "open" for state in self.state.values())

    @property
    def hopeful(self) -> bool:
        """Whether a relay takes letters or may still do so."""
        return any(state in ("open", "connecting", "lost") for state in self.state.values())

    def summary(self) -> str:
        """Return the best state of all relays, in the order of `order`; `none` without relays."""
        found = set(self.state.values())
        order = ("open", "stuck", "connecting", "lost", "left", "closed")
        return next((one for one in order if one in found), "none")
