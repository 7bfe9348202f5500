"""Clocks of far tables as people see them, and devices that cheat with time. The rules are in
tests/far/test_timing.py."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.core.steps import finish
from engine.far.bytes import Damage
from engine.far.certificate import certify
from engine.far.letter import EventsLetter, WordLetter
from engine.far.terms import read_terms
from engine.match.clock import CLOCKS, DAY, HOUR, MINUTE, NO_CLOCK, SECOND, Clock, bank_of
from tests.far.devices import table
from tests.far.test_certificate import checked, lines
from tests.far.test_table import same
from tests.far.world import Device, Line, relays
from tests.fixtures.says import says
from ui.words.clocks import left_words


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


def heard(line: Line, device: Device) -> bool:
    """Return whether a line tells this device's table."""
    return getattr(line.told, "__self__", None) is device.side


def shown(device: Device) -> list[str]:
    """Return the times shown by the clocks, by seat."""
    face = r'data-side="(\d)".*?class="strip-clock"[^>]*>(?:<span.*?</span>)?<b>(.*?)<'
    return [words for _, words in sorted(re.findall(face, strips(device)))]


def strips(device: Device) -> str:
    """Return the HTML of the player strips at the board's edge."""
    slots = device.view.slots
    return str(slots["above"]) + str(slots["below"])


# -- what they are -----------------------------------------------------------------------------


def test_an_invitation_contains_the_clock_and_is_unchanged_without_one() -> None:
    plain = table()
    for clock in CLOCKS.values():
        terms = replace(plain, clock=clock)
        assert read_terms(terms.data) == terms
        assert (terms.data == plain.data) == (clock == NO_CLOCK)


def test_an_invitation_contains_the_times_left_of_a_game_that_goes_on() -> None:
    terms = replace(table(), clock=Clock(0, 10, 5), past="x", left=(61_000, 7_000))
    assert read_terms(terms.data) == terms and terms.id != replace(terms, left=()).id
    for one in (replace(terms, past=""), replace(terms, clock=Clock(3)), replace(terms, left=(1,))):
        with pytest.raises(Damage):
            read_terms(one.data)


@pytest.mark.parametrize(
    ("clock", "good"),
    [(Clock(3), True), (Clock(0, 10, 5), True), (Clock(0, 0, 5), False), (Clock(1, 1), False),
     (Clock(61), False), (Clock(0, 601), False), (Clock(0, 1, 601), False), (NO_CLOCK, True),
     (Clock(60), True), (Clock(0, 600, 600), True), (Clock(0, 5, 1, True), False),
     (Clock(0, 0, 0, True), False), (Clock(0, 5, 0, True), True), (bank_of(24, 4, 3), True),
     (bank_of(72, 24, 3), True), (bank_of(73, 4, 3), False), (bank_of(24, 25, 3), False),
     (bank_of(24, 4, 61), False), (Clock(3, 61), False), (Clock(3, 60, 1), False),
     (Clock(3, 60, 0, True), False)],
)  # fmt: skip
def test_clock_settings_are_validated(clock: Clock, good: bool) -> None:
    assert clock.good == good


def test_time_is_subtracted_and_incremented() -> None:
    clock = Clock(0, 1, 10)
    assert clock.left([]) == MINUTE
    assert clock.left([15 * SECOND, 5 * SECOND]) == MINUTE
    assert clock.left([2 * MINUTE]) == 10 * SECOND  # no loss on time was claimed
    assert Clock(3).left([2 * DAY, 2 * DAY]) == 3 * DAY
    bank = bank_of(24, 4, 2)
    assert bank.left([]) == DAY and bank.left([2 * DAY]) == 4 * HOUR
    assert bank.left([HOUR, 2 * HOUR]) == DAY + 5 * HOUR
    assert bank.left([0] * 9) == 2 * DAY and bank.left([*[0] * 9, 3 * HOUR]) == 2 * DAY
    assert bank.left([5 * HOUR], 2 * DAY) == 2 * DAY - HOUR


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
        assert "Low on time:</span><b>0:29" in strips(device)


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


@pytest.mark.parametrize("seat", [0, 1])
def test_the_device_of_who_has_run_out_of_time_says_so(seat: int) -> None:
    """Nobody has to claim anything; no move is possible any more."""
    ana, blas = pair = sat()
    if seat:
        ana.play("e2e4")
    later(9 * 60 + 59, ana, blas)
    assert not ana.table.session.over
    later(2, ana, blas)
    same(ana, blas)
    assert ana.table.session.outcome().winner == 1 - seat
    assert ana.events[-1].action == ("time", seat)
    assert not pair[seat].table.session.answering


def test_time_away_is_the_own_time_from_when_the_letter_was_here() -> None:
    """Closing the page stops no clock, and no fresh time begins."""
    for clock, away in (("10m", 900), ("3d", 4 * 86_400)):
        ana, blas = sat(clock)
        ana.play("e2e4")
        blas.leave()
        later(away, ana, blas)
        blas.come_back()
        same(ana, blas)
        assert ana.events[-1].action == ("time", 1)


def test_a_letter_that_was_not_here_takes_no_time() -> None:
    """Who was away when it came has his time; the other may claim, and he answers with a move."""
    ana, blas = sat()
    blas.leave()
    ana.play("e2e4")
    later(900, ana, blas)
    ana.press("act:far:time")
    blas.come_back()
    assert not ana.table.session.over and "act:far:time" not in ana.panel
    assert shown(blas)[1] == "10:00"
    later(130, ana, blas)
    blas.play("e7e5")
    same(ana, blas)
    assert ana.side.course.spent[1] == [130_000] and not ana.table.session.over


def silent() -> tuple[Device, Device]:
    """Return Ana, who has won by silence, and Blas, who had the move and was away."""
    ana, blas = sat()
    ana.play("e2e4")
    blas.leave()
    later(900, ana)
    ana.press("act:far:time")
    later(110, ana)
    assert not ana.table.session.over
    later(15, ana)
    assert ana.table.session.over and ana.events[-1].action == ("time", 1)
    return ana, blas


def test_a_claim_without_an_answer_wins_after_a_while() -> None:
    """The loser accepts by a press; his device has measured no less time."""
    ana, blas = silent()
    later(1_025, blas)
    blas.come_back()
    same(ana, blas)
    assert (
        says("far.claim.lost", who="White") in blas.asks and "act:far:silence:off" not in blas.asks
    )
    blas.press("act:far:silence:time")
    for device in (ana, blas):
        assert device.side.course.conceded and "act:far:silence:time" not in device.asks


def test_who_had_time_left_breaks_the_game_off() -> None:
    """The letter came while he was away: his device has measured no time at all."""
    ana, blas = sat()
    blas.leave()
    ana.play("e2e4")
    later(900, ana)
    ana.press("act:far:time")
    later(125, ana)
    assert ana.table.session.over
    later(1_025, blas)
    blas.come_back()
    blas.press("act:far:silence:off")
    for device in (ana, blas, ana.reopen(), blas.reopen()):
        assert device.side.course.broken_off and not device.table.session._match.over
        assert says("far.broken") in device.panel and "act:far:silence:time" not in device.asks
        assert not device.table.session.answering


def test_nothing_is_ended_while_mail_may_be_unread() -> None:
    ana, _ = sat()
    ana.play("e2e4")
    for relay in ana.world.values():
        relay.kill()
    later(900, ana)
    ana.press("act:far:time")
    later(300, ana)
    assert not ana.table.session.over
    for relay in ana.world.values():
        relay.down = False
    ana.settle()
    assert ana.table.session.over


def test_a_device_that_had_no_letter_denies_the_claim_with_figures() -> None:
    """The move was held up on its way while Blas was reading: his device says so, once a turn."""
    ana, blas = sat()
    later(60, ana, blas)
    lines = [line for relay in blas.world.values() for line in relay.lines]
    kept = {line: line.told for line in lines}
    mine = [line for line in lines if heard(line, blas)]
    late: list[tuple[str, ...]] = []
    for line in mine:
        line.told = lambda *what: late.append(what)
    ana.play("e2e4")
    for _ in range(70):
        later(10, ana, blas)
    for line in mine:
        line.told = kept[line]
    for what in late:
        blas.side._on_report(*what)
    ana.press("act:far:time")
    used = blas.side.course.times.denials[0].used
    assert used < 1_000 and blas.side.course.claim is None
    assert says("far.claim.mine.no", who="Blas", used="0 s") in ana.panel
    assert says("far.claim.other.no", who="White", used="0 s") in blas.asks
    assert "act:far:time" not in ana.panel and not blas.table.session.over
    later(130, ana, blas)
    assert not ana.table.session.over and "act:far:time" not in ana.panel
    blas.play("e7e5")
    same(ana, blas)
    assert len(ana.events) == 2 and "act:far:time" not in ana.panel


def test_days_count_per_turn() -> None:
    ana, blas = sat("1d")
    ana.play("e2e4")
    later(20 * 3600, ana, blas)
    assert shown(ana) == ["1 d 0 h", "4 h 0 min"]
    blas.play("e7e5")
    assert shown(ana) == ["1 d 0 h", "1 d 0 h"]


# -- clocks that differ --------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["ana", "blas"])
@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_an_hour_wrong_costs_nobody_time(wrong: str, hours: int) -> None:
    world = relays()
    ana, blas = Device(world), Device(world)
    (ana if wrong == "ana" else blas).clock += 3600 * hours
    ana.press("act:game:andarraya", "act:invite", "far-side:0", "far-clock:10m", "far:make")
    blas.sit(ana.settle().side.invitation)
    for number, move in enumerate(("e2e4", "e7e5", "g1f3", "b8c6")):
        later(30, ana, blas)
        (blas if number % 2 else ana).play(move)
    assert ana.side.course.spent == blas.side.course.spent == {0: [30_000] * 2, 1: [30_000] * 2}
    assert shown(ana) == shown(blas) == ["9:10", "9:10"]
    assert "strip-doubt" not in strips(ana) + strips(blas)
    later(9 * 60 + 21, ana, blas)
    blas.press("act:far:time")
    assert ana.events[-1].action == ("time", 0)
    same(ana, blas)


# -- devices that cheat ----------------------------------------------------------------------------


def test_a_claim_and_an_end_at_once_win_nothing() -> None:
    ana, blas = sat()
    ana.play("e2e4")
    start = len(blas.side.log.order())
    for wait in (0, 610, 7_200):  # at once, and dated ahead
        ana.side.now = lambda wait=wait: ana.side.clocks.now() + 1000 * wait
        ana.side.write(WordLetter("time?", 1))
        ana.side.write(EventsLetter(1, (("time", 1),)))
        ana.side.consider()
        assert not blas.table.session.over and blas.side.course.claim is None
    assert len(blas.side.log.order()) == start + 6
    later(30, blas)
    blas.play("e7e5")
    assert blas.side.course.spent[1] == [30_000]  # their dates do not run his clock
    assert not blas.table.session.over and len(blas.events) == 2


def test_a_turn_that_states_less_than_it_took_is_named_beside_the_clock() -> None:
    ana, blas = sat()
    ana.play("e2e4")
    for _ in range(50):
        later(10, ana, blas)
    assert "strip-doubt" not in strips(ana)
    blas.side.clocks.used = lambda turn: 60_000
    blas.play("e7e5")
    assert says("far.doubt", says="1 min 0 s", came="8 min 20 s") in strips(ana)
    assert len(ana.events) == 2  # it moves no piece
    assert shown(ana)[1] == "9:05"
    ana = ana.reopen()
    assert "says 1 min 0 s" in strips(ana)
    ana.play("g1f3")
    del blas.side.clocks.used
    later(20, ana, blas)
    blas.play("b8c6")
    assert "strip-doubt" not in strips(ana)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_move_dated_back_takes_no_time_from_the_other(seat: int) -> None:
    """He thinks for nearly all his time, dates his move a second after hers, and claims hers."""
    ana, blas = pair = sat()
    cheat, honest = pair[seat], pair[1 - seat]
    if seat:
        ana.play("e2e4")
    for _ in range(59):
        later(10, ana, blas)
    cheat.side.now = lambda: cheat.side.clocks.now() - 589_000
    cheat.side.clocks.used = lambda turn: 1_000
    before = honest.side.course.left(1 - seat)
    cheat.play("e7e5" if seat else "e2e4")
    assert shown(honest)[1 - seat] == left_words(str, before, False)
    del cheat.side.now
    later(20, ana, blas)
    cheat.side.write(WordLetter("time?", cheat.side.course.event_count))
    later(125, ana, blas)
    cheat.side.write(EventsLetter(cheat.side.course.event_count, (("time", 1 - seat),)))
    cheat.side.consider(), honest.side.consider()
    for device in pair:
        assert not device.table.session.over and device.side.course.claim is None
    assert honest.side.course.left(1 - seat) == before


def test_a_move_held_back_until_the_game_is_lost_wins_nothing_back() -> None:
    """It breaks the game off: the letters cannot tell whether it was held up on its way."""
    ana, blas = sat()
    ana.play("e2e4")
    later(30, ana, blas)
    for relay in blas.world.values():
        relay.lines = [one for one in relay.lines if not heard(one, blas)]
    blas.play("e7e5")  # signed in time, and kept back
    later(700, ana)
    ana.press("act:far:time")
    later(125, ana)
    assert ana.table.session.over and ana.table.session.outcome().winner == 0
    later(830, blas)
    blas.settle()
    for device in (ana, blas, ana.reopen(), blas.reopen()):
        assert device.side.course.broken_off and not device.table.session._match.over
        assert says("far.broken") in device.panel and len(device.events) == 1
        assert not device.table.session.answering
        heading, strips = (device.view.slots[slot] for slot in ("say", "below"))
        assert says("far.broken") in heading and "to move" not in heading
        assert "on-turn" not in strips + device.view.slots["above"]
    assert "dated 30 s after the turn began. It arrived here after" in ana.panel
    ana.press("act:rematch")
    assert ana.side.inviting


def test_a_clock_set_far_ahead_ends_no_week_of_days() -> None:
    """A device that lives a week of fake days in a minute wins nothing on an honest one."""
    ana, blas = sat("1d")
    ana.play("e2e4")
    ana.clock += 7 * 86_400
    later(0, ana)
    ana.press("act:far:time")
    ana.clock += 2 * 86_400
    later(0, ana)
    assert ana.table.session.over
    later(60, blas)
    assert not blas.table.session.over and blas.side.course.claim is None
    blas.play("e7e5")
    assert shown(blas)[1] == "1 d 0 h" and not blas.table.session.over


def test_a_week_of_days_with_clocks() -> None:
    """Both open the page once a day; nobody loses time that he had."""
    ana, blas = sat("3d")
    for number, move in enumerate(("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "b1c3")):
        me, other = (blas, ana) if number % 2 else (ana, blas)
        me.play(move)
        for device in (me, other):
            device.leave()
        later(86_400, ana, blas)
        other.come_back()
        assert shown(other)[1 - number % 2] == "2 d 0 h"
        me.come_back()
    same(ana, blas)
    assert len(ana.events) == 7 and "strip-doubt" not in strips(ana) + strips(blas)


def test_both_may_play_on_from_where_a_game_was_broken_off() -> None:
    """One offers it, the other reads what it is, and accepts; the sides stay."""
    ana, blas = sat()
    blas.leave()
    ana.play("e2e4")
    later(900, ana)
    ana.press("act:far:time")
    later(125, ana)
    later(1_025, blas)
    blas.come_back()
    assert "act:far:play-on" not in blas.panel
    blas.press("act:far:silence:off")
    assert "act:far:play-on" in ana.panel and "act:far:play-on" in blas.panel
    me = ana.side.me
    world, before = ana.world, [ana.side.course.left(seat) for seat in (0, 1)]
    ana.press("act:far:play-on")
    ana.settle(), blas.settle()
    assert says("far.again.past.one") in blas.asks
    assert "The clocks go on where they stood: White 10:05, Black 10:00." in blas.asks
    blas.press("act:rematch", "act:rematch")
    blas.settle(), ana.settle()
    assert ana.side.met and ana.side.me == me and blas.side.me == 1 - me
    same(ana, blas)
    assert len(ana.events) == 1
    assert [ana.side.course.left(seat) for seat in (0, 1)] == before == [605_000, 600_000]
    eva = Device(world)
    eva.open(ana.side.invitation)
    assert "White 10:05, Black 10:00." in eva.view.layouts["main"]
    text = lines(checked(finish(certify(ana.side.log))))
    assert "White begins with 0:10:05, left over from the game that goes on." in text
    blas.play("e7e5")
    same(ana, blas)
