"""Draft of the set-up that the seated player arranges, maybe ahead of that player's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.contract import Draft, State
from engine.match.match import Match
from ui.session.revision import Cached

if TYPE_CHECKING:
    from ui.session.session import Session


class Drafting:
    """Drafts of a session's players. The draft is stored with every change, and played when the
    player is ready, or as soon as it is that player's turn."""

    def __init__(self, session: Session, match: Match) -> None:
        self._session, self._match = session, match
        self._ahead = Cached(self._look_ahead)

    def laying(self) -> State | None:
        """Return the position in which the seated player arranges a set-up, maybe ahead of its
        turn; None if that player neither decides nor may prepare."""
        session = self._session
        if session.viewer == session.decider:
            return session.observation()
        return self._ahead.get(session.revision.number)

    @property
    def early(self) -> bool:
        """Whether the seated player may prepare a set-up while others decide."""
        session = self._session
        return session.viewer != session.decider and self.laying() is not None

    def _look_ahead(self) -> State | None:
        session = self._session
        mine, awaited = session.agreed.mine, session.awaited
        if mine is None or mine < 0 or mine != session.viewer:
            return None
        if not session.seating.seats[mine].here:
            return None
        if awaited in (None, mine) or session.agreed.suspended:
            return None
        return session.game.setup_ahead(session.observation(), mine)

    def finish(self) -> None:
        """Play the rest of a set-up whose player was ready when the page was killed half-way."""
        session = self._session
        match, player = self._match, session.decider
        first = len(match.events)
        while first and match.events[first - 1].actor == player:
            first -= 1
        done = tuple(event.action for event in match.events[first:])
        draft = session.store.load_draft(session.key, player) if done and player >= 0 else ()
        if not draft or session.agreed.suspended:
            return
        plan = session.game.arrangement(match.state_at(first).observation(player), draft)
        if plan is not None and plan.actions[: len(done)] == done:
            session.play(plan.actions[len(done) :])
            session.store.save_draft(session.key, player, ())

    def discard_old(self) -> None:
        """Delete drafts left by a page that was closed: of players who neither decide now nor may
        prepare a set-up."""
        session = self._session
        for player in range(session.players):
            if player != session.decider and not self._may_prepare(player):
                session.store.save_draft(session.key, player, ())

    def _may_prepare(self, player: int) -> bool:
        """Return whether a player at another device than the decider's may prepare a set-up."""
        session = self._session
        seen = self._match.state.observation(player) if player == session.agreed.mine else None
        return seen is not None and session.game.setup_ahead(seen, player) is not None

    def prepare(self, prepared: bool) -> None:
        """Set whether the draft is to be played as soon as it is this player's turn."""
        session = self._session
        if prepared != session.agreed.prepared:
            session.agreed.prepared = prepared
            session.save()
            session.revision.bump()

    def play_prepared(self) -> bool | None:
        """Fit a draft that was begun before this turn, and play it if the player has prepared it.

        Return whether it was legal; None if nothing was prepared."""
        session = self._session
        state, draft = session.observation(), self.draft()
        if draft and session.game.arrangement(state) is not None:
            fitted = session.game.fit_draft(state, draft)
            if fitted != draft:
                self._store(fitted)
        if not session.agreed.prepared:
            return None
        self.prepare(False)
        plan = session.game.arrangement(session.observation(), self.draft())
        if plan is None or not plan.actions or plan.problems:
            return False
        session.play(plan.actions, setup=True)
        return True

    def draft(self) -> Draft:
        """Return the draft of the seated player."""
        session = self._session
        return session.store.load_draft(session.key, session.seating.eyes())

    def keep(self, draft: Draft) -> None:
        """Store a changed draft; it is no longer prepared."""
        self.prepare(False)
        self._store(draft)

    def _store(self, draft: Draft) -> None:
        session = self._session
        session.store.save_draft(session.key, session.viewer, draft)
        session.revision.bump()
