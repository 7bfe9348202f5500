"""Clocks of a far table: displayed time, and claims of a win on time (engine/far/timing.py).

The own clock runs from when this device first had the letter that gave the turn, whether the page
is open or not; when it has run out the device says so, which loses the game. The other's clock is
shown by the date of that letter. A claim asks the other device, which denies it while it has time.
If nothing comes within the clock's patience, the claim succeeds, and the other player accepts that
or, if his device has measured less time, breaks the game off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.core.texts import Message
from engine.far.letter import AT, WordLetter
from engine.far.replies import ending, out_of_time, overdue, time_reply
from engine.far.timing import LOST, MAX_FIGURE, ClockTurn, TimeClaim, TimeEnd
from engine.match.clock import DAY, MINUTE, NO_CLOCK, SECOND, Clock
from ui.far.clock.measures import Measures
from ui.session.table_clock import ClockFace
from ui.words.clocks import left_words

if TYPE_CHECKING:
    from ui.far.far_table import FarTable

LAST_DATE = (1 << 8 * AT) - 1
FAR_AHEAD = 10 * MINUTE  # clocks that differ by so much are mentioned
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
    """What is said about a claim. `answers`: buttons as (target, key of its words); `mine`: it is
    this player's own claim."""

    message: Message
    answers: tuple[tuple[str, str], ...] = ()
    mine: bool = False


class Clocks:
    """Clocks of one table. A device whose clock is behind the date of a letter that has passed the
    turn on, or of an own one that answers something dated ahead, counts on from that date
    (`_ahead`): nobody's time is negative or free, and no date postpones its claims."""

    def __init__(self, play: FarTable) -> None:
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

    @property
    def ahead(self) -> int:
        """Milliseconds by which this device's dates were set forward to follow the other's."""
        return self._ahead

    def note(self) -> None:
        """Follow a new turn, or an own letter. Call after every change of the course."""
        play, turn = self._play, self._play.course.turn
        if not play.met or play.log.open_forks:  # of two versions of the turn one will not count
            return
        own = play.log.chain(play.me)[-1:] if play.me >= 0 else []
        behind = max(turn.began if turn else 0, *(one.at for one in own), 0) - self.now()
        if behind > 0:
            used = 0 if turn is None else self.used(turn)
            self._ahead += behind
            play.store.set_ahead(self._ahead)
            self.measures.shift(behind)
            if turn is not None:  # the shift spends nothing of it
                self.measures.arrived(turn.giver, self.now() - used)
        if self.clock != NO_CLOCK:
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
        if seat == self._play.me:
            return left - self.used(turn)
        return left - max(0, self.now() - turn.began)

    # -- claims --------------------------------------------------------------------------------

    def may_claim(self) -> bool:
        """Return whether the opponent's time and grace have run out and no claim is pending."""
        play = self._play
        if not play.may_decide or not play.met:
            return False
        turn = play.course.turn
        if turn is None or not play.course.may_claim(play.me):
            return False
        return self.now() >= play.course.times.claimable(turn)

    def claim(self) -> None:
        """Claim the opponent's time."""
        if self.may_claim():
            self._play.write(WordLetter("time?", self._play.course.event_count))

    def answer(self) -> None:
        """Write what this device says of the clock by itself."""
        play = self._play
        if not play.may_decide or play.absent or play.course.dealing.broken:
            return
        reads, turn = bool(play.lines.open or not play.lines.relays), play.course.turn
        used = 0 if turn is None else self.used(turn)
        if part := time_reply(play.course, play.me, self.now(), used, reads):
            play.write(part)

    def _out_of_time(self) -> bool:
        turn = self._play.course.turn
        return turn is not None and out_of_time(self._play.course, self._play.me, self.used(turn))

    def spent(self) -> int:
        """Return the milliseconds that a decision of this seat states now."""
        turn = None if self.clock == NO_CLOCK else self._play.course.turn
        mine = turn is not None and turn.seat == self._play.me
        return min(self.used(turn), MAX_FIGURE) if mine and turn is not None else 0

    def used(self, turn: ClockTurn) -> int:
        """Return the milliseconds of an own running turn: since this device first had the letter
        that gave it."""
        return max(0, self.now() - self._had(turn))

    def _had(self, turn: ClockTurn) -> int:
        measure = self.measures.of(turn.giver)
        return turn.began if measure is None else max(turn.began, measure.arrived)

    def _measured_otherwise(self, end: TimeEnd) -> bool:
        """Return whether by this device its player still had time when this end arrived."""
        turn, came = end.claim.turn if end.claim else None, self.measures.of(end.letter)
        at = self.now() if came is None else came.arrived
        return turn is not None and at - self._had(turn) < turn.left

    def question(self) -> Question | None:
        """Return what is to be said about a claim or the end it led to; None if there is none."""
        play, course = self._play, self._play.course
        if play.me < 0:
            return None
        who = course.names[play.other] or Message(f"player.name.{play.other}")
        end, claim, turn = course.ruling, course.claim, course.turn
        if end is not None and end.verdict == LOST and end.loser == play.me:
            return None if course.conceded else self._silent(end, who)
        if self.clock == NO_CLOCK:
            return self._quiet(claim, who)
        if claim is not None:
            mine = claim.seat == play.me
            return Question(Message(f"far.claim.{'mine' if mine else 'other'}", who=who), mine=mine)
        denial = None if turn is None else course.times.denial(turn)
        if denial is None:
            return None
        mine = denial.letter.seat != play.me
        key = f"far.claim.{'mine' if mine else 'other'}.no"
        return Question(Message(key, who=who, used=duration(denial.used)), mine=mine)

    def _quiet(self, claim: TimeClaim | None, who: Message | str) -> Question | None:
        """Return what is said at a table without a clock about who has sent nothing for weeks."""
        if claim is None or claim.seat != self._play.me:
            return None  # this device answers at once
        closes = (("act:far:silence:close", "far.quiet.close"),) if self._overdue() else ()
        return Question(Message("far.quiet.mine", who=who), closes, mine=not closes)

    def _overdue(self) -> bool:
        return overdue(self._play.course, self._play.me, self.now())

    def answer_silence(self, word: str) -> None:
        """Accept to have lost by silence (`time`), break the game off (`off`), or close a table
        that the other has left (`close`)."""
        play, question = self._play, self.question()
        if question is None or not question.answers:
            return
        if self.clock == NO_CLOCK and word == "close":
            play.write(ending(play.course, play.me))
        elif self.clock != NO_CLOCK and word in ("time", "off"):
            play.write(WordLetter(word, play.course.event_count))

    def _silent(self, end: TimeEnd, who: Message | str) -> Question:
        """Return the question whether this player accepts to have lost by silence."""
        answers = [("act:far:silence:time", "far.claim.accept")]
        if self._measured_otherwise(end):
            answers.append(("act:far:silence:off", "far.claim.off"))
        return Question(Message("far.claim.lost", who=who), tuple(answers))

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
        due = play.course.claim is not None or self._out_of_time()
        if due or play.course.times.ripe(self.now()):
            play.consider()
        if play.tools.visible() or over != play.course.over:
            play.changed(over != play.course.over)
        self._tick()
