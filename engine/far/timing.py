"""Time at a far table, counted from dated letters alone: turns, time used, claims and ends.

A claim `time?` counts if its date is not before the start of the turn plus the time left plus
grace. The game ends on time when the other seat agrees (`time`, naming the claim) or by a letter
of the claimant dated at least the clock's patience after his claim. Nothing revives an ended game:
a letter that would have ended the turn, but names neither claim nor end and is not named by the
end, makes the result `disputed`, without a winner; one that names the claim has come too late. A
letter that the end names has answered the claim: that end is refused.

The verdicts depend on the set of letters, not on their arrival. Only claims and ends dated more
than AHEAD after the reader's clock wait until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.far.letter import Letter, WordLetter
from engine.far.log import Log
from engine.match.clock import NO_CLOCK, SECOND, Clock

AHEAD = 120 * SECOND  # a date further ahead of the reader's clock waits
MOST_NOTED = 16  # claims and ends of one seat in one turn that are looked at
TOLERANCE = 10 * SECOND  # of measures, and a tenth of the time measured
FREE = 10 * SECOND  # an owed contribution or opening costs only what it takes longer
MAX_FIGURE = (1 << 35) - 1  # milliseconds, what a letter's number can say

COUNTS, EARLY, STALE, WAITS, REFUSED = "counts", "early", "stale", "waits", "refused"
LOST, DISPUTED = "lost", "disputed"


class Measure(NamedTuple):
    """What a device has measured of a letter of the other seat, milliseconds since 1970 by its
    clock. `without`: when it had last read all mail and the letter was not there, 0: unknown;
    `arrived`: when it arrived; `lag`: smallest difference between arrival and date seen live."""

    without: int
    arrived: int
    lag: int = 0

    def doubts(self, began: int, at: int) -> bool:
        """Return whether the date `at` of a letter is too early or too late to be true.
        `began`: the start of its turn."""
        says, latest = at - began, self.arrived - self.lag - began
        earliest = self.without - self.lag - began if self.without else 0
        early = says < earliest - TOLERANCE - max(0, earliest) // 10
        return early or says > latest + TOLERANCE + max(0, latest) // 10


def names(letter: Letter, other: Letter) -> bool:
    """Return whether the author of a letter had seen `other` (or has written it before)."""
    if letter.seat == other.seat:
        return other.n < letter.n
    seen = letter.saw(other.seat)
    return seen is not None and other.n < seen.seen


def named(log: Log, seat: int, times: Times, now: int) -> dict[int, int]:
    """Return how many letters of each seat this device's next letter should name.

    Those at the end of the other's chain that have moved nothing are left out from the first that
    is dated after `now`: naming it would make this seat pay for that date."""
    found: dict[int, int] = {}
    for other in range(log.seats):
        chain, own = log.chain(other), log.chain(seat)
        found[other] = len(chain)
        if other != seat:
            before = own[-1].saw(other) if own else None
            least = max(before.seen if before else 0, times.moved.get(other, 0))
            ahead = (n for n in range(least, len(chain)) if chain[n].at > now)
            found[other] = next(ahead, len(chain))
    return found


@dataclass
class ClockTurn:
    """Time in which the clock of `seat` runs. `giver`: letter that started it; `count`: public
    events by then; `left`: milliseconds the seat had; `owes`: only a contribution or an opening is
    due; `ended`: letter that ended it."""

    seat: int
    count: int
    giver: Letter
    left: int
    owes: bool
    ended: Letter | None = None

    @property
    def began(self) -> int:
        return self.giver.at


class TimeClaim(NamedTuple):
    """Claim of `letter.seat` that the time of the seat of `turn` is over.

    `verdict`: COUNTS, EARLY (dated before that), STALE (no such turn, or it had ended) or WAITS."""

    letter: Letter
    turn: ClockTurn | None
    verdict: str

    @property
    def seat(self) -> int:
        return self.letter.seat


class TimeEnd(NamedTuple):
    """Letter that ends the game on time, by its claimant or by the one who agrees.

    `verdict`: LOST, DISPUTED, REFUSED or WAITS; `move`: the letter that it overrules."""

    letter: Letter
    claim: TimeClaim | None
    verdict: str
    move: Letter | None = None

    @property
    def loser(self) -> int:
        """The seat whose time was claimed to be over."""
        assert self.claim is not None
        return 1 - self.claim.seat


class _Noted(NamedTuple):
    """Claim, loss on time, or agreement to the claim `named`. `turn`: the last one its author had
    seen begin; `events`: their public number, as he counts them."""

    letter: Letter
    turn: ClockTurn | None
    events: int
    named: bytes = b""


@dataclass
class Times:
    """Turns and time used, noted while letters are folded, and the verdicts on claims and ends.

    `spent`: milliseconds used by seat, for each turn; `denied`: by digest of a claim, the
    milliseconds that the other device says were used; `moved`: by seat, how many letters there are
    up to the last one that passed the turn on."""

    clock: Clock
    turns: list[ClockTurn] = field(default_factory=list)
    spent: dict[int, list[int]] = field(default_factory=dict)
    denied: dict[bytes, int] = field(default_factory=dict)
    moved: dict[int, int] = field(default_factory=dict)
    claims: list[TimeClaim] = field(default_factory=list)
    ends: list[TimeEnd] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._owed: dict[int, int] = {}  # by seat, milliseconds of late contributions and openings
        self._decider: int | None = None  # seat of the last decision
        self._claimed: list[_Noted] = []
        self._endings: list[_Noted] = []
        self._noted: dict[tuple[int, int], int] = {}  # by seat and number of turns
        self._finish: Letter | None = None

    # -- turns ---------------------------------------------------------------------------------

    @property
    def turn(self) -> ClockTurn | None:
        """The turn that runs; None if no clock runs."""
        return self.turns[-1] if self.turns and self.turns[-1].ended is None else None

    def left(self, seat: int) -> int:
        """Return the milliseconds a seat had when its clock was last started; all its time before
        that."""
        turn = self.turn
        return turn.left if turn is not None and turn.seat == seat else self._left(seat, False)

    def _left(self, seat: int, starts: bool) -> int:
        spent = self.spent.get(seat, [])
        if self.clock.days:  # its turn may go on after chance
            used = spent[-1] if starts and spent and self._decider == seat else 0
            return max(0, self.clock.left(()) - used)
        return max(0, self.clock.left(spent) - self._owed.get(seat, 0))

    def pass_on(self, letter: Letter, seat: int, count: int, decided: bool, owes: bool) -> None:
        """Charge the author of a letter that ended the running turn, and start that of `seat`.

        `seat` −1: no clock runs next. `decided`: the letter was a decision."""
        turn, self.moved[letter.seat] = self.turn, letter.n + 1
        if turn is not None:
            turn.ended = letter
            if turn.seat == letter.seat:
                self._charge(letter.at - turn.began, letter.seat, decided, turn.owes)
        if decided:
            self._decider = letter.seat
        if seat >= 0 and self.clock != NO_CLOCK:
            self.turns.append(ClockTurn(seat, count, letter, self._left(seat, True), owes))

    def _charge(self, used: int, seat: int, decided: bool, owes: bool) -> None:
        """Add the time used to the turn of a seat. Decisions in a row of one seat are one turn."""
        if decided and self._decider == seat and seat in self.spent:
            self.spent[seat][-1] += used
        elif decided:
            self.spent.setdefault(seat, []).append(used)
        elif owes:
            self._owed[seat] = self._owed.get(seat, 0) + max(0, used - FREE)

    def go_back(self) -> None:
        """Note a takeback: the next decision begins a turn of its own."""
        self._decider = None

    # -- claims and ends -----------------------------------------------------------------------

    def note_word(self, letter: Letter, part: WordLetter) -> None:
        """Note a claim, an agreement or a denial."""
        if part.word == "time?":
            self._note(self._claimed, letter, part.number)
        elif part.word == "time":
            if part.more:
                self._note(self._endings, letter, part.number, part.more)
        elif any(one.letter.digest == part.more for one in self._claimed):
            self.denied.setdefault(part.more, part.number)

    def note_end(self, letter: Letter, count: int) -> None:
        """Note a letter that says the other seat has lost on time."""
        self._note(self._endings, letter, count)

    def _note(self, to: list[_Noted], letter: Letter, count: int, named: bytes = b"") -> None:
        key = letter.seat, len(self.turns)
        if self._noted.get(key, 0) < MOST_NOTED:
            self._noted[key] = self._noted.get(key, 0) + 1
            turn = next((one for one in reversed(self.turns) if names(letter, one.giver)), None)
            to.append(_Noted(letter, turn, count, named))

    def judge(self, now: int | None, finish: Letter | None = None) -> TimeEnd | None:
        """Judge all claims and ends; return the end that counts, that of the earliest turn.

        `now`: the reader's clock; None: nothing waits. `finish`: letter that has ended the game,
        by the board or by the loser's word; an end that its author had not seen is void."""
        self._finish = finish
        self.claims = [self._claim(one, now) for one in self._claimed]
        self.ends = [self._end(one, now) for one in self._endings]
        found = [one for one in self.ends if one.verdict in (LOST, DISPUTED)]
        return min(found, key=self._place, default=None)

    def adopt(self, judged: Times, ruling: TimeEnd) -> None:
        """Take over the verdicts of another fold, up to the letter that ended the game."""
        letter = ruling.letter
        self.claims = [one for one in judged.claims if not names(one.letter, letter)]
        self.ends = [one for one in judged.ends if not names(one.letter, letter)]

    def _place(self, end: TimeEnd) -> int:
        assert end.claim is not None and end.claim.turn is not None
        return next(n for n, one in enumerate(self.turns) if one is end.claim.turn)

    def _claim(self, noted: _Noted, now: int | None) -> TimeClaim:
        letter, turn = noted.letter, noted.turn
        if turn is None or turn.seat == letter.seat or turn.count != noted.events:
            return TimeClaim(letter, turn, STALE)
        if turn.ended is not None and names(letter, turn.ended):
            return TimeClaim(letter, turn, STALE)
        if letter.at < turn.began + turn.left + self.clock.grace:
            return TimeClaim(letter, turn, EARLY)
        return TimeClaim(letter, turn, WAITS if _waits(letter, now) else COUNTS)

    def _end(self, ending: _Noted, now: int | None) -> TimeEnd:
        letter = ending.letter
        claim = self._agreed(ending) if ending.named else self._due(ending)
        if claim is None or claim.turn is None:
            return TimeEnd(letter, None, REFUSED)
        move = claim.turn.ended
        finish = self._finish
        if move is not None and names(letter, move):
            return TimeEnd(letter, claim, REFUSED, move)
        if finish is not None and not names(finish, letter):
            return TimeEnd(letter, claim, REFUSED, finish)
        if claim.verdict == WAITS or (not ending.named and _waits(letter, now)):
            return TimeEnd(letter, claim, WAITS, move)
        if move is not None and names(move, letter):
            move = None  # written after the end
        if move is None or names(move, claim.letter):
            return TimeEnd(letter, claim, LOST, move)
        return TimeEnd(letter, claim, DISPUTED, move)

    def _agreed(self, ending: _Noted) -> TimeClaim | None:
        good = (
            one
            for one in self.claims
            if one.letter.digest == ending.named and one.seat != ending.letter.seat
        )
        return next((one for one in good if one.verdict in (COUNTS, WAITS)), None)

    def _due(self, ending: _Noted) -> TimeClaim | None:
        """Return the claim that an end of the same seat rests on."""
        for claim in self.claims:
            good = claim.seat == ending.letter.seat and claim.verdict in (COUNTS, WAITS)
            if good and names(ending.letter, claim.letter) and claim.turn is not None:
                late = ending.letter.at >= claim.letter.at + self.clock.patience
                if late and claim.turn.count == ending.events:
                    return claim
        return None

    # -- how it stands -------------------------------------------------------------------------

    @property
    def noted(self) -> bool:
        """Whether there is any claim or end to judge."""
        return bool(self._claimed or self._endings)

    @property
    def claim(self) -> TimeClaim | None:
        """The first claim that counts in the turn that runs."""
        counting = (one for one in self.claims if one.verdict == COUNTS)
        return next((one for one in counting if one.turn is self.turn), None)

    @property
    def due(self) -> int | None:
        """When the next claim or end stops waiting, by the reader's clock; None: none waits."""
        return min((one.at - AHEAD for one in self._waiting()), default=None)

    def ripe(self, now: int | None) -> bool:
        """Return whether a claim or an end that had to wait is due by now, the reader's clock."""
        return self.due is not None and (now is None or now >= self.due)

    def _waiting(self) -> Iterator[Letter]:
        yield from (one.letter for one in self.claims if one.verdict == WAITS)
        for end in self.ends:
            if end.verdict == WAITS and end.claim is not None and end.claim.verdict != WAITS:
                yield end.letter


def _waits(letter: Letter, now: int | None) -> bool:
    return now is not None and letter.at > now + AHEAD
