"""What this tab may write of a stored game, and whether the store still holds what it has written.

Only one of a browser's tabs plays a game (ui/tabs.py); the others look at it and write nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from engine.core.contract import Event
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.match.match import Match
from ui.keeper import Keeper


class Writer:
    """The log of one match in the store.

    `elsewhere`: another tab plays the game. `asking`: nobody knows yet. `stale`: what is here may
    not be what is stored, and has to be read again.
    """

    def __init__(
        self, keeper: Keeper, key: str, match: Match, elsewhere: bool, asking: bool
    ) -> None:
        self._keeper, self._key, self._match = keeper, key, match
        self.elsewhere, self.asking = elsewhere, asking
        self.stale = False
        self.overtaken: Callable[[], None] = lambda: None  # told when another tab has written
        self.sure: Callable[[], bool] = lambda: True  # whether this tab may still write

    def stand(self) -> None:
        """Sees to it that the store holds this game and nothing else before anything is written:
        what was removed is written anew. Raises IllegalAction when this tab does not play."""
        if self.elsewhere:
            raise IllegalAction(Message("table.elsewhere"))
        if self.asking:
            raise IllegalAction(Message("table.asking"))
        found = self.stored()
        if not self.sure() or found == "other":
            self._lost()
        if found == "gone":
            self.restore()

    def append(self, index: int, event: Event) -> None:
        """A number is written once, and by the tab that plays. Raises IllegalAction elsewhere."""
        if not self.sure() or self._keeper.append(self._key, index, event) is False:
            self._lost()

    def stored(self) -> str:
        """How the store stands to this game: `here`, `gone` or `other`."""
        return self._keeper.stands(self._key, self._match.events)

    def restore(self) -> None:
        """Writes the game anew as it is known here."""
        self._keeper.restore(self._key, self._match.events)

    def _lost(self) -> NoReturn:
        """Another tab has written, or may have: here it is read again before anybody goes on."""
        self.elsewhere = self.stale = True
        self.overtaken()
        raise IllegalAction(Message("table.overtaken"))
