"""Seats at a table: a new kind needs no branch anywhere."""

from __future__ import annotations

from dataclasses import dataclass

from tests.fixtures.targets import aim
from tests.ui.test_opponent import move, slots, table
from tests.ui.test_table import STEPS
from ui.session.seats import Computer, Person, people, seat, seats


@dataclass(frozen=True)
class Elsewhere:
    """Somebody at another device, as a kind nobody has heard of."""

    kind = "elsewhere"
    here = False
    level = 0


def test_levels_give_seats_and_seats_their_levels() -> None:
    found = seats((0, 3), 3)
    assert found == (Person(), Computer(3), Person()) and seat(0).here
    assert [one.level for one in found] == [0, 3, 0] and people(found) == [0, 2]


def test_an_unknown_kind_of_seat_is_waited_for() -> None:
    screen, engine = table((0, 0), STEPS)
    screen.session.seating.seats = (Person(), Elsewhere())
    move(screen)
    count = screen.session.count
    assert screen.session.awaited == 1 and not screen.session.answering
    screen.press(aim("sq:e8"))  # nobody here plays for him
    assert screen.session.count == count and engine.asked == []
    shown = slots(screen)
    assert "level1" not in shown and "act:pause" not in shown
    assert screen.session.curtain is None and screen.session.seating.owner == 0
