"""The beginning of a game between unlike devices over one relay (soak): a phone and a desktop,
Chromium and Firefox."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Page, Playwright

from engine.core.errors import IllegalAction
from engine.match.match import Match
from tests.bench.page import told
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import CUT_OFF, firefox, press, screenshot, target, written
from tests.e2e.keeper import PHONE
from tests.e2e.relays import RealRelay
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far import relay as relay
from tests.e2e.test_rilatria import set_up

DECISIONS = 12
UNANSWERED_MS = 10_000
SET_UPS = {"rilatria": (("h2", "g3"), ("b8", "c7"))}


def choose(page: Page, name: str) -> None:
    """Press a target with the finger if the page has a touch screen."""
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        target(page, name).tap()
        written(page)
    else:
        press(page, name)


def ready(game: str, players: tuple[Player, Player]) -> None:
    """Deploy both sides, each on its own page."""
    for seat, player in enumerate(players):
        if game == "andarraya":
            return
        player.turn(seat)
        if game in SET_UPS:
            set_up(player.page, *SET_UPS[game][seat])
        else:
            choose(player.page, "act:random")
            choose(player.page, "act:ready")


def to_decide(players: tuple[Player, Player]) -> tuple[Page, Match]:
    """Return the page whose own player is to decide there, and its match."""
    for _ in range(UNANSWERED_MS // 50):
        for seat, player in enumerate(players):
            shown = player.page.locator("#app").get_attribute("data-player")
            with suppress(IllegalAction):  # the other's deployment is still hidden from this page
                match = told(player.page)
                if match.state.current_player() == seat and shown == str(seat):
                    return player.page, match
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can go on")


@pytest.mark.soak
@pytest.mark.parametrize("game", ["andarraya", "cotadrez", "rilatria"])
@pytest.mark.parametrize("phone", ["chromium", "firefox"])
def test_phone_and_desktop_of_two_browsers_begin_a_game(
    new_context: NewContext,
    server: Servers,
    relay: RealRelay,
    playwright_driver: Playwright,
    phone: str,
    game: str,
) -> None:
    """The phone invites. Both pages must have the same game after some decisions of each."""
    small = {"viewport": PHONE, "has_touch": True}
    with firefox(playwright_driver) as running:
        makers = {
            "chromium": new_context,
            "firefox": partial(running.new_context, base_url=server.url),
        }
        desktop = "firefox" if phone == "chromium" else "chromium"
        ana = Player(makers[phone], server, relay.url, **small)
        blas = Player(makers[desktop], server, relay.url)
        blas.sit(ana.invite(game=game))
        ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
        players, rng = (ana, blas), Random(36)
        ready(game, players)
        for _ in range(DECISIONS):
            page, match = to_decide(players)
            state = match.state
            for name in state.game.path(state, rng.choice(sorted(state.legal_actions()))):
                choose(page, name)
                page.mouse.move(0, 0)  # a piece card covers the tray
        to_decide(players)
        screenshot(ana.page, f"far-pair-{game}-{phone}-phone")
        less, more = sorted((player.played() for player in players), key=len)
        assert len(less) >= DECISIONS and more[: len(less)] == less
        assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        found = [*ana.watch.problems, *blas.watch.problems]
        assert "\n".join(one for one in found if not CUT_OFF.search(one)) == ""
