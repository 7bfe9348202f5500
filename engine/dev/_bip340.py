"""Verification of BIP-340 signatures on secp256k1, in Python alone.

Verifying handles no secrets, so nothing here needs constant time. Points are Jacobian triples;
z = 0 is the point at infinity.
"""

from __future__ import annotations

import hashlib
from functools import cache

FIELD = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
_GX = 0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798
_GY = 0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8
_TAG = hashlib.sha256(b"BIP0340/challenge").digest()

Point = tuple[int, int, int]
Affine = tuple[int, int]


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether `signature` (64 bytes) of `message` is valid for the x-only key `public`."""
    point = _lift(public) if len(public) == 32 and len(signature) == 64 else None
    if point is None:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if r >= FIELD or s >= ORDER:
        return False
    hashed = hashlib.sha256(_TAG + _TAG + signature[:32] + public + message).digest()
    x, y, z = _sum(s, -int.from_bytes(hashed, "big") % ORDER, point)
    if not z:
        return False
    inverse = pow(z, -1, FIELD)
    square = inverse * inverse % FIELD
    return x * square % FIELD == r and y * square * inverse % FIELD % 2 == 0


@cache
def _lift(public: bytes) -> Affine | None:
    """Return the point with this x and an even y; None if there is none."""
    x = int.from_bytes(public, "big")
    square = (x * x % FIELD * x + 7) % FIELD
    y = pow(square, (FIELD + 1) // 4, FIELD)
    if x >= FIELD or y * y % FIELD != square:
        return None
    return x, FIELD - y if y % 2 else y


def _double(point: Point) -> Point:
    x, y, z = point
    square = y * y % FIELD
    s, m = 4 * x * square % FIELD, 3 * x * x % FIELD
    across = (m * m - 2 * s) % FIELD
    return across, (m * (s - across) - 8 * square * square) % FIELD, 2 * y * z % FIELD


def _add(point: Point, other: Affine) -> Point:
    """Return the sum of a point and an affine one."""
    x, y, z = point
    if not z:
        return (*other, 1)
    square = z * z % FIELD
    h = (other[0] * square - x) % FIELD
    r = (other[1] * square * z - y) % FIELD
    if not h:
        return (0, 1, 0) if r else _double(point)
    hh = h * h % FIELD
    hhh, v = h * hh % FIELD, x * hh % FIELD
    across = (r * r - hhh - 2 * v) % FIELD
    return across, (r * (v - across) - y * hhh) % FIELD, z * h % FIELD


def _affine(point: Point) -> Affine:
    inverse = pow(point[2], -1, FIELD)
    square = inverse * inverse % FIELD
    return point[0] * square % FIELD, point[1] * square * inverse % FIELD


def _sum(s: int, e: int, point: Affine) -> Point:
    """Return s·G + e·point, bit by bit of both at once (Shamir's trick)."""
    base, total = (_GX, _GY), (0, 1, 0)
    both = _add((*base, 1), point)
    parts = {(1, 0): base, (0, 1): point}
    if both[2]:
        parts[1, 1] = _affine(both)
    for at in reversed(range(256)):
        total = _double(total)
        if part := parts.get((s >> at & 1, e >> at & 1)):
            total = _add(total, part)
    return total
