"""Verification of BIP-340 signatures on secp256k1, in Python alone.

Verifying handles no secrets, so nothing here needs constant time. Points are Jacobian triples;
z = 0 is the point at infinity. s·G comes from a table of G, −e·P from a sliding window over P.
"""

from __future__ import annotations

import hashlib
from functools import cache

FIELD = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
_GX = 0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798
_GY = 0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8
_TAG = hashlib.sha256(b"BIP0340/challenge").digest()
_WINDOW = 5  # bits of the sliding window over P

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


@cache
def _table() -> tuple[tuple[Affine, ...], ...]:
    """Return 1…15 times 16^i·G for i from 0 to 63."""
    rows, base = [], (_GX, _GY)
    for _ in range(64):
        row = [base]
        for _ in range(15):
            row.append(_affine(_add((*row[-1], 1), base)))
        base = row.pop()
        rows.append(tuple(row))
    return tuple(rows)


@cache
def _odd(point: Affine) -> tuple[Affine, ...]:
    """Return the odd multiples of a point below 2^_WINDOW."""
    twice, found = _affine(_double((*point, 1))), [point]
    for _ in range(2 ** (_WINDOW - 1) - 1):
        found.append(_affine(_add((*found[-1], 1), twice)))
    return tuple(found)


def _sum(s: int, e: int, point: Affine) -> Point:
    """Return s·G + e·point."""
    total, at = (0, 1, 0), e.bit_length()
    while at:
        if not e >> (at - 1) & 1:
            total, at = _double(total), at - 1
            continue
        low = max(0, at - _WINDOW)
        while not e >> low & 1:
            low += 1
        for _ in range(at - low):
            total = _double(total)
        total, at = _add(total, _odd(point)[(e >> low & 2 ** (at - low) - 1) // 2]), low
    for place, row in enumerate(_table()):
        if digit := s >> 4 * place & 15:
            total = _add(total, row[digit - 1])
    return total
