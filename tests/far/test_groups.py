"""Groups of shared decks: ristretto255 against the vectors of RFC 9496, and the laws of a group."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.dev import _bip340, _ristretto
from engine.dev.verify import Ristretto
from engine.far.group import POINT, SCALAR, Group, point_of, read_scalar, scalar_of
from tests.far.groups import ToyGroup

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "fixtures" / "ristretto255.json").read_text("utf-8")
)
GROUPS: dict[str, Callable[[], Group]] = {"ristretto255": Ristretto, "toy": ToyGroup}


def test_multiples_of_the_generator_have_the_published_encodings() -> None:
    total = _ristretto.IDENTITY
    generator = _ristretto.base_multiply(1)
    assert len(VECTORS["multiples"]) == 16
    for number, text in enumerate(VECTORS["multiples"]):
        assert _ristretto.encode(_ristretto.base_multiply(number)).hex() == text
        assert _ristretto.encode(_ristretto.multiply(number, generator)).hex() == text
        assert _ristretto.encode(total).hex() == text
        found = _ristretto.decode(bytes.fromhex(text))
        assert found is not None and _ristretto.encode(found).hex() == text
        total = _ristretto.add(total, generator)


def test_published_bad_encodings_are_refused() -> None:
    assert len(VECTORS["bad"]) == 29
    group = Ristretto()
    for text in VECTORS["bad"]:
        data = bytes.fromhex(text)
        assert _ristretto.decode(data) is None and not group.good(data)
        with pytest.raises(ValueError, match="not a point"):
            group.multiply(2, data)


def test_uniform_bytes_give_the_published_elements() -> None:
    assert len(VECTORS["uniform"]) == 11
    for uniform, text in VECTORS["uniform"]:
        assert Ristretto().hashed(bytes.fromhex(uniform)).hex() == text


@pytest.mark.parametrize("name", GROUPS)
def test_laws_of_the_group(name: str) -> None:
    group = GROUPS[name]()
    rng = Random(name)
    for _ in range(6):
        a, b = (rng.randrange(1, group.order) for _ in range(2))
        point = point_of(group, "test", rng.randbytes(8))
        assert group.good(point) and len(point) == POINT
        assert group.multiply(a, group.multiply(b, point)) == group.multiply(
            a * b % group.order, point
        )
        assert group.multiply(a, group.base(b)) == group.base(a * b % group.order)
        assert group.multiply(pow(a, -1, group.order), group.multiply(a, point)) == point
        assert group.multiply(1, point) == point
        minus = group.multiply(group.order - 1, point)
        assert minus != point and group.multiply(group.order - 1, minus) == point


@pytest.mark.parametrize("name", GROUPS)
def test_hostile_encodings_are_refused(name: str) -> None:
    """Other lengths, the identity, and random bytes, of which only some are elements."""
    group = GROUPS[name]()
    rng = Random(7)
    good = group.base(5)
    for data in (b"", good[:-1], good + b"\0", bytes(POINT), b"\xff" * POINT, bytes(64)):
        assert not group.good(data)
    found = [data for data in (rng.randbytes(POINT) for _ in range(60)) if group.good(data)]
    assert len(found) < 30
    for data in found:
        assert group.multiply(1, data) == data


@pytest.mark.parametrize("name", GROUPS)
def test_scalars_have_one_encoding(name: str) -> None:
    group = GROUPS[name]()
    for value in (1, 2, group.order - 1):
        assert read_scalar(group, value.to_bytes(SCALAR, "big")) == value
    for value in (0, group.order, group.order + 1, 2**256 - 1):
        assert read_scalar(group, value.to_bytes(SCALAR, "big")) is None
    assert read_scalar(group, b"\1") is None
    found = {scalar_of(group, bytes([one])) for one in range(50)}
    assert len(found) == 50 and all(0 < one < group.order for one in found)


def test_the_pure_curves_have_at_most_250_lines() -> None:
    files = (_bip340.__file__, _ristretto.__file__)
    assert sum(len(Path(one).read_text("utf-8").splitlines()) for one in files) <= 250
