"""Far tables as people use them: whole apps, relays in memory, links by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.far.world import RELAYS, Device, by_hand, relays, two
from tests.fixtures.sampled import sampled
from tests.fixtures.says import says
from ui.far.table.dialogs import SeatDialog
from ui.saves.storage import MemoryStorage

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def moves(device: Device) -> list[str]:
    """Return the legal moves as pairs of squares."""
    table = device.table
    found = []
    for action in sorted(table.session.observation().legal_actions()):
        path = table.game.path(table.session.observation(), action)
        found.append("".join(step[3:] for step in path if step.startswith("sq:")))
    return [one for one in found if len(one) == 4]


def turn(ana: Device, blas: Device) -> tuple[Device, Device]:
    """Return (the device to decide, the other)."""
    mine = ana.table.session.decider == ana.table.session.agreed.mine
    return (ana, blas) if mine else (blas, ana)


def same(ana: Device, blas: Device) -> None:
    assert ana.events == blas.events
    assert ana.table.session._match.state.key() == blas.table.session._match.state.key()


@pytest.mark.parametrize("side", sampled([0, 1]))
def test_two_devices_play_a_game_over_relays(side: int) -> None:
    ana, blas = two(side)
    assert ana.table.session.config.names[side] == "Ana"
    assert blas.table.session.config.names == ana.table.session.config.names
    rng = Random(side)
    while not ana.table.session.over and len(ana.events) < 60:
        me, _ = turn(ana, blas)
        me.play(rng.choice(moves(me)))
        same(ana, blas)
    me, _ = turn(ana, blas)
    me.press("act:resign", "act:resign-yes")
    same(ana, blas)
    assert ana.table.session.over and blas.table.session.over


def test_a_rematch_after_mate_swaps_the_sides() -> None:
    ana, blas = two()
    for move in MATE:
        turn(ana, blas)[0].play(move)
    assert blas.table.session.outcome().winner == 1
    same(ana, blas)
    ana.press("act:rematch").settle()
    assert says("far.again.sent") in ana.panel  # no link has to be sent
    assert "offers a rematch" in blas.panel
    assert "offers a rematch" in str(blas.view.slots["say"])
    blas.press("act:rematch").settle()
    ana.settle()
    assert ana.table.session.agreed.mine == 1 and blas.table.session.agreed.mine == 0
    assert ana.table.session.config.names == ("Blas", "Ana")
    blas.play("e2e4")
    same(ana, blas)
    assert len(ana.events) == 1


@pytest.mark.parametrize("first", [0, 1])
def test_simultaneous_rematch_offers_lead_to_one_table(first: int) -> None:
    ana, blas = two()
    for move in MATE:
        turn(ana, blas)[0].play(move)
    for relay in ana.world.values():
        relay.kill()
    for device in (ana, blas)[:: 1 - 2 * first]:
        device.press("act:rematch")
    assert ana.side.inviting and blas.side.inviting
    for relay in ana.world.values():
        relay.down = False
    for _ in range(3):
        for device in (ana, blas)[:: 1 - 2 * first]:
            device.settle()
    assert ana.side.seat.terms.id == blas.side.seat.terms.id and ana.side.met and blas.side.met
    assert ana.table.session.agreed.mine == 1 and blas.table.session.agreed.mine == 0
    blas.play("e2e4")
    same(ana, blas)
    assert len(ana.events) == 1
    assert len(ana.app.store.games()) == len(blas.app.store.games()) == 2


def test_a_rematch_is_offered_only_once() -> None:
    ana, _blas = two()
    ana.press("act:resign", "act:resign-yes")
    before = ana.app.store.games()[0].id
    ana.press("act:rematch")
    waits = ana.now
    ana.app.route(f"#play={before}")
    ana.settle().press("act:rematch")
    assert ana.now == waits and len(ana.app.store.games()) == 2


def test_two_devices_can_play_by_links_alone() -> None:
    ana, blas = by_hand()
    rng = Random(5)
    for _ in range(24):
        me, other = turn(ana, blas)
        me.play(rng.choice(moves(me)))
        address = me.link()
        assert len(address) < 700, len(address)
        other.open(address)
        same(ana, blas)
    assert "no relays" not in ana.panel and len(ana.events) == 24


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_guest_by_link_reads_first_what_he_has_to_send(lang: str) -> None:
    ana, blas = Device({}, usual=()), Device({}, usual=(), lang=lang)
    blas.sit(ana.invite())
    assert says("far.answer.send", lang, who="Ana") in blas.asks
    assert says("far.status.joining", lang) not in blas.asks + blas.panel
    blas.press("act:far:copy:letters")
    ana.open(blas.copied[-1])
    assert ana.side.met
    ana.play("e2e4")
    blas.open(ana.link())
    assert blas.side.met and "far.answer" not in blas.asks
    assert says("far.answer.send", lang, who="Ana") not in blas.asks


def test_the_invited_first_side_may_move_before_being_accepted() -> None:
    ana, blas = Device({}, usual=()), Device({}, usual=())
    blas.sit(ana.invite(side=1))
    blas.play("e2e4")
    ana.open(blas.link())
    same(ana, blas)
    ana.play("e7e5")
    blas.open(ana.link())
    same(ana, blas)


def test_pages_may_die_after_every_move() -> None:
    ana, blas = two()
    rng = Random(2)
    for _ in range(14):
        me, _ = turn(ana, blas)
        me.play(rng.choice(moves(me)))
        if rng.random() < 0.7:
            ana = ana.reopen()
        if rng.random() < 0.7:
            blas = blas.reopen()
        same(ana, blas)
    assert len(ana.events) == 14


def test_a_page_may_die_between_any_two_writes() -> None:
    """Whatever of a decision had reached the store: after reopening, no letter has two versions,
    nothing that was sent is lost, and both sides are equal at the end."""
    rng = Random(8)
    ana, blas = two()
    for number in range(6):
        me, other = turn(ana, blas)
        died: list[dict[str, str]] = []
        plain = me.app.store.storage._backing
        assert isinstance(plain, MemoryStorage)

        def watched(
            key: str, value: str, keep: MemoryStorage = plain, died: list[dict[str, str]] = died
        ) -> None:
            died.append(dict(keep.entries))
            MemoryStorage.set(keep, key, value)

        plain.set = watched  # type: ignore[method-assign]
        if number == 4:
            me.press("act:far:back")
            other.press("act:far:yes")
        else:
            me.play(rng.choice(moves(me)))
        del plain.set
        assert died
        for entries in died:
            for pool in me.tools.pools:
                pool.close()
            back = Device(me.world, me.now, dict(entries)).settle()
            assert back.side.log.forks == [] and other.side.log.forks == []
            same(back, other)
        me.press("act:home")
        again = me.come_back()
        same(again, other)
        ana, blas = (again, other) if me is ana else (other, again)


def test_two_pages_can_play_without_ever_being_open_together() -> None:
    ana, blas = two()
    blas.leave()
    rng = Random(3)
    for number in range(10):
        me, other = (ana, blas) if number % 2 == 0 else (blas, ana)
        me.play(rng.choice(moves(me)))
        mine = list(me.events)
        me.leave()
        assert other.come_back().events == mine
    assert len(mine) == 10


def test_dead_relays_lose_no_letters() -> None:
    ana, blas = two()
    ana.play("e2e4")
    for relay in ana.world.values():
        relay.kill()
    blas.play("e7e5")
    assert len(ana.events) == 1 and says("far.line.closed") not in blas.panel
    assert says("far.receipt.waits") in blas.panel and "No connection" in ana.panel
    for relay in ana.world.values():
        relay.down = False
        relay.empty()  # with their memory erased
    ana.settle(), blas.settle()
    same(ana, blas)
    late = Device(ana.world)
    late.open(ana.side.invitation).press("act:look").settle()
    assert late.events == ana.events


def test_a_game_goes_on_by_link_without_relays() -> None:
    ana, blas = two()
    ana.play("e2e4")
    for relay in ana.world.values():
        relay.kill()
    blas.play("e7e5")
    ana.open(blas.link())
    same(ana, blas)
    ana.play("g1f3")
    blas.open(ana.link())
    same(ana, blas)


def test_one_of_two_relays_is_enough() -> None:
    ana, blas = two()
    ana.world[RELAYS[0]].kill()
    for move in MATE:
        turn(ana, blas)[0].play(move)
        same(ana, blas)


# -- behaviour -------------------------------------------------------------------------------------


def test_relays_store_one_event_per_letter_and_get_nothing_from_the_home_page() -> None:
    ana, blas = two()
    for move in MATE:
        turn(ana, blas)[0].play(move)
    letters = len(ana.side.log.order())
    for relay in ana.world.values():
        assert relay.stored == letters and relay.bytes < 300_000
    ana.press("act:home")
    blas.press("act:home")
    before = [(one.stored, one.whispered) for one in ana.world.values()]
    for device in (ana, blas):
        device.clock += 1000
        for act in device.due:
            act()
    assert [(one.stored, one.whispered) for one in ana.world.values()] == before
    assert not any(one.lines for one in ana.world.values())


def test_no_relay_is_contacted_before_joining() -> None:
    world = relays()
    ana = Device(world)
    address = ana.invite()
    blas = Device(world)
    blas.open(address)
    assert blas.screen == "join" and not blas.tools.pools
    blas.press("act:home")
    assert not blas.tools.pools and not blas.entries.get("asedio:far:")


def test_a_quiet_table_stops_whispering() -> None:
    ana, blas = two()
    count = sum(one.whispered for one in ana.world.values())
    for _ in range(60):
        for device in (ana, blas):
            device.clock += 60
            due, device.due = device.due, []
            for act in due:
                act()
    more = sum(one.whispered for one in ana.world.values()) - count
    assert more <= 2 * 2 * 12  # two relays, two devices, ten minutes


def test_presence_and_read_marks_are_shown() -> None:
    ana, blas = two()
    ana.play("e2e4")
    assert "seen by Blas" in ana.panel and "Blas is here" in ana.panel
    blas.press("act:home")
    assert "Blas is away" in ana.panel
    blas.come_back()
    blas.play("e7e5")
    assert ana.table.session.decider == 0 and ana.titles[-1].startswith("● ")


def test_a_player_to_move_is_notified_if_he_asked_for_it() -> None:
    ana, blas = two()
    assert ana.tools.badged and not blas.tools.badged
    blas.tools.seen = False
    ana.play("e2e4")
    assert blas.tools.badged and not blas.tools.called  # not turned on
    blas.play("e7e5")
    blas.press("act:far:fold:more", "act:far:calls")
    assert says("far.calls.off") in blas.panel
    ana.play("g1f3")
    assert blas.tools.called == [says("far.call", who="Ana")]
    blas.tools.seen = True
    blas.play("b8c6")
    ana.play("b1c3")
    assert len(blas.tools.called) == 1  # the page is visible
    blas.press("act:far:calls")
    assert "Notify me" in blas.panel
    blas.press("act:home")
    assert not blas.tools.badged


def test_notifications_are_not_offered_if_the_browser_denies_them() -> None:
    ana, _ = two()
    ana.tools.permission = "denied"
    ana.press("act:far:fold:more")
    assert "act:far:calls" not in ana.panel


# -- between people ------------------------------------------------------------------------------


def test_a_draw_can_be_offered_and_accepted() -> None:
    ana, blas = two()
    ana.press("act:draw", "act:draw-yes")
    assert says("far.title.draw", who="Ana") in blas.panel and "has not answered" in ana.panel
    blas.press("act:far:no")
    assert "declines the draw" in ana.panel
    ana.press("act:draw", "act:draw-yes")
    blas.press("act:far:yes")
    assert ana.table.session.outcome().score == "1/2-1/2"
    same(ana, blas)


def test_a_takeback_needs_consent() -> None:
    ana, blas = two()
    ana.play("e2e4")
    blas.play("e7e5")
    ana.play("g1f3").press("act:far:back")
    assert "asks for a takeback" in blas.panel
    blas.press("act:far:yes")
    same(ana, blas)
    assert len(ana.events) == 2 and ana.table.session.decider == 0
    ana = ana.reopen()
    assert len(ana.events) == 2
    ana.play("f1c4")
    same(ana, blas)


def test_a_sent_move_cannot_be_undone_alone() -> None:
    ana, _ = two()
    ana.play("e2e4").press("act:undo")
    assert len(ana.events) == 1


def test_chat_is_escaped_and_can_be_muted() -> None:
    ana, blas = two()
    ana.press("act:far:fold:more")
    ana.app.field("far:say", "<b>hi</b> \N{SMILING FACE WITH SUNGLASSES}")
    ana.press("act:far:speak")
    assert "&lt;b&gt;hi&lt;/b&gt;" in blas.panel and "<b>hi" not in blas.panel
    blas.press("act:far:fold:more", "act:far:mute")
    assert "hi&lt;" not in blas.panel
    blas.press("act:far:phrase:well")
    assert says("far.phrase.well") in ana.panel


def test_ready_phrase_is_read_in_the_language_of_each_player() -> None:
    ana, blas = two()
    blas.app.set_setting("lang", "es")
    ana.press("act:far:fold:more", "act:far:phrase:well")
    assert says("far.phrase.well") in ana.panel and says("far.phrase.well", "es") in blas.panel


def test_phrase_that_is_not_known_is_neither_sent_nor_shown_by_its_key() -> None:
    ana, blas = two()
    ana.press("act:far:fold:more", "act:far:phrase:title")
    assert "far-said" not in blas.panel
    ana.app.field("far:say", "#phrase:title")
    ana.press("act:far:speak")
    assert says("far.phrase.unknown") in blas.panel and "#phrase" not in blas.panel


# -- spectators and other devices ------------------------------------------------------------------


def test_a_late_joiner_becomes_a_spectator() -> None:
    ana, blas = two()
    eva = Device(ana.world)
    eva.sit(ana.side.invitation, "Eva")
    assert "took the seat first" in eva.panel
    ana.play("e2e4")
    assert eva.events == ana.events
    eva.play("e7e5")
    assert len(eva.events) == 1 and eva.table.session.agreed.mine == -1
    blas.play("e7e5")
    assert eva.events == ana.events == blas.events
    assert eva.reopen().table.session.agreed.mine == -1


def test_a_seat_can_move_to_another_device() -> None:
    ana, blas = two()
    ana.play("e2e4").press("act:far:seat")
    address = ana.dialog(SeatDialog).address
    phone = Device(ana.world)
    phone.open(address).settle()
    ana.press("act:home")
    blas.play("e7e5")
    phone.play("g1f3")
    assert phone.events == blas.events and len(blas.events) == 3
    back = ana.reopen("#play=" + ana.app.store.games()[0].id)
    assert back.events == blas.events


def test_an_old_copy_catches_up_before_it_plays_on() -> None:
    """Its own letters come back from a relay before it writes any."""
    ana, blas = two()
    old = dict(ana.entries)
    ana.play("e2e4")
    blas.play("e7e5")
    again = Device(ana.world, ana.now, old).settle()
    assert again.events == blas.events and again.side.log.forks == []


def test_an_old_copy_without_relays_causes_a_visible_fork_and_the_game_goes_on() -> None:
    ana, blas = by_hand()
    blas.open(ana.link())
    old = dict(ana.entries)
    ana.play("e2e4")
    blas.open(ana.link())
    twin = Device({}, ana.now, old, usual=())
    twin.play("d2d4")
    blas.open(twin.link())
    assert "on two devices at once" in blas.panel and len(blas.events) == 1
    again = blas.reopen()
    assert "on two devices at once" in again.panel and len(again.side.log.forks) == 1
    again.play("e7e5")
    assert len(again.events) == 2 and not again.side.log.open_forks


def test_an_illegal_letter_is_reported_and_the_game_goes_on() -> None:
    from engine.far.letter import EventsLetter

    ana, blas = two()
    ana.side.write(EventsLetter(0, (("move", 0, 63),)))
    ana.side.send()
    assert "do not allow" in blas.panel and not blas.events
    ana.play("e2e4")
    same(ana, blas)


def test_damaged_and_foreign_links_change_nothing_and_are_explained() -> None:
    ana, blas = by_hand()
    blas.open(ana.link())
    ana.play("e2e4")
    address = ana.link()
    before, rng = blas.stored(), Random(1)
    for _ in range(300):
        at = rng.randrange(address.index("#l=") + 3, len(address))
        bad = address[:at] + rng.choice("AzQ9-_") + address[at + rng.randrange(2) :]
        if bad != address:
            blas.open(bad)
            assert "damaged" in blas.view.noticed
    assert blas.stored() == before
    eva = Device({}, usual=())
    eva.open(address)
    assert "not in this browser" in eva.view.noticed
    blas.open(address).open(address)
    assert len(blas.events) == 1


def test_links_and_files_can_be_pasted_on_the_home_page() -> None:
    ana, blas = by_hand()
    blas.open(ana.link())
    ana.play("e2e4")
    address = ana.link()
    blas.press("act:home")
    blas.app.field("paste", f"look: <{address}>")
    blas.press("act:open")
    assert len(blas.events) == 1
    from engine.far.tablefile import pack_table

    text = pack_table(ana.side.seat.terms.word, ana.side.log.order())
    assert ana.side.seat.keys.secret.hex() not in text
    eva = Device({}, usual=())
    eva.app.field("paste", text)
    eva.press("act:open", "act:look")
    assert eva.events == ana.events


def test_home_page_shows_whose_turn_it_is() -> None:
    ana, blas = two()
    ana.press("act:home")
    assert says("home.saved.turn.me") in ana.view.slots["saved"]
    blas.press("act:home")
    assert says("home.saved.turn.other") in blas.view.slots["saved"]


def test_a_deleted_table_leaves_no_entries() -> None:
    ana, _ = two()
    ana.play("e2e4").press("act:home")
    game = ana.app.store.games()[0].id
    ana.press(f"act:delete:{game}", f"act:delete-yes:{game}")
    assert not [key for key in ana.entries if game in key]


def test_a_table_without_an_opponent_allows_no_moves() -> None:
    ana = Device(relays())
    ana.invite()
    ana.play("e2e4").press("act:resign", "act:resign-yes")
    assert not ana.events and says("editor.away") in ana.panel


@pytest.mark.parametrize("lang", ["es", "en"])
def test_far_tables_have_all_texts(lang: str) -> None:
    ana = Device(relays(), lang=lang)
    ana.invite()
    ana.press("act:far:fold:qr")
    whole = "".join([*ana.view.layouts.values(), *ana.view.slots.values()])
    assert ">far." not in whole and '"far.' not in whole.replace('data-field="far', "")
