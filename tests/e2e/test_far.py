"""What far play loads, draws and hides in a real browser: coins and cards, hidden armies."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from engine.games.rilatria.rules.state import RilatriaState
from tests.e2e.far_pair import PATIENCE_MS, Player
from tests.e2e.harness import (
    BOARD,
    NewContext,
    Servers,
    boot,
    loaded,
    press,
    press_all,
    wait_for_mark,
)
from tests.e2e.test_rilatria import RILATRIA, Mirror, keen_choice, quiet_choice, set_up

DEFAULTS = ("nostr.oxtr.dev", "purplerelay.com", "nos.lol", "nostr.data.haus")


def test_far_play_is_loaded_only_on_request(new_context: NewContext, server: Servers) -> None:
    ana = Player(new_context, server)
    asked: list[str] = []
    ana.context.on("request", lambda request: asked.append(request.url))
    boot(ana.page)
    press(ana.page, "act:game:andarraya")
    press(ana.page, "act:start")
    wait_for_mark(ana.page, BOARD)
    loaded(ana.page)
    assert not [url for url in asked if "far" in url.rsplit("/", 1)[-1]]
    press(ana.page, "act:home")
    press(ana.page, "act:game:andarraya")
    press(ana.page, "act:invite")  # until the table is made
    loaded(ana.page)
    assert ana.watch.problems == [] and ana.watch.sockets == []
    limit = "document.querySelectorAll('meta[http-equiv]')[1].content"
    both = (f"wss://{one} https://{one}" for one in DEFAULTS)
    assert ana.page.evaluate(limit) == " ".join(("connect-src 'self'", *both))


DRAWS = 2


def whose_turn(mirrors: list[Mirror]) -> tuple[int, RilatriaState]:
    """Return the seat of a player who may decide on his own device, and the state he sees.

    The other may have to wait for his letter: chance between two turns has no letter of its own.
    """
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        for seat, state in enumerate([mirror.state for mirror in mirrors]):
            if state.current_player() == seat:
                return seat, state
        mirrors[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can go on")


def luck(mirror: Mirror) -> int:
    return sum(event.actor < 0 for event in mirror.match.events)


def test_two_devices_agree_on_coins_and_cards(pair: list[Player]) -> None:
    """Rilatria: both devices supply coins and cards, and neither player has to press for it."""
    blas, ana = pair[1].sit(pair[0].invite(game="rilatria")), pair[0]
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    set_up(ana.page, "h2", "g3")
    blas.turn(1)
    set_up(blas.page, "b8", "c7")
    mirrors = [Mirror(ana.page), Mirror(blas.page)]
    for _ in range(60):
        decider, state = whose_turn(mirrors)
        action = keen_choice(state, True) if decider == 0 else quiet_choice(state, True)
        press_all(pair[decider].page, RILATRIA.path(state, action))
        if min(luck(mirror) for mirror in mirrors) >= DRAWS:
            break
    less, more = sorted((mirror.match.events for mirror in mirrors), key=len)
    assert min(luck(mirror) for mirror in mirrors) >= DRAWS and more[: len(less)] == less


def test_deployments_are_revealed_to_both_at_once(pair: list[Player]) -> None:
    """Cotadrez with a clock: no page knows the other's army before both are ready."""
    ana, blas = pair
    blas.sit(ana.invite(game="cotadrez", clock="30m"))
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    expect(ana.page.locator(".strip-clock")).to_have_count(2)
    press_all(ana.page, ("act:random", "act:ready"))
    blas.turn(1)
    kept = blas.page.evaluate("JSON.stringify(localStorage)")
    assert "ready" in kept and "mountain" not in kept and "fortress" not in kept
    press_all(blas.page, ("act:random", "act:ready"))
    for player in (ana, blas):
        player.turn(0)
    said = [player.page.locator(".board").get_attribute("aria-label") for player in (ana, blas)]
    assert said[0] == said[1]
    running = ana.page.locator(".strip.on-turn .strip-clock")
    expect(running).to_have_attribute("data-runs", "")
