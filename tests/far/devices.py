"""Devices without a page for tests: cryptography by libsecp256k1 (coincurve), keys derived from
names."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from coincurve import PrivateKey, PublicKeyXOnly

from engine.core.contract import Action
from engine.core.outcome import Outcome
from engine.far.chance import chain_end
from engine.far.crypto import Keys, mail_secret
from engine.far.decision import decision
from engine.far.fold import LetterFold
from engine.far.group import Group
from engine.far.letter import Join, Letter, LetterPart
from engine.far.log import Log
from engine.far.terms import Terms, set_terms
from engine.games import game_info
from engine.match.clock import NO_CLOCK, Clock

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


class Curve:
    """Implementation of `engine.far.crypto.MailCrypto`."""

    def secret(self) -> bytes:
        return secrets.token_bytes(32)

    def public(self, secret: bytes) -> bytes:
        return PublicKeyXOnly.from_secret(secret).format()

    def sign(self, secret: bytes, digest: bytes) -> bytes:
        return PrivateKey(secret).sign_schnorr(digest, aux_randomness=bytes(32))

    def verify(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        try:
            return PublicKeyXOnly(public).verify(signature, digest)
        except ValueError:
            return False

    def seal(self, secret: bytes, public: bytes, text: str, nonce: bytes) -> bytes:
        """A stand-in for NIP-44: nonce, text under a stream of hashes, checksum."""
        key = self._shared(secret, public)
        hidden = _stream(key + nonce, text.encode())
        return nonce + hidden + hashlib.sha256(key + nonce + hidden).digest()

    def unseal(self, secret: bytes, public: bytes, data: bytes) -> str:
        try:
            key = self._shared(secret, public)
        except ValueError:
            return ""
        nonce, hidden, check = data[:32], data[32:-32], data[-32:]
        if hashlib.sha256(key + nonce + hidden).digest() != check:
            return ""
        return _stream(key + nonce, hidden).decode(errors="replace")

    def _shared(self, secret: bytes, public: bytes) -> bytes:
        own = PrivateKey(secret)
        if own.public_key.format()[0] == 3:  # public keys have an even y
            own = PrivateKey.from_int(ORDER - own.to_int())
        return own.ecdh(b"\x02" + public)


def _stream(key: bytes, data: bytes) -> bytes:
    blocks = range(len(data) // 32 + 1)
    pad = b"".join(hashlib.sha256(key + bytes([block])).digest() for block in blocks)
    return bytes(one ^ other for one, other in zip(data, pad, strict=False))


def keys_of(name: str) -> Keys:
    """Return the keys of a name, always the same ones."""
    return Keys(
        hashlib.sha256(name.encode()).digest(), hashlib.sha256(b"seed" + name.encode()).digest()
    )


class Hashes(Curve):
    """Stand-in whose signatures are hashes, for trials of many letters in which nobody forges
    another's signature."""

    def public(self, secret: bytes) -> bytes:
        return hashlib.sha256(b"public" + secret).digest()

    def sign(self, secret: bytes, digest: bytes) -> bytes:
        return 2 * hashlib.sha256(self.public(secret) + digest).digest()

    def verify(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        return signature == 2 * hashlib.sha256(public + digest).digest()


class Device:
    """One side of a table: its log and course, and letters written the way the page writes them."""

    def __init__(
        self, terms: Terms, seat: int, name: str, group: Group | None = None,
        crypto: Curve | None = None,
    ) -> None:  # fmt: skip
        self.crypto, self.keys = crypto or Curve(), keys_of(name)
        self.terms, self.seat = terms, seat
        self.name, self.at = name, 1_800_000_000_000
        self.public = self.crypto.public(self.keys.secret)
        self.log = Log(terms, self.crypto, self.public if seat >= 0 else b"")
        self.course = LetterFold(terms, seat, group=group, seed=self.keys.seed)

    def write(self, *parts: LetterPart) -> Letter:
        """Write a letter and receive it in the own log."""
        return self.post(self.log.next_letter(self.seat, parts, self.at))

    def post(self, plain: Letter) -> Letter:
        letter = plain.write(self.crypto, self.keys.secret)
        assert self.log.receive(letter.data).what == "new"
        self.course.follow(self.log)
        return letter

    def decide(self, actions: tuple[Action, ...]) -> Letter:
        """Write a letter with these decisions, with what they hide and open."""
        course, n = self.course, len(self.log.chain(self.seat))
        turn = course.turn
        used = 0 if turn is None or turn.seat != self.seat else max(0, self.at - turn.began)
        found = decision(course.story, self.keys.seed, self.seat, n, actions, used)
        if found.opening is not None:
            course.own[n] = found.opening
        return self.write(*found.parts)

    def ended(self) -> bool:
        """Return whether this device alone can see that the game is over."""
        course = self.course
        match = course.match
        sees = match.viewer == self.seat and not course.over
        return sees and match.game.ended(match.state, self.seat)

    def join(self) -> Letter:
        chance = game_info(self.terms.game_id).has_chance
        end = chain_end(self.keys.seed) if chance else b""
        mail = self.crypto.public(mail_secret(self.keys.secret))
        return self.write(Join(self.name, self.public, mail, end))

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        found = self.course.match.outcome()
        assert found is not None
        return found

    def take(self, *letters: Letter) -> list[str]:
        found = [self.log.receive(letter.data).what for letter in letters]
        self.course.follow(self.log)
        return found


def table(
    game_id: str = "andarraya", inviter: int = 0, clock: Clock = NO_CLOCK,
    crypto: Curve | None = None, **options: Any,
) -> Terms:  # fmt: skip
    """Return the terms of a table to which Ana invites."""
    keys, crypto = keys_of("Ana"), crypto or Curve()
    end = chain_end(keys.seed) if game_info(game_id).has_chance else b""
    public, mail = crypto.public(keys.secret), crypto.public(mail_secret(keys.secret))
    return set_terms(
        game_id, options, inviter, public, end, "Ana", bytes(range(32)), clock, mail=mail
    )


def met(
    game_id: str = "andarraya",
    inviter: int = 0,
    clock: Clock = NO_CLOCK,
    group: Group | None = None,
    **options: Any,
) -> tuple[Device, Device]:
    """Return Ana and Blas, who have met at a table and have all letters."""
    terms = table(game_id, inviter, clock, **options)
    ana = Device(terms, inviter, "Ana", group)
    blas = Device(terms, 1 - inviter, "Blas", group)
    ana.take(blas.join())
    blas.take(ana.post(ana.log.acceptance(ana.log.candidates()[0], ana.at)))
    return ana, blas
