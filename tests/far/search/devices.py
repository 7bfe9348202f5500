"""Honest devices of one seat without a page: what they press, and what they write by themselves
(engine/far/replies.py), over the letters that have reached them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from engine.far.chance import Chain
from engine.far.crypto import Keys
from engine.far.decision import decision
from engine.far.fold import LetterFold
from engine.far.letter import Chance, EventsLetter, Join, Letter, LetterPart, Parent, WordLetter
from engine.far.log import Log
from engine.far.replies import (
    confirmation,
    going_on,
    going_on_from,
    last_pressed,
    openings,
    out_of_time,
    pressed,
    sees_end,
    time_reply,
)
from engine.far.terms import Terms, set_terms
from engine.far.timing import ClockTurn, TimeEnd, named
from engine.games import game_info
from engine.match.clock import Clock
from tests.far.devices import keys_of

START = 1_800_000_000_000
NAMES = ("Ana", "Blas")


class NoCurve:
    """Keys without signatures: the search forges for one seat only."""

    def secret(self) -> bytes:
        return bytes(32)

    def public(self, secret: bytes) -> bytes:
        return hashlib.sha256(b"public" + secret).digest()

    def sign(self, secret: bytes, digest: bytes) -> bytes:
        return bytes(64)

    def verify(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        return True


CURVE = NoCurve()


def keys(name: str) -> Keys:
    return keys_of(name)


@cache
def chain(name: str) -> Chain:
    return Chain(keys(name).seed)


def terms_of(game_id: str, clock: Clock, inviter: int = 0) -> Terms:
    """Return the terms of a table to which this seat has invited."""
    name = NAMES[inviter]
    end = chain(name).end if game_info(game_id).has_chance else b""
    public = CURVE.public(keys(name).secret)
    return set_terms(
        game_id, {}, inviter, public, end, name, bytes(32), clock, mail=CURVE.public(public)
    )


def join_part(name: str, chance: bool) -> Join:
    public = CURVE.public(keys(name).secret)
    return Join(name, public, CURVE.public(public), chain(name).end if chance else b"")


class View(NamedTuple):
    """What letters come to, for one seat."""

    log: Log
    course: LetterFold


KNOWN: dict[bytes, Letter] = {}  # every letter of a search, by digest


def note(letter: Letter) -> None:
    KNOWN[letter.digest] = letter


@lru_cache(20_000)
def view(terms: Terms, seat: int, name: str, letters: frozenset[bytes], now: int | None) -> View:
    """Fold letters from the start, as a page does that opens with them stored."""
    mine = keys(name)
    log = Log(terms, CURVE, CURVE.public(mine.secret) if seat >= 0 else b"")
    found = sorted((KNOWN[one] for one in letters), key=depth)
    for letter in found:
        log.receive(letter, trusted=True)
    course = LetterFold(terms, seat, seed=mine.seed)
    course.follow(log, now)
    return View(log, course)


def depth(letter: Letter) -> tuple[int, bytes]:
    return sum(one.seen for one in letter.parents), letter.digest


@cache
def ancestors(digest: bytes) -> frozenset[bytes]:
    """Return the digests of all letters that a letter builds on."""
    found: frozenset[bytes] = frozenset()
    for parent in KNOWN[digest].parents:
        found |= {parent.digest} | ancestors(parent.digest)
    return found


class Verdict(NamedTuple):
    """How a game ended. `winner` −1: nobody."""

    reason: str
    winner: int


def verdict(course: LetterFold) -> Verdict | None:
    if course.broken_off is not None:
        return Verdict("broken", -1)
    if course.abandoned is not None:
        return Verdict("left", -1)
    if course.failed is not None:
        return Verdict("unproved", 1 - course.failed)
    if course.forfeit is not None:
        return Verdict("time", 1 - course.forfeit)
    if course.story.ended_by is not None:
        return Verdict("board", 1 - course.story.ended_by)
    outcome = course.match.outcome()
    if outcome is None:
        return None
    return Verdict(outcome.reason, -1 if outcome.winner is None else outcome.winner)


class Owed(NamedTuple):
    """Parts of a letter that a device owes. `first`: it answers the version that came first."""

    parts: tuple[LetterPart, ...]
    first: bool = False


def owed(
    seen: View, seat: int, now: int, used: int, reads: bool, links: Chain
) -> Owed | None:  # fmt: skip
    """Return the next letter that a device owes, as the page writes it."""
    log, course = seen
    if part := time_reply(course, seat, now, used, reads):
        return Owed((part,))
    settles = going_on(log, course, seat)
    if log.open_forks:
        return Owed((settles,), True) if settles else None
    if part := confirmation(course, seat):
        return Owed((part,))
    if course.owes(seat):
        return Owed((Chance(course.draws, links.contribution(course.draws)),))
    if steps := course.deck_steps():
        return Owed(tuple(steps))
    if sees_end(course, seat):
        return Owed((WordLetter("over", course.event_count),))
    if opened := openings(course, seat):
        return Owed(tuple(opened))
    return Owed((settles,)) if settles else None


def numbered(course: LetterFold, what: str, seat: int) -> int:
    """Return the number of a seat's offer; −1: it has nothing to take back."""
    if what != "back":
        return course.event_count
    last = max((n for n, one in enumerate(course.events) if one.actor == seat), default=-1)
    return -1 if last < 0 else course.story.public_count(last)


class Honest:
    """One device of the honest seat `me`. `had`: by digest, when it first had a letter; `final`:
    the end its page has shown without the cheat as winner; `opened`: how the game stood when it
    opened."""

    def __init__(self, terms: Terms, me: int) -> None:
        self.terms, self.me, self.name = terms, me, NAMES[me]
        self.letters: frozenset[bytes] = frozenset()  # digests
        self.had: dict[bytes, int] = {}
        self.online = True
        self.final: Verdict | None = None
        self.finish = b""  # digest of the letter that brought that end
        self.opened: tuple[object, ...] | None = None  # how the game stood when it first opened
        self.here: bytes | None = None  # digest of the last letter that was pressed for here
        self.now, self.ahead = START, 0

    def copy(self) -> Honest:
        found = Honest.__new__(Honest)
        found.__dict__.update(self.__dict__)
        found.had = dict(self.had)
        return found

    @property
    def key(self) -> tuple[object, ...]:
        shown = self.final, self.opened, self.here
        return self.letters, frozenset(self.had.items()), self.online, self.ahead, shown

    def wake(self, now: int) -> None:
        """Note the time; this device's own is `ahead` of it, as on a page (ui/far/clock)."""
        self.now = now + self.ahead

    def _follow(self, turn: ClockTurn | None, date: int = 0) -> None:
        """Set the clock forward to a date, at least that of the turn that runs; that spends nothing
        of it."""
        date = max(date, turn.began if turn else 0)
        if date > self.now:
            used = 0 if turn is None else max(0, self.now - self._had(turn))
            self.ahead += date - self.now
            self.now = date
            if turn is not None:
                self.had[turn.giver.digest] = self.now - used

    def look(self) -> View:
        return view(self.terms, self.me, self.name, self.letters, self.now)

    def read(self, letters: Iterable[Letter], now: int) -> None:
        """Receive letters; those whose parents are missing wait in the log as on a page."""
        self.wake(now)
        for one in letters:
            note(one)
            self.letters |= {one.digest}
            self.had.setdefault(one.digest, self.now)
        seen = self.look()
        if not seen.log.open_forks:
            self._follow(seen.course.turn)

    # -- writing -----------------------------------------------------------------------------

    def write(self, seen: View, *parts: LetterPart, first: bool = False) -> Letter:
        """Write a letter. `first`: it goes on from the version of a fork that came first."""
        log, course = seen
        counts = named(log, self.me, course.times, self.now, parts)
        heads = self._heads_first(log, course) if first else log.heads(counts)
        plain = log.next_letter(self.me, parts, self.now, heads)
        letter = plain.write(CURVE, keys(self.name).secret)
        note(letter)
        self.letters |= {letter.digest}
        self.had.setdefault(letter.digest, self.now)
        if pressed(letter):
            self.here = letter.digest
        found = self.look()
        if not found.log.open_forks:
            self._follow(found.course.turn, letter.at)
        return letter

    def used(self, seen: View) -> int:
        """Return the milliseconds of an own running turn, as this device has counted them."""
        turn = seen.course.turn
        mine = turn is not None and turn.seat == self.me
        return max(0, self.now - self._had(turn)) if mine and turn is not None else 0

    def _had(self, turn: ClockTurn) -> int:
        return max(turn.began, self.had.get(turn.giver.digest, self.now))

    def measured_otherwise(self, end: TimeEnd) -> bool:
        """Return whether its player still had time when this end arrived (ui/far/clock)."""
        turn = end.claim.turn if end.claim else None
        came = self.had.get(end.letter.digest, self.now)
        return turn is not None and came - self._had(turn) < turn.left

    def press(self, what: str) -> Letter | None:
        """Press a button, if the page has it; return the letter written."""
        seen = self.look()
        course = seen.course
        end = course.ruling
        lost = end is not None and end.verdict == "lost" and end.loser == self.me
        asks = lost and not course.conceded
        if what in ("accept", "off"):
            good = asks and end is not None and (what == "accept" or self.measured_otherwise(end))
            return self._word(seen, "time" if what == "accept" else "off") if good else None
        if what == "say":
            return self._word(seen, "hint")  # a word that changes nothing
        if what == "again":
            rematch = WordLetter(what, 0, self.terms.data)
            return (
                self.write(seen, rematch) if course.over and self.me not in course.again else None
            )
        if course.over:
            return None
        if what in ("go", "win", "lose", "coin", "hide"):
            return self._decide(seen, (what, 1) if what == "hide" else (what,))
        return self._ask(seen, what)

    def _ask(self, seen: View, what: str) -> Letter | None:
        course = seen.course
        open_ = course.agreements.offer
        if what == "resign":
            action = ("resign", self.me)
            good = action in course.match.state.table_actions()
            return self.write(seen, EventsLetter(course.event_count, (action,))) if good else None
        if what == "claim":
            turn = course.turn
            good = turn is not None and course.may_claim(self.me)
            good = good and turn is not None and self.now >= course.times.claimable(turn)
            return self._word(seen, "time?") if good else None
        if what == "close":
            waits = (
                course.claim is not None and course.claim.seat == self.me and course.times.endless
            )
            asked = course.claim.letter.at if course.claim is not None else 0
            late = waits and self.now >= asked + course.times.patience
            loss = (("time", 1 - self.me),)
            return self.write(seen, EventsLetter(course.event_count, loss)) if late else None
        number = numbered(course, what.rstrip("?"), self.me)
        if what.endswith("?"):
            good = open_ is None and course.may_offer(what[:-1], number)
            return self.write(seen, WordLetter(what, number)) if good else None
        asked = (
            open_ is not None and open_.seat == 1 - self.me and course.agreements.accepted is None
        )
        good = asked and open_ is not None and open_.what == what
        return self.write(seen, WordLetter(what, open_.number)) if good and open_ else None

    def _word(self, seen: View, word: str) -> Letter:
        return self.write(seen, WordLetter(word, seen.course.event_count))

    def _decide(self, seen: View, action: tuple[object, ...]) -> Letter | None:
        log, course = seen
        state = course.match.state
        if state.current_player() != self.me or course.agreements.accepted is not None:
            return None
        if action not in state.legal_actions() or out_of_time(course, self.me, self.used(seen)):
            return None
        n, used = len(log.chain(self.me)), self.used(seen)
        found = decision(course.story, keys(self.name).seed, self.me, n, (action,), used)
        behind = []
        if action == ("coin",) and not log.open_forks:
            behind = [Chance(course.draws, chain(self.name).contribution(course.draws))]
        return self.write(seen, *found.parts, *behind)

    # -- by itself ---------------------------------------------------------------------------

    def reply(self) -> Letter | None:
        """Write one letter that the device owes; None if it owes none."""
        seen = self.look()
        last = last_pressed(seen.log, self.me)
        self.here = self.here or (last.digest if last else None)
        if last is not None and last.digest != self.here:
            return None  # the seat was played on another device since
        found = owed(seen, self.me, self.now, self.used(seen), self.online, chain(self.name))
        return None if found is None else self.write(seen, *found.parts, first=found.first)

    def _heads_first(self, log: Log, course: LetterFold) -> tuple[Parent, ...]:
        """Return the parents of an answer to a fork: `going_on_from` of a log that has received
        the letters in the order in which this device did."""
        found = Log(self.terms, CURVE, CURVE.public(keys(self.name).secret))
        for digest in self.had:  # in the order of arrival
            found.receive(KNOWN[digest], trusted=True)
        return going_on_from(found, course, self.me)
