"""Check the certificate of a far game: signatures, order, dates, secrets, luck and rules.

Each line names a result (`ok`, `note`, `unproved`, `failed`), the group of the check and what was
found. A note is true but unusual, such as a takeback or a refused letter. The checks and their
order are those of engine/far/certificate.py; the first failed one ends them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from engine.core.jsontext import MAX_CHARS
from engine.core.steps import finish
from engine.core.texts import Message
from engine.dev import _bip340, _ristretto
from engine.dev.common import words
from engine.far.certificate import INVALID, Certificate, Check, examine
from engine.games import REGISTRY

NAME = "verify"
HELP = "check the certificate of a far game"


class Signatures:
    """Check of signatures by a library where it is installed, else, or if `pure`, in Python."""

    def __init__(self, pure: bool = False) -> None:
        self._verify = verifier(pure)

    def verify(self, public: bytes, digest: bytes, signature: bytes) -> bool:
        return self._verify(public, digest, signature)


class Ristretto:
    """The group ristretto255 (`engine.far.group.Group`) without a library, for certificates."""

    order = _ristretto.ORDER

    def good(self, point: bytes) -> bool:
        return any(point) and _ristretto.decode(point) is not None

    def multiply(self, scalar: int, point: bytes) -> bytes:
        found = _ristretto.decode(point)
        if found is None:
            raise ValueError("not a point of the group")
        return _ristretto.encode(_ristretto.multiply(scalar % self.order, found))

    def base(self, scalar: int) -> bytes:
        return _ristretto.encode(_ristretto.base_multiply(scalar % self.order))

    def hashed(self, uniform: bytes) -> bytes:
        return _ristretto.encode(_ristretto.from_uniform(uniform))


def verifier(pure: bool = False) -> Callable[[bytes, bytes, bytes], bool]:
    """Return the verification by coincurve where it is installed, else, or if `pure`, in Python."""
    try:
        from coincurve import PublicKeyXOnly
    except ImportError:
        return _bip340.verify

    def fast(public: bytes, digest: bytes, signature: bytes) -> bool:
        try:
            return bool(PublicKeyXOnly(public).verify(signature, digest))
        except ValueError:
            return False

    return _bip340.verify if pure else fast


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, and how signatures are verified."""
    parser.add_argument("file", metavar="FILE", help="certificate, or any file of a far table")
    parser.add_argument(
        "--pure", action="store_true", help="verify signatures in Python, without a library"
    )


def read_file(path: str) -> str:
    """Return the text of a file; "" if it cannot be read or is longer than any certificate."""
    try:
        with Path(path).open("rb") as source:
            data = source.read(MAX_CHARS + 1)
        return data.decode("utf-8") if len(data) <= MAX_CHARS else ""
    except (OSError, ValueError):
        return ""


def run(args: argparse.Namespace) -> int:
    """Print one line a check and the verdict. Return 0 for `valid` and `valid so far`, else 2."""
    found = finish(examine(read_file(args.file), Signatures(args.pure), Ristretto()))
    for check in found.checks:
        print(f"{check.result} {said(found, check)}")
    for message in found.unproved:
        print(f"unproved {_words(found, message)}")
    print(found.status if found.failure is None else f"{INVALID}: {said(found, found.failure)}")
    return 2 if found.failure is not None else 0


def said(found: Certificate, check: Check) -> str:
    """Return group and words of a check, in one line."""
    return f"{check.group}: {_words(found, check.message)}"


def _words(found: Certificate, message: Message) -> str:
    """Return a message in English; the sentences about files are the same in every game."""
    return words(found.game_id or REGISTRY[0], message)
