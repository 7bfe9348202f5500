"""Every game between two browsers (soak): to its end over a relay and by links alone; with a
telephone, a seat that moves to another device and a spectator; Chromium against Firefox.

far_game.py describes the games. Each is begun in `make test` too, by a test of its kind of secret.
"""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Playwright

from tests.e2e.far_game import ENDING, GAMES, Table
from tests.e2e.far_pair import Player
from tests.e2e.harness import CUT_OFF, NewContext, Servers, firefox, press_all
from tests.e2e.keeper import PHONE
from tests.e2e.relays import RealRelay

pytestmark = pytest.mark.soak
SMALL = {"viewport": PHONE, "has_touch": True}
BEGUN = 12  # decisions


@pytest.mark.parametrize("way", ["relay", "links"])
@pytest.mark.parametrize("game", ENDING)
def test_game_can_be_played_to_its_end(
    new_context: NewContext, server: Servers, relay: RealRelay, game: str, way: str
) -> None:
    relays = [relay.url] if way == "relay" else []
    table = Table(ENDING[game], [Player(new_context, server, *relays) for _ in range(2)])
    table.play()
    assert table.over
    table.ends()


@pytest.mark.parametrize("game", GAMES)
def test_reopened_pages_a_moved_seat_and_a_spectator_know_what_the_rules_give_them(
    new_context: NewContext, server: Servers, relay: RealRelay, game: str
) -> None:
    """For the seat on a telephone the link alone is enough: the rest comes from the relay and the
    seed in the link."""
    ana, blas, eva = (Player(new_context, server, relay.url) for _ in range(3))
    table = Table(GAMES[game], (ana, blas))
    eva.look(table.address)
    table.spectators.append(eva)
    table.play(BEGUN // 2)
    table.agreed()
    before = [table.known(seat).state.observation(seat).key() for seat in (0, 1)]
    ana.reopen()
    blas.reopen()
    press_all(blas.page, ("act:far:fold:more", "act:far:seat"))
    address = blas.page.locator('[data-far="link"]').input_value()
    blas.page.close()
    phone = Player(new_context, server, relay.url, **SMALL)
    table.players[1] = phone.open(address)
    table.agreed()
    after = [table.known(seat).state.observation(seat).key() for seat in (0, 1)]
    assert after == before
    table.play(BEGUN // 2)
    table.agreed()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    press_all(ana.page, ("act:resign", "act:resign-yes"))
    table.ends()
    for player in (blas, eva):
        assert player.watch.problems == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("phone", ["chromium", "firefox"])
def test_phone_and_desktop_of_two_browsers_begin_a_game(
    new_context: NewContext,
    server: Servers,
    relay: RealRelay,
    playwright_driver: Playwright,
    phone: str,
    game: str,
) -> None:
    """The phone invites. Both pages must agree after some decisions of each."""
    with firefox(playwright_driver) as running:
        makers: dict[str, NewContext] = {
            "chromium": new_context,
            "firefox": partial(running.new_context, base_url=server.url),
        }
        desktop = "firefox" if phone == "chromium" else "chromium"
        players = (
            Player(makers[phone], server, relay.url, **SMALL),
            Player(makers[desktop], server, relay.url),
        )
        table = Table(GAMES[game], players)
        table.play(BEGUN)
        table.agreed()
        assert players[0].page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        found = [one for player in players for one in player.watch.problems]
        assert "\n".join(one for one in found if not CUT_OFF.search(one)) == ""
