"""Interface of the injected group for shared decks: ristretto255, or a toy group in tests.

The group has prime order and no efficient way to compute a scalar from its multiple. Elements are
POINT bytes and have exactly one encoding; scalars travel as SCALAR bytes, big-endian.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from engine.far.bytes import digest

POINT, SCALAR, UNIFORM = 32, 32, 64


class Group(Protocol):
    """Group of prime `order`, which is at most 2^255."""

    order: int

    def good(self, point: bytes) -> bool:
        """Return whether these bytes encode an element other than the identity. Never raises."""

    def multiply(self, scalar: int, point: bytes) -> bytes:
        """Return the multiple of an element by a scalar of 1 to order − 1. Raises ValueError for
        bytes that encode none."""

    def base(self, scalar: int) -> bytes:
        """Return the multiple of the generator by a scalar of 1 to order − 1."""

    def hashed(self, uniform: bytes) -> bytes:
        """Return the element derived from UNIFORM bytes. Nobody knows its scalar."""


class CachedGroup:
    """A group that remembers its latest results: a table is often folded again."""

    def __init__(self, group: Group) -> None:
        self.order, self._group = group.order, group
        self._multiply = lru_cache(4_096)(group.multiply)
        self._base = lru_cache(4_096)(group.base)
        self._good = lru_cache(4_096)(group.good)
        self._hashed = lru_cache(64)(group.hashed)

    def good(self, point: bytes) -> bool:
        return self._good(point)

    def multiply(self, scalar: int, point: bytes) -> bytes:
        return self._multiply(scalar, point)

    def base(self, scalar: int) -> bytes:
        return self._base(scalar)

    def hashed(self, uniform: bytes) -> bytes:
        return self._hashed(uniform)


def scalar_of(group: Group, *parts: bytes) -> int:
    """Return a scalar of 1 to order − 1, uniform for whoever does not know the parts."""
    wide = digest("scalar", *parts, b"\0") + digest("scalar", *parts, b"\1")
    return int.from_bytes(wide, "big") % (group.order - 1) + 1


def read_scalar(group: Group, data: bytes) -> int | None:
    """Return the scalar in SCALAR bytes; None if it is 0 or not below the order."""
    found = int.from_bytes(data, "big")
    return found if len(data) == SCALAR and 0 < found < group.order else None


def point_of(group: Group, domain: str, *parts: bytes) -> bytes:
    """Return an element derived from a domain and parts of unambiguous length."""
    return group.hashed(digest(domain, *parts, b"\0") + digest(domain, *parts, b"\1"))
