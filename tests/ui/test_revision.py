"""Cached values with their revision numbers."""

from __future__ import annotations

from itertools import count

from ui.session.revision import Cached, Revision


def test_a_cached_value_is_recomputed_when_its_stamp_changes() -> None:
    revision, number = Revision(), count(1)
    kept = Cached(lambda: next(number))
    assert [kept.get(revision.number) for _ in range(2)] == [1, 1]
    revision.bump()
    assert kept.last == 1 and kept.get(revision.number) == 2
    kept.clear()
    assert kept.last is None and kept.get(revision.number) == 3


def test_a_failed_computation_keeps_the_last_value() -> None:
    stamps: list[int] = []

    def make() -> int:
        stamps.append(0)
        if len(stamps) == 2:
            raise ValueError
        return len(stamps)

    kept = Cached(make)
    assert kept.get(0) == 1
    for _ in range(2):
        try:
            kept.get(1)
        except ValueError:
            assert kept.last == 1
    assert kept.get(1) == 3
