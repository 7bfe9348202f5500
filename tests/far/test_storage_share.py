"""How much of a browser's storage one table takes whose seats have sent all they may."""

from __future__ import annotations

import pytest

from engine.far.letter import MAX_SAID, EventsLetter, Letter, LetterPart, Parent, Says
from engine.far.timing import Measure
from tests.far.devices import Device, met
from ui.far.clock.measures import MOST
from ui.far.seat_store import SeatStore
from ui.saves.storage import MemoryStorage, SafeStorage

QUOTA = 5_000_000  # characters that browsers store for a page


def flooded(part: LetterPart) -> Device:
    """Return a device with as many letters of this kind as both seats may send."""
    _, blas = met()
    for seat in (0, 1):
        letter = blas.log.chain(seat)[-1]
        what = "new"
        while what == "new":
            last = letter
            others = tuple(one for one in last.parents if one.seat != seat)
            parents = tuple(sorted((Parent(seat, last.n + 1, last.digest), *others)))
            letter = Letter(last.table, seat, last.n + 1, last.at, parents, (part,))
            what = blas.log.receive(letter.data + bytes(64), trusted=True).what
        assert blas.log.aside[-1].why == "full" and blas.log.crowded(seat)
    return blas


MOVE = EventsLetter(0, (("move", 1, 2),))


@pytest.mark.parametrize("part", [Says("x"), Says("x" * MAX_SAID), MOVE])
def test_a_table_at_its_limits_takes_less_than_a_tenth_of_the_storage(part: LetterPart) -> None:
    entries: dict[str, str] = {}
    store, device = SeatStore(SafeStorage(MemoryStorage(entries)), "abcdefghijkl"), flooded(part)
    letters = device.log.kept()
    for letter in letters:
        store.add(letter)
    latest = [letter.digest for letter in letters[-MOST:]]
    store.set_measures({one: Measure(1 << 41, 1 << 41, 1 << 20) for one in latest})
    assert sum(len(key) + len(value) for key, value in entries.items()) < QUOTA / 10
