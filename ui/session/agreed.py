"""State that a session keeps for a far table (ui/far), whose match follows from its letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.contract import Event
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.games import game_info
from engine.match.match import Match


def known_to(game_id: str, table: dict[str, Any]) -> int | None:
    """Return the viewer whose knowledge the stored events are limited to; None: they are complete.

    They are limited at a far table of a game with secrets, to this device's seat, until everything
    is disclosed. `table`: the stored table entry."""
    whole = table.get("whole") is True or not game_info(game_id).has_secrets
    return None if whole else table.get("far")


class Agreed:
    """Far-table part of a session.

    `mine`: this device's seat (−1: none); None for a table without other devices.
    `turn`: whose turn home shows: `me`, `other` or ""; after the end `over`, or `proof` if the
    result is not yet proved.
    `letters`: number of letters the match has been brought in line with.
    `whole`: the match is complete; otherwise it holds what `mine` may know.
    `suspended`: no decisions are accepted now.
    `prepared`: the player's draft is to be played as soon as it is this seat's turn.
    """

    def __init__(self, match: Match, table: Mapping[str, Any]) -> None:
        """`table`: the stored table entry."""
        self._match = match
        self.mine: int | None = table.get("far")
        self.turn = str(table.get("turn", ""))
        self.letters = int(table.get("letters", 0))
        self.whole = table.get("whole") is True
        self.suspended = False
        self.prepared = table.get("prepared") is True
        unproved = table.get("unproved")
        if self.mine is not None and type(unproved) is int and unproved in (0, 1):
            match.note_unproved(unproved)

    def stored(self) -> dict[str, Any]:
        """Return the fields to add to the table entry."""
        if self.mine is None:
            return {}
        more: dict[str, Any] = {"whole": True} if self.whole else {}
        more |= {"prepared": True} if self.prepared else {}
        lost = self._match.unproved
        more |= {} if lost is None else {"unproved": lost}
        return {"far": self.mine, "turn": self.turn, "letters": self.letters, **more}

    def events(self) -> list[Event]:
        """Return the log as this device's seat may know it. Raises IllegalAction for a table
        without other devices."""
        if self.mine is None:
            raise IllegalAction(Message("table.curtain.closed"))
        return list(self._match.events)

    def common(self, events: Sequence[Event]) -> int:
        """Return the length of the common prefix of the match's events and `events`."""
        here = self._match.events
        pairs = enumerate(zip(here, events, strict=False))
        least = min(len(here), len(events))
        return next((at for at, (one, other) in pairs if one != other), least)
