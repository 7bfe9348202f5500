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

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from engine.core.actions import plain
from engine.core.contract import TABLE_VERBS, Action
from engine.core.texts import MAX_NAME
from engine.far.bytes import ByteReader, ByteWriter, Damage, digest
from engine.far.crypto import SECRET, SIGNATURE, Crypto, Verifier
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


class LetterForm(NamedTuple):
    """How a field of a part is written and read."""

    write: Callable[[ByteWriter, Any], object]
    read: Callable[[ByteReader], Any]


def _text(limit: int) -> LetterForm:
    return LetterForm(ByteWriter.text, lambda data: data.text(limit))


def _blob(limit: int) -> LetterForm:
    return LetterForm(ByteWriter.blob, lambda data: data.blob(limit))


def _many(one: LetterForm, limit: int) -> LetterForm:
    """Return the form of a tuple: a count, and that many times `one`."""

    def write(out: ByteWriter, values: tuple[Any, ...]) -> None:
        out.number(len(values))
        for value in values:
            one.write(out, value)

    return LetterForm(write, lambda data: tuple(one.read(data) for _ in range(data.count(limit))))


def _action(data: ByteReader) -> Action:
    found = data.value()
    if not isinstance(found, tuple) or not found or not isinstance(found[0], str):
        raise Damage("not an action")
    try:
        action: Action = plain(found)
    except ValueError as why:
        raise Damage(str(why)) from None
    return action


def _join(data: ByteReader) -> Letter:
    found = read(data.blob(MAX_JOIN))
    if found.n or not isinstance(found.parts[0], Join):
        raise Damage("not a join letter")
    return found


NUMBER = LetterForm(ByteWriter.number, ByteReader.number)
HASH = LetterForm(ByteWriter.raw, lambda data: data.raw(SECRET))  # 32 bytes
ACTIONS = _many(LetterForm(ByteWriter.value, _action), MAX_ACTIONS)


class LetterPart:
    """Part of a letter. A kind is a number, the form of its fields in the order in which they are
    written, and what must hold of them. `talk`: mere words, on which nothing depends."""

    __slots__ = ()
    kind: ClassVar[int]
    form: ClassVar[dict[str, LetterForm]]
    talk: ClassVar = False

    @property
    def decides(self) -> bool:
        """Whether it decides something: an event, or consent to an offer."""
        return False

    @property
    def ends(self) -> bool:
        """Whether it resigns, admits a loss on time or confirms a draw."""
        return False

    def write(self, out: ByteWriter) -> None:
        for name, form in self.form.items():
            form.write(out, getattr(self, name))

    @classmethod
    def read(cls, data: ByteReader) -> Self:
        """Read and check a part. Raises Damage."""
        make: Callable[..., Self] = cls
        found = make(**{name: form.read(data) for name, form in cls.form.items()})
        if not found.good():
            raise Damage(f"no {cls.__name__} has this form")
        return found

    def good(self) -> bool:
        """Return whether a writer may have produced these fields."""
        return True


@dataclass(frozen=True, slots=True)
class Join(LetterPart):
    """Request for the free seat. `mail`: public mail key (`crypto.mail_secret`); `chain`: end of
    the sender's chance chain, or empty."""

    kind: ClassVar = 1
    form: ClassVar = {
        "name": _text(MAX_NAME), "public": HASH, "mail": HASH, "chain": _blob(SECRET),
    }  # fmt: skip
    name: str
    public: bytes
    mail: bytes
    chain: bytes = b""

    def good(self) -> bool:
        return len(self.chain) in (0, SECRET)


@dataclass(frozen=True, slots=True)
class Accept(LetterPart):
    """Acceptance of a join letter by the inviter; final. It contains that letter, so that a reader
    of the inviter's mail alone finds the other player."""

    kind: ClassVar = 2
    form: ClassVar = {"join": LetterForm(lambda out, join: out.blob(join.data), _join)}
    join: Letter


@dataclass(frozen=True, slots=True)
class EventsLetter(LetterPart):
    """Decisions of the author after `count` public events. `used`: milliseconds from when its
    device first had the letter that gave the turn, by its own word."""

    kind: ClassVar = 3
    form: ClassVar = {"count": NUMBER, "used": NUMBER, "actions": ACTIONS}
    count: int
    actions: tuple[Action, ...]
    used: int = 0

    @property
    def decides(self) -> bool:
        return True

    @property
    def ends(self) -> bool:
        return any(one[0] in TABLE_VERBS for one in self.actions)


@dataclass(frozen=True, slots=True)
class Open(LetterPart):
    """Opening of the closed decisions of letter `n` of this seat."""

    kind: ClassVar = 4
    form: ClassVar = {"n": NUMBER, "salt": HASH, "actions": ACTIONS}
    n: int
    salt: bytes
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Closed(LetterPart):
    """Commitment to the unredacted events of this letter."""

    kind: ClassVar = 9
    form: ClassVar = {"commitment": HASH}
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Chance(LetterPart):
    """Contribution of a seat to a draw."""

    kind: ClassVar = 5
    form: ClassVar = {"draw": NUMBER, "contribution": HASH}
    draw: int
    contribution: bytes


@dataclass(frozen=True, slots=True)
class WordLetter(LetterPart):
    """Offer, answer, claim or notice; `word`: one of WORDS. `number`: for `back…` the events to
    keep, for `engine` the level of the computer in the seat (0: a person), for `time-no` the
    milliseconds that its device says were used, else the current number of events. `hint`: the
    author has used a hint there. `over`: the game has ended, as the author's secrets tell. `time`:
    the author has no time left, or accepts to have lost by silence; `off`: he does not, which
    breaks the game off. `stands` only answers: what the letter names is what the author goes on
    from (engine/far/forks.py). `more`: for `again` an invitation."""

    kind: ClassVar = 6
    form: ClassVar = {"word": _text(16), "number": NUMBER, "more": _blob(MAX_AGAIN)}
    word: str
    number: int = 0
    more: bytes = b""

    @property
    def decides(self) -> bool:
        return self.word in (*ASKED, *CONFIRMED)

    @property
    def ends(self) -> bool:
        return self.word in ("draw!", "time")

    def good(self) -> bool:
        return self.word in WORDS and (not self.more or self.word == "again")


@dataclass(frozen=True, slots=True)
class Says(LetterPart):
    """Chat message, at most MAX_SAID characters."""

    kind: ClassVar = 7
    talk: ClassVar = True
    form: ClassVar = {"text": _text(MAX_SAID)}
    text: str


@dataclass(frozen=True, slots=True)
class Sealed(LetterPart):
    """Chat message that only the two seats can read."""

    kind: ClassVar = 10
    talk: ClassVar = True
    form: ClassVar = {"data": _blob(MAX_SEALED)}
    data: bytes


@dataclass(frozen=True, slots=True)
class DeckStep(LetterPart):
    """Step of a shared deck. `what`: number of a pass, KEYS or SEED; `places`: positions of keys,
    strictly ascending."""

    kind: ClassVar = 8
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
class Leaves(LetterPart):
    """Commitments to the secrets that the events of this letter create or may change."""

    kind: ClassVar = 12
    form: ClassVar = {"leaves": _many(HASH, MAX_LEAVES)}
    leaves: tuple[bytes, ...]

    def good(self) -> bool:
        return bool(self.leaves)


@dataclass(frozen=True, slots=True)
class Shown(LetterPart):
    """Opening of leaf `leaf` of letter `n` of this seat, whose value the events tell."""

    kind: ClassVar = 13
    form: ClassVar = {"n": NUMBER, "leaf": NUMBER, "salt": HASH}
    n: int
    leaf: int
    salt: bytes


@dataclass(frozen=True, slots=True)
class OwnCopy(LetterPart):
    """Hidden events of this letter, readable by their author alone. Older letters lack it."""

    kind: ClassVar = 14
    form: ClassVar = {"data": _blob(MAX_COPY)}
    data: bytes

    def good(self) -> bool:
        return bool(self.data[COPY_TAG:]) and len(self.data) % COPY_BLOCK == COPY_TAG


KINDS: dict[int, type[LetterPart]] = {
    one.kind: one
    for one in (
        Join, Accept, EventsLetter, Open, Chance, WordLetter, Says, DeckStep, Closed, Sealed,
        Leaves, Shown, OwnCopy,
    )
}  # fmt: skip
P = TypeVar("P", bound=LetterPart)


@dataclass(frozen=True)
class Letter:
    """One well-formed letter. Signature and contents are not checked yet.

    `at`: milliseconds since 1970 by the author's clock."""

    table: bytes
    seat: int
    n: int
    at: int
    parents: tuple[Parent, ...]
    parts: tuple[LetterPart, ...]
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

    def part(self, kind: type[P]) -> P | None:
        """Return its first part of a kind; None if it has none."""
        return next((one for one in self.parts if isinstance(one, kind)), None)

    @property
    def closed(self) -> bytes:
        """The letter's commitment; empty if it has none."""
        found = self.part(Closed)
        return b"" if found is None else found.commitment

    @property
    def leaves(self) -> tuple[bytes, ...]:
        """Its commitments to single secrets."""
        found = self.part(Leaves)
        return () if found is None else found.leaves

    @property
    def openings(self) -> list[Shown]:
        """Its openings of single secrets, in order."""
        return [part for part in self.parts if isinstance(part, Shown)]

    @cached_property
    def decides(self) -> bool:
        """Whether it decides something: an event, or consent to an offer."""
        return any(one.decides for one in self.parts)

    @cached_property
    def ends(self) -> bool:
        """Whether it resigns, admits a loss on time or confirms a draw."""
        return any(one.ends for one in self.parts)

    @property
    def talk(self) -> bool:
        """Whether it has nothing but words."""
        return all(one.talk for one in self.parts)

    @property
    def join(self) -> Join | None:
        """The request with which this letter begins; None: it is no join letter."""
        first = self.parts[0]
        return first if isinstance(first, Join) and not self.n else None

    def saw(self, seat: int) -> Parent | None:
        """Return what the author had seen of a seat; None: nothing."""
        return next((one for one in self.parents if one.seat == seat), None)

    @cached_property
    def own(self) -> bytes:
        """The digest of the same seat's letter before this one; empty for the first."""
        found = self.saw(self.seat)
        return b"" if found is None else found.digest

    @cached_property
    def cross(self) -> bytes:
        """The digest of the other seat's letter this one names; empty if it names none."""
        found = self.saw(1 - self.seat)
        return b"" if found is None else found.digest

    @cached_property
    def seen(self) -> int:
        """How many letters of the other seat its author had seen."""
        found = self.saw(1 - self.seat)
        return 0 if found is None else found.seen

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


def _part(reader: ByteReader) -> LetterPart:
    kind = KINDS.get(reader.byte())
    if kind is None:
        raise Damage("a part nobody knows")
    inner = ByteReader(reader.blob(MAX_LETTER))
    part = kind.read(inner)
    inner.finish()
    return part
