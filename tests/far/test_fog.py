"""Cotadrez between two devices: no device holds or sends what the other may not know."""

from __future__ import annotations

import json
from html import unescape
from random import Random
from typing import Any

import pytest

from engine.core.contract import SPECTATOR, Event
from engine.core.steps import finish
from engine.far.bytes import ByteWriter
from engine.far.certificate import certify, examine
from engine.far.closed import commitment, public, salt
from engine.far.decision import LetterDecision, decision
from engine.far.letter import Closed, EventsLetter, Letter, LetterPart, Open, OwnCopy, WordLetter
from engine.far.letter import read as read_letter
from engine.games import list_games
from engine.match import chance
from engine.match.clock import NO_CLOCK, Clock
from engine.match.match import Match, MatchConfig
from tests.far.devices import Curve, met
from tests.far.devices import Device as Plain
from tests.far.test_table import same, turn
from tests.far.world import Device, Relay, by_hand, two
from tests.fixtures.says import says
from ui.far.seat_store import from_text

GAME = "cotadrez"


def deploy(me: Device) -> list[Event]:
    """Deploy a random army, confirm it and return the events."""
    before = len(me.events)
    me.press("act:random", "act:ready")
    return list(me.events[before:])


def without_copy(*about: Any) -> LetterDecision:
    """Return the parts of a letter as earlier versions wrote them."""
    found = decision(*about)
    parts = tuple(part for part in found.parts if not isinstance(part, OwnCopy))
    return found._replace(parts=parts)


def both() -> tuple[Device, Device]:
    """Return Ana and Blas on relays, both deployed."""
    ana, blas = two(game_id=GAME)
    deploy(ana), deploy(blas)
    return ana, blas


def written(me: Device) -> list[Letter]:
    """Return all letters among the words a device has sent."""
    data = (from_text(word) for word in dict.fromkeys(me.sent))
    return [read_letter(one) for one in data if len(one) > 150]


def traces(actions: list[Any], me: Device) -> list[bytes]:
    """Return byte strings that would reveal a deployment: its actions in every encoding,
    its salt."""
    table, keys = me.side.seat.terms.id, me.side.seat.keys
    found = [keys.seed, keys.secret, salt(keys.seed, table, len(me.side.log.chain(0)) - 1)]
    for action in actions:
        found += [ByteWriter().value(action).done(), json.dumps(list(action)).encode()]
    return [*found, b"unit", b"mountain", b"fortress"]


# -- what is held and sent -----------------------------------------------------------------------


def test_nothing_sent_reveals_the_deployment() -> None:
    ana, blas = two(game_id=GAME)
    events = deploy(ana)
    secret = [event.action for event in events[:-1]]
    assert len(secret) > 4
    told = written(ana)[-1]
    half = 0 if secret[0][1] < 50 else 1
    assert told.parts[0] == EventsLetter(0, (("half", half), ("ready",)))
    assert [type(part) for part in told.parts] == [EventsLetter, Closed, OwnCopy]
    ana.press("act:far:link")
    ana.app.close()
    from engine.far.tablefile import pack_table

    words = [*ana.sent, ana.link(), pack_table(ana.side.seat.terms.word, ana.side.log.order())]
    words += [one.hex() for one in map(from_text, ana.sent)]
    out = b"\n".join([*(one.encode() for one in words), *map(from_text, ana.sent)])
    out += ana.app.view.slots["away"].encode()
    for trace in traces(secret, ana):
        assert trace not in out and trace.hex().encode() not in out
    held = blas.stored()
    assert "mountain" not in held and '"unit"' not in held and "fortress" not in held


def test_letters_of_all_deployments_have_the_same_size() -> None:
    sizes = set()
    for _ in range(6):
        ana, _blas = two(game_id=GAME)
        deploy(ana)
        sizes.add(len(written(ana)[-1].data))
    assert len(sizes) == 1


def test_each_device_knows_only_its_own_deployment_and_a_spectator_none() -> None:
    ana, blas = two(game_id=GAME)
    eva = Device(ana.world)
    eva.open(ana.side.invitation).press("act:look").settle()
    mine = deploy(ana)
    assert ana.table.session._match.viewer == 0
    for other in (blas, eva):
        told = [event.action[0] for event in other.events]
        assert told == ["half", "ready"]
        deployment = other.table.session._match.state.deploys[0]
        assert not deployment.seen and not deployment.placed
    assert eva.table.session.observation().deploys[1].placed == ()
    assert len(mine) > 5


def test_a_spectator_sees_the_spectators_observation() -> None:
    ana, blas = two(game_id=GAME)
    eva = Device(ana.world)
    eva.open(ana.side.invitation).press("act:look").settle()
    deploy(ana)
    truth = ana.table.session._match.state.observation(-1)
    assert eva.table.session._match.state.key() == truth.key()
    assert eva.table.game.scene(truth, -1) == eva.table.session.scene()
    deploy(blas)
    for _ in range(6):
        move(turn(ana, blas)[0])
        same(ana, blas)
        same(ana, eva)


def move(me: Device, rng: Random | None = None) -> None:
    """Play a whole random turn."""
    session, rng = me.table.session, rng or Random(len(me.events))
    while session.decider == session.agreed.mine:
        session.play([rng.choice(sorted(session.observation().legal_actions()))])
    me.press("act:turn")


def test_both_deployments_are_revealed_and_play_goes_on() -> None:
    ana, blas = both()
    same(ana, blas)
    assert ana.table.session._match.viewer is None and ana.table.session.decider == 0
    rng = Random(5)
    while not ana.table.session.over and len(ana.events) < 120:
        move(turn(ana, blas)[0], rng)
        same(ana, blas)
    for device in (ana, blas):
        assert not device.side.course.refused
        again = device.reopen()
        assert again.events == device.events
    link = ana.table.session.exports().link().address("https://example.org/")
    assert "#g=" in link


def test_move_lists_are_equal_on_both_devices_after_the_reveal() -> None:
    """Both the list grown during play and the one of a reopened game."""
    ana, blas = both()
    for device in (ana, blas, ana.reopen(), blas.reopen()):
        turns = device.table.session.history.log().turns()
        assert [(turn.actor, turn.setup) for turn in turns] == [(0, True), (1, True), (-1, False)]


def test_deployment_works_by_links_alone() -> None:
    ana, blas = by_hand(game_id=GAME)
    deploy(ana)
    blas.open(ana.link())
    deploy(blas)
    ana.open(blas.link())
    assert ana.table.session._match.viewer is None and blas.table.session._match.viewer == 1
    move(ana)
    blas.open(ana.link())
    same(ana, blas)


def test_a_page_may_die_at_any_moment_of_the_deployment() -> None:
    """Whatever had reached the store and the relays: nothing is lost, no letter has two versions,
    and the game goes on with the other device."""
    ana, blas = two(game_id=GAME)
    for me in (ana, blas):
        died: list[tuple[dict[str, str], dict[str, Relay]]] = []
        plain = me.app.store.storage._backing

        def watched(key: str, value: str, me: Device = me, died: Any = died) -> None:
            keep = me.app.store.storage._backing
            died.append((dict(keep.entries), _frozen(me.world)))
            type(keep).set(keep, key, value)

        plain.set = watched  # type: ignore[method-assign]
        deploy(me)
        del plain.set
        for entries, world in Random(2).sample(died, min(len(died), 12)):
            back = Device(world, me.now, entries).settle()
            assert back.side.log.forks == [] and not back.side.course.lost
            if back.table.session.answering and back.table.plan is not None:
                deploy(back)
            while (
                back.table.session.answering
            ):  # half of it was stored: the rest follows piece by piece
                options = sorted(back.table.session.observation().legal_actions())
                back.table.session.play(options[-1:])
            assert [one.action[0] for one in back.events if one.actor == me.side.me][-1] == "ready"
    ana, blas = ana.reopen(), blas.reopen()
    same(ana, blas)
    assert ana.table.session.decider == 0


def _frozen(world: dict[str, Relay]) -> dict[str, Relay]:
    """Return copies of the relays with their present content."""
    found = {url: Relay() for url in world}
    for url, relay in world.items():
        found[url].kept = {topic: dict(words) for topic, words in relay.kept.items()}
    return found


def test_a_moved_seat_keeps_its_hidden_deployment() -> None:
    ana, blas = two(game_id=GAME)
    mine = deploy(ana)
    ana.press("act:far:seat")
    address = ana.app.dialog.address
    assert len(address) < 1800
    phone = Device(ana.world)
    phone.open(address).settle()
    ana.app.close()
    ana.press("act:home")
    assert phone.events == mine
    deploy(blas)
    same(phone, blas)
    assert phone.table.session.decider == 0


def test_a_deployment_that_is_not_stored_is_read_back() -> None:
    """A browser killed before its storage is on disk; letters come back from the relay."""
    ana, blas = two(game_id=GAME)
    before = dict(ana.entries)
    mine = deploy(ana)
    ana.side.pool.close()
    back = Device(ana.world, ana.now, before).settle()
    assert back.events == mine and not back.side.course.lost
    deploy(blas)
    same(back, blas)
    assert back.table.session.decider == 0 and back.table.session._match.viewer is None


def test_a_device_without_its_hidden_deployment_reports_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its letter has no copy of it, as in earlier versions."""
    monkeypatch.setattr("ui.far.table.play.decision", without_copy)
    ana, blas = two(game_id=GAME)
    deploy(ana)
    for key in [key for key in ana.entries if ":closed:" in key]:
        del ana.entries[key]
    ana.press("act:far:seat")
    knows, back = ana.app.dialog.address, ana.reopen()
    assert back.side.course.lost
    assert says("far.lost") in "".join(back.app.view.slots.values())
    assert [event.action[0] for event in back.events] == ["half", "ready"]
    deploy(blas)
    assert blas.table.session.decider == -1
    back.press("act:home")
    back = back.open(knows).reopen()  # the seat's link contains it
    assert not back.side.course.lost
    same(back, blas)
    assert back.table.session.decider == 0


def test_resigning_before_the_reveal_ends_the_game_for_both() -> None:
    ana, blas = two(game_id=GAME)
    deploy(ana)
    blas.press("act:resign", "act:resign-yes")
    assert ana.table.session.over and blas.table.session.over
    same(ana, blas)
    assert not ana.side.course.refused and not blas.side.course.refused


# -- cheating --------------------------------------------------------------------------------------


def army(device: Plain, seed: int) -> tuple[Any, ...]:
    game, state = device.course.match.game, device.course.match.state
    draft = game.random_draft(state, Random(seed))
    found = game.arrangement(state, draft)
    assert found is not None
    return tuple(found.actions)


def telling(me: Plain, actions: tuple[Any, ...], shown: tuple[Any, ...] = ()) -> list[LetterPart]:
    """Return a letter that hides these actions; `shown` replaces its public part."""
    n = len(me.log.chain(me.seat))
    opening = Open(n, salt(me.keys.seed, me.terms.id, n), actions)
    me.course.own[n] = opening
    told = shown or public(me.course.match, me.seat, actions)
    closed = Closed(commitment(me.terms.id, me.seat, opening))
    return [EventsLetter(me.course.event_count, told), closed]


def fogged(seed: int = 1, clock: Clock = NO_CLOCK) -> tuple[Plain, Plain, Open, Open]:
    """Return two devices that have committed but not opened, and their true openings."""
    ana, blas = met(GAME, clock=clock)
    blas.take(ana.write(*telling(ana, army(ana, seed))))
    ana.take(blas.write(*telling(blas, army(blas, seed))))
    assert ana.course.at_chance and blas.course.at_chance
    return ana, blas, *(next(iter(one.course.own.values())) for one in (ana, blas))


def test_two_openings_reveal_the_whole_truth() -> None:
    ana, blas, mine, other = fogged()
    ana.take(blas.write(other))
    assert ana.course.story.to_open(0) == [mine.n]
    blas.take(ana.write(mine))
    assert ana.course.story.whole and ana.course.events == blas.course.events
    late = Plain(ana.terms, -1, "Eva")
    late.take(*ana.log.order())
    assert late.course.events == ana.course.events and not late.course.refused
    verbs = [event.action[0] for event in late.course.events]
    assert verbs.count("fortress") == 2 and verbs[-1] == "reveal"


def test_a_changed_deployment_is_refused_at_the_reveal() -> None:
    ana, blas, mine, other = fogged()
    blas.take(ana.write(mine))
    moved = [action for action in other.actions if action[0] != "mountain"]
    for false in (
        Open(other.n, other.salt, army_again(blas, 9)),
        Open(other.n, bytes(32), other.actions),
        Open(other.n, other.salt, other.actions[:-1]),
        Open(other.n, other.salt, tuple(moved)),
        Open(other.n + 1, other.salt, other.actions),
    ):
        assert refused(blas, ana, false) == "opening"
    assert not ana.course.story.whole and blas.course.story.to_open(1) == [other.n]
    ana.take(blas.write(other))  # the true one is still accepted
    assert ana.course.story.whole and ana.course.events == blas.course.events


def refused(me: Plain, other: Plain, *parts: LetterPart) -> str:
    """Return why a letter was refused; empty if accepted. Checks that it changed nothing."""
    before = other.course.match.state.key(), other.course.event_count
    letter = me.write(*parts)
    assert other.take(letter) == ["new"]
    assert (other.course.match.state.key(), other.course.event_count) == before
    return other.course.refused.get(letter.digest, "")


def army_again(device: Plain, seed: int) -> tuple[Any, ...]:
    """Return another army for a seat that has already deployed."""
    game = device.course.match.game
    state = device.course.match.state_at(2)
    draft = game.random_draft(state, Random(seed))
    found = game.arrangement(state, draft)
    assert found is not None
    return tuple(found.actions)


def test_a_seat_that_reveals_a_false_deployment_loses() -> None:
    """Illegal, or another than its letter has shown: else the game would wait for ever for what
    cannot be revealed."""
    ana, blas = met(GAME)
    good = army(ana, 1)
    two_forts = (good[0], *good[:-1], good[-1])
    no_hills = tuple(one for one in good if one[0] != "mountain")
    wrong_half = (("half", 1 if good[0][1] < 50 else 0), ("ready",))
    for actions, shown in ((two_forts, ()), (no_hills, ()), (good, wrong_half)):
        ana, blas = met(GAME)
        known = shown or (("half", 0 if good[0][1] < 50 else 1), ("ready",))
        n = len(ana.log.chain(0))
        opening = Open(n, bytes(32), actions)
        closed = Closed(commitment(ana.terms.id, 0, opening))
        blas.take(ana.write(EventsLetter(0, known), closed))
        assert blas.course.event_count == 2
        parts = telling(blas, army(blas, 2))
        letter = blas.write(*parts, next(iter(blas.course.own.values())))
        ana.take(letter)
        bad = ana.write(opening)
        blas.take(bad)
        ana.take(bad)
        eva = Plain(ana.terms, -1, "Eva")
        eva.take(*blas.log.order())
        for device in (ana, blas, eva):
            course = device.course
            assert course.failed == 0 and course.over and not course.refused
            assert not course.story.whole and course.finish == bad
        told = finish(certify(blas.log))
        assert json.loads(told)["summary"]["result"] == "0-1 board"
        found = finish(examine(told, Curve()))
        keys = [one.message.key for one in found.checks]
        assert found.status == "valid" and "certificate.board.false" in keys


def test_the_page_says_who_has_revealed_a_false_deployment_and_gives_the_game() -> None:
    ana, blas = two(game_id=GAME)
    keys = blas.tools.crypto, blas.side.seat.keys.secret
    blas.leave()
    deploy(ana)
    side, plain = ana.side, Plain(ana.side.seat.terms, 1, "Blas")
    plain.take(*side.log.order())
    false = tuple(one for one in army(plain, 2) if one[0] != "mountain")
    opening, closed = telling_false(plain, false)
    for parts in (closed, (opening,)):
        letter = plain.log.next_letter(1, parts, side.now()).write(*keys)
        side.arrive([letter.data])
        plain.take(*side.log.order())
        ana.settle()
    assert side.course.failed == 1 and ana.table.session.over
    assert says("far.failed.board", who="Blas", other="Ana") in unescape(ana.panel)
    ana.leave()
    assert ana.app.store.games()[0].result == "1-0"


def telling_false(me: Plain, actions: tuple[Any, ...]) -> tuple[Open, tuple[LetterPart, ...]]:
    """Return the opening of an impossible deployment, and the parts that commit to it."""
    n, shown = len(me.log.chain(1)), (("ready",),)
    opening = Open(n, bytes(32), actions)
    told = EventsLetter(me.course.event_count, shown)
    return opening, (told, Closed(commitment(me.terms.id, 1, opening)))


def test_an_impossible_deployment_letter_is_refused_at_once() -> None:
    ana, blas = met(GAME)
    good = army(ana, 1)
    closed = Closed(bytes(32))
    half = ("half", 0)
    assert (
        refused(ana, blas, EventsLetter(0, (half, ("ready",)))) == "closed"
    )  # without a commitment
    assert refused(ana, blas, EventsLetter(0, good)) == "illegal"  # not hidden
    assert refused(ana, blas, EventsLetter(0, (("ready",),)), closed) == "illegal"
    assert refused(ana, blas, EventsLetter(0, (("half", 2), ("ready",))), closed) == "illegal"
    assert refused(ana, blas, EventsLetter(0, (half, half)), closed) == "illegal"
    assert refused(ana, blas, EventsLetter(0, (half, ("ready",), ("ready",))), closed) == "turn"
    assert refused(ana, blas, WordLetter("back?", 0)) == ""
    assert blas.course.event_count == 0


def test_an_opening_before_the_other_commitment_is_refused() -> None:
    ana, blas = met(GAME)
    blas.take(ana.write(*telling(ana, army(ana, 1))))
    assert refused(ana, blas, next(iter(ana.course.own.values()))) == "ahead"
    assert refused(ana, blas, WordLetter("back?", 0)) == "" and blas.course.agreements.offer is None


def test_a_commitment_is_bound_to_its_seat() -> None:
    """Blas cannot use Ana's commitment and opening as his own."""
    ana, blas = met(GAME)
    parts = telling(ana, army(ana, 1))
    blas.take(ana.write(*parts))
    mine = next(iter(ana.course.own.values()))
    closed = next(part for part in parts if isinstance(part, Closed))
    ana.take(blas.write(EventsLetter(2, (("ready",),)), closed))
    blas.take(ana.write(mine))
    n = len(blas.log.chain(1)) - 1
    assert refused(blas, ana, Open(n, mine.salt, mine.actions)) == "opening"


@pytest.mark.parametrize("game_id", [info.id for info in list_games() if info.far])
def test_the_other_seat_and_spectators_get_the_same_event(game_id: str) -> None:
    """A letter has one redacted form of an event for the other seat and for spectators, computed
    from what its author knows."""
    rng = Random(3)
    match = Match(MatchConfig(game_id), sampler=chance.fresh())
    match.begin()
    while not match.over and len(match.events) < 80:
        before, action = match.state.clone(), rng.choice(match.options_now())
        actor = before.current_player()
        if match.game.draws(before) is not None:  # in no letter: it comes from a shared deck
            match.play(action)
            continue
        event, known = Event(actor, action), before.observation(actor)
        told = match.game.redact(known, event, SPECTATOR)
        for state in (before, known):
            assert match.game.redact(state, event, 1 - actor) == told
            assert match.game.redact(state, event, SPECTATOR) == told
        match.play(action)
