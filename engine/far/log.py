"""Log of a far table: the letters of all seats as chains in a graph with one total order.

Letters may arrive in any order, late or twice. A genuine letter enters once all its parents are
there; until then it waits. Two different letters of one seat with the same number are a fork: both
are kept, and one chain counts (engine/far/forks.py).

Chains and order depend on the letters alone, not on their arrival: among the letters whose parents
are placed, those with a decision come first, then the lower seat.

The free seat goes to the candidate the inviter accepts. Until then every candidate has a chain of
his own; his own device treats him as accepted. If the inviter accepts another one as well, that is
another table, which changes nothing here: for the device of an accepted guest he has the seat, for
all others the acceptance counts that its guest has answered, then the earlier one.

Everything is bounded: engine/far/limits.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.far import limits
from engine.far.bytes import Damage
from engine.far.crypto import Verifier
from engine.far.dates import LAST_FIRST, latest_date
from engine.far.forks import NONE, Branches, Fork, Graph, Stretch, choose
from engine.far.letter import MAX_LETTER, SEATS, Accept, Join, Letter, LetterPart, Parent, read
from engine.far.order import Order
from engine.far.terms import Terms

NEW, KNOWN, WAITING, FORK, ASIDE = "new", "known", "waiting", "fork", "aside"


class Received(NamedTuple):
    """Result of `Log.receive`. `what`: NEW, KNOWN, WAITING, FORK or ASIDE; `why`: reason for ASIDE:
    damaged, table, seat, forged, parents, date, full, late. `entered`: letters that entered, a fork
    letter and those that had waited included."""

    what: str
    why: str = ""
    letter: Letter | None = None
    entered: tuple[Letter, ...] = ()


@dataclass
class Aside:
    """Rejected bytes, kept for inspection."""

    why: str
    data: bytes


@dataclass
class Amount:
    """Number of letters and bytes stored of one author."""

    letters: int = 0
    bytes: int = 0
    branches: int = 1


@dataclass
class Log:
    """Letters of one table. `mine`: public key of this device's seat, empty for a spectator."""

    terms: Terms
    crypto: Verifier
    mine: bytes = b""
    aside: list[Aside] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = SEATS
        self.free = 1 - self.terms.seat  # the invited seat: tables have two
        self._graph = Graph()
        self._joins: dict[bytes, Join] = {}  # by digest of the join letter
        self._accepts: dict[bytes, bytes] = {}  # by inviter's letter: join accepted by then
        self._taken: dict[bytes, int] = {}  # accepted joins: number of the letter
        self._answered: set[bytes] = set()  # those of them whose guest names the acceptance
        self._amounts: dict[bytes, Amount] = {}  # by author: public key, or digest of his join
        self._waiting: dict[bytes, dict[bytes, Letter]] = {}  # by key; of unknown authors: b""
        self._choice: Branches | None = Branches(([], []), ())  # None: to be chosen again
        self._forks: list[Fork] | None = None  # None: to be listed again
        self._order = Order()

    # -- receiving ---------------------------------------------------------------------------

    def receive(self, found: Letter | bytes, trusted: bool = False) -> Received:
        """Add a letter from any source, parsed or not. `trusted`: it comes from this device's store
        and its signature was verified before. Never raises."""
        try:
            letter = found if isinstance(found, Letter) else read(found)
        except Damage:
            return self._put_aside("damaged", bytes(found))  # type: ignore[arg-type]
        data = letter.data
        if letter.table != self.terms.id:
            return self._put_aside("table", data)
        if letter.seat >= self.seats or any(one.seat >= self.seats for one in letter.parents):
            return self._put_aside("seat", data)
        joins = self._introduced(letter, trusted)
        got = self._consider(letter, trusted)
        if got.what not in (NEW, FORK):
            return self._put_aside(got.why, data) if got.what == ASIDE else got
        return got._replace(entered=(*joins, letter, *self._look_again(trusted)))

    def _introduced(self, letter: Letter, trusted: bool) -> tuple[Letter, ...]:
        """Enter and return the join letter that the inviter's letter accepts, if it is new here."""
        accept = letter.part(Accept)
        if accept is None or letter.seat != self.terms.seat:
            return ()
        join, asks = accept.join, accept.join.join
        apart = join.table != self.terms.id or join.seat != self.free or join.parents
        if asks is None or apart or join.at > LAST_FIRST or join.digest in self._graph.letters:
            return ()
        if not trusted and not letter.genuine(self.crypto, self.terms.public):
            return ()
        if not join.genuine(self.crypto, asks.public):
            return ()
        self._enter(join)
        return (join,)

    def _look_again(self, trusted: bool) -> Iterator[Letter]:
        """Yield the waiting letters that can enter now."""
        found = True
        while found:
            found = False
            for waiting in list(self._waiting.values()):
                for letter in list(waiting.values()):
                    got = self._consider(letter, trusted)
                    if got.what != WAITING:
                        waiting.pop(letter.digest, None)
                    if got.what in (NEW, FORK):
                        found = True
                        yield letter
                    elif got.what == ASIDE:
                        self._put_aside(got.why, letter.data)

    def _consider(self, letter: Letter, trusted: bool) -> Received:
        if letter.digest in self._graph.letters:
            return Received(KNOWN, letter=self._graph.letters[letter.digest])
        key = self._key_of(letter)
        if key is None:
            return self._wait(b"", letter, limits.MAX_STRANGE)
        if not key:
            return Received(ASIDE, "late")
        if not trusted and not letter.genuine(self.crypto, key):
            return Received(ASIDE, "forged")
        fits = self._fits(letter)
        if fits is None:
            return self._wait(key, letter, limits.MAX_WAITING)
        why = "" if fits else "parents"
        least = self.least_date(letter)
        why = why or ("" if least <= letter.at <= latest_date(least) else "date")
        why = why or ("" if self._room(letter) else "full")
        if why:
            return Received(ASIDE, why)
        fork = self._splits(letter) and self._author(letter) in self._owners()
        self._enter(letter)
        return Received(FORK if fork else NEW, letter=letter)

    def _key_of(self, letter: Letter) -> bytes | None:
        """Return the key that must have signed a letter; empty for one that comes too late; None
        if it is not known yet."""
        if letter.seat != self.free:
            return self.terms.public
        accepted, asks = self._taken, letter.join
        if letter.n == 0:
            late = asks is None or (accepted and letter.digest not in accepted)
            return b"" if late or asks is None else asks.public
        root = self._graph.roots.get(letter.own)
        if root is not None and root in self._joins:
            public = self._joins[root].public
            return b"" if accepted and root not in accepted and public != self.mine else public
        keys = [self._joins[one].public for one in accepted]
        good = (one for one in keys if len(keys) == 1 or letter.genuine(self.crypto, one))
        return next(good, b"") if keys else None

    def _fits(self, letter: Letter) -> bool | None:
        """Return whether all parents are here and fit each other; None: they are not here yet.

        The letters a letter builds on are always one chain of each seat."""
        graph, seat = self._graph, letter.seat
        before, named = letter.saw(seat), letter.saw(1 - seat)
        last = graph.letters.get(before.digest) if before else None
        there = graph.letters.get(named.digest) if named else None
        if (before and last is None) or (named and there is None):
            return None
        if last and before and (last.seat != seat or last.n != before.seen - 1):
            return False
        if there and named and (there.seat == seat or there.n != named.seen - 1):
            return False
        earlier = last.saw(1 - seat) if last else None
        if earlier and (there is None or not graph.follows(there, earlier)):
            return False
        back = there.saw(seat) if there else None
        if back and (last is None or not graph.follows(last, back)):
            return False
        return self._seated(letter, there)

    def _seated(self, letter: Letter, there: Letter | None) -> bool:
        """Return whether a letter of the inviter follows only the player that he has accepted in it
        or before."""
        if letter.seat != self.terms.seat:
            return True
        joined = self._joined(letter)
        root = self._graph.roots[there.digest] if there else NONE
        return root == joined

    def _joined(self, letter: Letter) -> bytes:
        """Return the join letter that an inviter's letter or one before it accepts."""
        if earlier := self._accepts.get(letter.own):
            return earlier
        accept = letter.part(Accept)
        return NONE if accept is None else accept.join.digest

    def least_date(self, letter: Letter) -> int:
        """Return the latest date of a letter's parents that are here."""
        found = (self._graph.letters.get(parent.digest) for parent in letter.parents)
        return max((one.at for one in found if one is not None), default=0)

    # -- bounds ------------------------------------------------------------------------------

    def _author(self, letter: Letter) -> bytes:
        if letter.seat != self.free:
            return self.terms.public
        return self._graph.roots.get(letter.own, letter.digest)

    def _owners(self) -> set[bytes]:
        """Return the authors that have a seat: the inviter and the player he has accepted."""
        return {self.terms.public, *(self._taken or self._seat_joins())}

    def _room(self, letter: Letter) -> bool:
        """Return whether a letter may be kept; makes room for an earlier candidate."""
        author = self._author(letter)
        amount = self._amounts.get(author, Amount())
        letters, size = amount.letters + 1, amount.bytes + len(letter.data)
        if author not in self._owners():
            if author == letter.digest and not self._make_room(letter):
                return False
            return letters <= limits.MAX_EARLY and size <= limits.MAX_EARLY_BYTES
        branches = amount.branches + self._splits(letter)
        return (
            letters <= limits.MAX_LETTERS
            and size <= limits.MAX_BYTES
            and branches <= limits.MAX_BRANCHES
        )

    def _splits(self, letter: Letter) -> bool:
        """Return whether a letter makes a fork: another one of its seat follows the same letter."""
        if letter.seat == self.free and not letter.n:
            return False
        return bool(self._graph.siblings(letter))

    def _make_room(self, join: Letter) -> bool:
        """Forget the latest candidate if there are too many. Return whether `join` may enter."""
        others = [one for one in self.candidates() if one.digest not in self._seat_joins()]
        if len(others) < limits.MAX_CANDIDATES:
            return True
        if _date(join) > _date(others[-1]):
            return False
        gone = others[-1].digest
        self._graph.remove(gone)
        del self._joins[gone], self._amounts[gone]
        return True

    def _enter(self, letter: Letter) -> None:
        graph, author = self._graph, self._author(letter)
        amount = self._amounts.setdefault(author, Amount())
        amount.letters += 1
        amount.bytes += len(letter.data)
        amount.branches += self._splits(letter)
        straight = self._goes_on(letter, graph.add(letter))
        if letter.seat == self.free and letter.join is not None:
            self._joins[letter.digest] = letter.join
        if letter.seat == self.terms.seat and (joined := self._joined(letter)):
            self._accepts[letter.digest] = joined
            self._taken[joined] = min(letter.n, self._taken.get(joined, letter.n))
        elif self._accepts.get(letter.cross) == author and author not in self._answered:
            self._answered.add(author)
            straight = straight and len(self._taken) == 1
        if not straight or self._choice is None:
            self._choice = None
        elif self._extends(letter, self._choice):
            self._choice.chains[letter.seat].append(letter)

    def _goes_on(self, letter: Letter, longer: bool) -> bool:
        """Return whether the choice of chains stands, but for this letter at the end of one.
        `longer`: it only lengthens a stretch."""
        if self._choice is None or letter.n == 0 or letter.part(Accept) is not None:
            return False
        if self._forked():
            return longer and not self._choice.weighed
        return not self._choice.open and self._extends(letter, self._choice)

    @staticmethod
    def _extends(letter: Letter, choice: Branches) -> bool:
        chain = choice.chains[letter.seat]
        return bool(chain) and chain[-1].digest == letter.own

    def _forked(self) -> bool:
        found = (self._amounts.get(one) for one in self._owners())
        return any(one.branches > 1 for one in found if one is not None)

    def _wait(self, key: bytes, letter: Letter, most: int) -> Received:
        waiting = self._waiting.setdefault(key, {})
        if len(waiting) >= most and letter.digest not in waiting:
            waiting.pop(next(iter(waiting)))
        waiting[letter.digest] = letter
        return Received(WAITING, letter=letter)

    def _put_aside(self, why: str, data: bytes) -> Received:
        self.aside.append(Aside(why, data[:MAX_LETTER]))
        del self.aside[: -limits.MAX_ASIDE]
        return Received(ASIDE, why)

    def full(self, seat: int) -> bool:
        """Return whether a seat has no room for another letter: the table cannot go on."""
        found = self._amount(seat)
        return found.letters >= limits.MAX_LETTERS or found.bytes > limits.MAX_BYTES - MAX_LETTER

    def count(self, seat: int) -> int:
        """Return how many letters of a seat are kept, fork letters included."""
        return self._amount(seat).letters

    def crowded(self, seat: int) -> bool:
        """Return whether a seat should write no more words, to keep room for its moves."""
        found = self._amount(seat)
        return found.letters >= limits.MAX_TALK or found.bytes > limits.MAX_TALK_BYTES

    def _amount(self, seat: int) -> Amount:
        chain = self.chain(seat)
        return self._amounts[self._author(chain[0])] if chain else Amount()

    # -- how it stands -----------------------------------------------------------------------

    def _seat_joins(self) -> set[bytes]:
        """Return the join letters that may have the free seat: accepted ones; before that those
        of this device."""
        mine = {key for key, one in self._joins.items() if one.public == self.mine}
        if not self._taken:
            return mine
        first = min(self._taken, key=lambda one: (one not in self._answered, self._taken[one], one))
        return (mine & self._taken.keys()) or {first}

    def _chosen(self, joins: set[bytes], without: list[bytes] | None = None) -> Branches:
        """Choose the chains, with one of these join letters for the free seat."""
        return choose(self._stretches(joins), without or ())

    def _stretches(self, joins: set[bytes]) -> list[Stretch]:
        """Return the stretches of a table: those of the inviter and of one of these guests."""
        found = self._graph.stretches(self._graph.firsts(self.terms.seat) | joins)
        return [one for one in found if self._accepts.get(one.digest, NONE) in {NONE, *joins}]

    @property
    def _now(self) -> Branches:
        if self._choice is None:
            self._choice, self._forks = self._chosen(self._seat_joins()), None
        return self._choice

    def chain(self, seat: int) -> list[Letter]:
        """Return the letters of a seat that count; for the free seat those of the accepted
        candidate, else this device's own."""
        return self._now.chains[seat]

    @property
    def forks(self) -> list[Fork]:
        """All forks of the two seats, `one` being on the chain that counts if either is."""
        choice = self._now
        if self._forks is None:
            roots = self._graph.firsts(self.terms.seat) | self._seat_joins()
            self._forks = self._graph.forks(roots, choice)
        return self._forks

    @property
    def open_forks(self) -> tuple[Fork, ...]:
        """Forks that the other seat has not answered and that decide different things."""
        return self._now.open

    def rivals(self, seat: int) -> list[Letter]:
        """Return the latest letters of a seat that count, from a fork among them on."""
        chain = self.chain(seat)
        late, most = [one.one.n for one in self.forks if one.one.seat == seat], limits.MAX_RIVALS
        return chain[max(late) :][:most] if late and max(late) + most > len(chain) else []

    def beside(self) -> list[Letter]:
        """Return the letters of the two seats that do not count, branch by branch."""
        stretches = self._graph.stretches(self._graph.firsts(self.terms.seat) | self._seat_joins())
        apart = (stretch.letters for stretch in stretches if not self._now.has(stretch.letters[0]))
        found = [letter for letters in apart for letter in letters]
        return [one for one in found if self.sits(one)] if len(self._taken) > 1 else found

    def kept(self) -> list[Letter]:
        """Return the letters of both seats, parents first, without those of candidates who did not
        get the free seat."""
        return [one for one in self._graph.letters.values() if self.sits(one)]

    def sits(self, letter: Letter) -> bool:
        """Return whether a letter in this log is of this table: not of a candidate without a seat,
        nor of the inviter to somebody else, but for the acceptance."""
        joins = self._seat_joins()
        if letter.seat == self.free:
            return self._graph.roots[letter.digest] in joins
        other = self._accepts.get(letter.digest, NONE) not in {NONE, *joins}
        return not other or letter.part(Accept) is not None

    @property
    def accepted(self) -> bytes | None:
        """The key of the accepted candidate."""
        last = self.chain(self.terms.seat)[-1:]
        join = self._accepts.get(last[0].digest) if last else None
        return self._joins[join].public if join else None

    @property
    def taken(self) -> bool:
        """Whether some letter here accepts a player. Cheaper than `accepted`."""
        return bool(self._taken)

    @property
    def refused(self) -> bool:
        """Whether another candidate than this device got the free seat."""
        mine = any(one.public == self.mine for one in self._joins.values())
        return self.accepted is not None and mine and self.mine != self.accepted

    def candidates(self) -> list[Letter]:
        """Return the join letters of the candidates, earliest date first, then lowest digest."""
        return sorted((self._graph.letters[one] for one in self._joins), key=_date)

    def heads(self, counts: Mapping[int, int] | None = None) -> tuple[Parent, ...]:
        """Return what this device has seen: the parents of its next letter. `counts`: letters to
        name, by seat (`engine.far.timing.named`); None: all."""
        return _heads(self._now, counts)

    def heads_first(self, seat: int) -> tuple[Parent, ...]:
        """Return the parents of a letter that goes on from that version of a seat's open fork which
        came here first; without a fork those of any next letter."""
        versions = [one for fork in self.open_forks for one in fork if one.seat == seat]
        if not versions:
            return self.heads()
        first = next(one for one in self._graph.letters.values() if one in versions)
        return _heads(self._chosen(self._seat_joins(), self._graph.siblings(first)))

    def lacks(self, heads: tuple[Parent, ...]) -> list[Letter]:
        """Return the letters a device with these heads lacks, in order."""
        counts = {one.seat: self._common(one) for one in heads}
        return [one for one in self.order() if one.n >= counts.get(one.seat, 0)]

    def _common(self, head: Parent) -> int:
        """Return how many letters of a chain that counts are on the branch of `head`."""
        chain, letter = self.chain(head.seat), self._graph.letters.get(head.digest)
        if letter is None:
            return head.seen
        while letter.n >= len(chain) or chain[letter.n].digest != letter.digest:
            if not letter.n:
                return 0
            letter = self._graph.letters[letter.own]
        return letter.n + 1

    def seen_by(self, seat: int) -> tuple[Parent, ...]:
        """Return what a seat is known to have seen, its own letters included."""
        chain = self.chain(seat)
        if not chain:
            return ()
        last, others = chain[-1], [one for one in chain[-1].parents if one.seat != seat]
        return tuple(sorted([*others, Parent(seat, len(chain), last.digest)]))

    def next_letter(
        self, seat: int, parts: tuple[LetterPart, ...], at: int, heads: tuple[Parent, ...] = ()
    ) -> Letter:
        """Return the next, unsigned letter of this device. `at`: milliseconds since 1970 by its
        clock; `heads`: the branches it goes on from, those that count unless given."""
        heads = heads or self.heads()
        n = next((one.seen for one in heads if one.seat == seat), 0)
        return self._dated(Letter(self.terms.id, seat, n, at, heads, parts))

    def _dated(self, letter: Letter) -> Letter:
        """Return the letter with its date raised to those of its parents, and not far ahead."""
        least = self.least_date(letter)
        return replace(letter, at=min(max(letter.at, least), latest_date(least)))

    def acceptance(self, join: Letter, at: int) -> Letter:
        """Return the inviter's unsigned letter that accepts this join letter, dated `at`."""
        taken = self._chosen({join.digest}).chains[self.free]
        mine = [one for one in self.heads() if one.seat != self.free]
        parents = [*mine, Parent(self.free, len(taken), taken[-1].digest)]
        seat = self.terms.seat
        parts, n = (Accept(join),), len(self.chain(seat))
        return self._dated(Letter(self.terms.id, seat, n, at, tuple(sorted(parents)), parts))

    def order(self) -> list[Letter]:
        """Return all letters that count in their total order."""
        return [*self._order.follow(self._now.chains)]


def _heads(choice: Branches, counts: Mapping[int, int] | None = None) -> tuple[Parent, ...]:
    known = {} if counts is None else counts
    found = ((seat, chain[: known.get(seat)]) for seat, chain in enumerate(choice.chains))
    return tuple(Parent(seat, len(chain), chain[-1].digest) for seat, chain in found if chain)


def _date(letter: Letter) -> tuple[int, bytes]:
    return letter.at, letter.digest
