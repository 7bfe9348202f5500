"""A stored game as the store loads it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.core.contract import Event
from engine.match.match import MatchConfig
from ui.saves.packs import unpack


@dataclass(slots=True)
class Saved:
    """A saved game with its log.

    `lost`: number of unreadable events. `view`: file of one player's view, stored instead of
    events. `bookmark`: as given to `keep_bookmark`, if the events before it are unchanged.
    `packed`: head of a packed game, whose events are read by `unpacking`.
    """

    id: str
    config: MatchConfig
    events: list[Event] = field(default_factory=list)
    lost: int = 0
    view: str = ""
    bookmark: dict[str, Any] | None = None
    packed: dict[str, Any] | None = None

    def log(self) -> list[Event]:
        """Return the events, which a packed game has to be replayed for."""
        if self.packed is not None and not self.events:
            match = unpack(self.packed)
            self.events = match.events if match is not None else []
        return self.events
