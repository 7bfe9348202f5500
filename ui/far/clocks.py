"""Clocks of a far table: measured time, displayed time, and claims of a win on time.

The clock of the player to decide runs; also that of a seat whose device alone owes a chance
contribution or an opening. A turn starts on a device when its letter arrives there, so delivery
costs no time. A claim asks the opponent's device first, which denies it or admits the loss. If it
does not answer within the clock's patience, the claim succeeds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.contract import TIME
from engine.far.clock import DAY, MINUTE, NO_CLOCK, SECOND, Clock
from engine.far.letter import EventsLetter, WordLetter
from ui.session.seats import ClockFace

if TYPE_CHECKING:
    from ui.far.sitting import Sitting

LOW = 30 * SECOND  # low time in a game of minutes; in one of days an hour


def clock_words(t: Callable[..., str], clock: Clock) -> str:
    """Return the description of a time control."""
    if clock == NO_CLOCK:
        return t("far.clock.none")
    if clock.days:
        return t("far.clock.days", n=clock.days)
    return t("far.clock.minutes", n=clock.minutes, s=clock.seconds)


def left_words(t: Callable[..., str], left: int, days: bool) -> str:
    """Return `left` milliseconds as the clock shows them. `days`: the control is in days."""
    seconds = left // SECOND
    if not days:
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    whole, hours = divmod(seconds // 3600, 24)
    if whole:
        return t("far.clock.left.days", n=whole, h=hours)
    return t("far.clock.left.hours", n=hours, m=seconds // 60 % 60)


class Clocks:
    """Clocks of one table, as measured on this device."""

    def __init__(self, play: Sitting) -> None:
        self._play = play
        self._turn, self._began, self._claimed = play.store.turn()
        self._ticking = False

    @property
    def clock(self) -> Clock:
        return self._play.seat.terms.clock

    def _now(self) -> int:
        return int(1000 * self._play.tools.date())

    def note(self) -> None:
        """Start timing if a new turn has arrived. Call after every change of the course."""
        play = self._play
        if self.clock == NO_CLOCK or not play.met:
            return
        turn = [play.course.event_count, play.course.awaited]
        if turn != self._turn:
            self._turn, self._began, self._claimed = turn, self._now(), 0
            play.store.set_turn(self._turn, self._began, self._claimed)
        self._tick()

    def face(self, seat: int, t: Callable[..., str]) -> ClockFace | None:
        """Return the display of a seat's clock; None without a clock or an opponent."""
        if self.clock == NO_CLOCK or not self._play.met:
            return None
        days, runs, left = bool(self.clock.days), self._runs(seat), max(0, self._left(seat))
        low = runs and left < (DAY // 24 if days else LOW)
        return ClockFace(left_words(t, left, days), runs, low, days)

    def _runs(self, seat: int) -> bool:
        play = self._play
        return self._turn == [play.course.event_count, seat] and not play.stopped

    def _left(self, seat: int) -> int:
        left = self._play.course.left(seat)
        return left - max(0, self._now() - self._began) if self._runs(seat) else left

    # -- claims --------------------------------------------------------------------------------

    def may_claim(self) -> bool:
        """Return whether the opponent's time and grace have run out and no claim is pending."""
        play = self._play
        if self.clock == NO_CLOCK or not play.may_decide or not play.met:
            return False
        asked = self._now() - self._claimed < self.clock.patience
        late = self._left(play.other) < -self.clock.grace
        return play.course.may_claim(play.me) and late and not asked

    def claim(self) -> None:
        """Ask the opponent's device to admit the loss on time, if that may be claimed."""
        if self.may_claim():
            self._claimed = self._now()
            self._play.store.set_turn(self._turn, self._began, self._claimed)
            self._play.write(WordLetter("time?", self._play.course.event_count))

    def answer(self) -> None:
        """Answer an open claim automatically, or enforce an own one that stayed unanswered."""
        play = self._play
        if self.clock == NO_CLOCK or not play.may_decide or play.course.claim is None:
            return
        count = play.course.event_count
        if play.course.claim == play.me:
            if self._claimed and self._now() - self._claimed >= self.clock.patience:
                play.write(EventsLetter(count, ((TIME, play.other),)))
        elif play.course.at_chance:
            return  # at chance only the owed contribution answers a claim
        elif self._left(play.me) > 0:
            play.write(WordLetter("time-no", count))
        else:
            play.write(EventsLetter(count, ((TIME, play.me),)))

    # -- ticking -------------------------------------------------------------------------------

    def _tick(self) -> None:
        running = self._turn and self._turn[1] >= 0
        if not self._ticking and running and not self._play.absent:
            self._ticking = True
            pause = MINUTE if self.clock.days else SECOND
            self._play.page.after(pause, self._next_tick)

    def _next_tick(self) -> None:
        self._ticking = False
        play = self._play
        if play.absent or play.course.over:
            return
        if play.course.claim == play.me:
            play.consider()
        if play.tools.visible():
            play.changed(False)
        self._tick()
