"""Toy group for tests of many games: ristretto255 in Python takes milliseconds an operation."""

from __future__ import annotations

from engine.far.group import POINT

PRIME = 2**61 - 2373  # a safe prime: the squares have prime order


class ToyGroup:
    """Squares modulo a small safe prime, as `engine.far.group.Group`. Counts its operations. Not
    secure."""

    order = (PRIME - 1) // 2

    def __init__(self) -> None:
        self.multiplied = self.based = 0

    def good(self, point: bytes) -> bool:
        found = int.from_bytes(point, "big")
        return len(point) == POINT and 1 < found < PRIME and pow(found, self.order, PRIME) == 1

    def multiply(self, scalar: int, point: bytes) -> bytes:
        self.multiplied += 1
        if not self.good(point):
            raise ValueError("not a point of the group")
        return _encoded(pow(int.from_bytes(point, "big"), scalar, PRIME))

    def base(self, scalar: int) -> bytes:
        self.based += 1
        return _encoded(pow(4, scalar, PRIME))

    def hashed(self, uniform: bytes) -> bytes:
        return _encoded(pow(int.from_bytes(uniform, "big") % (PRIME - 2) + 2, 2, PRIME))


def _encoded(value: int) -> bytes:
    return value.to_bytes(POINT, "big")
