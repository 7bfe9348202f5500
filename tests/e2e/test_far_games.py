"""Whole games between two browsers: Cotadrez and Rilatria, over a relay and by links alone.

Andarraya is played to its end in test_far.py, both ways.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import press_all, screenshot
from tests.e2e.relays import RealRelay
from tests.e2e.test_cotadrez import FIRST, SECOND, battle, deploy
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
soak = pytest.mark.soak


@pytest.fixture
def players(
    request: pytest.FixtureRequest, new_context: NewContext, server: Servers, relay: RealRelay
) -> tuple[Player, Player]:
    """Two profiles; `links`: neither has a relay."""
    relays = () if request.param == "links" else (relay.url,)
    return Player(new_context, server, *relays), Player(new_context, server, *relays)


def carry(me: Player, other: Player) -> None:
    """Without relays whoever has written sends a link."""
    if not me.relays:
        other.open(me.link())


def ended(ana: Player, blas: Player, score: str) -> None:
    for player in (ana, blas):
        expect(player.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
        assert outcome(player.page) == score and player.watch.problems == []
    assert board(ana.page) == board(blas.page)


@pytest.mark.parametrize(
    "players", [pytest.param(way, marks=soak) for way in ("relay", "links")], indirect=True
)
def test_cotadrez_is_played_to_its_mate(players: tuple[Player, Player]) -> None:
    """The recorded game, out of the fog into its last siege."""
    ana, blas = players
    blas.sit(ana.invite(game="cotadrez"))
    carry(blas, ana)
    deploy(ana.turn(0).page, FIRST)
    carry(ana, blas)
    deploy(blas.turn(1).page, SECOND)
    carry(blas, ana)
    decisions = list(battle())
    for number, (state, action) in enumerate(decisions):
        player = state.current_player()
        me, other = players[player], players[1 - player]
        press_all(me.turn(player).page, state.game.path(state, action))
        later = decisions[number + 1][0].current_player() if number + 1 < len(decisions) else -1
        if later != player:
            carry(me, other)
    ended(ana, blas, "1-0")


@pytest.mark.parametrize("players", ["relay", pytest.param("links", marks=soak)], indirect=True)
def test_rilatria_is_played_to_its_end(players: tuple[Player, Player]) -> None:
    """The last turns of a war, begun on one device: coins and cards of both, whatever they are."""
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
        if seat is None:  # a letter is on its way, or luck of one of them
            ana.page.wait_for_timeout(20)
            carry(ana, blas)
            carry(blas, ana)
            continue
        choice = (keen_choice, quiet_choice)[seat](states[seat], False)
        press_all(players[seat].page, states[seat].game.path(states[seat], choice))
    carry(ana, blas)
    carry(blas, ana)
    screenshot(blas.page, "far-rilatria-end")
    ended(ana, blas, "1-0")
