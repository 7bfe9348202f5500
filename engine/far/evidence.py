"""Checks of a table's letters before their contents count: form, keys, signatures, order, dates.

Every letter of the file must be in the log or in a branch that did not count; none may be missing,
twice, of another table, unsigned, dated before one it follows, or out of order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.core.contract import TABLE_VERBS, Event, State
from engine.core.texts import Message, Param
from engine.far.bytes import Damage
from engine.far.crypto import Verifier
from engine.far.dates import latest_date
from engine.far.letter import SEATS, Accept, Join, Letter, read
from engine.far.log import Log
from engine.far.tablefile import TableFile
from engine.far.terms import Terms
from engine.match.match import sorted_options, table_options


class Invalid(Exception):
    """Raised when a check fails. `group`: the group of the check; `message`: what is wrong."""

    def __init__(self, group: str, message: Message) -> None:
        super().__init__(message.key)
        self.group, self.message = group, message


def said(key: str, about: Mapping[str, Param] | None = None, /, **params: Param) -> Message:
    """Return the message `key` with the parameters of `about` and `params`."""
    message = Message(key)
    message.params = {**(about or {}), **params}
    return message


def wrong(
    group: str, key: str, about: Mapping[str, Param] | None = None, /, **params: Param
) -> Invalid:
    """Return the exception for a failed check, with the message `certificate.bad.<key>`."""
    return Invalid(group, said(f"certificate.bad.{key}", about, **params))


@dataclass
class Evidence:
    """Letters of a file that passed all checks.

    `order`: those that count, in the log's order; `branches`: the others; `keys`: public keys of
    the taken seats; `candidates`: join letters while nobody has been accepted; `signed`: letters by
    seat."""

    terms: Terms
    order: list[Letter] = field(default_factory=list)
    branches: list[Letter] = field(default_factory=list)
    keys: dict[int, bytes] = field(default_factory=dict)
    candidates: list[Letter] = field(default_factory=list)
    signed: dict[int, int] = field(default_factory=dict)

    def side(self, seat: int) -> Message:
        """Return the name of a side, which no player can choose."""
        return Message(f"side.{self.terms.info.sides[seat]}")

    def about(self, letter: Letter) -> dict[str, Param]:
        """Return the parameters that name a letter."""
        return {"side": self.side(letter.seat), "letter": letter.n + 1}


def seated(evidence: Evidence, message: Message) -> Message:
    """Return a message with sides instead of players' names."""
    if message.key.startswith("player.name."):
        return evidence.side(int(message.key.rpartition(".")[2]))
    params = {
        name: seated(evidence, one) if isinstance(one, Message) else one
        for name, one in message.params.items()
    }
    return said(message.key, params)


def legal(state: State, event: Event) -> bool:
    """Return whether the rules allow an event, by its author."""
    if event.action[0] in TABLE_VERBS:
        return event.action in table_options(state)
    return event.actor == state.current_player() and event.action in sorted_options(state)


def gather(found: Evidence, file: TableFile, crypto: Verifier) -> Iterator[None]:
    """Check the letters of a file into `found`, yielding after each. Raises Invalid."""
    terms = found.terms
    letters = _parsed(terms, file.letters)
    by_digest = {letter.digest: letter for letter in letters}
    _complete(found, letters)
    found.keys = _keys(found, letters)
    seen: dict[bytes, Letter] = {}
    for letter in letters:
        _signature(found, letter, by_digest, crypto)
        _parents(found, letter, seen)
        seen[letter.digest] = letter
        yield
    _arrange(found, letters, crypto)


def _parsed(terms: Terms, words: tuple[bytes, ...]) -> list[Letter]:
    letters: list[Letter] = []
    seen = set()
    for number, data in enumerate(words, 1):
        try:
            letter = read(data)
        except Damage:
            raise wrong("file", "letter", number=number) from None
        if letter.table != terms.id:
            raise wrong("invitation", "table", number=number)
        if letter.seat >= SEATS or any(one.seat >= SEATS for one in letter.parents):
            raise wrong("file", "seat", number=number)
        if letter.digest in seen:
            raise wrong("order", "twice", number=number)
        seen.add(letter.digest)
        letters.append(letter)
    return letters


def _complete(found: Evidence, letters: list[Letter]) -> None:
    """Check that the numbers of each seat have no gap. Raises Invalid."""
    for seat in range(SEATS):
        numbers = {letter.n for letter in letters if letter.seat == seat}
        missing = set(range(max(numbers, default=-1) + 1)) - numbers
        if missing:
            side, first = found.side(seat), min(missing) + 1
            raise wrong("order", "missing", side=side, letter=first)


def _keys(found: Evidence, letters: list[Letter]) -> dict[int, bytes]:
    """Return the public keys of the seats: the inviter's is in the invitation, the other's in the
    join letter he accepted first. Raises Invalid."""
    terms = found.terms
    keys = {terms.seat: terms.public}
    own = sorted((one for one in letters if one.seat == terms.seat), key=lambda one: one.n)
    accepts = [part for letter in own for part in letter.parts if isinstance(part, Accept)]
    if accepts:
        join = next((one for one in letters if one.digest == accepts[0].join), None)
        if join is None or join.seat == terms.seat:
            raise wrong("order", "missing", side=found.side(1 - terms.seat), letter=1)
        first = join.parts[0]
        assert isinstance(first, Join)  # `Accept.read` has checked it
        keys[1 - terms.seat] = first.public
    return keys


def _signature(
    found: Evidence, letter: Letter, by_digest: dict[bytes, Letter], crypto: Verifier
) -> None:
    key, root = found.keys.get(letter.seat), letter
    while key is None:  # nobody is accepted: every candidate has a key of his own
        if root.n == 0:
            first = root.parts[0]
            key = first.public if isinstance(first, Join) else b""
        else:
            own = root.saw(root.seat)
            before = by_digest.get(own.digest) if own else None
            if before is None or before.seat != root.seat or before.n >= root.n:
                raise wrong("order", "parents", found.about(letter))
            root = before
    if not key or not letter.genuine(crypto, key):
        raise wrong("signatures", "signature", found.about(letter))
    found.signed[letter.seat] = found.signed.get(letter.seat, 0) + 1


def _parents(found: Evidence, letter: Letter, seen: dict[bytes, Letter]) -> None:
    """Check that all letters this one follows stand before it, or in it as the join letter that it
    accepts, and its date. Raises Invalid."""
    guests = [
        read(part.letter) for part in letter.parts if isinstance(part, Accept) and part.letter
    ]
    known = {**{one.digest: one for one in guests}, **seen}
    for parent in letter.parents:
        before = known.get(parent.digest)
        if before is None or (before.seat, before.n + 1) != (parent.seat, parent.seen):
            raise wrong("order", "parents", found.about(letter))
        if letter.at < before.at:
            raise wrong("dates", "date", found.about(letter))
    named = (known[parent.digest].at for parent in letter.parents)
    if letter.at > latest_date(max(named, default=0)):
        raise wrong("dates", "ahead", found.about(letter))


def _arrange(found: Evidence, letters: list[Letter], crypto: Verifier) -> None:
    """Compare the file's order with the log's and sort out the branches. Raises Invalid."""
    log = Log(found.terms, crypto)
    for letter in letters:
        log.receive(letter, trusted=True)
    found.order = log.order()
    count = len(found.order)
    rest = letters[count:]
    if log.accepted is None:
        found.candidates = [one for one in letters if one.seat == log.free]
        rest = []
        letters = [one for one in letters if one.seat != log.free]
    for number, (here, there) in enumerate(zip(found.order, letters, strict=False), 1):
        if here.digest != there.digest:
            raise wrong("order", "order", number=number)
    if count > len(letters):
        raise wrong("order", "order", number=len(letters) + 1)
    if log.accepted is None and len(letters) > count:
        raise wrong("order", "aside", found.about(letters[count]))
    chains = {seat: log.chain(seat) for seat in range(log.seats)}
    branches: set[bytes] = set()
    for letter in rest:
        chain = chains[letter.seat]
        fork = letter.n < len(chain) and chain[letter.n].digest != letter.digest
        if not fork and not any(one.digest in branches for one in letter.parents):
            raise wrong("order", "aside", found.about(letter))
        branches.add(letter.digest)
    if rest != sorted(rest, key=place):
        raise wrong("order", "order", number=count + 1)
    found.branches = rest


def place(letter: Letter) -> tuple[int, int, bytes]:
    """Return the place of a letter among those of branches in a file: after those it follows."""
    return sum(one.seen for one in letter.parents), letter.seat, letter.digest


def branch_letters(log: Log) -> list[Letter]:
    """Return the letters a device keeps beside the log: those of branches that did not count."""
    return sorted(log.beside(), key=place)
