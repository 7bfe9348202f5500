"""Check the certificate of a far game: signatures, order, dates, secrets, luck and rules.

Several files of one table (of both players, of a spectator) are merged: a player can leave letters
out of his own file, not out of another one. Each file is checked first, and one that is not valid
is left out; a line says what each lacked.

Each line names a result (`ok`, `note`, `unproved`, `failed`), the group of the check and what was
found. A note is true but unusual, such as a takeback or a refused letter. The checks and their
order are those of engine/far/certificate.py; the first failed one ends them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.core.jsontext import MAX_CHARS
from engine.core.steps import finish
from engine.core.texts import Message
from engine.dev import _bip340, _ristretto
from engine.dev.common import plain, words
from engine.far.certificate import INVALID, Certificate, examine
from engine.far.evidence import FAILED, Check, Invalid
from engine.far.merging import merged
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
    """Add the files, and how signatures are verified."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+",
        help="certificate, or any file of a far table; several of one table are merged",
    )  # fmt: skip
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
    texts = {path: read_file(path) for path in args.files}
    crypto, group = Signatures(args.pure), Ristretto()
    if len(texts) == 1:
        (text,) = texts.values()
        return show(finish(examine(text, crypto, group, now())))
    return run_several(texts, crypto, group)


def now() -> int:
    """Return this device's clock, milliseconds since 1970."""
    return int(1000 * time.time())


def run_several(texts: Mapping[str, str], crypto: Signatures, group: Ristretto) -> int:
    """Check each file, print what it lacked, and the checks of all together; return as `run`."""
    alone = {path: finish(examine(text, crypto, group, now())) for path, text in texts.items()}
    good = [path for path, found in alone.items() if found.failure is None]
    whole, lacking = Certificate(), iter(list[list[Message]]())
    try:
        if good:
            text, lacked = finish(merged([texts[path] for path in good], crypto, group, now()))
            whole, lacking = finish(examine(text, crypto, group, now())), iter(lacked)
    except Invalid as why:
        return show(Certificate([Check(why.group, why.message, FAILED)]))
    for path, found in alone.items():
        told = [_words(found, one) for one in next(lacking)] if path in good else []
        failure = found.failure
        told = told or ["lacked nothing" if failure is None else said(found, failure)]
        print(plain(f"file {path}: {found.status}; {'; '.join(told)}"))
    return max(show(whole), 2 * (len(good) < len(texts)))


def show(certificate: Certificate) -> int:
    """Print one line a check and the verdict; return as `run`."""
    for check in certificate.checks:
        print(f"{check.result} {said(certificate, check)}")
    for message in certificate.unproved:
        print(f"unproved {_words(certificate, message)}")
    print(
        certificate.status
        if certificate.failure is None
        else f"{INVALID}: {said(certificate, certificate.failure)}"
    )
    return 2 if certificate.status == INVALID else 0


def said(certificate: Certificate, check: Check) -> str:
    """Return group and words of a check, in one line."""
    return f"{check.group}: {_words(certificate, check.message)}"


def _words(certificate: Certificate, message: Message) -> str:
    """Return a message in English; the sentences about files are the same in every game."""
    return words(certificate.game_id or REGISTRY[0], message)
