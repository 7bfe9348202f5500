"""Clocks of far tables: times sent in letters, and claims of a loss on time."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.far.clock import CLOCKS, DAY, MINUTE, NO_CLOCK, SECOND, Clock
from engine.far.letter import EventsLetter, WordLetter
from engine.far.terms import read_terms
from tests.far.devices import met, table
from tests.far.test_course import refused
from tests.far.test_log import play
from tests.far.test_table import same
from tests.far.world import Device, relays


def sat(clock: str = "10m", game_id: str = "andarraya") -> tuple[Device, Device]:
    """Return Ana, who has the first side, and Blas at a table with a clock."""
    world = relays()
    ana, blas = Device(world), Device(world)
    ana.press(f"act:game:{game_id}", "act:invite", "far-side:0", f"far-clock:{clock}", "far:make")
    ana.settle()
    blas.sit(ana.side.invitation)
    return ana, blas


def later(seconds: float, *devices: Device) -> None:
    """Advance the devices' time and run what was due."""
    for device in devices:
        device.clock += seconds
        due, device.due = device.due, []
        for act in due:
            act()


def shown(device: Device) -> list[str]:
    """Return the times shown by the clocks, by seat."""
    face = r'data-side="(\d)".*?class="strip-clock"[^>]*>(?:<span.*?</span>)?<b>(.*?)<'
    return [words for _, words in sorted(re.findall(face, strips(device)))]


def strips(device: Device) -> str:
    """Return the HTML of the player strips at the board's edge."""
    slots = device.app.view.slots  # type: ignore[attr-defined]
    return str(slots["above"]) + str(slots["below"])


# -- what they are -----------------------------------------------------------------------------


def test_an_invitation_contains_the_clock_and_is_unchanged_without_one() -> None:
    plain = table()
    for clock in CLOCKS.values():
        terms = replace(plain, clock=clock)
        assert read_terms(terms.data) == terms
        assert (terms.data == plain.data) == (clock == NO_CLOCK)


@pytest.mark.parametrize(
    ("clock", "good"),
    [(Clock(3), True), (Clock(0, 10, 5), True), (Clock(0, 0, 5), False), (Clock(1, 1), False),
     (Clock(61), False), (Clock(0, 601), False), (Clock(0, 1, 601), False), (NO_CLOCK, True)],
)  # fmt: skip
def test_clock_settings_are_validated(clock: Clock, good: bool) -> None:
    assert clock.good == good


def test_time_is_subtracted_and_incremented() -> None:
    clock = Clock(0, 1, 10)
    assert clock.left([]) == MINUTE
    assert clock.left([15 * SECOND, 5 * SECOND]) == MINUTE
    assert clock.left([2 * MINUTE]) == 10 * SECOND  # no loss on time was claimed
    assert Clock(3).left([2 * DAY, 2 * DAY]) == 3 * DAY


# -- at the table --------------------------------------------------------------------------------


def test_both_devices_show_the_same_time() -> None:
    ana, blas = sat()
    assert shown(ana) == shown(blas) == ["10:00", "10:00"]
    later(75, ana, blas)
    assert shown(ana) == shown(blas) == ["8:45", "10:00"]
    ana.play("e2e4")
    assert shown(ana) == shown(blas) == ["8:50", "10:00"]
    assert ana.side.course.spent == blas.side.course.spent == {0: [75_000]}
    again = ana.reopen()
    assert shown(again) == ["8:50", "10:00"]


def test_clocks_start_with_the_game_and_warn_of_low_time() -> None:
    """They appear beside the players' names; the warning is also in words."""
    world = relays()
    ana = Device(world).press("act:game:andarraya", "act:invite", "far-clock:10m", "far:make")
    assert shown(ana.settle()) == []
    ana, blas = sat()
    assert shown(Device(world).press("act:game:andarraya", "act:start")) == []
    later(9 * 60 + 29, ana, blas)
    for device in (ana, blas):
        assert strips(device).count("data-runs") == 1 and "data-low" not in strips(device)
    later(2, ana, blas)
    for device in (ana, blas):
        assert strips(device).count("data-low") == 1 and "0:29" not in device.panel
        assert "Little time left:</span><b>0:29" in strips(device)


def test_time_runs_on_while_a_page_is_closed() -> None:
    ana, blas = sat()
    ana.play("e2e4")
    clock = blas.clock + 200
    blas = blas.reopen()
    blas.clock = clock
    blas.side.changed(False)
    assert shown(blas) == ["10:05", "6:40"]
    blas.play("e7e5")
    later(0, ana)
    assert shown(ana) == ["10:05", "6:45"]


def test_the_player_who_ran_out_of_time_confirms_a_claim() -> None:
    ana, blas = sat()
    ana.play("e2e4")
    later(9 * 60, ana, blas)
    assert "act:far:time" not in ana.panel
    later(75, ana, blas)
    assert "act:far:time" in ana.panel
    ana.press("act:far:time")
    same(ana, blas)
    assert ana.table.session.outcome().winner == 0
    assert ana.events[-1].action == ("time", 1)


def test_time_a_letter_was_on_its_way_is_not_counted() -> None:
    ana, blas = sat()
    blas.leave()
    ana.play("e2e4")
    later(900, ana)
    ana.press("act:far:time")
    assert "run out of time" in ana.panel and "act:far:time" not in ana.panel
    blas.back()  # he reads the move and the claim only now
    assert not blas.table.session.over and not ana.table.session.over
    assert shown(blas)[1] == "10:00"
    blas.play("e7e5")
    same(ana, blas)


def test_a_claim_without_an_answer_wins_after_a_while() -> None:
    ana, blas = sat()
    blas.leave()
    ana.play("e2e4")
    later(900, ana)
    ana.press("act:far:time")
    later(30, ana)
    assert not ana.table.session.over
    later(40, ana)
    assert ana.table.session.over and ana.events[-1].action == ("time", 1)
    blas.back()
    same(ana, blas)


def test_days_count_per_turn() -> None:
    ana, blas = sat("1d")
    ana.play("e2e4")
    later(20 * 3600, ana, blas)
    assert shown(ana) == ["1 d 0 h", "4 h 0 min"]
    blas.play("e7e5")
    assert shown(ana) == ["1 d 0 h", "1 d 0 h"]


# -- what cannot be ------------------------------------------------------------------------------


def test_loss_on_time_needs_a_claim_by_letter() -> None:
    ana, blas = met()
    play(ana, blas, 1)
    assert (
        refused(ana, blas, EventsLetter(1, (("time", 1),))) == "illegal"
    )  # the table has no clock
    ana, blas = met(clock=Clock(0, 10, 5))
    play(ana, blas, 1)
    assert refused(ana, blas, EventsLetter(1, (("time", 1),))) == "illegal"  # there was no claim
    assert (
        refused(blas, ana, WordLetter("time?", 1)) == "" and ana.course.claim is None
    )  # his own turn
    assert (
        refused(ana, blas, WordLetter("time?", 0)) == "" and blas.course.claim is None
    )  # outdated
    assert refused(ana, blas, WordLetter("time?", 1)) == "" and blas.course.claim == 0
    assert refused(blas, ana, EventsLetter(1, (("time", 0),))) == "illegal"
    assert refused(blas, ana, WordLetter("time-no", 1)) == "" and ana.course.claim is None
    assert refused(ana, blas, EventsLetter(1, (("time", 1),))) == "illegal"
    assert refused(ana, blas, WordLetter("time?", 1)) == ""
    play(ana, blas, 1)  # a move answers a claim, too
    assert ana.course.claim is None and blas.course.claim is None
