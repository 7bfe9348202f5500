"""Clocks of a far table: displayed time, and claims of a win on time (engine/far/timing.py).

The clock of the player to decide runs; also that of a seat whose device alone owes a chance
contribution or an opening. It runs from the date of the letter that gave the turn, whether the
page is open or not. A claim asks the opponent's device first, which admits the loss or denies it.
If it does not answer within the clock's patience, the claim succeeds; if it denies, the claimant
decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.core.contract import TIME
from engine.core.texts import Message
from engine.far.letter import AT, EventsLetter, Part, WordLetter
from engine.far.timing import MAX_FIGURE, ClockTurn, TimeClaim, named
from engine.match.clock import DAY, MINUTE, NO_CLOCK, SECOND, Clock
from ui.far.measures import Measures
from ui.session.seats import ClockFace
from ui.words.clocks import left_words

if TYPE_CHECKING:
    from ui.far.sitting import Sitting

# Words that answer an offer name it, whatever its date.
ANSWERS = [f"{one}{end}" for one in ("draw", "back", "home") for end in ("", "-no")]
LAST_DATE = (1 << 8 * AT) - 1
LOW = 30 * SECOND  # low time in a game of minutes; in one of days an hour


def duration(millis: int) -> Message:
    """Return a time span in words, cut to its two largest units."""
    minutes, seconds = divmod(millis // SECOND, 60)
    if minutes < 10:
        key = "far.time.seconds" if not minutes else "far.time.minutes.seconds"
        return Message(key, m=minutes, s=seconds)
    if minutes < 60:
        return Message("far.time.minutes", m=minutes)
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return Message("far.time.hours", h=hours, m=minutes)
    return Message("far.time.days", d=hours // 24, h=hours % 24)


def time_words(t: Callable[..., str], millis: int) -> str:
    message = duration(millis)
    return t(message.key, **message.params)


class Question(NamedTuple):
    """What the panel says about a claim. `answers`: buttons as (target, key of its words)."""

    message: Message
    answers: tuple[tuple[str, str], ...] = ()


class Clocks:
    """Clocks of one table. A device whose clock is behind the date of a letter that has passed the
    turn on counts on from that date (`_ahead`), so that nobody's time is negative or free."""

    def __init__(self, play: Sitting) -> None:
        self._play = play
        self._ahead = play.store.ahead()
        self.measures = Measures(play, self.now)
        self._ticking = False

    @property
    def clock(self) -> Clock:
        return self._play.seat.terms.clock

    def now(self) -> int:
        """Return milliseconds since 1970 as this device dates letters."""
        return min(int(1000 * self._play.tools.date()) + self._ahead, LAST_DATE)

    def named(self, parts: Sequence[Part]) -> dict[int, int] | None:
        """Return, by seat, how many of its letters a new letter with these parts names as known to
        its author; None: all."""
        play = self._play
        answers = any(isinstance(part, WordLetter) and part.word in ANSWERS for part in parts)
        if self.clock == NO_CLOCK or answers:
            return None
        return named(play.log, play.me, play.course.times, self.now())

    def note(self) -> None:
        """Follow a new turn. Call after every change of the course."""
        if self.clock == NO_CLOCK or not self._play.met:
            return
        turn = self._play.course.turn
        if turn is not None and turn.began > self.now():
            behind = turn.began - self.now()
            self._ahead += behind
            self._play.store.set_ahead(self._ahead)
            self.measures.shift(behind)
        self._tick()

    def face(self, seat: int, t: Callable[..., str]) -> ClockFace | None:
        """Return the display of a seat's clock; None without a clock or an opponent."""
        if self.clock == NO_CLOCK or not self._play.met:
            return None
        days, runs, left = bool(self.clock.days), self._runs(seat), max(0, self._left(seat))
        low = runs and left < (DAY // 24 if days else LOW)
        return ClockFace(left_words(t, left, days), runs, low, days, self._doubt(seat, t))

    def _doubt(self, seat: int, t: Callable[..., str]) -> str:
        found = self.measures.doubt(seat)
        if found is None:
            return ""
        return t("far.doubt", says=time_words(t, found.says), came=time_words(t, found.came))

    def _runs(self, seat: int) -> bool:
        turn = self._play.course.turn
        return turn is not None and turn.seat == seat and not self._play.stopped

    def _left(self, seat: int) -> int:
        turn, left = self._play.course.turn, self._play.course.left(seat)
        if turn is None or not self._runs(seat):
            return left
        return left - max(0, self.now() - turn.began)

    # -- claims --------------------------------------------------------------------------------

    def may_claim(self) -> bool:
        """Return whether the opponent's time and grace have run out and no claim is pending."""
        play = self._play
        if self.clock == NO_CLOCK or not play.may_decide or not play.met:
            return False
        return play.course.may_claim(play.me) and self._left(play.other) <= -self.clock.grace

    def claim(self) -> None:
        """Claim the opponent's time, or end the game on a claim that he denies."""
        play = self._play
        if self.may_claim():
            play.write(WordLetter("time?", play.course.event_count))
        elif self._own() is not None and self._due():
            self._end()

    def _own(self) -> TimeClaim | None:
        """Return the own claim that is open."""
        claim = self._play.course.claim
        return claim if claim is not None and claim.seat == self._play.me else None

    def _due(self) -> bool:
        """Return whether the own claim has waited long enough."""
        claim = self._own()
        return claim is not None and self.now() >= claim.letter.at + self.clock.patience

    def _end(self) -> None:
        play = self._play
        play.write(EventsLetter(play.course.event_count, ((TIME, play.other),)))

    def answer(self) -> None:
        """Answer the opponent's claim, or end the game on an own claim that was not answered. Do
        neither while mail may be unread."""
        play, claim = self._play, self._play.course.claim
        if claim is None or not play.may_decide or play.absent or play.course.dealing.broken:
            return
        digest = claim.letter.digest
        denied = digest in play.course.times.denied
        if claim.seat == play.me:
            if self._due() and not denied and (play.lines.open or not play.lines.relays):
                self._end()
        elif claim.letter.at <= self.now() and claim.turn is not None:
            used = self.used(claim.turn)
            if used >= claim.turn.left:
                play.write(WordLetter("time", play.course.event_count, digest))
            elif not denied and not claim.turn.owes:
                play.write(WordLetter("time-no", min(used, MAX_FIGURE), digest))

    def used(self, turn: ClockTurn) -> int:
        """Return the milliseconds of a running turn as this device measures them: from the date of
        the letter that gave it, or from when all mail was read without that letter."""
        measure = self.measures.of(turn.giver)
        without = 0 if measure is None else measure.without
        return max(0, self.now() - max(turn.began, without))

    def question(self) -> Question | None:
        """Return what the panel says about the open claim; None if there is none."""
        play, claim = self._play, self._play.course.claim
        if claim is None or play.me < 0:
            return None
        who = play.course.names[play.other] or Message(f"player.name.{play.other}")
        used = play.course.times.denied.get(claim.letter.digest)
        kind = "mine" if claim.seat == play.me else "other"
        if used is None:
            return Question(Message(f"far.claim.{kind}", who=who))
        said = Message(f"far.claim.{kind}.no", who=who, used=duration(used))
        ends = kind == "mine" and self._due()
        return Question(said, (("act:far:time", "far.claim.end"),) if ends else ())

    # -- ticking -------------------------------------------------------------------------------

    def _tick(self) -> None:
        course = self._play.course
        running = course.turn is not None or course.times.due is not None
        if not self._ticking and running and not self._play.absent:
            self._ticking = True
            pause = MINUTE if self.clock.days else SECOND
            self._play.page.after(pause, self._next_tick)

    def _next_tick(self) -> None:
        self._ticking = False
        play = self._play
        if play.absent or (play.course.over and play.course.times.due is None):
            return
        self.measures.tick()
        over = play.course.over
        if play.course.claim is not None or play.course.times.ripe(self.now()):
            play.consider()
        if play.tools.visible() or over != play.course.over:
            play.changed(over != play.course.over)
        self._tick()
