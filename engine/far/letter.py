"""Letters: signed messages of a seat. The same bytes travel by relay, link, QR code or file.

Format, in the encoding of engine/far/bytes.py:

    version    1 byte, VERSION
    table      16 bytes: which table (engine/far/terms.py)
    seat       1 byte
    n          varint: number of earlier letters of this seat
    at         6 bytes: milliseconds since 1970 by the author's clock, raised to the date of every
               letter it names as a parent
    parents    varint count, then for each seat of which the author has seen letters, in order:
               1 byte seat, varint how many, 16 bytes digest of the last of them. From the second
               letter on this includes the author's own seat, with n.
    body       varint count, then that many parts: 1 byte kind, blob
    signature  64 bytes, BIP-340 over SHA-256 of the domain "letter" and everything before

    kind 1 join     text name, 32 bytes public key, 32 bytes mail key, blob end of the chance chain
                    (0 or 32 bytes)
    kind 2 accept   blob: the accepted join letter
    kind 3 events   varint: events before them; varint: milliseconds its author has used for them;
                    varint count, then that many values, each an action. Only public events count;
                    a secret action is given in redacted form or left out
    kind 4 open     varint: which letter of this seat; 32 bytes salt; varint count, then that many
                    values: all actions of that letter (engine/far/closed.py)
    kind 5 chance   varint: which draw; 32 bytes contribution (engine/far/chance.py)
    kind 6 table    text word (one of WORDS), varint number, blob (of `again`: an invitation)
    kind 7 says     text
    kind 8 deck     1 byte what: 0…3 a pass (engine/far/deck.py), KEYS or SEED; varint which deck;
                    varint count, then that many items of 32 bytes: elements of the pass; keys,
                    each after its position (varint); or, at the end, the seed of this seat
    kind 9 closed   32 bytes: commitment to the unredacted events of this letter
    kind 10 sealed  blob: a chat message encrypted between the two mail keys
    kind 12 leaves  varint count, then that many times 32 bytes: commitments to the secrets that the
                    events of this letter create or may change, in order (engine/far/leaves.py)
    kind 13 shown   varint: which letter of this seat; varint: which of its leaves; 32 bytes salt.
                    It opens a secret that the events of this letter show
    kind 14 copy    blob: the unredacted events, encrypted for their author (engine/far/own_copy.py)

The digest of a letter covers everything but the
signature. A letter has at most MAX_LETTER bytes. Letters of earlier versions cannot be read.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, NamedTuple, Protocol

from engine.core.actions import plain
from engine.core.contract import Action
from engine.core.texts import MAX_NAME
from engine.far.bytes import ByteReader, ByteWriter, Damage, digest
from engine.far.crypto import PUBLIC, SECRET, SIGNATURE, Crypto, Verifier
from engine.far.deck import PASSES
from engine.far.group import MAX_CARDS

VERSION = 3
MAX_LETTER = 8_192  # bytes
SEATS = 2  # of every far table
MAX_SEATS = 8
MAX_PARTS = 8
MAX_ACTIONS = 256
MAX_SAID = 200  # characters
MAX_AGAIN = 1_024  # bytes of an invitation inside a letter
MAX_JOIN = 640  # bytes of a join letter inside a letter
MAX_SEALED = 1_400  # bytes of an encrypted chat message
MAX_LEAVES = 160
COPY_TAG, COPY_BLOCK, MAX_COPY = 16, 96, 592  # bytes; the last one holds MAX_ACTIONS decisions
AT = 6  # bytes of a date
ID = 16  # bytes of a table's id and of a letter's digest
# `?`: question, `-no`: refusal, plain: acceptance, `!`: confirmation
ASKED = ("draw", "back", "home", "time")
CONFIRMED = ("draw!", "back!", "home!")
WORDS = (
    *(f"{one}{end}" for one in ASKED for end in ("?", "", "-no")), "again", "engine", "stands",
    *CONFIRMED, "hint", "over", "off",
)  # fmt: skip
KEYS, SEED = PASSES, PASSES + 1  # steps of a deck after its passes
MAX_KEYS = 16


class Parent(NamedTuple):
    """What an author has seen of a seat: number of letters, and digest of the last."""

    seat: int
    seen: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Join:
    """Request for the free seat. `mail`: public mail key (`crypto.mail_secret`); `chain`: end of
    the sender's chance chain, or empty."""

    kind: ClassVar[int] = 1
    name: str
    public: bytes
    mail: bytes
    chain: bytes = b""

    def write(self, out: ByteWriter) -> None:
        out.text(self.name).raw(self.public).raw(self.mail).blob(self.chain)

    @classmethod
    def read(cls, data: ByteReader) -> Join:
        found = cls(data.text(MAX_NAME), data.raw(PUBLIC), data.raw(PUBLIC), data.blob(SECRET))
        if len(found.chain) not in (0, SECRET):
            raise Damage("the end of a chain has another length")
        return found


@dataclass(frozen=True, slots=True)
class Accept:
    """Acceptance of a join letter by the inviter; final.

    `letter`: its bytes, so that a reader of the inviter's mail alone finds the other player."""

    kind: ClassVar[int] = 2
    letter: bytes
    join: bytes  # digest of that letter

    def write(self, out: ByteWriter) -> None:
        out.blob(self.letter)

    @classmethod
    def read(cls, data: ByteReader) -> Accept:
        letter = data.blob(MAX_JOIN)
        found = read(letter)
        if found.n or not isinstance(found.parts[0], Join):
            raise Damage("not a join letter")
        return cls(letter, found.digest)


@dataclass(frozen=True, slots=True)
class EventsLetter:
    """Decisions of the author after `count` public events. `used`: milliseconds from when its
    device first had the letter that gave the turn, by its own word."""

    kind: ClassVar[int] = 3
    count: int
    actions: tuple[Action, ...]
    used: int = 0

    def write(self, out: ByteWriter) -> None:
        out.number(self.count).number(self.used).number(len(self.actions))
        for action in self.actions:
            out.value(action)

    @classmethod
    def read(cls, data: ByteReader) -> EventsLetter:
        count, used = data.number(), data.number()
        return cls(count, read_actions(data), used)


def read_actions(data: ByteReader) -> tuple[Action, ...]:
    found = tuple(data.value() for _ in range(data.count(MAX_ACTIONS)))
    for action in found:
        if not isinstance(action, tuple) or not action or not isinstance(action[0], str):
            raise Damage("not an action")
    try:
        return tuple(map(plain, found))
    except ValueError as why:
        raise Damage(str(why)) from None


@dataclass(frozen=True, slots=True)
class Open:
    """Opening of the closed decisions of letter `n` of this seat."""

    kind: ClassVar[int] = 4
    n: int
    salt: bytes
    actions: tuple[Action, ...]

    def write(self, out: ByteWriter) -> None:
        out.number(self.n).raw(self.salt).number(len(self.actions))
        for action in self.actions:
            out.value(action)

    @classmethod
    def read(cls, data: ByteReader) -> Open:
        return cls(data.number(), data.raw(SECRET), read_actions(data))


@dataclass(frozen=True, slots=True)
class Closed:
    """Commitment to the unredacted events of this letter."""

    kind: ClassVar[int] = 9
    commitment: bytes

    def write(self, out: ByteWriter) -> None:
        out.raw(self.commitment)

    @classmethod
    def read(cls, data: ByteReader) -> Closed:
        return cls(data.raw(SECRET))


@dataclass(frozen=True, slots=True)
class Chance:
    """Contribution of a seat to a draw."""

    kind: ClassVar[int] = 5
    draw: int
    contribution: bytes

    def write(self, out: ByteWriter) -> None:
        out.number(self.draw).raw(self.contribution)

    @classmethod
    def read(cls, data: ByteReader) -> Chance:
        return cls(data.number(), data.raw(SECRET))


@dataclass(frozen=True, slots=True)
class WordLetter:
    """Offer, answer, claim or notice; `word`: one of WORDS. `number`: for `back…` the events to
    keep, for `engine` the level of the computer in the seat (0: a person), for `time-no` the
    milliseconds that its device says were used, else the current number of events. `hint`: the
    author has used a hint there. `over`: the game has ended, as the author's secrets tell. `time`:
    the author has no time left, or accepts to have lost by silence; `off`: he does not, which
    breaks the game off. `stands` only answers: what the letter names is what the author goes on
    from (engine/far/forks.py). `more`: for `again` an invitation."""

    kind: ClassVar[int] = 6
    word: str
    number: int = 0
    more: bytes = b""

    def write(self, out: ByteWriter) -> None:
        out.text(self.word).number(self.number).blob(self.more)

    @classmethod
    def read(cls, data: ByteReader) -> WordLetter:
        found = cls(data.text(16), data.number(), data.blob(MAX_AGAIN))
        if found.word not in WORDS:
            raise Damage("a word nobody knows")
        if found.more and found.word != "again":
            raise Damage("more than a word has")
        return found


@dataclass(frozen=True, slots=True)
class Says:
    """Chat message, at most MAX_SAID characters."""

    kind: ClassVar[int] = 7
    text: str

    def write(self, out: ByteWriter) -> None:
        out.text(self.text)

    @classmethod
    def read(cls, data: ByteReader) -> Says:
        return cls(data.text(MAX_SAID))


@dataclass(frozen=True, slots=True)
class Sealed:
    """Chat message that only the two seats can read."""

    kind: ClassVar[int] = 10
    data: bytes

    def write(self, out: ByteWriter) -> None:
        out.blob(self.data)

    @classmethod
    def read(cls, data: ByteReader) -> Sealed:
        return cls(data.blob(MAX_SEALED))


@dataclass(frozen=True, slots=True)
class DeckStep:
    """Step of a shared deck. `what`: number of a pass, KEYS or SEED; `places`: positions of keys,
    strictly ascending."""

    kind: ClassVar[int] = 8
    what: int
    deck: int
    items: tuple[bytes, ...]
    places: tuple[int, ...] = ()

    def write(self, out: ByteWriter) -> None:
        out.byte(self.what).number(self.deck).number(len(self.items))
        for number, item in enumerate(self.items):
            if self.what == KEYS:
                out.number(self.places[number])
            out.raw(item)

    @classmethod
    def read(cls, data: ByteReader) -> DeckStep:
        what, deck, places, items = data.byte(), data.number(), [], []
        for _ in range(data.count(2 * MAX_CARDS if what < PASSES else MAX_KEYS)):
            if what == KEYS:
                places.append(data.number())
            items.append(data.raw(SECRET))
        if what > SEED or not items or (what == SEED and (deck or len(items) > 1)):
            raise Damage("no step of a deck")
        if places != sorted(set(places)) or places[-1:] >= [MAX_CARDS]:
            raise Damage("positions out of order")
        return cls(what, deck, tuple(items), tuple(places))


@dataclass(frozen=True, slots=True)
class Leaves:
    """Commitments to the secrets that the events of this letter create or may change."""

    kind: ClassVar[int] = 12
    leaves: tuple[bytes, ...]

    def write(self, out: ByteWriter) -> None:
        out.number(len(self.leaves))
        for one in self.leaves:
            out.raw(one)

    @classmethod
    def read(cls, data: ByteReader) -> Leaves:
        found = tuple(data.raw(SECRET) for _ in range(data.count(MAX_LEAVES)))
        if not found:
            raise Damage("no leaves")
        return cls(found)


@dataclass(frozen=True, slots=True)
class Shown:
    """Opening of leaf `leaf` of letter `n` of this seat, whose value the events tell."""

    kind: ClassVar[int] = 13
    n: int
    leaf: int
    salt: bytes

    def write(self, out: ByteWriter) -> None:
        out.number(self.n).number(self.leaf).raw(self.salt)

    @classmethod
    def read(cls, data: ByteReader) -> Shown:
        return cls(data.number(), data.number(), data.raw(SECRET))


@dataclass(frozen=True, slots=True)
class OwnCopy:
    """Hidden events of this letter, readable by their author alone. Older letters lack it."""

    kind: ClassVar[int] = 14
    data: bytes

    def write(self, out: ByteWriter) -> None:
        out.blob(self.data)

    @classmethod
    def read(cls, data: ByteReader) -> OwnCopy:
        found = data.blob(MAX_COPY)
        if not found[COPY_TAG:] or len(found) % COPY_BLOCK != COPY_TAG:
            raise Damage("a copy of no possible size")
        return cls(found)


Part = (
    Join | Accept | EventsLetter | Open | Chance | WordLetter | Says | DeckStep | Closed | Sealed
    | Leaves | Shown | OwnCopy
)  # fmt: skip


class PartReader(Protocol):
    """Reader of one kind of part."""

    def read(self, data: ByteReader) -> Part: ...


PARTS = (
    Join, Accept, EventsLetter, Open, Chance, WordLetter, Says, DeckStep, Closed, Sealed, Leaves,
    Shown, OwnCopy,
)  # fmt: skip
KINDS: dict[int, PartReader] = {one.kind: one for one in PARTS}


@dataclass(frozen=True)
class Letter:
    """One well-formed letter. Signature and contents are not checked yet.

    `at`: milliseconds since 1970 by the author's clock."""

    table: bytes
    seat: int
    n: int
    at: int
    parents: tuple[Parent, ...]
    parts: tuple[Part, ...]
    signature: bytes = field(default=b"", compare=False)

    @cached_property
    def signed(self) -> bytes:
        """The bytes that are signed: all but the signature."""
        out = ByteWriter().byte(VERSION).raw(self.table).byte(self.seat).number(self.n)
        out.raw(self.at.to_bytes(AT, "big"))
        out.number(len(self.parents))
        for parent in self.parents:
            out.byte(parent.seat).number(parent.seen).raw(parent.digest)
        out.number(len(self.parts))
        for part in self.parts:
            inner = ByteWriter()
            part.write(inner)
            out.byte(part.kind).blob(inner.done())
        return out.done()

    @cached_property
    def digest(self) -> bytes:
        return digest("letter", self.signed)[:ID]

    @property
    def data(self) -> bytes:
        """The bytes that are sent."""
        return self.signed + self.signature

    @property
    def closed(self) -> bytes:
        """The letter's commitment; empty if it has none."""
        found = (part.commitment for part in self.parts if isinstance(part, Closed))
        return next(found, b"")

    @property
    def leaves(self) -> tuple[bytes, ...]:
        """Its commitments to single secrets."""
        found = (part.leaves for part in self.parts if isinstance(part, Leaves))
        return next(found, ())

    @property
    def openings(self) -> list[Shown]:
        """Its openings of single secrets, in order."""
        return [part for part in self.parts if isinstance(part, Shown)]

    def saw(self, seat: int) -> Parent | None:
        """Return what the author had seen of a seat; None: nothing."""
        return next((one for one in self.parents if one.seat == seat), None)

    def write(self, crypto: Crypto, secret: bytes) -> Letter:
        """Return the letter with its signature."""
        signature = crypto.sign(secret, digest("letter", self.signed))
        return replace(self, signature=signature)

    def genuine(self, crypto: Verifier, public: bytes) -> bool:
        return crypto.verify(public, digest("letter", self.signed), self.signature)


def read(data: bytes) -> Letter:
    """Parse a letter. Raises Damage."""
    if len(data) > MAX_LETTER:
        raise Damage("a letter is too long")
    reader = ByteReader(data[:-SIGNATURE])
    if reader.byte() != VERSION:
        raise Damage("a letter of another version")
    table, seat, n = reader.raw(ID), reader.byte(), reader.number()
    at = int.from_bytes(reader.raw(AT), "big")
    parents = tuple(
        Parent(reader.byte(), reader.number(), reader.raw(ID))
        for _ in range(reader.count(MAX_SEATS))
    )
    parts = tuple(_part(reader) for _ in range(reader.count(MAX_PARTS)))
    reader.finish()
    seats = [parent.seat for parent in parents]
    if seats != sorted(set(seats)) or not all(parent.seen for parent in parents):
        raise Damage("parents out of order")
    own = next((parent.seen for parent in parents if parent.seat == seat), 0)
    if own != n or not parts:
        raise Damage("a letter that does not follow its own")
    letter = Letter(table, seat, n, at, parents, parts, data[-SIGNATURE:])
    if letter.data != data:
        raise Damage("not the only form")
    return letter


def _part(reader: ByteReader) -> Part:
    kind = KINDS.get(reader.byte())
    if kind is None:
        raise Damage("a part nobody knows")
    inner = ByteReader(reader.blob(MAX_LETTER))
    part = kind.read(inner)
    inner.finish()
    return part
