"""Clocks of one's own in an invitation: numbers instead of one of the list."""

from __future__ import annotations

import pytest

from engine.match.clock import Clock, bank_of
from tests.far.test_again import invited, resign
from tests.far.world import Device, relays
from tests.fixtures.says import says


def form(**typed: str) -> Device:
    """Open the form of an invitation and type numbers."""
    ana = Device(relays()).press("act:game:andarraya", "act:invite")
    kinds = {"days": "own-days", "bank": "own-bank"}
    ana.app.field("far-clock", kinds.get(next(iter(typed)), "own-minutes"))
    for name, value in typed.items():
        ana.app.field(f"far-{name}", value)
    return ana


@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ({"days": "2"}, Clock(days=2)),
        ({"days": "60"}, Clock(days=60)),
        ({"bank": "24", "more": "4", "most": "3"}, bank_of(24, 4, 3)),
        ({"bank": "24", "more": "0", "most": "1"}, bank_of(24, 0, 1)),
        ({"minutes": "5", "seconds": "0"}, Clock(minutes=5)),
        ({"minutes": "90", "seconds": "45"}, Clock(minutes=90, seconds=45)),
    ],
)
def test_numbers_become_the_clock_of_both_devices(typed: dict[str, str], clock: Clock) -> None:
    ana = form(**typed).press("far-side:0", "far:make").settle()
    blas = Device(ana.world).sit(ana.side.invitation)
    ana.settle()
    assert ana.side.seat.terms.clock == blas.side.seat.terms.clock == clock


@pytest.mark.parametrize(
    "typed",
    [{"days": "0"}, {"days": "61"}, {"days": ""}, {"days": "-1"}, {"days": "9" * 5000},
     {"minutes": "0", "seconds": "5"}, {"minutes": "601", "seconds": "0"}, {"minutes": "2.5"},
     {"minutes": "5", "seconds": "601"}, {"minutes": "٣x"}],
)  # fmt: skip
def test_other_numbers_are_refused_with_the_bounds(typed: dict[str, str]) -> None:
    ana = form(**typed).press("far:make")
    assert ana.app.dialog is not None and ana.app.dialog.name == "far-invite"
    slots = ana.view.slots
    assert says("far.clock.refused", days=60, minutes=600, seconds=600) in slots["problem"]


@pytest.mark.parametrize(
    "typed",
    [("0", "4", "3"), ("25", "4", "1"), ("24", "25", "3"), ("24", "4", "61"), ("x", "", "0")],
)
def test_a_bank_out_of_bounds_is_refused(typed: tuple[str, str, str]) -> None:
    ana = form(**dict(zip(("bank", "more", "most"), typed, strict=True))).press("far:make")
    assert ana.app.dialog is not None and ana.app.dialog.name == "far-invite"
    assert says("far.clock.bank", days=60) in ana.view.slots["problem"]


def test_fields_are_drawn_for_the_kind_that_is_chosen() -> None:
    ana = form(minutes="7")
    slots = ana.view.slots
    assert "far-minutes" in slots["clock"] and "far-days" not in slots["clock"]
    ana.app.field("far-clock", "10m")
    assert slots["clock"] == ""


CLOCKS_OF_OWN: list[tuple[dict[str, str], Clock]] = [
    ({"days": "2"}, Clock(2)),
    ({"minutes": "7", "seconds": "3"}, Clock(minutes=7, seconds=3)),
    ({"bank": "9", "more": "0", "most": "5"}, bank_of(9, 0, 5)),
]


@pytest.mark.parametrize(("typed", "clock"), CLOCKS_OF_OWN)
def test_the_next_game_with_the_same_person_has_the_same_clock(
    typed: dict[str, str], clock: Clock
) -> None:
    ana = form(**typed).press("far-side:0", "far:make").settle()
    blas = Device(ana.world).sit(ana.side.invitation)
    ana.settle()
    for device in (ana, blas):
        device.app.set_setting("turns", "on")
    resign(ana, blas)
    ana.leave(), blas.leave()
    assert invited(ana).side.seat.terms.clock == clock
