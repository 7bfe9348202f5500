"""Interface of the injected group for shared decks: ristretto255, or a toy group in tests.

The group has prime order and no efficient way to compute a scalar from its multiple. Elements are
POINT bytes and have exactly one encoding; scalars travel as SCALAR bytes, big-endian.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from engine.far.bytes import digest

POINT, SCALAR, UNIFORM = 32, 32, 64
MAX_CARDS = 64  # of a deck
MOST_KNOWN = 4_096  # results that are remembered


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


class Product(NamedTuple):
    """Multiplication of an element by a scalar; an empty point is the generator."""

    scalar: int
    point: bytes


class CachedGroup:
    """A group that remembers its latest results: a table is often folded again.

    Results may come from elsewhere: `missing` says which, and `learn` takes them."""

    def __init__(self, group: Group) -> None:
        self.order, self._group = group.order, group
        self._products: dict[Product, bytes] = {}
        self._good = lru_cache(MOST_KNOWN)(group.good)
        self._hashed = lru_cache(MAX_CARDS)(group.hashed)

    def good(self, point: bytes) -> bool:
        return self._good(point)

    def multiply(self, scalar: int, point: bytes) -> bytes:
        return self._known(Product(scalar, point), self._group.multiply)

    def base(self, scalar: int) -> bytes:
        return self._known(Product(scalar, b""), lambda one, _: self._group.base(one))

    def _known(self, product: Product, compute: Callable[[int, bytes], bytes]) -> bytes:
        found = self._products.get(product)
        if found is None:
            found = compute(*product)
            self.learn([product], [found])
        return found

    def hashed(self, uniform: bytes) -> bytes:
        return self._hashed(uniform)

    def missing(self, work: Iterable[Product]) -> list[Product]:
        """Return the products that are not known yet."""
        return [one for one in work if one not in self._products]

    def learn(self, work: Sequence[Product], found: Sequence[bytes]) -> None:
        """Remember these products and, if there are many, forget the oldest."""
        self._products.update(zip(work, found, strict=True))
        for _ in range(len(self._products) - MOST_KNOWN):
            del self._products[next(iter(self._products))]


def cached(group: Group) -> CachedGroup:
    """Return a group that remembers its results: this one, if it does."""
    return group if isinstance(group, CachedGroup) else CachedGroup(group)


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
