"""Interface of the injected cryptography: BIP-340 signatures on secp256k1. Hashes use hashlib."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from engine.far.bytes import digest

SECRET, PUBLIC, SIGNATURE = 32, 32, 64


def mail_secret(secret: bytes) -> bytes:
    """Return the secret of a seat's mail key, which signs its events on relays, 32 bytes.

    `secret`: the seat's signing key. The seed does not give it away: it is opened at the end."""
    return digest("mailbox", secret)


class Verifier(Protocol):
    """Check of signatures, all that a certificate needs."""

    def verify(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        """Return whether the signature is valid. Never raises."""


class Crypto(Verifier, Protocol):
    """Signature library: nostr-tools in the page, another one in tests. Signatures must be
    deterministic, so that a letter has exactly one form."""

    def secret(self) -> bytes:
        """Return a new secret key."""

    def public(self, secret: bytes) -> bytes:
        """Return the x-only public key. Raises ValueError for an invalid secret."""

    def sign(self, secret: bytes, digest: bytes) -> bytes:
        """Sign 32 bytes, with auxiliary data of 32 zero bytes."""


class MailCrypto(Crypto, Protocol):
    """Signatures, and encryption between two mail keys."""

    def seal(self, secret: bytes, public: bytes, text: str, nonce: bytes) -> bytes:
        """Encrypt a text for the owner of `public` (NIP-44). `nonce`: 32 bytes, of this text
        alone."""

    def unseal(self, secret: bytes, public: bytes, data: bytes) -> str:
        """Decrypt what either of the two has sealed; "" if it is anything else. Never raises."""


class Keys(NamedTuple):
    """Secrets of a device's own seat: signing key, and seed of its chance chain and salts."""

    secret: bytes
    seed: bytes
