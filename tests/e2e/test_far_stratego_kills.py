"""Two browsers that are killed after their set-up and in the middle of fights of Stratego, with a
relay that is restarted now and then (soak).

Chromium writes the storage of a page to disk up to a minute later. Only the keys of a seat must be
there: set-ups and choices come back from the letters."""

from __future__ import annotations

import time
from random import Random

import pytest
from playwright.sync_api import expect

from engine.core.contract import SPECTATOR, Action
from engine.match.match import Match
from tests.e2e.harness import boot, press, press_all
from tests.e2e.relays import RealRelay
from tests.e2e.test_far import PATIENCE_MS
from tests.e2e.test_far_games import decide
from tests.e2e.test_far_kills import AGREED_S, Mortal
from tests.e2e.test_far_kills import mortals as mortals
from tests.e2e.test_far_stratego_games import known, verified

pytestmark = pytest.mark.soak
KILLS, RESTARTS = 30, 10
SET_UPS = 3  # tables, with two kills each
MIDDLE_MS = 900  # within this the attack is written, sent, shown and answered
Trio = tuple[Mortal, Mortal, RealRelay]


def sit(ana: Mortal, blas: Mortal) -> None:
    """Let Ana invite as Red and Blas join; return once their keys are on disk."""
    boot(ana.page)
    press_all(ana.page, ("act:game:stratego", "act:invite"))
    blas.sit(ana.make("Ana", 0))
    for me in (ana, blas):
        me.turn(0)
        me.wait_for_disk("asedio:far:")


def set_up(me: Mortal, seat: int) -> None:
    press_all(me.turn(seat).page, ("act:random", "act:ready"))


def begin(ana: Mortal, blas: Mortal) -> None:
    """Let both sit down and set up at random."""
    sit(ana, blas)
    for seat, me in enumerate((ana, blas)):
        set_up(me, seat)
    blas.turn(0)


def public(match: Match) -> tuple[object, ...]:
    """Return what everybody knows."""
    return match.state.current_player(), match.state.observation(SPECTATOR).key()


def agreed(ana: Mortal, blas: Mortal) -> tuple[Match, Match]:
    """Return what both pages know, once they are connected and agree on what everybody knows, and
    no device has to answer by itself."""
    until = time.monotonic() + AGREED_S
    while time.monotonic() < until:
        ana.line("open")
        blas.line("open")
        both = known(ana.page), known(blas.page)
        decider = both[0].state.current_player()
        settled = decider < 0 or both[decider].state.automatic() is None
        if public(both[0]) == public(both[1]) and settled:
            break
        ana.page.wait_for_timeout(100)
    assert public(both[0]) == public(both[1]) and settled
    for player in (ana, blas):
        assert player.page.locator(".far-fork").count() == 0
    return both


def choose(match: Match, rng: Random) -> Action:
    """Attack if possible, else go forward."""
    options = match.options_now()
    seat = match.state.current_player()
    attacks = [one for one in options if one[0] == "attack"]
    if attacks:
        return rng.choice(attacks)
    ahead = match.game.tables.advance[seat]  # type: ignore[attr-defined]
    steps = [one for one in options if one[0] == "move"]
    if not steps or rng.random() < 0.2:
        return rng.choice(options)
    return max(steps, key=lambda one: (ahead[one[2]] - ahead[one[1]], rng.random()))


def kept(before: Match, after: Match) -> bool:
    """Return whether a page still knows all it knew, and at most one turn more."""
    count = len(before.events)
    return after.events[:count] == before.events and len(after.events) - count <= 4


def test_a_browser_killed_after_its_set_up_has_its_army_again(mortals: Trio) -> None:
    """Most of them before the army is on disk; the relay has it, for its own seat alone."""
    ana, blas, _ = mortals
    lost = 0
    for _ in range(SET_UPS):
        sit(ana, blas)
        for seat, me in enumerate((ana, blas)):
            set_up(me, seat)
            (ana, blas)[1 - seat].turn(1 - seat)  # it has the letter
            army = known(me.page)
            lost += not me.written("asedio:closed:")
            me.live(me.die())
            me.line("open")
            assert kept(army, known(me.page)), known(me.page).events[-2:]
        both = agreed(ana, blas)
        assert all(len(one.events) >= 42 for one in both)
    assert lost > SET_UPS


def test_a_browser_killed_in_the_middle_of_a_fight_loses_nothing(mortals: Trio) -> None:
    """Neither what it had shown before, nor the fight: it is fought out, or was never begun."""
    ana, blas, relay = mortals
    rng, killed, started = Random(38), 0, 0
    victims = [0, 0]
    begin(ana, blas)
    while killed < KILLS:
        both = agreed(ana, blas)
        if both[0].over:
            begin(ana, blas)
            continue
        seat = both[0].state.current_player()
        action = choose(both[seat], rng)
        me = (ana, blas)[seat].turn(seat)
        decide(me.page, both[seat].game.path(both[seat].state, action))
        if action[0] != "attack":
            (ana, blas)[1 - seat].turn(1 - seat)
            continue
        me.page.wait_for_timeout(rng.random() * MIDDLE_MS)
        victim = rng.randrange(2)
        dead = (ana, blas)[victim]
        address = dead.die()
        killed, victims[victim == seat] = killed + 1, victims[victim == seat] + 1
        if started * KILLS < killed * RESTARTS:
            relay.kill()
            relay.start()
            started += 1
        dead.live(address)
        after = agreed(ana, blas)
        assert all(kept(*pair) for pair in zip(both, after, strict=True)), after[0].events[-6:]
    assert started == RESTARTS and min(victims) > KILLS // 5  # attackers and attacked
    if not known(ana.page).over:
        press_all(blas.page, ("act:resign", "act:resign-yes"))
    for player in (ana, blas):
        expect(player.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
    if ana.page.locator('[data-target="act:seen"]').count():
        press(ana.page, "act:seen")
    assert verified(ana)
