"""Log of a far table: the letters of all seats as chains in a graph with one total order.

Letters may arrive in any order, late or twice. A genuine letter enters its seat's chain once all
its parents are there; until then it waits. Two different genuine letters with the same number are
a fork: both are kept and the table stops.

The order depends on the letters alone, not on their arrival: among the letters whose parents are
placed, those with a decision come first, then the lower seat.

The free seat goes to the candidate the inviter accepts. Until then every candidate has a chain of
his own; his own device treats him as accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

from engine.core.contract import TABLE_VERBS
from engine.far.bytes import Damage
from engine.far.crypto import Crypto
from engine.far.letter import Accept, EventsLetter, Join, Letter, Parent, Part, read
from engine.far.letter_v1 import read_any, read_v1
from engine.far.terms import Terms
from engine.games import game_info

MAX_WAITING = 64
MAX_CANDIDATES = 8
MAX_ASIDE = 32
MAX_LETTERS = 6_000  # of one seat

NEW, KNOWN, WAITING, FORK, ASIDE = "new", "known", "waiting", "fork", "aside"


def sorted_letters(found: Iterable[bytes]) -> list[bytes]:
    """Sort letters so that each follows its parents and none has to wait; damaged ones last."""

    def rank(data: bytes) -> float:
        try:
            return sum(parent.seen for parent in read_any(data).parents)
        except Damage:
            return inf

    return sorted(found, key=rank)


class Received(NamedTuple):
    """Result of `Log.receive`. `what`: NEW, KNOWN, WAITING, FORK or ASIDE; `why`: reason for ASIDE:
    damaged, table, seat, forged, parents, date, full, late. `entered`: letters added to the chains,
    including those that had waited."""

    what: str
    why: str = ""
    letter: Letter | None = None
    entered: tuple[Letter, ...] = ()


class Fork(NamedTuple):
    """Proof of a fork: two genuine letters of one seat with the same number."""

    one: Letter
    other: Letter


@dataclass
class Aside:
    """Rejected bytes, kept for inspection."""

    why: str
    data: bytes


@dataclass
class Log:
    """Letters of one table. `mine`: public key of this device's seat, empty for a spectator."""

    terms: Terms
    crypto: Crypto
    mine: bytes = b""
    chains: dict[int, list[Letter]] = field(default_factory=dict)
    aside: list[Aside] = field(default_factory=list)
    fork: Fork | None = None

    def __post_init__(self) -> None:
        self.seats = len(game_info(self.terms.game_id).sides)
        self.free = 1 - self.terms.seat  # the invited seat: tables have two
        self.chains = {seat: [] for seat in range(self.seats)}
        self._candidates: dict[bytes, list[Letter]] = {}  # by key, for the free seat
        self._accepted: bytes | None = None  # key of the accepted candidate
        self._waiting: dict[bytes, Letter] = {}

    # -- receiving ---------------------------------------------------------------------------

    def receive(self, data: bytes, trusted: bool = False) -> Received:
        """Add a letter from any source. `trusted`: it comes from this device's store and its
        signature was verified before. Never raises."""
        try:
            letter = self._read(data)
        except Damage:
            return self._put_aside("damaged", data)
        if letter.table != self.terms.id:
            return self._put_aside("table", data)
        if letter.seat >= self.seats or any(one.seat >= self.seats for one in letter.parents):
            return self._put_aside("seat", data)
        joins = tuple(self._introduced(letter, trusted))
        found = self._consider(letter, trusted)
        if found.what != NEW:
            return self._put_aside(found.why, data) if found.what == ASIDE else found
        return found._replace(entered=(*joins, letter, *self._look_again(trusted)))

    def _introduced(self, letter: Letter, trusted: bool) -> Iterator[Letter]:
        """Enter and yield the join letter that the inviter's letter accepts, if it is new here."""
        for part in letter.parts:
            if not isinstance(part, Accept) or not part.letter or letter.seat != self.terms.seat:
                continue
            join = read(part.letter)
            if join.table != self.terms.id or join.seat != self.free or join.parents:
                continue
            if not trusted and not letter.genuine(self.crypto, self.terms.public):
                continue
            first = join.parts[0]
            assert isinstance(first, Join)
            if self._accepted is None and first.public not in self._candidates:
                if join.genuine(self.crypto, first.public):
                    self._enter(join, [])
                    yield join

    def _read(self, data: bytes) -> Letter:
        """Parse a letter of the table's version. Raises Damage."""
        return read_v1(data) if self.terms.old else read(data)

    def _look_again(self, trusted: bool) -> Iterator[Letter]:
        """Yield the waiting letters that can enter now."""
        found = True
        while found:
            found = False
            for letter in list(self._waiting.values()):
                got = self._consider(letter, trusted)
                if got.what != WAITING:
                    self._waiting.pop(letter.digest, None)
                if got.what == NEW:
                    found = True
                    yield letter
                elif got.what == ASIDE:
                    self._put_aside(got.why, letter.data)

    def _consider(self, letter: Letter, trusted: bool) -> Received:
        chain, key = self._chain_of(letter)
        if chain is None:
            return self._wait(letter)
        if letter.n < len(chain) and chain[letter.n].digest == letter.digest:
            return Received(KNOWN, letter=chain[letter.n])
        if not key:
            return Received(ASIDE, "late")
        if not trusted and not letter.genuine(self.crypto, key):
            return Received(ASIDE, "forged")
        if letter.n < len(chain):
            if chain is not self.chain(letter.seat):  # of a candidate who was not accepted
                return Received(ASIDE, "late")
            self.fork = self.fork or Fork(chain[letter.n], letter)
            return Received(FORK, letter=letter)
        if letter.n > len(chain):
            return self._wait(letter)
        ready = self._parents(letter, chain)
        if ready is None:
            return self._wait(letter)
        if not ready or len(chain) >= MAX_LETTERS:
            return Received(ASIDE, "parents" if not ready else "full")
        if letter.at < self._least_date(letter):
            return Received(ASIDE, "date")
        self._enter(letter, chain)
        return Received(NEW, letter=letter)

    def _chain_of(self, letter: Letter) -> tuple[list[Letter] | None, bytes]:
        """Return the chain of a letter and the key that must have signed it. The key is empty for
        a letter that comes too late; the chain is None if it is not known yet."""
        if letter.seat != self.free:
            return self.chains[letter.seat], self.terms.public
        if letter.n == 0:
            join = letter.parts[0]
            if not isinstance(join, Join):
                return [], b""
            if self._accepted is not None and join.public != self._accepted:
                return [], b""
            if len(self._candidates) >= MAX_CANDIDATES and join.public not in self._candidates:
                return [], b""
            chain = self._candidates.get(join.public)
            return ([] if chain is None else chain), join.public
        if self._accepted is not None:
            return self._candidates[self._accepted], self._accepted
        own = letter.saw(letter.seat)
        for key, chain in self._candidates.items():
            if own is not None and any(one.digest == own.digest for one in chain):
                return chain, key
        return None, b""

    def _parents(self, letter: Letter, chain: list[Letter]) -> bool | None:
        """Return whether all parents are here; None: not yet; False: they contradict the letters
        here, or the author's earlier parents."""
        before = chain[-1].parents if chain else ()
        for old in before:
            now = letter.saw(old.seat)
            if now is None or now.seen < old.seen:
                return False
        waits = False
        for parent in letter.parents:
            known = [chain] if parent.seat == letter.seat else self._known(parent.seat)
            there = [one for one in known if len(one) >= parent.seen]
            if not there:
                waits = True
            elif not any(one[parent.seen - 1].digest == parent.digest for one in there):
                if self._accepted is not None or parent.seat != self.free:
                    return False
                waits = True  # it may belong to an unknown candidate
        return None if waits else True

    def _least_date(self, letter: Letter) -> int:
        """Return the latest date of a letter's parents, which are all here."""
        found = [0]
        for parent in letter.parents:
            for chain in self._known(parent.seat):
                if len(chain) >= parent.seen and chain[parent.seen - 1].digest == parent.digest:
                    found.append(chain[parent.seen - 1].at)
        return max(found)

    def _known(self, seat: int) -> list[list[Letter]]:
        """Return the chains a parent of this seat may be in."""
        if seat != self.free:
            return [self.chains[seat]]
        if self._accepted is not None:
            return [self._candidates[self._accepted]]
        return list(self._candidates.values())

    def _enter(self, letter: Letter, chain: list[Letter]) -> None:
        chain.append(letter)
        if letter.seat == self.free and letter.n == 0:
            join = letter.parts[0]
            assert isinstance(join, Join)
            self._candidates[join.public] = chain
        for part in letter.parts:
            if isinstance(part, Accept) and letter.seat == self.terms.seat:
                self._take(part.join)

    def _take(self, join: bytes) -> None:
        """Accept the candidate of a join letter, unless one is accepted already."""
        if self._accepted is None:
            for key, chain in self._candidates.items():
                if chain[0].digest == join:
                    self._accepted = key
                    return

    def _wait(self, letter: Letter) -> Received:
        if len(self._waiting) >= MAX_WAITING and letter.digest not in self._waiting:
            self._waiting.pop(next(iter(self._waiting)))
        self._waiting[letter.digest] = letter
        return Received(WAITING, letter=letter)

    def _put_aside(self, why: str, data: bytes) -> Received:
        self.aside.append(Aside(why, data))
        del self.aside[:-MAX_ASIDE]
        return Received(ASIDE, why)

    # -- how it stands -----------------------------------------------------------------------

    def chain(self, seat: int) -> list[Letter]:
        """Return the letters of a seat; for the free seat those of the accepted candidate, else
        this device's own."""
        if seat != self.free:
            return self.chains[seat]
        return self._candidates.get(self._accepted or self.mine, [])

    @property
    def accepted(self) -> bytes | None:
        """The key of the accepted candidate."""
        return self._accepted

    @property
    def refused(self) -> bool:
        """Whether another candidate than this device got the free seat."""
        return (
            self._accepted is not None
            and self.mine in self._candidates
            and (self.mine != self._accepted)
        )

    def candidates(self) -> list[Letter]:
        """Return the join letters of the candidates, in order of arrival."""
        return [chain[0] for chain in self._candidates.values()]

    def heads(self) -> tuple[Parent, ...]:
        """Return what this device has seen: the parents of its next letter."""
        found = ((seat, self.chain(seat)) for seat in range(self.seats))
        return tuple(Parent(seat, len(chain), chain[-1].digest) for seat, chain in found if chain)

    def lacks(self, heads: tuple[Parent, ...]) -> list[Letter]:
        """Return the letters a device with these heads lacks, in order."""
        counts = {one.seat: one.seen for one in heads}
        return [one for one in self.order() if one.n >= counts.get(one.seat, 0)]

    def seen_by(self, seat: int) -> tuple[Parent, ...]:
        """Return what a seat is known to have seen, its own letters included."""
        chain = self.chain(seat)
        if not chain:
            return ()
        last, others = chain[-1], [one for one in chain[-1].parents if one.seat != seat]
        return tuple(sorted([*others, Parent(seat, len(chain), last.digest)]))

    def next_letter(self, seat: int, parts: tuple[Part, ...], at: int) -> Letter:
        """Return the next, unsigned letter of this device. `at`: milliseconds since 1970 by its
        clock."""
        return self._dated(
            Letter(self.terms.id, seat, len(self.chain(seat)), at, self.heads(), parts)
        )

    def _dated(self, letter: Letter) -> Letter:
        """Return the letter with its date raised to those of its parents."""
        return replace(letter, at=max(letter.at, self._least_date(letter)))

    def acceptance(self, join: Letter, at: int) -> Letter:
        """Return the inviter's unsigned letter that accepts this join letter, dated `at`."""
        taken = next(one for one in self._candidates.values() if one[0].digest == join.digest)
        own = [one for one in self.heads() if one.seat != self.free]
        parents = [*own, Parent(self.free, len(taken), taken[-1].digest)]
        seat = self.terms.seat
        parts, n = (Accept(join.data, join.digest),), len(self.chain(seat))
        return self._dated(Letter(self.terms.id, seat, n, at, tuple(sorted(parents)), parts))

    def order(self) -> list[Letter]:
        """Return all letters in their total order."""
        chains = [self.chain(seat) for seat in range(self.seats)]
        placed = [0] * self.seats
        found: list[Letter] = []
        while True:
            ready = [
                chain[done]
                for chain, done in zip(chains, placed, strict=True)
                if done < len(chain)
                and all(placed[one.seat] >= one.seen for one in chain[done].parents)
            ]
            if not ready:
                return found
            found.append(min(ready, key=_rank))
            placed[found[-1].seat] += 1


def _rank(letter: Letter) -> tuple[bool, int]:
    decides = any(
        isinstance(part, EventsLetter) and any(one[0] not in TABLE_VERBS for one in part.actions)
        for part in letter.parts
    )
    return (not decides, letter.seat)
