"""What a session has of a table with another device (ui/far): the match is what letters tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.contract import SPECTATOR, TABLE_VERBS, Event
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.match.match import Match
from ui.history import History
from ui.keeper import Keeper
from ui.table.seats import Seat, seats
from ui.writer import Writer


class Agreed:
    """Part of `ui.session.Session`, which has the rest.

    `mine`: this device's seat of a far table (−1: none), None for a table that is all here.
    `letters`: how many of them the match agrees with. `held`: nobody may decide now.
    """

    _match: Match
    _history: History
    keeper: Keeper
    writer: Writer
    key: str
    at: int | None
    seats: tuple[Seat, ...]

    def _remember(self, table: dict[str, Any]) -> None:
        """As it was stored."""
        self.mine: int | None = table.get("far")
        self.turn_there = str(table.get("turn", ""))  # whose turn it is, for the shelf
        self.letters = int(table.get("letters", 0))
        self.held = False

    def _remembered(self) -> dict[str, Any]:
        """As it is to be stored."""
        if self.mine is None:
            return {}
        return {"far": self.mine, "turn": self.turn_there, "letters": self.letters}

    def _seat(self) -> None:
        raise NotImplementedError

    def _save(self) -> None:
        raise NotImplementedError

    def _changed(self) -> None:
        raise NotImplementedError

    def _automatic(self) -> None:
        raise NotImplementedError

    def events(self) -> list[Event]:
        """The log as this device holds it. Raises IllegalAction where it may know too much."""
        if self.mine is None or self._match.game.info.has_secrets:
            raise IllegalAction(Message("table.curtain.closed"))
        return list(self._match.events)

    def agree(self, events: Sequence[Event]) -> None:
        """The letters have told this story: what is here and is not in it is taken back, what is
        in it and not here is written. Raises IllegalAction when this tab does not play."""
        self.writer.stand()
        match = self._match
        pairs = zip(match.events, events, strict=False)
        least = min(len(match.events), len(events))
        count = next((at for at, (one, other) in enumerate(pairs) if one != other), least)
        if count < len(match.events):
            self._cut(count)
        for index, event in enumerate(events[count:], count):
            if event.action[0] in TABLE_VERBS:
                match.play(event.action)
            else:
                match.take(event.action)
            self.writer.append(index, event)
        self.at = None
        if not self.held:
            self._automatic()
        if match.over:
            self.keeper.set_result(self.key, match.outcome())
        self._seat()
        self._changed()

    def _cut(self, count: int) -> None:
        """Keeps the first `count` events."""
        self._match.cut(count)
        self.keeper.truncate(self.key, count)
        self._history.forget()

    def _unsent(self) -> int:
        """How many events may be taken back alone: what has gone out in a letter, by both only."""
        match, events = self._match, self._match.events
        if self.mine is None or match.state.current_player() != self.mine:
            return 0
        return int(events[-1].actor == self.mine and match.can_undo(self.mine))

    def rename(self, names: tuple[str, ...]) -> None:
        """Who sits there is known by now."""
        self._match.config.names = names
        self.keeper.rename(self.key, names)
        self._changed()

    def look_on(self) -> None:
        """Somebody else has got the seat."""
        self.mine = SPECTATOR
        self.seats = seats((), len(self.seats), SPECTATOR)
        self._seat()
        self._save()
        self._changed()

    def hold(self, held: bool) -> None:
        """Whether nobody may decide now."""
        if held != self.held:
            self.held = held
            self._changed()

    def note_far(self, turn: str, letters: int) -> None:
        """`turn`: `me`, `other` or nothing, for the shelf."""
        if (turn, letters) != (self.turn_there, self.letters):
            self.turn_there, self.letters = turn, letters
            self._save()


__all__ = ["Agreed"]
