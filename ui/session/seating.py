"""Seats of a table, and which player is seated at this device. In games with secrets the device
changes hands behind a curtain.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import SPECTATOR
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.match.match import Match
from ui.saves.store import Store
from ui.session.revision import Revision
from ui.session.seats import people, seats


class Seating:
    """Seats by player, and `seated`, the player in front of this device (SPECTATOR: none).

    Without secrets `seated` follows the player to move; while there are secrets, only `reveal`
    makes a player `seated`.
    """

    def __init__(
        self,
        match: Match,
        store: Store,
        key: str,
        levels: Sequence[int],
        mine: int | None,
        revision: Revision,
    ) -> None:
        """`mine`: this device's seat at a far table, see `ui.session.seats.seats`. `revision` is
        bumped whenever `seated` may change."""
        self._match, self._store, self._key = match, store, key
        self._revision = revision
        self._mine = mine
        self.seats = seats(levels, len(match.game.sides), mine)
        self.seated = SPECTATOR if match.viewer is None else match.viewer

    @property
    def levels(self) -> tuple[int, ...]:
        """Computer level by player; 0 for seats without a computer."""
        return tuple(seat.level for seat in self.seats)

    def set_level(self, player: int, level: int) -> None:
        levels = list(self.levels)
        levels[player] = level
        self.seats = seats(levels, len(levels), self._mine)

    def look_on(self) -> None:
        """Turn this device into a spectator of a far table."""
        self._mine = SPECTATOR
        self.seats = seats((), len(self.seats), SPECTATOR)

    @property
    def shared(self) -> bool:
        """Whether people at this device answer for all seats."""
        return all(seat.here for seat in self.seats)

    @property
    def owner(self) -> int | None:
        """The fixed viewer of this device: the only person, a view's player, the seat at a far
        table, or SPECTATOR if only computers play. None: several people share the device."""
        if self._match.viewer is not None:
            return self.seated
        if self._mine is not None:
            return self._mine
        here = people(self.seats)
        if len(here) > 1:
            return None
        return here[0] if here else SPECTATOR

    def secrets(self) -> bool:
        """Return whether something, a draft included, is hidden from a player now."""
        match = self._match
        if not match.plays or not match.game.info.has_secrets or match.over:
            return False
        key = match.state.key()
        players = range(len(self.seats))
        begun = bool(match.events) or match.config.start is not None
        if begun and any(match.state.observation(p).key() != key for p in players):
            return True
        return any(self._store.load_draft(self._key, p) for p in players)

    @property
    def curtain(self) -> int | None:
        """The player the device must be handed to; None if no hand-over is needed."""
        state = self._match.state
        decider = state.current_player()
        if decider < 0 or self.seated == decider or self._match.viewer is not None:
            return None
        return decider if self.seats[decider].here and state.is_private() else None

    def eyes(self) -> int:
        """Return the seated player. Raises IllegalAction while the device changes hands."""
        if self.curtain is not None:
            raise IllegalAction(Message("table.curtain.closed"))
        return self.seated

    def reveal(self) -> bool:
        """Seat the player the curtain names. Return whether there was a curtain."""
        player = self.curtain
        if player is not None:
            self.seated = player
            self._revision.bump()
        return player is not None

    def sit(self, player: int) -> bool:
        """Seat a player to look back at a finished game; False if not a person at this device."""
        here = player in people(self.seats)
        if here:
            self.seated = player
            self._revision.bump()
        return here

    def settle(self) -> None:
        """Update `seated`. Call after every change of the game or its seats.

        The fixed viewer, if any, stays. Otherwise the player to move is seated while there are no
        secrets; with secrets a public question is answered from the spectator's view."""
        self._revision.bump()
        owner = self.owner
        if owner is not None:
            self.seated = owner
            return
        state = self._match.state
        decider = state.current_player()
        if decider < 0 or decider == self.seated or not self.seats[decider].here:
            return
        if not self.secrets():
            self.seated = decider
        elif not state.is_private():
            self.seated = SPECTATOR
