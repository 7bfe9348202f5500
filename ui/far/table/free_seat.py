"""The free seat of a far table, as the device that invites offers it: it tries the relays first,
publishes the offer if anybody may sit down, and listens at the table before, where the opponent may
have offered a rematch at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.far.terms import Terms
from ui.far.relays.connection import Lines
from ui.far.relays.relay_trial import RelayTrial
from ui.far.seat_store import SeatStore
from ui.far.table.rematch import Before

if TYPE_CHECKING:
    from ui.far.far_table import FarTable

DAY = 86_400  # seconds


class FreeSeat:
    """The free seat of one table. `trial`: of the relays, before the invitation is shown;
    `level()`: of the strongest computer its player has beaten in this game, and `lang()`: of the
    page, which an open offer states; `other`: the opponent's rematch, if it takes precedence over
    this invitation and differs from the game just played; `told(terms)` is called when one that
    takes precedence arrives."""

    def __init__(self, play: FarTable) -> None:
        self._play = play
        self.trial: RelayTrial | None = None
        self.other: Terms | None = None
        self.told: Callable[[Terms], None] = lambda terms: None
        self._before: Before | None = None
        self.level: Callable[[], int] = lambda: 0
        self.lang: Callable[[], str] = lambda: ""
        self._published = False  # since the table was opened

    # -- trial of the relays -------------------------------------------------------------------

    @property
    def tried(self) -> RelayTrial | None:
        """The trial that is going on, or has failed; None once the relays are known."""
        return self.trial if self._play.seat.untried else None

    def try_relays(self) -> None:
        """Try the relays of a new table; then use those that work."""
        if self.trial is None:
            seat = self._play.seat
            self.trial = RelayTrial(seat.relays, seat.untried, self._play.tools, self._on_trial)
            self.trial.begin()

    def _on_trial(self, found: tuple[str, ...]) -> None:
        """Redraw the trial, or invite over the relays it has found; a rematch without any waits
        for those of the game before."""
        seat = self._play.seat
        if found:
            self._use(found)
        elif seat.after and self.trial is not None and self.trial.over:
            self._end_trial()
            self._use(seat.relays)
        self._play.changed(False)

    def _use(self, relays: tuple[str, ...]) -> None:
        play = self._play
        play.seat = replace(play.seat, relays=relays, untried=0)
        play.store.save(play.seat)
        play.lines = Lines(relays)
        play.consider()

    def try_anew(self) -> None:
        self._end_trial()
        self._play.consider()

    def without_relays(self) -> None:
        self._end_trial()
        self._use(())

    def _end_trial(self) -> None:
        trial, self.trial = self.trial, None
        if trial is not None:
            trial.stop()

    # -- the open offer ------------------------------------------------------------------------

    def toggle_offer(self) -> None:
        """Let anybody sit down for a day, or withdraw that."""
        play, offered = self._play, not self._play.seat.offered
        if play.inviting:
            until = int(play.tools.date()) + DAY if offered else 0
            play.seat = replace(play.seat, stranger=offered, until=until)
            self.offer(offered)

    def offer(self, offered: bool) -> None:
        """Publish the invitation as an open offer on its relays, or withdraw it."""
        play = self._play
        play.seat = replace(play.seat, offered=offered)
        play.store.save(play.seat)
        if play.pool is not None:
            terms, end = play.seat.terms, play.seat.until or int(play.tools.date()) + DAY
            word, level = (terms.word, self.level()) if offered else ("", 0)
            play.pool.announce(word, play.seat.keys.secret, terms.topic, end, level, self.lang())
            self._published = True

    # -- relays are open, or closed ------------------------------------------------------------

    def opened(self) -> None:
        """Renew the offer while it lasts, and listen at the table before: the relays are open."""
        play = self._play
        if play.seat.offered and not self._published:
            self.offer(not play.seat.until or play.tools.date() < play.seat.until)
        if self._before is not None or not play.seat.after:
            return
        store = SeatStore(play.store.storage, play.seat.after)
        if (seat := store.load()) is not None and seat.seat >= 0:
            self._before = Before(store, seat, play.tools, lambda terms: self.told(terms))

    def close(self) -> None:
        self._published = False
        if self._play.seat.untried:
            self._end_trial()
        before, self._before = self._before, None
        if before is not None:
            before.close()
