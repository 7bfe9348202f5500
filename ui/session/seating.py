"""Who answers for the players of a table, and who of them is in front of this device: with secrets
about it changes hands behind a curtain.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import SPECTATOR
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from engine.match.match import Match
from ui.saves.game_store import GameStore
from ui.session.revision import Revision
from ui.session.seats import people, seats


class Seating:
    """`seats`: by player. `seated`: the person in front. As long as nothing is secret that is
    whoever decides; while secrets exist only `reveal` changes it."""

    def __init__(
        self,
        match: Match,
        store: GameStore,
        key: str,
        levels: Sequence[int],
        mine: int | None,
        revision: Revision,
    ) -> None:
        """`mine`: of a far table the seat that is here, see `ui.session.seats.seats`. `revision`:
        moves whenever somebody else may be in front."""
        self._match, self._store, self._key = match, store, key
        self._revision = revision
        self._mine = mine
        self.seats = seats(levels, len(match.game.sides), mine)
        self.seated = SPECTATOR if match.viewer is None else match.viewer

    @property
    def levels(self) -> tuple[int, ...]:
        """By player: how strong the engine plays there, 0 where it does not."""
        return tuple(seat.level for seat in self.seats)

    def set_level(self, player: int, level: int) -> None:
        levels = list(self.levels)
        levels[player] = level
        self.seats = seats(levels, len(levels), self._mine)

    def look_on(self) -> None:
        """Nobody here has a seat any more."""
        self._mine = SPECTATOR
        self.seats = seats((), len(self.seats), SPECTATOR)

    @property
    def shared(self) -> bool:
        """Whether everybody is in front of this device."""
        return all(seat.here for seat in self.seats)

    @property
    def owner(self) -> int | None:
        """The one whose eyes the device has for good: the only person's, a view's player, or
        nobody's among computers. None: several people share it."""
        if self._match.viewer is not None:
            return self.seated
        if self._mine is not None:
            return self._mine
        here = people(self.seats)
        if len(here) > 1:
            return None
        return here[0] if here else SPECTATOR

    def secrets(self) -> bool:
        """Whether somebody at this table may not see everything now, drafts included."""
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
        """The player the device has to be passed to, or None while the right one sits there."""
        state = self._match.state
        decider = state.current_player()
        if decider < 0 or self.seated == decider or self._match.viewer is not None:
            return None
        return decider if self.seats[decider].here and state.is_private() else None

    def eyes(self) -> int:
        """Who looks. Raises IllegalAction while the device changes hands."""
        if self.curtain is not None:
            raise IllegalAction(Message("table.curtain.closed"))
        return self.seated

    def reveal(self) -> bool:
        """The player the curtain names has taken the device; whether there was one."""
        player = self.curtain
        if player is not None:
            self.seated = player
            self._revision.bump()
        return player is not None

    def sit(self, player: int) -> bool:
        """One of the people here looks back at a finished game; whether he is one."""
        here = player in people(self.seats)
        if here:
            self.seated = player
            self._revision.bump()
        return here

    def settle(self) -> None:
        """Without secrets whoever decides sits there; nobody has to be asked. A question of
        another player that no secret is needed for is answered with all of them covered. Against
        computers it is always the person. Called after every change of the game or its seats."""
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
