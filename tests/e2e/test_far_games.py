"""Whole games between two browsers: Cotadrez and Rilatria, over one relay and two, by links alone,
and over a relay that caps its answers, asks for a login and drops connections.

Andarraya is played to its end in test_far.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import press, screenshot
from tests.e2e.relays import HostileRelay, RealRelay
from tests.e2e.test_cotadrez import FIRST, SECOND, battle
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far import relay as relay
from tests.e2e.test_rilatria import (
    LIMIT,
    WAR,
    Mirror,
    board,
    keen_choice,
    link,
    outcome,
    quiet_choice,
)

BLOW = 3
DROPPED_S = 8
WAYS = ("relay", "two", "rough", "links")


@contextmanager
def rough() -> Iterator[HostileRelay]:
    """Yield a relay with short answers that asks for a login and drops all connections again and
    again."""
    hostile, ended = HostileRelay(), Event()
    hostile.cap, hostile.auth = 20, True

    def drop() -> None:
        while not ended.wait(DROPPED_S):
            hostile.drop()

    thread = Thread(target=drop, daemon=True)
    thread.start()
    try:
        yield hostile
    finally:
        ended.set()
        thread.join()
        hostile.close()


@pytest.fixture
def players(
    request: pytest.FixtureRequest,
    new_context: NewContext,
    server: Servers,
    relay: RealRelay,
    tmp_path: Path,
) -> Iterator[tuple[Player, Player]]:
    """Two players with their own profiles, who use what the parameter names (WAYS)."""
    with ExitStack() as stack:
        relays = [relay.url] if request.param in ("relay", "two") else []
        if request.param == "two":
            other = RealRelay(tmp_path / "other")
            stack.callback(other.kill)
            relays.append(other.url)
        elif request.param == "rough":
            hostile = stack.enter_context(rough())
            relays.append(hostile.url)
        yield Player(new_context, server, *relays), Player(new_context, server, *relays)
        if request.param == "rough":
            ids = {event["id"] for event in hostile.events}
            assert len(ids) == len(hostile.events)  # nothing is stored twice


def decide(page: Page, path: Sequence[str]) -> None:
    """Press the targets and move the pointer away each time: a piece card covers the tray."""
    for name in path:
        press(page, name)
        page.mouse.move(0, 0)


def lay(page: Page, army: str) -> None:
    """Deploy an army by clicks, given as `kind:square`, and press its first square to end."""
    for put in army.split():
        kind, square = put.split(":")
        decide(page, (f"kind:{kind}", f"sq:{square}"))
    decide(page, (f"sq:{army.split()[0].split(':')[1]}",))


def carry(me: Player, other: Player) -> None:
    """Without relays, open the link that `me` shares in `other`; do nothing if there is none."""
    if me.relays:
        return
    press(me.page, "act:far:link")
    field = me.page.locator('[data-far="link"]')
    address = field.input_value() if field.count() else ""  # the other may have everything already
    press(me.page, "dialog:close")
    if address:
        other.open(address)


def ended(ana: Player, blas: Player, score: str) -> None:
    for player in (ana, blas):
        expect(player.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
        assert outcome(player.page) == score and player.watch.problems == []
    assert board(ana.page) == board(blas.page)


@pytest.mark.soak
@pytest.mark.parametrize("players", WAYS, indirect=True)
def test_cotadrez_can_be_played_to_mate(players: tuple[Player, Player]) -> None:
    """Play the recorded game from the hidden deployments to the last siege."""
    ana, blas = players
    blas.sit(ana.invite(game="cotadrez"))
    carry(blas, ana)
    lay(ana.turn(0).page, FIRST)
    carry(ana, blas)
    lay(blas.turn(1).page, SECOND)
    carry(blas, ana)
    decisions = list(battle())
    for number, (state, action) in enumerate(decisions):
        player = state.current_player()
        me, other = players[player], players[1 - player]
        decide(me.turn(player).page, state.game.path(state, action))
        later = decisions[number + 1][0].current_player() if number + 1 < len(decisions) else -1
        if later != player:
            carry(me, other)
    ended(ana, blas, "1-0")


@pytest.mark.soak
@pytest.mark.parametrize("players", WAYS, indirect=True)
def test_rilatria_can_be_played_to_its_end(players: tuple[Player, Player]) -> None:
    """Play the last turns of a war begun on one device; both devices supply coins and cards."""
    ana, blas = players
    blas.sit(ana.go_far(link(WAR, blow=BLOW)))
    carry(blas, ana)
    mirrors = [Mirror(player.page, WAR, blow=BLOW) for player in players]
    for _ in range(LIMIT):
        for mirror, player in zip(mirrors, players, strict=True):
            mirror.page = player.page
        states = [mirror.state for mirror in mirrors]
        if any(state.result is not None for state in states):
            break
        seat = next((at for at, one in enumerate(states) if one.current_player() == at), None)
        if seat is None:  # a letter or a chance event is on its way
            ana.page.wait_for_timeout(20)
            carry(ana, blas)
            carry(blas, ana)
            continue
        choice = (keen_choice, quiet_choice)[seat](states[seat], False)
        decide(players[seat].page, states[seat].game.path(states[seat], choice))
    carry(ana, blas)
    carry(blas, ana)
    screenshot(blas.page, "far-rilatria-end")
    ended(ana, blas, "1-0")
