"""Whispers: signed presence messages that relays forward but do not store.

Format of the word: 1 byte VERSION, 16 bytes table id, 1 byte seat, 1 byte state, varint seconds
since 1970, 8 bytes visit, varint number of this whisper in the visit, varint count and as many
visits of others it answers (8 bytes each), heads of the letter chains its author has seen (encoded
like the parents of a letter), and a signature over the domain "whisper" and all of it. The heads
serve as the receipt `seen`.

A visit is a random number of a page at a table. A whisper counts for a page whose visit it answers,
so that an old one cannot be played back, whatever the clocks say.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.far.bytes import ByteReader, ByteWriter, Damage, digest, from_word, to_word
from engine.far.crypto import SIGNATURE, Crypto, Verifier
from engine.far.letter import ID, SEATS, Parent

VERSION = 2
HERE, AWAY = 1, 0
MAX_CHARS = 700
VISIT = 8  # bytes
MAX_ANSWERED = 4


@dataclass(frozen=True)
class Whisper:
    """Presence of a seat: `state` HERE or AWAY, `when` in seconds, `visit` and `number` of this
    whisper in it, `answers` visits of others, `seen` chain heads."""

    table: bytes
    seat: int
    state: int
    when: int
    visit: bytes
    number: int
    answers: tuple[bytes, ...]
    seen: tuple[Parent, ...]

    def _signed(self) -> bytes:
        out = ByteWriter().byte(VERSION).raw(self.table).byte(self.seat).byte(self.state)
        out.number(self.when).raw(self.visit).number(self.number).number(len(self.answers))
        for visit in self.answers:
            out.raw(visit)
        out.number(len(self.seen))
        for parent in self.seen:
            out.byte(parent.seat).number(parent.seen).raw(parent.digest)
        return out.done()

    def word(self, crypto: Crypto, secret: bytes) -> str:
        signed = self._signed()
        return to_word(signed + crypto.sign(secret, digest("whisper", signed)))


def heard(word: str, table: bytes, crypto: Verifier, keys: dict[int, bytes]) -> Whisper | None:
    """Return the whisper in a word; None if it is malformed, of another table or badly signed.

    `keys`: public keys by seat."""
    try:
        data = from_word(word, MAX_CHARS)
        reader = ByteReader(data[:-SIGNATURE])
        if reader.byte() != VERSION:
            return None
        found = Whisper(
            reader.raw(ID), reader.byte(), reader.byte(), reader.number(), reader.raw(VISIT),
            reader.number(),
            tuple(reader.raw(VISIT) for _ in range(reader.count(MAX_ANSWERED))),
            tuple(
                Parent(reader.byte(), reader.number(), reader.raw(ID))
                for _ in range(reader.count(SEATS))
            ),
        )  # fmt: skip
        reader.finish()
    except Damage:
        return None
    heads = [parent.seat for parent in found.seen]
    if found.table != table or found.seat not in keys:
        return None
    if heads != sorted(set(heads)) or heads[-1:] >= [SEATS]:
        return None
    signed = digest("whisper", data[:-SIGNATURE])
    return found if crypto.verify(keys[found.seat], signed, data[-SIGNATURE:]) else None
