"""Draft of the set-up that the seated player arranges, maybe ahead of that player's turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engine.core.contract import Action, AnyGame, Draft, State
from engine.match.match import Match
from ui.saves.store import Store
from ui.session.agreed import Agreed
from ui.session.revision import Cached, Revision
from ui.session.seating import Seating


class Drafting:
    """Part of `ui.session.session.Session`. The draft is stored with every change, and played when
    the player is ready, or as soon as it is that player's turn."""

    _match: Match
    store: Store
    key: str
    revision: Revision
    agreed: Agreed
    seating: Seating
    _ahead: Cached[State | None]

    @property
    @abstractmethod
    def game(self) -> AnyGame: ...

    @property
    @abstractmethod
    def players(self) -> int: ...

    @property
    @abstractmethod
    def decider(self) -> int: ...

    @property
    @abstractmethod
    def awaited(self) -> int | None: ...

    @property
    @abstractmethod
    def viewer(self) -> int: ...

    @abstractmethod
    def observation(self) -> State: ...

    @abstractmethod
    def play(self, actions: Sequence[Action], setup: bool = False) -> None: ...

    @abstractmethod
    def _save(self) -> None: ...

    def laying(self) -> State | None:
        """Return the position in which the seated player arranges a set-up, maybe ahead of its
        turn; None if that player neither decides nor may prepare."""
        if self.viewer == self.decider:
            return self.observation()
        return self._ahead.get(self.revision.number)

    @property
    def early(self) -> bool:
        """Whether the seated player may prepare a set-up while others decide."""
        return self.viewer != self.decider and self.laying() is not None

    def _look_ahead(self) -> State | None:
        mine, awaited = self.agreed.mine, self.awaited
        if mine is None or mine < 0 or mine != self.viewer or not self.seating.seats[mine].here:
            return None
        if awaited in (None, mine) or self.agreed.suspended:
            return None
        return self.game.setup_ahead(self.observation(), mine)

    def _finish_setup(self) -> None:
        """Play the rest of a set-up whose player was ready when the page was killed half-way."""
        match, player = self._match, self.decider
        first = len(match.events)
        while first and match.events[first - 1].actor == player:
            first -= 1
        done = tuple(event.action for event in match.events[first:])
        draft = self.store.load_draft(self.key, player) if done and player >= 0 else ()
        if not draft or self.agreed.suspended:
            return
        plan = self.game.arrangement(match.state_at(first).observation(player), draft)
        if plan is not None and plan.actions[: len(done)] == done:
            self.play(plan.actions[len(done) :])
            self.store.save_draft(self.key, player, ())

    def _discard_old(self) -> None:
        """Delete drafts left by a page that was closed: of players who neither decide now nor may
        prepare a set-up."""
        for player in range(self.players):
            if player != self.decider and not self._may_prepare(player):
                self.store.save_draft(self.key, player, ())

    def _may_prepare(self, player: int) -> bool:
        """Return whether a player at another device than the decider's may prepare a set-up."""
        seen = self._match.state.observation(player) if player == self.agreed.mine else None
        return seen is not None and self.game.setup_ahead(seen, player) is not None

    def prepare(self, prepared: bool) -> None:
        """Set whether the draft is to be played as soon as it is this player's turn."""
        if prepared != self.agreed.prepared:
            self.agreed.prepared = prepared
            self._save()
            self.revision.bump()

    def play_prepared(self) -> bool | None:
        """Fit a draft that was begun before this turn, and play it if the player has prepared it.

        Return whether it was legal; None if nothing was prepared."""
        state, draft = self.observation(), self.draft()
        if draft and self.game.arrangement(state) is not None:
            fitted = self.game.fit_draft(state, draft)
            if fitted != draft:
                self._store_draft(fitted)
        if not self.agreed.prepared:
            return None
        self.prepare(False)
        plan = self.game.arrangement(self.observation(), self.draft())
        if plan is None or not plan.actions or plan.problems:
            return False
        self.play(plan.actions, setup=True)
        return True

    def draft(self) -> Draft:
        """Return the draft of the seated player."""
        return self.store.load_draft(self.key, self.seating.eyes())

    def keep_draft(self, draft: Draft) -> None:
        """Store a changed draft; it is no longer prepared."""
        self.prepare(False)
        self._store_draft(draft)

    def _store_draft(self, draft: Draft) -> None:
        self.store.save_draft(self.key, self.viewer, draft)
        self.revision.bump()
