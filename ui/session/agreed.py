"""What a session has of a table with another device (ui/far): the match is what letters tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.contract import Event
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.games import game_info
from engine.match.match import Match


def known_to(game_id: str, table: dict[str, Any]) -> int | None:
    """Whose knowledge is all that is stored of a game, from how its table was kept: of a far one
    with secrets its own seat's, until everybody knows everything. None: the whole truth is."""
    whole = table.get("whole") is True or not game_info(game_id).has_secrets
    return None if whole else table.get("far")


class Agreed:
    """`mine`: this device's seat of a far table (−1: none), None for a table that is all here.
    `turn`: whose turn it is, for the shelf: `me`, `other` or nothing. `letters`: how many of them
    the match agrees with. `held`: nobody may decide now. The match is what this seat may know;
    `whole`: everybody may know all of it by now."""

    def __init__(self, match: Match, table: Mapping[str, Any]) -> None:
        """`table`: as it was stored."""
        self._match = match
        self.mine: int | None = table.get("far")
        self.turn = str(table.get("turn", ""))
        self.letters = int(table.get("letters", 0))
        self.whole = table.get("whole") is True
        self.held = False

    def stored(self) -> dict[str, Any]:
        """As it is to be stored."""
        if self.mine is None:
            return {}
        more = {"whole": True} if self.whole else {}
        return {"far": self.mine, "turn": self.turn, "letters": self.letters, **more}

    def events(self) -> list[Event]:
        """The log as this device holds it, which is no more than its seat may know. Raises
        IllegalAction where several share it."""
        if self.mine is None:
            raise IllegalAction(Message("table.curtain.closed"))
        return list(self._match.events)

    def common(self, events: Sequence[Event]) -> int:
        """How many events, from the first on, are the same in the match and in that story."""
        here = self._match.events
        pairs = enumerate(zip(here, events, strict=False))
        least = min(len(here), len(events))
        return next((at for at, (one, other) in pairs if one != other), least)
