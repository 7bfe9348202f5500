"""Devices whose clock is wrong, or lies: no date postpones a right of the other side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.far.letter import EventsLetter, Parent, WordLetter
from engine.match.clock import DAY, MINUTE, SECOND
from tests.far.test_clock import later, sat, shown
from tests.far.test_two_devices import phone_of
from tests.far.world import Device, relays
from tests.fixtures.says import says
from ui.far.clock.clocks import FAR_AHEAD
from ui.far.lobby.blocked import too_late


def invited() -> Device:
    ana = Device(relays())
    ana.press("act:game:andarraya", "act:invite", "far-side:0", "far-clock:10m", "far:make")
    return ana.settle()


@pytest.mark.parametrize("hours", [25, 24 * 365 * 4])
def test_nobody_sits_down_whose_clock_is_more_than_a_day_ahead(hours: int) -> None:
    """Else all dates of the table were as far ahead. The inviter reads who and why, and whoever
    has a right clock may sit down."""
    ana = invited()
    blas = Device(ana.world)
    blas.clock += 3600 * hours
    blas.sit(ana.side.invitation)
    assert ana.side.inviting and not ana.side.met
    (told,) = ana.side.doing("")
    assert told.key == "far.status.ahead" and told.params["time"].key == "far.time.days"
    assert told.params["time"].params["d"] == hours // 24
    eva = Device(ana.world).sit(ana.side.invitation)
    ana.settle()
    assert ana.side.met and eva.side.met and blas.side.log.refused


def test_a_day_ahead_is_the_limit() -> None:
    ana = invited()
    blas = Device(ana.world)
    blas.clock += 86_400 - 1
    blas.sit(ana.side.invitation)
    assert ana.side.met
    join = ana.side.log.chain(1)[0]
    assert not too_late(join, join.at - DAY) and too_late(join, join.at - DAY - 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_move_dated_a_year_ahead_postpones_no_claim(seat: int) -> None:
    """The honest device dates its letters after it and counts on from there; it says whose clock
    differs, and claims as soon as the time is over."""
    pair = sat()
    cheat, honest = pair[seat], pair[1 - seat]
    moves = ["e2e4", "e7e5", "g1f3", "b8c6"][: 3 + seat]
    for number, move in enumerate(moves):
        mover = pair[number % 2]
        if mover is cheat and number >= len(moves) - 2:
            cheat.side.now = lambda: cheat.side.clocks.now() + 300 * DAY
        mover.play(move)
    if honest.side.course.awaited == honest.side.me:
        honest.play("d2d4" if honest.side.me == 0 else "d7d6")
    assert honest.side.course.turn.seat == seat
    who = honest.side.course.names[seat] or ["White", "Black"][seat]
    assert says("far.ahead", who=who, time="300 d 0 h") in honest.panel
    cheat.leave()
    left = honest.side.course.turn.left // SECOND
    later(left + 9, honest)
    assert not honest.side.clocks.may_claim()
    later(2, honest)
    assert honest.side.clocks.may_claim()
    honest.press("act:far:time")
    later(121, honest)
    assert honest.side.course.over and honest.side.course.loser == seat


def test_a_resignation_dated_a_year_ahead_ends_the_game_at_once() -> None:
    ana, blas = sat()
    blas.side.now = lambda: blas.side.clocks.now() + 300 * DAY
    blas.side.write(EventsLetter(0, (("resign", 1),)))
    blas.side.consider()
    for device in (ana, blas):
        assert device.side.course.match.outcome().winner == 0
    ana.press("act:rematch")
    assert ana.side.inviting


def test_two_versions_of_a_move_one_dated_ahead_spend_nothing_of_the_other_clock() -> None:
    """A device shows the later one until the one it had first is answered, on any device."""
    ana, blas = sat()
    phone = phone_of(ana)
    ana.play("e2e4")
    blas.play("e7e5")
    side, seen = blas.side, ana.side.log
    join, shown_ = seen.chain(1)
    accept, first = (Parent(0, one.n + 1, one.digest) for one in seen.chain(0))
    phone.side.store.set_here(accept.digest.hex())  # so it answers nothing by itself
    keys, ahead = (blas.tools.crypto, side.seat.keys.secret), shown_.at + 11 * MINUTE
    dates = range(ahead, ahead + 64)
    words = WordLetter("time?", 0)
    claims = [
        replace(shown_, at=at, parents=(accept, Parent(1, 1, join.digest)), parts=(words,))
        for at in dates
    ]
    claim = next(one for one in claims if one.digest < shown_.digest).write(*keys)
    move = EventsLetter(1, (blas.side.course.events[-1].action,))
    later_ = replace(claim, n=2, parents=(first, Parent(1, 2, claim.digest)), parts=(move,))
    found = [claim.data, later_.write(*keys).data]
    for device in (phone, ana):
        device.side.arrive(found)
        device.settle()
    for device in (ana, phone.settle()):
        assert len(device.side.log.forks) == 1 and not device.side.log.open_forks
        assert device.side.log.chain(1)[1] == shown_
        assert not device.side.course.over and shown(device)[0] == "10:05"


def test_a_clock_that_is_a_little_ahead_is_not_mentioned() -> None:
    assert FAR_AHEAD == 10 * MINUTE
    ana, blas = Device(relays()), Device(relays())
    ana.clock += 9 * 60
    ana.press("act:game:andarraya", "act:invite", "far-side:0", "far-clock:10m", "far:make")
    blas.world = ana.world
    blas.sit(ana.settle().side.invitation)
    assert blas.side.clocks.ahead == 9 * MINUTE
    assert says("far.ahead", who="White", time="9 min 0 s") not in blas.panel
    ana.play("e2e4")
    assert shown(blas) == shown(ana) == ["10:05", "10:00"]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    "why", ["damaged", "table", "seat", "forged", "parents", "date", "full", "late"]
)
def test_every_reason_why_a_message_is_put_aside_is_a_sentence(why: str, lang: str) -> None:
    assert says(f"far.aside.{why}", lang).endswith(".")


def test_a_message_with_an_impossible_date_is_answered_by_a_sentence() -> None:
    ana, blas = sat()
    ana.play("e2e4")
    side = blas.side
    plain = side.log.next_letter(1, (WordLetter("stands", 1),), side.now())
    behind = replace(plain, at=side.log.chain(0)[0].at - 1)
    letter = behind.write(blas.tools.crypto, side.seat.keys.secret)
    assert ana.side.arrive([letter.data])[0].why == "date"
