"""A deadline as a file for calendars: when it is offered, what it says, and what it does not. The
screen stays on while a clock of minutes runs."""

from __future__ import annotations

import pytest

from tests.far.world import Device, relays
from tests.fixtures.says import says
from ui.far.clock.calendar import calendar_file

DAY = 86_400


def slow(clock: str = "3d") -> tuple[Device, Device]:
    """Ana, who moves first, and Blas at a table with a clock."""
    world = relays()
    ana, blas = Device(world), Device(world)
    ana.press("act:game:andarraya", "act:invite")
    ana.app.field("far-name", "Ana")
    ana.press("far-side:0", f"far-clock:{clock}", "far:make").settle()
    blas.sit(ana.side.invitation)
    for one in (ana, blas):
        one.settle().press("act:far:fold:more")
    return ana, blas


def downloads(device: Device) -> list[tuple[str, str]]:
    """Return names and texts of the files that were saved."""
    return [(one[1], one[2]) for one in device.handed if one[0] == "download"]


def saved(device: Device) -> tuple[str, str]:
    """Return name and text of the only file that was saved."""
    ((name, text),) = downloads(device)
    return name, text


def test_the_deadline_of_a_running_turn_is_saved_as_an_entry() -> None:
    ana, blas = slow()
    assert "act:far:calendar" in ana.panel and "act:far:calendar" not in blas.panel
    ana.press("act:far:calendar")
    name, text = saved(ana)
    assert name == "asedio-andarraya.ics"
    assert f"DTSTART:{'20270118T080000Z'}\r\n" in text  # three days after the world's first second
    assert says("far.calendar.entry", game="Andarraya") in text.replace("\r\n ", "")


def test_the_entry_names_neither_the_opponent_nor_the_table() -> None:
    ana, _ = slow()
    _, text = saved(ana.press("act:far:calendar"))
    text = text.replace("\r\n ", "")
    assert says("far.calendar.entry", game="Andarraya") in text
    terms, keys = ana.side.seat.terms, ana.side.seat.keys
    secrets = (keys.secret.hex(), keys.seed.hex(), terms.word, terms.topic, terms.key.hex())
    for secret in ("Blas", ana.table.session.key, *secrets):
        assert secret not in text


@pytest.mark.parametrize("clock", ["none", "10m"])
def test_games_without_days_have_no_deadline_to_keep(clock: str) -> None:
    ana, _ = slow(clock)
    assert "act:far:calendar" not in ana.panel
    assert not downloads(ana.press("act:far:calendar"))


def test_the_screen_stays_on_while_a_clock_of_minutes_runs() -> None:
    ana, blas = slow("10m")
    assert ana.awake == blas.awake == [True]
    blas.leave()
    for act in blas.due:
        act()
    assert blas.awake == [True, False]
    ana.play("e2e4")
    assert ana.awake == [True]
    ana.press("act:resign", "act:resign-yes")
    for act in list(ana.due):
        act()
    assert ana.awake == [True, False]


@pytest.mark.parametrize("clock", ["none", "3d"])
def test_a_slow_game_lets_the_screen_sleep(clock: str) -> None:
    ana, _ = slow(clock)
    ana.play("e2e4")
    assert ana.awake == []


def test_lines_are_escaped_and_folded_between_characters() -> None:
    title = "Ñandú; una, dos\\tres\nEND:VCALENDAR " + "ñ" * 200
    text = calendar_file("a", title, "https://x.example/", 0, 0)
    lines = text.split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines) and lines[-2] == "END:VCALENDAR"
    whole = text.replace("\r\n ", "")
    assert "SUMMARY:Ñandú\\; una\\, dos\\\\tres END:VCALENDAR " + "ñ" * 200 + "\r\n" in whole
    assert text.count("\r\nEND:VCALENDAR") == 1
