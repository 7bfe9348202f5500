"""The group ristretto255 (RFC 9496) in Python alone, for `verify` and tests.

Verifying handles no secrets, so nothing here needs constant time. Points of the twisted Edwards
curve are quadruples (x, y, z, t) in extended coordinates. Variable names follow the RFC.
"""

from __future__ import annotations

from functools import cache

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, FIELD) % FIELD
_I = pow(2, (FIELD - 1) // 4, FIELD)  # square root of −1
_ROOT = 25063068953384623474111414158702152701244531502492656460079210482610430750235  # √(−d − 1)
_BASE = "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"  # the generator

EdwardsPoint = tuple[int, int, int, int]
IDENTITY: EdwardsPoint = (0, 1, 1, 0)


def _even(value: int) -> int:
    """Return the nonnegative one of ±value: the even one."""
    value %= FIELD
    return FIELD - value if value & 1 else value


def _root(u: int, v: int) -> tuple[bool, int]:
    """Return (True, √(u/v)), or (False, √(i·u/v)) if u/v is no square (SQRT_RATIO_M1)."""
    cube = v * v % FIELD * v % FIELD
    r = u * cube % FIELD * pow(u * cube * cube * v % FIELD, (FIELD - 5) // 8, FIELD) % FIELD
    check, minus = v * r * r % FIELD, -u % FIELD
    if check == minus or check == minus * _I % FIELD:
        r = r * _I % FIELD
    return check == u % FIELD or check == minus, _even(r)


_INVERSE_ROOT = _root(1, -1 - _D)[1]  # 1/√(−1 − d)


def decode(data: bytes) -> EdwardsPoint | None:
    """Return the element with this encoding; None if there is none."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= FIELD or s & 1:
        return None
    u1, u2 = 1 - s * s, 1 + s * s
    v = (-_D * u1 * u1 - u2 * u2) % FIELD
    square, root = _root(1, v * u2 * u2 % FIELD)
    x = _even(2 * s * root * u2)
    y = u1 * root * root % FIELD * u2 % FIELD * v % FIELD
    t = x * y % FIELD
    return (x, y, 1, t) if square and not t & 1 and y else None


def encode(point: EdwardsPoint) -> bytes:
    """Return the 32 bytes of an element."""
    x, y, z, t = point
    u1, u2 = (z + y) * (z - y) % FIELD, x * y % FIELD
    root = _root(1, u1 * u2 * u2 % FIELD)[1]
    den1, den2 = root * u1 % FIELD, root * u2 % FIELD
    inverse = den1 * den2 * t % FIELD
    if t * inverse % FIELD & 1:
        x, y, den2 = y * _I % FIELD, x * _I % FIELD, den1 * _INVERSE_ROOT
    if x * inverse % FIELD & 1:
        y = -y
    return _even(den2 * (z - y)).to_bytes(32, "little")


def _map(data: bytes) -> EdwardsPoint:
    t = int.from_bytes(data, "little") % 2**255
    r = _I * t * t % FIELD
    u, v = (r + 1) * (1 - _D * _D), (-1 - r * _D) * (r + _D) % FIELD
    square, s = _root(u % FIELD, v)
    s, c = (s, -1) if square else (-_even(s * t), r)
    n = (c * (r - 1) * (_D - 1) ** 2 - v) % FIELD
    w0, w1, w2, w3 = 2 * s * v, n * _ROOT, 1 - s * s, 1 + s * s
    return w0 * w3 % FIELD, w2 * w1 % FIELD, w1 * w3 % FIELD, w0 * w2 % FIELD


def from_uniform(data: bytes) -> EdwardsPoint:
    """Return the element derived from 64 uniform bytes."""
    return add(_map(data[:32]), _map(data[32:]))


def add(point: EdwardsPoint, other: EdwardsPoint) -> EdwardsPoint:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = point, other
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, d = 2 * _D * t1 % FIELD * t2, 2 * z1 * z2
    e, f, g, h = (b - a) % FIELD, (d - c) % FIELD, (d + c) % FIELD, (b + a) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def _double(point: EdwardsPoint) -> EdwardsPoint:
    x, y, z, _ = point
    a, b = x * x, y * y
    e, g, h = (2 * x * y) % FIELD, (a - b) % FIELD, (a + b) % FIELD
    f = (2 * z * z + g) % FIELD
    return -e * f % FIELD, g * h % FIELD, f * g % FIELD, -e * h % FIELD


def _multiples(point: EdwardsPoint, last: int) -> list[EdwardsPoint]:
    """Return 0…last times a point."""
    found = [IDENTITY]
    for _ in range(last):
        found.append(add(found[-1], point))
    return found


def multiply(scalar: int, point: EdwardsPoint) -> EdwardsPoint:
    row, total = _multiples(point, 15), IDENTITY
    for shift in range(252, -1, -4):
        total = _double(_double(_double(_double(total))))
        total = add(total, row[scalar >> shift & 15])
    return total


@cache
def _table() -> list[list[EdwardsPoint]]:
    """Return 0…15 times 16^i times the generator, for i from 0 to 63."""
    rows, base = [], decode(bytes.fromhex(_BASE)) or IDENTITY
    for _ in range(64):
        *row, base = _multiples(base, 16)
        rows.append(row)
    return rows


def base_multiply(scalar: int) -> EdwardsPoint:
    total = IDENTITY
    for place, row in enumerate(_table()):
        total = add(total, row[scalar >> 4 * place & 15])
    return total
