"""Two devices play on while pages are killed and relays restart."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from engine.far.letter import Says
from tests.far.devices import Curve
from tests.far.test_table import same
from tests.far.world import Device, two
from ui.far.seat_store import to_text


def step(me: Device, rng: Random) -> None:
    """Let a device take a random decision if it is to decide."""
    session = me.table.session
    if me.table.plan is not None and session.answering:
        me.press("act:random", "act:ready")
    elif session.answering:
        session.play([rng.choice(sorted(session.observation().legal_actions()))])
        me.press("act:turn")


def restart(device: Device, rng: Random) -> None:
    """Kill a relay and restart it, sometimes with its memory erased."""
    relay = rng.choice(list(device.world.values()))
    relay.kill()
    relay.down = False
    if rng.random() < 0.5:
        relay.empty()


def table_of(device: Device) -> bytes:
    return bytes(device.side.seat.terms.id)


def letters(device: Device) -> set[bytes]:
    return {letter.data for letter in device.side.log.order()}


def endure(game_id: str, kills: int, restarts: int, seed: int) -> int:
    """Play until this many pages and relays have died; return the number of letters. Checks that
    every device still has, at the end, each letter it ever had."""
    rng = Random(seed)
    players = list(two(game_id=game_id))
    told: dict[bytes, set[bytes]] = defaultdict(set)  # by table
    while kills or restarts:
        who = rng.randrange(2)
        step(players[who], rng)
        told[table_of(players[who])] |= letters(players[who])
        if kills and rng.random() < 0.5:
            kills -= 1
            players[who] = players[who].reopen()
        if restarts and rng.random() < 0.2:
            restarts -= 1
            restart(players[0], rng)
        for player in players:
            player.settle()
            assert player.side.log.fork is None and not player.side.course.refused
        if players[who].table.session.over:
            players[who].press("act:rematch")
            players[1 - who].settle().press("act:rematch").settle()
            players[who].settle()
    for player in [*players, *players]:
        player.settle()
    ana, blas = players
    for player in players:
        assert told[table_of(player)] <= letters(player)
    if ana.table.session.decider >= 0 and blas.table.session.decider >= 0:
        both = min(len(ana.events), len(blas.events))
        assert ana.events[:both] == blas.events[:both] and both
    if game_id == "andarraya":
        same(ana, blas)
    return sum(map(len, told.values()))


@pytest.mark.parametrize("game_id", ["andarraya", "cotadrez"])
def test_letters_survive_deaths_of_pages_and_relays(game_id: str) -> None:
    assert endure(game_id, kills=5, restarts=3, seed=3)


@pytest.mark.soak
@pytest.mark.parametrize("game_id", ["andarraya", "cotadrez", "rilatria"])
def test_letters_survive_a_hundred_pages_and_thirty_relays(game_id: str) -> None:
    assert endure(game_id, kills=100, restarts=30, seed=7)


@pytest.mark.parametrize("many", [1_000, pytest.param(20_000, marks=pytest.mark.soak)])
def test_letters_of_strangers_are_set_aside(many: int) -> None:
    """Genuine letters of an outsider, forged ones and noise: none is stored."""
    ana, blas = two()
    ana.play("e2e4")
    before, stored = blas.side.log.heads(), len(blas.entries)
    letter = blas.side.log.next_letter(1, (Says("hello"),), blas.side.now())
    forged = letter.write(Curve(), bytes([7] * 32)).data
    rng = Random(4)
    for number in range(many):
        bad = bytearray(forged)
        if number % 3:
            bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
        assert blas.side.receive(bytes(bad)).what in ("aside", "waiting")
    assert blas.side.log.heads() == before and len(blas.entries) == stored
    assert len(blas.side.log.aside) <= 32
    blas.play("e7e5")
    same(ana, blas)
    assert to_text(forged) not in blas.stored()
