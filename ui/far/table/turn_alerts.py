"""Turn alerts of a far table: a mark on the tab, and a notification while the page is hidden, if
the player has enabled notifications.

    asedio:calls    "on" when notifications are wanted on this device
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.saves.entries import PREFIX

if TYPE_CHECKING:
    from ui.browser.relay import FarTools
    from ui.saves.storage import SafeStorage

KEY = f"{PREFIX}calls"


class Calls:
    """Turn alerts for one table."""

    def __init__(self, storage: SafeStorage, tools: FarTools) -> None:
        self._storage, self._tools = storage, tools
        self._mine: bool | None = None  # whether it was this seat's turn; None: unknown

    @property
    def can(self) -> bool:
        """Whether the browser supports notifications and has not been told to deny them."""
        return self._tools.callable() in ("default", "granted")

    @property
    def wanted(self) -> bool:
        return self._tools.callable() == "granted" and self._storage.get(KEY) == "on"

    def toggle(self, done: Callable[[], None]) -> None:
        """Switch notifications on or off, asking for permission if needed, then call `done`.

        Call it from a press: browsers ask for permission only then."""
        if self.wanted:
            self._storage.set(KEY, "off")
            done()
            return

        def asked(granted: bool) -> None:
            self._storage.set(KEY, "on" if granted else "off")
            done()

        self._tools.ask_to_call(asked)

    def turn(self, mine: bool, words: Callable[[], str]) -> None:
        """Update whether it is this seat's turn; alert on a change. `words`: notification text."""
        before, self._mine = self._mine, mine
        if before == mine:
            return
        self._tools.badge(mine)
        if mine and before is False and self.wanted and not self._tools.visible():
            self._tools.call(words())

    def leave(self) -> None:
        """Clear the mark: the table is closed."""
        self._mine = None
        self._tools.badge(False)
