"""Two browsers that are killed in the middle of shuffles of A Tale of Two Cities, with a relay
that is restarted now and then (soak)."""

from __future__ import annotations

import time
from functools import partial
from random import Random
from typing import Any

import pytest

from engine.core.contract import SPECTATOR
from tests.e2e.relays import RealRelay
from tests.e2e.test_far_kills import AGREED_S, Mortal
from tests.e2e.test_far_kills import mortals as mortals
from tests.e2e.test_far_twocities import course, stored
from tests.e2e.test_far_twocities_games import COMPUTES, QUIET, Game

pytestmark = pytest.mark.soak
KILLS, RESTARTS = 10, 3
SHUFFLE_MS = 700  # a browser dies within this
# Removes earlier tables, on an address where no page of ours runs.
CLEAR = """() => Object.keys(localStorage).filter(key => key !== "asedio:settings")
  .forEach(key => localStorage.removeItem(key))"""
Trio = tuple[Mortal, Mortal, RealRelay]


def dealt(ana: Mortal, blas: Mortal, seed: int) -> Game:
    """Begin a game; return it once both tables are on disk."""
    for me in (ana, blas):
        me.page.goto("./robots.txt")
        me.page.evaluate(CLEAR)
    blas.sit(ana.invite(game="twocities"))
    game = Game((ana, blas), seed)
    ana.wait_for_disk(), blas.wait_for_disk()
    game.deal()
    return game


def agreed(game: Game) -> None:
    """Wait until both pages are connected and know the same, without a press."""
    until = time.monotonic() + AGREED_S
    while True:
        for me in game.players:
            me.line("open")
        both = [game.known(seat) for seat in (0, 1)]
        keys = [(len(one.events), one.state.observation(SPECTATOR).key()) for one in both]
        turn = both[0].state.current_player()
        shown = {me.page.locator("#app").get_attribute("data-player") for me in game.players}
        if keys[0] == keys[1] and (both[0].over or (turn >= 0 and shown == {f"{turn}"})):
            return
        assert time.monotonic() < until, (keys, turn, shown)
        game.players[0].page.wait_for_timeout(100)


def shuffles(game: Game) -> bool:
    """Return whether a page says that it computes a pass."""
    return any(me.page.evaluate(COMPUTES) for me in game.players)


class Killer:
    """Kill browsers and count them."""

    def __init__(self, trio: Trio, rng: Random) -> None:
        self.relay, self.rng = trio[2], rng
        self.killed, self.started = 0, 0
        self.victims: set[int] = set()

    def strike(self, game: Game, within_ms: int) -> None:
        """Kill a browser within this time, now and then the relay too, and open the page again."""
        before: list[list[Any]] = [stored(me) for me in game.players]
        victim = self.rng.randrange(2)
        me = game.players[victim]
        assert isinstance(me, Mortal)
        me.page.wait_for_timeout(self.rng.random() * within_ms)
        address = me.die()
        self.killed += 1
        self.victims.add(victim)
        if self.started * KILLS < self.killed * RESTARTS:
            self.relay.kill()
            self.relay.start()
            self.started += 1
        me.live(address)
        goes_on(game, before)


def goes_on(game: Game, before: list[list[Any]]) -> None:
    """Check that both pages come to all that both had, cards of their own hand included, and that
    there is no fork and no refused letter."""
    agreed(game)
    common = min(len(one) for one in before)
    for me, had in zip(game.players, before, strict=True):
        assert stored(me)[:common] == had[:common]
        assert not course(me)[0].refused and not me.page.locator(".far-fork").count()


def test_browsers_killed_in_the_middle_of_a_shuffle_lose_nothing(mortals: Trio) -> None:
    """At every shuffle of as many games as it takes."""
    killer, number = Killer(mortals, Random(7)), 0
    while killer.killed < KILLS:
        number += 1
        game = dealt(mortals[0], mortals[1], number)
        while killer.killed < KILLS and not game.over:
            game.until(partial(shuffles, game), QUIET)
            if not game.over:
                killer.strike(game, SHUFFLE_MS)
    assert killer.started == RESTARTS and killer.victims == {0, 1}
