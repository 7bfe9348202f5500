"""Copy of a letter's hidden decisions for its author, encrypted: a device that has the seed of the
seat, but has lost what it stored, reads them back from its own letters.

The plaintext is a varint count and 2 bytes for each decision, its number among the options of the
position, filled up with zeros to a multiple of COPY_BLOCK bytes. One block holds 47 decisions: all
choices, and all set-ups in which the number of decisions is a secret. So the size tells nothing.

It is encrypted with a synthetic IV (the construction of RFC 5297) from HMAC-SHA256 (RFC 2104): the
first COPY_TAG bytes of the HMAC of the plaintext are both IV and authentication; the keystream is
the HMAC of the IV and a counter of 4 bytes (counter mode of NIST SP 800-108). Nothing is random, so
a letter has one form, and two versions of a letter that hide different decisions share no
keystream. Both keys derive from the salt of the letter (engine/far/closed.py), which derives from
the seed of the seat and is opened with the decisions.

The copy proves nothing and nobody else checks it: a false one harms its author alone.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine.core.contract import Action, State
from engine.far.bytes import ByteReader, ByteWriter, Damage, digest
from engine.far.closed import commitment, salt
from engine.far.letter import COPY_BLOCK, COPY_TAG, MAX_ACTIONS, Letter, Open, OwnCopy
from engine.match.match import sorted_options, table_options

_WIDTH = 2  # bytes of a decision


def copied(letter_salt: bytes, state: State, actions: Sequence[Action]) -> OwnCopy:
    """Return the copy of decisions of the seat that sees `state`, from there on."""
    out, walk = ByteWriter().number(len(actions)), state.clone()
    for action in actions:
        out.raw(_options(walk).index(action).to_bytes(_WIDTH, "big"))
        walk.apply(action)
    plain = out.done()
    return OwnCopy(_encrypt(letter_salt, plain + bytes(-len(plain) % COPY_BLOCK)))


def _options(state: State) -> list[Action]:
    return [*sorted_options(state), *table_options(state)]


def _encrypt(letter_salt: bytes, plain: bytes) -> bytes:
    tag = _tag(letter_salt, plain)
    return tag + _masked(letter_salt, tag, plain)


def _decrypt(letter_salt: bytes, data: bytes) -> bytes | None:
    """Return the plaintext; None if the key is another one or the data was changed."""
    tag = data[:COPY_TAG]
    plain = _masked(letter_salt, tag, data[COPY_TAG:])
    return plain if hmac.compare_digest(tag, _tag(letter_salt, plain)) else None


def _tag(letter_salt: bytes, plain: bytes) -> bytes:
    return hmac.digest(digest("copy tag", letter_salt), plain, sha256)[:COPY_TAG]


def _masked(letter_salt: bytes, tag: bytes, data: bytes) -> bytes:
    """Return the data under the keystream of this tag: encrypt, or decrypt."""
    key = digest("copy stream", letter_salt)
    blocks = range(-(-len(data) // 32))
    stream = b"".join(hmac.digest(key, tag + one.to_bytes(4, "big"), sha256) for one in blocks)
    return bytes(one ^ other for one, other in zip(data, stream, strict=False))


def _decisions(plain: bytes, state: State) -> tuple[Action, ...]:
    """Return the decisions of a plaintext, made from `state` on. Raises Damage or IndexError."""
    reader, walk, found = ByteReader(plain), state.clone(), []
    for _ in range(reader.count(MAX_ACTIONS)):
        found.append(_options(walk)[int.from_bytes(reader.raw(_WIDTH), "big")])
        walk.apply(found[-1])
    return tuple(found)


@dataclass
class OwnSecrets:
    """Hidden decisions of this device's seat, by number of the letter (`own`): as stored, or read
    back from the letters. `seed`: of the seat."""

    seat: int
    seed: bytes
    own: dict[int, Open]

    def read_back(self, letter: Letter, state: State) -> bool:
        """Note what an own letter hides if it is not stored; return False if its copy is of no use.
        `state`: what the seat sees before the letter."""
        if letter.seat != self.seat or not letter.closed or self._stored(letter):
            return True
        if (found := self._read(letter, state)) is not None:
            self.own[letter.n] = found
        return found is not None

    def _stored(self, letter: Letter) -> bool:
        return _fits(letter, self.own.get(letter.n))

    def _read(self, letter: Letter, state: State) -> Open | None:
        copy, key = letter.part(OwnCopy), salt(self.seed, letter.table, letter.n)
        plain = None if copy is None else _decrypt(key, copy.data)
        try:
            actions = () if plain is None else _decisions(plain, state)
        except (Damage, IndexError):
            return None
        found = Open(letter.n, key, actions)
        return found if _fits(letter, found) else None


def _fits(letter: Letter, opening: Open | None) -> bool:
    """Return whether an opening is that of the letter's commitment."""
    if opening is None:
        return False
    return commitment(letter.table, letter.seat, opening) == letter.closed
