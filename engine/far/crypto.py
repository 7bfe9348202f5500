"""The primitives that are handed in: BIP-340 signatures on secp256k1. Hashes are hashlib's."""

from __future__ import annotations

from typing import NamedTuple, Protocol

SECRET, PUBLIC, SIGNATURE = 32, 32, 64


class Crypto(Protocol):
    """Signatures as a library makes them: in the page nostr-tools, in tests another one. Both give
    the same bytes: nothing random enters a signature, so that one letter has one form."""

    def secret(self) -> bytes:
        """A new secret key."""

    def public(self, secret: bytes) -> bytes:
        """Its public key, x only. Raises ValueError for what is no key."""

    def sign(self, secret: bytes, digest: bytes) -> bytes:
        """Over 32 bytes, with auxiliary data of 32 zero bytes."""

    def verify(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        """False for anything that is not such a signature. Never raises."""


class Keys(NamedTuple):
    """What one device knows of its own seat: the key it signs with, the seed of its chances."""

    secret: bytes
    seed: bytes
