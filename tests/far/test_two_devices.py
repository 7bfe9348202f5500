"""Forks and full storage on the page: two devices of one seat, old copies, no space left."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest

from engine.core.contract import CHANCE
from engine.far.letter import Sealed, WordLetter
from tests.far.test_luck import decide
from tests.far.test_table import moves, same, turn
from tests.far.world import Device, by_hand, relays, two
from tests.fixtures.says import says
from tests.ui.fakes import Quota
from tests.ui.pages import View
from ui.far.relays.upkeep import PAUSE
from ui.far.table.dialogs import SeatDialog
from ui.saves.store import Store
from ui.shell.app import App

if TYPE_CHECKING:
    from ui.browser.dom import Dom
    from ui.browser.page import BrowserPage


def phone_of(device: Device, world: Any = None) -> Device:
    """Return a second device at the same seat, by a seat link."""
    device.press("act:far:seat")
    address = device.dialog(SeatDialog).address
    device.app.close()
    usual = device.usual if world is None else ()
    found = Device(device.world if world is None else world, usual=usual)
    return found.open(address).settle()


def cut(device: Device) -> None:
    """Take the network from a device, which does not notice."""
    for pool in device.tools.pools:
        for line in pool.lines:
            if line in line.relay.lines:
                line.relay.lines.remove(line)


def back_online(*devices: Device) -> None:
    for device in devices:
        device.side.fetch()
        device.settle()


def apart() -> tuple[Device, Device, Device]:
    """Return two devices of Ana's seat, the second without the network, and Blas's."""
    ana, blas = two()
    phone = phone_of(ana)
    cut(phone)
    return ana, phone, blas


def two_versions() -> tuple[Device, Device, Device]:
    """Return the same devices after Ana has sent another first move from each of hers."""
    ana, phone, blas = apart()
    blas.leave()
    ana.play("e2e4")
    phone.play("d2d4")
    back_online(phone)
    return ana, phone, blas.come_back()


# -- forks -----------------------------------------------------------------------------------------


def test_words_from_phone_and_laptop_do_not_end_the_table() -> None:
    ana, phone, blas = apart()
    ana.press("act:far:fold:more", "act:far:phrase:hello")
    phone.press("act:far:fold:more", "act:far:phrase:thanks")
    back_online(phone)
    assert len(blas.side.log.forks) == 1 and not blas.side.log.open_forks
    for device in (ana, blas, phone):
        assert "on two devices at once" in device.panel
        assert (
            says("far.phrase.hello") in device.panel and says("far.phrase.thanks") in device.panel
        )
    ana.play("e2e4")
    blas.play("e7e5")
    phone.play("g1f3")
    same(ana, blas)
    same(phone, blas)
    assert len(blas.events) == 3
    blas.press("act:far:forks-read")
    assert "two devices" not in blas.panel
    assert len(blas.reopen().events) == 3


def test_of_two_moves_the_other_device_answers_the_one_it_had_first() -> None:
    """By itself, so that no author can choose later; both devices of the seat follow."""
    ana, phone, blas = two_versions()
    assert not blas.side.log.open_forks and len(blas.side.log.forks) == 1
    last = blas.side.log.chain(1)[-1]
    assert [part.word for part in last.parts] == ["stands"]
    for device in (ana, phone):
        same(device, blas)
        assert not device.side.log.open_forks
        assert "on two devices at once" in device.panel
    blas.play("e7e5")
    assert len(blas.events) == 2 and ana.events == blas.events


def test_a_move_that_has_been_shown_is_not_replaced_by_another_one() -> None:
    """Whatever its digest: it is answered as soon as the other one comes."""
    for first, second in (("e2e4", "d2d4"), ("d2d4", "e2e4"), ("g1f3", "b1c3")):
        ana, phone, blas = apart()
        ana.play(first)
        before = list(blas.events)
        phone.play(second)
        back_online(phone)
        assert blas.events == before and not blas.side.log.open_forks
        same(ana, blas)
        same(phone, blas)


def test_the_author_and_spectators_see_two_moves_while_nobody_has_answered() -> None:
    ana, phone, blas = apart()
    blas.leave()
    ana.play("e2e4")
    phone.play("d2d4")
    back_online(phone)
    assert says("far.fork.mine") in ana.asks and "e2e4" in ana.asks and "d2d4" in ana.asks
    assert "two different moves" in str(ana.view.slots["say"])
    blas.come_back()
    assert says("far.fork.mine") not in ana.asks


# -- which device answers --------------------------------------------------------------------------


def test_only_the_device_last_played_on_answers_by_itself() -> None:
    ana, blas = two()
    ana.play("e2e4")
    phone = phone_of(ana)
    blas.play("e7e5")
    phone.play("g1f3")
    blas.press("act:far:fold:more", "act:offer")
    assert phone.side.speaks and not ana.side.speaks
    assert says("far.elsewhere") in ana.asks and says("far.elsewhere") not in phone.asks
    before = ana.side.log.count(0)
    cut(phone)
    blas.press("act:resign", "act:resign-yes")
    assert ana.table.session.over and ana.side.log.count(0) == before
    ana.side.play_here()
    ana.side.consider()
    assert [part.word for part in ana.side.log.chain(0)[-1].parts] == ["stands"]


def test_a_press_lets_this_device_answer_again() -> None:
    ana, blas = two()
    ana.play("e2e4")
    phone = phone_of(ana)
    blas.play("e7e5")
    phone.play("g1f3")
    assert not ana.side.speaks
    ana.press("act:far:play-here")
    assert ana.side.speaks and says("far.elsewhere") not in ana.asks
    ana = ana.reopen()
    assert ana.side.speaks
    blas.play("b8c6")
    ana.play("b1c3")
    assert ana.side.speaks and not phone.side.speaks


# -- what was answered -----------------------------------------------------------------------------


def test_what_was_answered_stands_on_the_page() -> None:
    """A seat link used again, an old copy, or somebody who wants his move back."""
    ana, phone, blas = apart()
    ana.play("e2e4")
    blas.play("e7e5")
    phone.play("d2d4")
    back_online(phone)
    for device in (ana, blas, phone):
        assert [one.action for one in device.events] == [one.action for one in blas.events]
        assert len(device.events) == 2 and "two devices" in device.panel
    assert "d2d4" in phone.panel  # its author is told what does not count


def at_chance(device: Device) -> list[Any]:
    """Return two decisions of a device that lead to chance; empty if there are not two."""
    session, found = device.table.session, []
    for action in sorted(session.observation().legal_actions()):
        state = session._match.state.clone()
        state.apply(action)
        if state.current_player() == CHANCE:
            found.append(action)
    return found[:2]


def test_an_open_fork_gets_no_contribution_before_one_version_counts() -> None:
    """Else the author would know the other's part for both versions. Of Rilatria."""
    ana, blas = two(game_id="rilatria")
    rng = Random(4)
    while True:
        me, other = turn(ana, blas)
        if len(actions := at_chance(me)) == 2:
            break
        decide(me, rng)
    phone = phone_of(me)
    cut(phone)
    told = len(other.side.log.chain(other.side.me))
    other.leave()
    for event in me.events[len(phone.events) :]:  # of the turn that is not finished
        phone.table.session.play([event.action])
    for device, action in ((me, actions[0]), (phone, actions[1])):
        device.table.session.play([action])
        device.press("act:turn")
    back_online(phone)
    seat = other.come_back().side
    late = [one for one in seat.log.chain(seat.me) if one.n >= told]
    assert [type(part) for part in late[0].parts] == [WordLetter] and not seat.log.open_forks
    assert not seat.course.owes(seat.me)
    common = min(len(me.events), len(other.events))
    assert me.events[:common] == other.events[:common] == phone.events[:common]
    assert not seat.course.refused and not me.side.course.refused


def test_nothing_is_sent_before_the_mail_is_fetched() -> None:
    """Words, offers and moves of an old copy wait; then they follow what was played elsewhere."""
    ana, blas = two()
    old = dict(ana.entries)
    ana.play("e2e4")
    blas.play("e7e5")
    ana.leave()
    again = Device(ana.world, ana.now, old)  # it has not connected yet
    again.app.route("#play=" + again.app.store.games()[0].id)
    again.grant()
    again.side.talk.say("hello")
    assert again.side.fetching and "Loading the latest moves" in again.panel
    again.settle()
    assert again.events == blas.events and not blas.side.log.forks
    assert "hello" in blas.panel and "Loading the latest" not in again.panel


def test_after_a_pause_the_mail_is_fetched_first() -> None:
    ana, phone, blas = apart()  # asleep: it hears nothing, but believes that it is connected
    phone.tools.seen = False
    phone.side.upkeep.seen()
    ana.play("e2e4")
    blas.play("e7e5")
    phone.clock += PAUSE + 1
    phone.tools.seen = True
    phone.side.upkeep.seen()
    phone.side.talk.say("back")
    phone.settle()
    same(phone, blas)
    assert "back" in blas.panel and not blas.side.log.forks


def test_a_fork_that_arrives_by_link_is_kept_and_said() -> None:
    ana, blas = by_hand()
    blas.open(ana.link())
    old = dict(ana.entries)
    ana.play("e2e4")
    blas.open(ana.link())
    twin = Device({}, ana.now, old, usual=())
    twin.play("d2d4")
    blas.open(twin.link())
    assert len(blas.side.log.forks) == 1 and "on two devices at once" in blas.panel
    blas.play("e7e5")
    twin.open(blas.link())
    ana.open(blas.link())
    assert len(blas.events) == 2 and ana.side.log.chain(1) == twin.side.log.chain(1)
    again = blas.reopen()
    assert again.events == blas.events and len(again.side.log.forks) == 1


def test_a_lost_game_is_not_revived_by_another_letter() -> None:
    """Ana resigns and then sends a move in its place."""
    ana, phone, blas = apart()
    ana.press("act:resign", "act:resign-yes")
    assert blas.table.session.over
    phone.play("e2e4")
    back_online(phone)
    assert blas.table.session.over and ana.table.session.over and phone.table.session.over
    assert blas.events[0].action[0] != "move"


def test_a_game_that_a_move_has_ended_is_not_revived_by_another_move() -> None:
    """Blas's device knows the end; when another move comes in its place, it answers the end."""
    for _ in range(4):
        ana, blas = two(side=1)
        for move in ("f2f3", "e7e5", "g2g4"):
            turn(ana, blas)[0].play(move)
        phone = phone_of(ana)
        cut(phone)
        ana.play("d8h4")
        assert blas.table.session.over
        phone.play("a7a6")
        back_online(phone)
        for device in (ana, blas, phone):
            assert device.table.session.over and len(device.events) == 4
        assert not blas.side.log.open_forks


# -- storage ---------------------------------------------------------------------------------------


def limited(device: Device) -> Quota:
    """Open a device's page again on a storage that can be full."""
    quota = Quota(device.entries)
    for pool in device.tools.pools:
        pool.close()
    device.view = View()
    app = App(cast("Dom", device.view), cast("BrowserPage", device), Store(quota), "en")
    app.settings = device.app.settings
    from ui.shell.controller import Controller

    where, device.reports = device.now, []
    device.app = app
    device.controller = Controller(app)
    app.route(where)
    device.settle()
    return quota


def test_what_could_not_be_stored_is_not_sent_and_goes_out_later() -> None:
    ana, blas = two()
    quota = limited(ana)
    quota.full = True
    sent = len(ana.sent)
    ana.play("e2e4")
    assert len(ana.events) == 1 and not blas.events
    assert not [
        word for word in ana.sent[sent:] if word in blas.side.lines._kept[ana.side.lines.relays[0]]
    ]
    assert "browser’s storage is full" in ana.asks and says("far.receipt.held") in ana.panel
    assert ana.side.log.chain(0)[-1] not in ana.side.for_link()
    quota.full = False
    due, ana.due = ana.due, []
    for act_ in due:
        act_()
    same(ana, blas)
    assert len(blas.events) == 1 and "browser’s storage" not in ana.panel


def test_a_full_storage_and_a_reload_make_no_fork() -> None:
    ana, blas = two()
    quota = limited(ana)
    quota.full = True
    ana.play("e2e4").press("act:far:fold:more", "act:far:phrase:hello")
    again = ana.reopen()
    assert not again.events and not blas.events
    again.play("d2d4")
    same(again, blas)
    assert not blas.side.log.forks and not again.side.log.forks and len(blas.events) == 1


def test_letters_that_arrive_while_the_storage_is_full_are_not_lost() -> None:
    ana, blas = two()
    ana.play("e2e4")
    quota = limited(ana)
    quota.full = True
    blas.play("e7e5")
    ana.play("g1f3")
    assert len(ana.events) == 3 and len(blas.events) == 2
    again = ana.reopen()  # the relay still has what Blas wrote
    assert len(again.events) == 2
    again.play("b1c3")
    same(again, blas)
    assert not blas.side.log.forks


def test_without_any_storage_a_table_is_still_played() -> None:
    """The seat ends with the page, so nothing can be signed twice."""
    world = relays()
    ana, blas = Device(world), Device(world)
    quota = limited(ana)
    quota.full = True
    blas.sit(ana.invite())
    ana.play("e2e4")
    same(ana, blas)
    assert len(blas.events) == 1 and "browser’s storage" not in ana.panel


# -- quotas ----------------------------------------------------------------------------------------


def test_a_full_table_says_so_and_goes_on_at_one_device(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.far import limits

    ana, blas = two()
    ana.play("e2e4")
    monkeypatch.setattr(limits, "MAX_LETTERS", 6)
    for number in range(12):
        ana.side.talk.say(f"word {number}")
    assert ana.side.log.full(0) and not ana.side.may_decide
    assert len(ana.side.log.kept()) <= 6 + 3
    for device in (ana, blas):
        assert says("far.full") in device.panel
    blas.side.talk.say("I still can")
    assert isinstance(blas.side.log.chain(1)[-1].parts[0], Sealed)
    before = list(ana.events)
    ana.press("act:far:home")
    assert ana.table.far is None and ana.events == before


def test_words_end_before_moves_do(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.far import limits

    ana, blas = two()
    monkeypatch.setattr(limits, "MAX_TALK", 5)
    for number in range(12):
        ana.side.talk.say(f"word {number}")
    ana.play(moves(ana)[0])
    same(ana, blas)
    assert len(blas.events) == 1 and len(ana.side.log.chain(0)) == 6
