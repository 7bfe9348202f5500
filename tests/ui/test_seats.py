"""Kinds of seats at a table; a new kind needs no change elsewhere."""

from __future__ import annotations

from tests.fixtures.targets import aim
from tests.ui.fakes import STEPS
from tests.ui.test_opponent import move, slots, table
from ui.session.seats import PERSON, Seat, people, seat, seats


def test_levels_are_converted_to_seats_and_back() -> None:
    found = seats((0, 3), 3)
    assert found == (PERSON, seat(3), PERSON) and seat(0).here
    assert [one.level for one in found] == [0, 3, 0] and people(found) == [0, 2]


def test_the_table_waits_for_an_unknown_kind_of_seat() -> None:
    screen, engine = table((0, 0), STEPS)
    screen.session.seating.seats = (PERSON, Seat("elsewhere"))
    move(screen)
    count = screen.session.count
    assert screen.session.awaited == 1 and not screen.session.answering
    screen.press(aim("sq:e8"))  # the person here cannot play for that seat
    assert screen.session.count == count and engine.asked == []
    shown = slots(screen)
    assert "level1" not in shown and "act:pause" not in shown
    assert screen.session.curtain is None and screen.session.seating.owner == 0
