"""Time at a far table: turns, own time, claims and ends.

Nobody states another's time: a decision states what its author has used, and who has none left
says `time` himself. A claim `time?` is a question. It counts if by its author's dates the time left
and grace have passed since the letter that gave the turn, or since a denial of that turn which it
names. A decision ends it, and so does the first denial (`time-no`) in a turn, whatever their dates
and also if they do not name it.

If nothing has come for the clock's patience the claimant ends the game: won on time. The other seat
accepts that with `time`, or answers `off`; what it wrote first counts. `off` breaks the game off,
without a winner, and so does a decision or denial that does not name the end. What has finished the
game by the rules stands.

Without a clock the same words close a table that was left: QUIET after the turn began the other may
ask, PARTING later he may close it, without a winner. Any denial or decision before that ends it.

The verdicts depend on the set of letters, not on their arrival. Only claims and ends dated more
than AHEAD after the reader's clock wait until then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.far.letter import SEATS, EventsLetter, Letter, LetterPart, WordLetter
from engine.far.log import Log
from engine.match.clock import DAY, NO_CLOCK, SECOND, Clock

AHEAD = 120 * SECOND  # a date further ahead of the reader's clock waits
MOST_NOTED = 16  # claims and ends of one seat in one turn that are looked at
TOLERANCE = 10 * SECOND  # of measures, and a tenth of the time measured
QUIET, PARTING = 28 * DAY, 7 * DAY  # without a clock: silence before a claim, and after it
MAX_FIGURE = (1 << 35) - 1  # milliseconds, what a letter's number can say

OFFERS = ("draw", "back", "home")
ANSWERS = [*(f"{one}{end}" for one in OFFERS for end in ("", "-no", "!")), "time", "off", "stands"]

COUNTS, EARLY, STALE, WAITS, REFUSED = "counts", "early", "stale", "waits", "refused"
LOST, BROKEN, LEFT = "lost", "broken", "left"


class Measure(NamedTuple):
    """What a device has measured of a letter of the other seat, milliseconds since 1970 by its
    clock. `without`: when it had last read all mail and the letter was not there, 0: unknown;
    `arrived`: when it arrived; `lag`: smallest difference between arrival and date seen live."""

    without: int
    arrived: int
    lag: int = 0

    def doubts(self, began: int, used: int) -> bool:
        """Return whether the time `used` that a letter states is too short or too long to be true.
        `began`: when its turn began, by this device."""
        latest, earliest = self.arrived - began, self.without - began if self.without else 0
        early = used < earliest - TOLERANCE - max(0, earliest) // 10
        return early or used > latest + TOLERANCE + max(0, latest) // 10


def names(letter: Letter, other: Letter) -> bool:
    """Return whether the author of a letter had seen `other` (or has written it before)."""
    if letter.seat == other.seat:
        return other.n < letter.n
    return other.n < letter.seen


def named(
    log: Log, seat: int, times: Times, now: int, parts: Sequence[LetterPart]
) -> dict[int, int] | None:
    """Return how many letters of each seat this device's next letter should name; None: all.

    Those at the end of the other's chain that have moved nothing are left out from the first that
    is dated after `now`: naming it would date this seat's letters ahead as well. A word that
    answers something names it, whatever its date."""
    if times.endless or any(isinstance(one, WordLetter) and one.word in ANSWERS for one in parts):
        return None
    found: dict[int, int] = {}
    for other in range(log.seats):
        chain, own = log.chain(other), log.chain(seat)
        found[other] = len(chain)
        if other != seat:
            least = max(own[-1].seen if own else 0, times.moved.get(other, 0))
            ahead = (n for n in range(least, len(chain)) if chain[n].at > now)
            found[other] = next(ahead, len(chain))
    return found


@dataclass
class ClockTurn:
    """Time in which the clock of `seat` runs. `giver`: letter that started it; `count`: public
    events by then; `left`: milliseconds the seat had; `owes`: only a contribution or an opening is
    due; `ended`: letter that ended it; `used`: what that letter says its author has used."""

    seat: int
    count: int
    giver: Letter
    left: int
    owes: bool
    ended: Letter | None = None
    used: int | None = None

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
    """Letter by which a claimant ends the game.

    `verdict`: LOST, LEFT (the same without a clock), BROKEN, REFUSED or WAITS; `answer`: the other
    seat's letter that decides it;
    `move`: the same if it would have ended the turn: it changes nothing."""

    letter: Letter
    claim: TimeClaim | None
    verdict: str
    answer: Letter | None = None
    move: Letter | None = None

    @property
    def loser(self) -> int:
        """The seat whose time was claimed to be over."""
        assert self.claim is not None
        return 1 - self.claim.seat


class Denial(NamedTuple):
    """Answer to a claim, or to none yet: the seat of `turn` has `used` so many milliseconds."""

    letter: Letter
    turn: ClockTurn
    used: int


class _Noted(NamedTuple):
    """Claim or end. `turn`: the last one its author had seen begin; `events`: their public number,
    as he counts them."""

    letter: Letter
    turn: ClockTurn | None
    events: int


@dataclass
class Times:
    """Turns and time used, noted while letters are folded, and the verdicts on claims and ends.

    `start`: milliseconds by seat, if not those of the clock; `spent`: milliseconds used by seat,
    for each turn; `denials`: the first one of each turn, all without a clock; `moved`: by seat, how
    many letters there are up to the last one that passed the turn on."""

    clock: Clock
    start: tuple[int, ...] = ()
    turns: list[ClockTurn] = field(default_factory=list)
    spent: dict[int, list[int]] = field(default_factory=dict)
    denials: list[Denial] = field(default_factory=list)
    moved: dict[int, int] = field(default_factory=dict)
    claims: list[TimeClaim] = field(default_factory=list)
    ends: list[TimeEnd] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._decider: int | None = None  # seat of the last decision
        self._claimed: list[_Noted] = []
        self._endings: list[_Noted] = []
        self._accepted: list[Letter] = []
        self._broken: list[Letter] = []
        self._noted: dict[tuple[int, int], int] = {}  # by seat and number of turns
        self._finish: Letter | None = None
        self.endless = self.clock == NO_CLOCK
        self._grace = 0 if self.endless else self.clock.grace
        self.patience = PARTING if self.endless else self.clock.patience

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
        if self.endless:
            return QUIET
        if self.clock.days and not self.clock.bank:  # its turn may go on after chance
            used = spent[-1] if starts and spent and self._decider == seat else 0
            return max(0, self.clock.left(()) - used)
        return self.clock.left(spent, self.start[seat] if self.start else None)

    def rest(self, end: TimeEnd) -> tuple[int, ...]:
        """Return the milliseconds with which each seat plays on after this end has broken the game
        off, at least the grace: the seat whose turn it was has used what it has said itself. Days
        begin anew with each turn: empty, as without a clock."""
        if not self.clock.minutes:
            return ()
        turn, move = self.turns[-1], () if end.move is None else end.move.parts
        denial, used = self.denial(turn), [0] * SEATS
        stated = [one.used for one in move if isinstance(one, EventsLetter)]
        used[turn.seat] = max(stated, default=0 if denial is None else denial.used)
        return tuple(max(self._grace, self._left(one, True) - used[one]) for one in range(SEATS))

    def pass_on(self, letter: Letter, seat: int, count: int, used: int | None, owes: bool) -> None:
        """Note that a letter has ended the running turn, and start that of `seat`.

        `seat` −1: no clock runs next. `used`: what a decision says that its author has used; None:
        the letter was none. A contribution or an opening costs no time."""
        turn, self.moved[letter.seat] = self.turn, letter.n + 1
        if turn is not None:
            turn.ended, turn.used = letter, used
        if used is not None:
            if turn is not None and turn.seat == letter.seat and not self.endless:
                self._charge(used, letter.seat)
            self._decider = letter.seat
        if seat >= 0:
            self.turns.append(ClockTurn(seat, count, letter, self._left(seat, True), owes))

    def _charge(self, used: int, seat: int) -> None:
        """Add the time used to the turn of a seat. Decisions in a row of one seat are one turn."""
        if self._decider == seat and seat in self.spent:
            self.spent[seat][-1] += used
        else:
            self.spent.setdefault(seat, []).append(used)

    def go_back(self) -> None:
        """Note a takeback: the next decision begins a turn of its own."""
        self._decider = None

    # -- claims and ends -----------------------------------------------------------------------

    def note_word(self, letter: Letter, part: WordLetter) -> None:
        """Note a claim, a denial, or an answer to an end."""
        if part.word == "time?":
            self._note(self._claimed, letter, part.number)
        elif part.word == "time":
            self._accepted.append(letter)
        elif part.word == "off":
            self._broken.append(letter)
        else:
            turn = self._seen_by(letter)
            mine = turn is not None and turn.seat == letter.seat
            if mine and turn is not None and (self.endless or self.denial(turn) is None):
                self.denials.append(Denial(letter, turn, part.number))

    def denial(self, turn: ClockTurn) -> Denial | None:
        """Return the denial of this turn: there is one; without a clock the last one."""
        return next((one for one in reversed(self.denials) if one.turn is turn), None)

    def note_end(self, letter: Letter, count: int) -> None:
        """Note a letter that says the other seat has lost on time."""
        self._note(self._endings, letter, count)

    def _note(self, to: list[_Noted], letter: Letter, count: int) -> None:
        key = letter.seat, len(self.turns)
        if self._noted.get(key, 0) < MOST_NOTED:
            self._noted[key] = self._noted.get(key, 0) + 1
            to.append(_Noted(letter, self._seen_by(letter), count))

    def _seen_by(self, letter: Letter) -> ClockTurn | None:
        """Return the last turn that the author of a letter had seen begin."""
        return next((one for one in reversed(self.turns) if names(letter, one.giver)), None)

    def judge(self, now: int | None, finish: Letter | None = None) -> TimeEnd | None:
        """Judge all claims and ends; return the end that counts, that of the earliest turn.

        `now`: the reader's clock; None: nothing waits. `finish`: letter that has ended the game,
        by the board or by the loser's word; an end that its author had not seen is void, and so
        is an end of the seat that has ended the game itself."""
        self._finish = finish
        self.claims = [self._claim(one, now) for one in self._claimed]
        self.ends = [self._end(one, now) for one in self._endings]
        found = [one for one in self.ends if one.verdict in (LOST, LEFT, BROKEN)]
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
        denial = self.denial(turn)
        known = denial is not None and names(letter, denial.letter)
        began = max(turn.began, denial.letter.at) if known and denial is not None else turn.began
        if letter.at < began + turn.left + self._grace:
            return TimeClaim(letter, turn, EARLY)
        return TimeClaim(letter, turn, WAITS if _waits(letter, now) else COUNTS)

    def _end(self, ending: _Noted, now: int | None) -> TimeEnd:
        """Judge an end by the claims it may rest on: one without an answer is enough."""
        found = [self._ruling(ending.letter, one, now) for one in self._due(ending)]
        good = (one for one in found if one.verdict != REFUSED)
        return next(good, found[0] if found else TimeEnd(ending.letter, None, REFUSED))

    def _ruling(self, letter: Letter, claim: TimeClaim, now: int | None) -> TimeEnd:
        assert claim.turn is not None
        finish, answers = self._finish, self._answers(claim, claim.turn)
        if finish is not None and (finish.seat == letter.seat or not names(finish, letter)):
            return TimeEnd(letter, claim, REFUSED, finish)
        if known := next((one for one in answers if names(letter, one)), None):
            return TimeEnd(letter, claim, REFUSED, known)
        if claim.verdict == WAITS or _waits(letter, now):
            return TimeEnd(letter, claim, WAITS)
        unknown = next((one for one in answers if not names(one, letter)), None)
        if self.endless:
            return TimeEnd(letter, claim, REFUSED if unknown else LEFT, unknown)
        answer = unknown or self._refusal(letter)
        move = answer if answer is claim.turn.ended else None
        return TimeEnd(letter, claim, LOST if answer is None else BROKEN, answer, move)

    def _answers(self, claim: TimeClaim, turn: ClockTurn) -> list[Letter]:
        """Return what has ended a claim: a decision, and a denial that it does not name."""
        denial = self.denial(turn)
        found = [] if turn.ended is None else [turn.ended]
        if denial is not None and not names(claim.letter, denial.letter):
            found.append(denial.letter)
        return found

    def _refusal(self, end: Letter) -> Letter | None:
        """Return the letter that breaks the game off in answer to an end; None if there is none, or
        its author had accepted the end before."""
        mine = [one for one in (*self._accepted, *self._broken) if one.seat != end.seat]
        first = min((one for one in mine if names(one, end)), key=lambda one: one.n, default=None)
        return first if first in self._broken else None

    def _due(self, ending: _Noted) -> Iterator[TimeClaim]:
        """Yield the claims of the same seat that an end names, at least the patience after them."""
        for claim in self.claims:
            good = claim.seat == ending.letter.seat and claim.verdict in (COUNTS, WAITS)
            if good and names(ending.letter, claim.letter) and claim.turn is not None:
                late = ending.letter.at >= claim.letter.at + self.patience
                if late and claim.turn.count == ending.events:
                    yield claim

    # -- how it stands -------------------------------------------------------------------------

    @property
    def noted(self) -> bool:
        """Whether there is any claim or end to judge."""
        return bool(self._claimed or self._endings)

    @property
    def claim(self) -> TimeClaim | None:
        """The first claim in the turn that runs which counts and has no answer."""
        for claim in self.claims:
            if claim.verdict == COUNTS and claim.turn is not None and claim.turn is self.turn:
                if not self._answers(claim, claim.turn):
                    return claim
        return None

    def claimable(self, turn: ClockTurn) -> int:
        """Return the earliest date of a claim on a turn, by who has read its denial."""
        denial = self.denial(turn)
        began = turn.began if denial is None else max(turn.began, denial.letter.at)
        return began + turn.left + self._grace

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
