"""Checks of a table's letters before their contents count: form, keys, signatures, order, dates.

Every letter of the file must be in the log or in a branch that did not count; none may be missing,
twice, of another table, unsigned, dated before one it follows, or out of order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.core.contract import TABLE_VERBS, Event, State
from engine.core.texts import Message, Param
from engine.far.bytes import Damage
from engine.far.crypto import Verifier
from engine.far.letter import Letter, read
from engine.far.log import ASIDE, WAITING, Log
from engine.far.tablefile import TableFile
from engine.far.terms import Terms
from engine.match.match import sorted_options, table_options

OK, NOTE, FAILED = "ok", "note", "failed"
GROUPS = (
    "file", "invitation", "signatures", "order", "dates", "secrets", "chance", "course", "rules",
    "summary",
)  # fmt: skip
BAD = {  # by why a log puts a letter aside: group and message
    "table": ("invitation", "table"), "seat": ("file", "seat"), "parents": ("order", "parents"),
    "forged": ("signatures", "signature"), "late": ("signatures", "signature"),
    "date": ("dates", "date"), "full": ("order", "aside"),
}  # fmt: skip


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


@dataclass(frozen=True)
class Check:
    """One line. `group`: one of GROUPS; `result`: OK, NOTE (true but unusual) or FAILED."""

    group: str
    message: Message
    result: str = OK


Lines = Iterator[Check]


def ok(group: str, key: str, about: Mapping[str, Param] | None = None, /, **params: Param) -> Check:
    """Return the line of a check that has passed."""
    return Check(group, said(key, about, **params))


def note(
    group: str, key: str, about: Mapping[str, Param] | None = None, /, **params: Param
) -> Check:
    """Return a line that is true but unusual."""
    return Check(group, said(key, about, **params), NOTE)


def wrong(
    group: str, key: str, about: Mapping[str, Param] | None = None, /, **params: Param
) -> Invalid:
    """Return the exception for a failed check, with the message `certificate.bad.<key>`."""
    return Invalid(group, said(f"certificate.bad.{key}", about, **params))


class LetterPlace(Protocol):
    """Anything that says which letter of a seat it is."""

    @property
    def seat(self) -> int: ...
    @property
    def n(self) -> int: ...


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

    def about(self, letter: LetterPlace) -> dict[str, Param]:
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
    """Let a log receive the letters of a file, yielding after each; note in `found` what it makes
    of them. Raises Invalid for a letter that it would not keep."""
    log = Log(found.terms, crypto)
    letters = _parsed(file.letters)
    for number, letter in enumerate(letters.values(), 1):
        got = log.receive(letter)
        if got.what == WAITING:
            raise _lacking(found, letter, letters)
        if got.what == ASIDE:
            group, key = BAD[got.why]
            if key == "date" and letter.at >= log.least_date(letter):
                key = "ahead"
            raise wrong(group, key, found.about(letter), number=number)
        found.signed[letter.seat] = found.signed.get(letter.seat, 0) + 1
        yield
    for letter in log.kept():
        if letter.digest not in letters:
            raise wrong("order", "missing", found.about(letter))
    found.keys = {found.terms.seat: found.terms.public}
    if log.accepted is not None:
        found.keys[log.free] = log.accepted
    _arrange(found, [*letters.values()], log)


def _parsed(words: tuple[bytes, ...]) -> dict[bytes, Letter]:
    """Return the letters of a file by digest. Raises Invalid."""
    letters: dict[bytes, Letter] = {}
    for number, data in enumerate(words, 1):
        try:
            letter = read(data)
        except Damage:
            raise wrong("file", "letter", number=number) from None
        if letter.digest in letters:
            raise wrong("order", "twice", number=number)
        letters[letter.digest] = letter
    return letters


def _lacking(found: Evidence, letter: Letter, letters: Mapping[bytes, Letter]) -> Invalid:
    """Return what is wrong with a letter before which another one is missing: it comes later, or
    not at all."""
    places = {(one.seat, one.n) for one in letters.values()}
    for parent in letter.parents:
        if (parent.seat, parent.seen - 1) not in places:
            side = found.side(parent.seat)
            return wrong("order", "missing", side=side, letter=parent.seen)
    return wrong("order", "parents", found.about(letter))


def _arrange(found: Evidence, letters: list[Letter], log: Log) -> None:
    """Compare the file's order with the log's and sort out the branches. Raises Invalid."""
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
    beside = {one.digest for one in log.beside()}
    for letter in letters[count:]:
        if letter.digest not in beside:
            raise wrong("order", "aside", found.about(letter))
    if rest != sorted(rest, key=place):
        raise wrong("order", "order", number=count + 1)
    found.branches = rest


def place(letter: Letter) -> tuple[int, int, bytes]:
    """Return the place of a letter among those of branches in a file: after those it follows."""
    return sum(one.seen for one in letter.parents), letter.seat, letter.digest


def branch_letters(log: Log) -> list[Letter]:
    """Return the letters a device keeps beside the log: those of branches that did not count."""
    return sorted(log.beside(), key=place)
