"""Chance of a whole game on two devices: Rilatria."""

from __future__ import annotations

from itertools import groupby
from random import Random

from engine.core.contract import Event
from engine.far.letter import Chance
from tests.far.test_table import turn
from tests.far.world import Device, relays


def rilatria() -> tuple[Device, Device]:
    world = relays()
    ana, blas = Device(world), Device(world)
    blas.sit(ana.invite(game_id="rilatria"))
    return ana, blas


def decide(me: Device, rng: Random) -> None:
    """Let the decider play a random action, through the page."""
    session = me.table.session
    session.play([rng.choice(sorted(session.observation().legal_actions()))])
    me.press("act:turn")  # opens the table again if something is shown over it


def test_chance_is_settled_automatically_while_both_are_present() -> None:
    ana, blas = rilatria()
    rng = Random(1)
    while not ana.table.session.over and len(ana.events) < 90:
        me, _ = turn(ana, blas)
        decide(me, rng)
        assert turn(ana, blas)[0].table.session.decider >= 0 or ana.table.session.over
    chance = [event for event in ana.events if event.actor < 0]
    both = min(len(ana.events), len(blas.events))
    assert chance and ana.events[:both] == blas.events[:both]
    assert not ana.side.course.refused and not blas.side.course.refused


def test_chance_between_turns_needs_no_extra_letter() -> None:
    """The next player has both contributions and sends his own with his next letter."""
    ana, blas = rilatria()
    rng = Random(6)
    while not ana.table.session.over and len(ana.events) < 120:
        me, _ = turn(ana, blas)
        decide(me, rng)
    both = min(len(ana.events), len(blas.events))
    assert both > 100 and ana.events[:both] == blas.events[:both]
    parts = [[type(part) for part in letter.parts] for letter in ana.side.log.order()]
    draws = max(ana.side.course.draws, blas.side.course.draws)
    alone, within = parts.count([Chance]), draws_of_turns(ana.events)
    assert draws > 10 and alone <= within + 1, (draws, alone, within)
    assert not ana.side.course.refused and not blas.side.course.refused
    assert ana.reopen().events == ana.events


def draws_of_turns(events: list[Event]) -> int:
    """Count the chance nodes between two decisions of the same player."""
    runs = [actor for actor, _ in groupby(event.actor for event in events)]
    return sum(runs[at - 1] == runs[at + 1] for at, one in enumerate(runs[1:-1], 1) if one < 0)


def test_chance_waits_for_the_other_device_for_days() -> None:
    ana, blas = rilatria()
    rng = Random(2)
    while sum(event.actor < 0 for event in ana.events) < 3:
        decide(turn(ana, blas)[0], rng)
    me, other = turn(ana, blas)
    other.leave()
    while me.table.session.decider == me.table.session.agreed.mine:
        decide(me, rng)
    if me.table.session.decider == -1:
        assert "opens the page" in me.view.slots["say"]
    count = len(me.events)
    other.come_back()
    assert me.events[:count] == other.events[:count]
    for _ in range(60):
        if me.table.session.decider >= 0:
            break
        decide(other if other.table.session.answering else me, rng)
    assert me.table.session.decider >= 0 and me.events[:count] == other.events[:count]


def test_a_player_can_undo_within_his_turn() -> None:
    ana, blas = rilatria()
    rng = Random(4)
    for _ in range(200):
        me, other = turn(ana, blas)
        before = len(me.events)
        decide(me, rng)
        if (
            me.table.session.decider == me.table.session.agreed.mine
            and len(me.events) == before + 1
        ):
            if me.table.session.undoable().player is not None:
                assert len(other.events) <= before
                me.press("act:undo")
                assert len(me.events) == before
                return
    raise AssertionError("no turn of several decisions")
