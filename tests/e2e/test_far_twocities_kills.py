"""Two browsers that are killed in the middle of shuffles and melees of A Tale of Two Cities, with a
relay that is restarted now and then (soak)."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.contract import SPECTATOR
from tests.e2e.far_staged import Planned, before, planned
from tests.e2e.relays import RealRelay
from tests.e2e.test_far_kills import AGREED_S, Mortal
from tests.e2e.test_far_kills import mortals as mortals
from tests.e2e.test_far_twocities import course, stored
from tests.e2e.test_far_twocities_games import COMPUTES, QUIET, Game

pytestmark = pytest.mark.soak
KILLS, RESTARTS = 10, 3
SHUFFLE_MS, MELEE_MS = 700, 300  # a browser dies within this
QUIET_S, PLAYED_S = 2, 600
# Attacks and evasions of planned game 1 by event: whether the browser that decides dies, else the
# other one, and whether the relay is dead from before the press, so that answer and dice wait.
MELEES = {
    78: (True, False),
    79: (True, False),
    82: (False, False),
    83: (False, True),
    88: (True, True),
    89: (True, True),
}
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
        had: list[list[Any]] = [stored(me) for me in game.players]
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
        goes_on(game, had)


def goes_on(game: Game, had: list[list[Any]]) -> None:
    """Check that both pages come to all that both had, cards of their own hand included, and that
    there is no fork and no refused letter."""
    agreed(game)
    common = min(len(one) for one in had)
    for me, mine in zip(game.players, had, strict=True):
        assert stored(me)[:common] == mine[:common]
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


# -- melees ----------------------------------------------------------------------------------------


def settled(game: Game) -> None:
    """Wait until both pages are connected, show what they have stored, and nothing arrives any
    more. Dice that a page has revealed travel with its next decision: until then the other one is
    behind."""
    until, last, since = time.monotonic() + AGREED_S, "", time.monotonic()
    while time.monotonic() - since < QUIET_S:
        assert time.monotonic() < until, last
        game.players[0].page.wait_for_timeout(100)
        both = []
        for seat, me in enumerate(game.players):
            match = game.known(seat)
            shown = me.line("open").page.locator("#app").get_attribute("data-player")
            both.append((len(match.events), shown == f"{match.state.current_player()}"))
        if f"{both}" != last or not all(current for _, current in both):
            last, since = f"{both}", time.monotonic()


def killed_after_a_press(game: Planned, trio: Trio, seat: int, own: bool, alone: bool) -> None:
    """Let a seat press its next decision, and kill its browser or the other one; `alone`: while
    the relay is dead."""
    relay, victim = trio[2], trio[seat if own else 1 - seat]
    assert isinstance(victim, Mortal)
    had = min(len(stored(me)) for me in game.players)
    if alone:
        relay.kill()
    assert game.step()
    victim.page.wait_for_timeout(Random(had).random() * MELEE_MS)
    address = victim.die()
    if alone:
        relay.start()
    victim.live(address)
    settled(game)
    assert min(game.follow()) >= had
    for me in game.players:
        assert not course(me)[0].refused and not me.page.locator(".far-fork").count()


def test_browsers_killed_between_attack_answer_and_dice_lose_nothing(
    mortals: Trio, tmp_path: Path
) -> None:
    """Answers and dice are those of the game that devices without a page have played."""
    begin, due = min(MELEES), dict(MELEES)
    pair = planned(1, 60)
    game = Planned(mortals[:2], pair, begin - 1, tmp_path)
    for me in mortals[:2]:
        me.wait_for_disk("asedio:letter:", f":{before(pair, begin - 1)[-1].digest.hex()}")
    settled(game)
    until = time.monotonic() + PLAYED_S
    while min(game.follow()) <= max(MELEES) + 2:  # two exchanges of dice
        assert time.monotonic() < until
        found = game.decider()
        if found is None:
            mortals[0].page.wait_for_timeout(50)
        elif (case := due.pop(found[1], None)) is not None:
            killed_after_a_press(game, mortals, found[0], *case)
        else:
            game.step()
    assert not due
    verbs = [event.action[0] for event in game.plan[begin : max(MELEES) + 3]]
    assert verbs.count("evade") == 3 and verbs[-3:] == ["evade", "die", "dice"]
