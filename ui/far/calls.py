"""Calls somebody back when it is his turn: a mark on the tab, and a notification while the page is
behind others, if he has asked for that.

    asedio:calls    "on" when notifications are wanted on this device
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.saves.entries import PREFIX

if TYPE_CHECKING:
    from ui.saves.storage import SafeStorage
    from ui.shell.far_ports import FarTools

KEY = f"{PREFIX}calls"


class Calls:
    """Of one table on this device."""

    def __init__(self, storage: SafeStorage, tools: FarTools) -> None:
        self._storage, self._tools = storage, tools
        self._mine: bool | None = None  # whether it was this seat's turn; nobody knows yet

    @property
    def can(self) -> bool:
        """Whether this browser has notifications, and nobody has forbidden them."""
        return self._tools.callable() in ("default", "granted")

    @property
    def wanted(self) -> bool:
        return self._tools.callable() == "granted" and self._storage.get(KEY) == "on"

    def toggle(self, done: Callable[[], None]) -> None:
        """A press: asks the browser when it has to be asked. `done` when that is settled."""
        if self.wanted:
            self._storage.set(KEY, "off")
            done()
            return

        def asked(granted: bool) -> None:
            self._storage.set(KEY, "on" if granted else "off")
            done()

        self._tools.ask_to_call(asked)

    def turn(self, mine: bool, words: Callable[[], str]) -> None:
        """Whose turn it is now; `words`: what a notification says."""
        before, self._mine = self._mine, mine
        if before == mine:
            return
        self._tools.badge(mine)
        if mine and before is False and self.wanted and not self._tools.visible():
            self._tools.call(words())

    def leave(self) -> None:
        """The table is left."""
        self._mine = None
        self._tools.badge(False)
