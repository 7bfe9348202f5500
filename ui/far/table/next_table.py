"""The next game at a far table: a rematch, or playing on from where a game was broken off."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.far.letter import WordLetter
from engine.far.terms import Terms
from engine.match import codec
from ui.far.lobby.blocked import toggle
from ui.far.lobby.invite import Again, InviteDialog
from ui.far.seat_store import FarSeat, find, new_seat
from ui.far.table import rematch

if TYPE_CHECKING:
    from ui.far.lobby.seats import FarSeats
    from ui.far.table.play import FarPlay
    from ui.shell.app import App
    from ui.table.screen import TableScreen


def may_play_on(play: FarPlay) -> bool:
    """Return whether both may agree to play on from where the game was broken off: everybody sees
    the whole position. Hands and set-ups cannot be taken to another table."""
    course = play.course
    broken = course.broken_off is not None and course.story.whole and not course.story.dealt
    return broken and play.me >= 0 and play.offered() is None


class NextTable:
    """Offers of another game, by either player."""

    def __init__(self, play: FarPlay, app: App, screen: TableScreen, seats: FarSeats) -> None:
        self._play, self._app, self._screen, self._seats = play, app, screen, seats
        play.free_seat.told = self._move_or_ask

    def play_on(self) -> Message | None:
        """Offer to play on from the position in which a game was broken off, or accept that."""
        course = self._play.course
        if may_play_on(self._play) and course.broken_off is not None:
            left = course.times.rest(course.broken_off)
            return self.again(codec.encode(course.match), left)
        return None

    def again(self, past: str = "", left: tuple[int, ...] = ()) -> Message | None:
        """Accept the opponent's offer of another game, or offer one with sides swapped and open it.
        Return why not, if so. `past`, `left`: it goes on from there, with the same sides and these
        times."""
        play = self._play
        if play.me < 0 or not play.course.over:
            return None
        theirs = play.offered()
        terms = theirs or rematch.offer(play.course, play.me)
        if terms is not None:  # the opponent's offer, or our own earlier one
            if theirs is None or self._is_sure(theirs):
                self._sit(terms)
            return None
        old, seat = play.seat.terms, play.me if past else 1 - play.me
        try:
            found = new_seat(
                old.game_id, old.options_now(), seat, play.seat.name, play.seat.relays,
                play.tools.crypto, old.clock, past, old.friendly, old.open, left,
            )  # fmt: skip
        except AsedioError as why:
            return why.message
        self._invite(found)
        return None

    def another(self) -> None:
        """Open the form of another game with the same person, filled in with the last one; where
        one has been offered, react as to a press on that."""
        play = self._play
        if play.me < 0 or not play.course.over:
            return
        if play.offered() is None and rematch.offer(play.course, play.me) is None:
            seats, last = self._seats, (play.seat.terms, 1 - play.me, play.seat.relays)
            who = self._screen.table.voice.name(play.other)
            old, name = play.seat.terms, play.seat.name
            again = Again(who, *last, self._invite)
            self._app.open(
                InviteDialog(self._app, seats, old.game_id, old.options_now(), name, again=again)
            )
        elif play.offered() is None:
            self.again()

    def _invite(self, found: FarSeat) -> None:
        """Offer a new table to the opponent in the letters of this one, and open it. Where another
        tab plays this one, its invitation goes by link alone."""
        play = self._play
        if play.me >= 0 and play.course.over and play.working:
            play.write(WordLetter("again", 0, found.terms.data))
            play.send()
            found = replace(found, after=play.session.key, stranger=play.seat.stranger)
        self._seats.open_new(replace(found, untried=len(found.relays)))

    def _sit(self, terms: Terms) -> None:
        seat = self._play.seat
        after = seat.after if self._play.inviting else self._play.session.key
        self._seats.sit(terms, seat.name, seat.relays, stranger=seat.stranger, after=after)

    def decline(self) -> None:
        """Show the opponent's offer no more; its key is kept with those of blocked players."""
        terms = self._play.free_seat.other if self._play.inviting else self._play.offered()
        if terms is not None:
            toggle(self._play.store.storage, terms.public)

    def _differs(self, terms: Terms) -> bool:
        """Return whether a rematch differs from the game just played, as far as this device knows
        that."""
        before = self._play.game_before()
        return before is None or bool(rematch.differences(self._screen.table.voice, *before, terms))

    def _is_sure(self, terms: Terms) -> bool:
        """Return whether to sit down at this table: it is like the game just played, or this is the
        second press."""
        if self._differs(terms) and self._play.shown.sure != terms.id:
            self._play.shown.sure = terms.id
            return False
        return True

    def sit_there(self) -> None:
        """Sit down at the opponent's rematch, which differs from the game just played."""
        terms = self._play.free_seat.other
        if terms is not None and self._play.inviting and self._is_sure(terms):
            self._move_to(terms)

    def _move_or_ask(self, terms: Terms) -> None:
        """Move to the opponent's rematch, whose offer takes precedence. If it differs from the game
        just played, ask first."""
        if self._differs(terms):
            self._play.free_seat.other = terms
            self._play.changed(False)
        else:
            self._move_to(terms)

    def _move_to(self, terms: Terms) -> None:
        """Sit down at another table and delete this one."""
        key, storage = self._play.session.key, self._play.store.storage

        def go() -> None:
            if self._play.inviting and find(storage, self._play.seat.terms.id) == key:
                self._sit(terms)
                self._app.store.delete(key)

        self._app.later(go)
