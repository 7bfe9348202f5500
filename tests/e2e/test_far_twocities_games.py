"""A Tale of Two Cities between two browsers (soak): by links alone, over a relay with a seat that
moves to another device and a spectator, phone against desktop, line set-ups by luck."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

from engine.core.contract import Action
from engine.games.twocities.game import TwoCities
from engine.match.match import Match, MatchConfig
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import BOARD, boot, firefox, press, press_all, wait_for_mark
from tests.e2e.keeper import PHONE
from tests.e2e.relays import RealRelay
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far import relay as relay
from tests.e2e.test_far_cheats import shots
from tests.e2e.test_far_games import carry
from tests.e2e.test_far_kills import RECEIPT
from tests.e2e.test_far_twocities import (
    NEW_EVENTS,
    SHUFFLE_MS,
    course,
    holds_no_secret,
    quiet_action,
    stored,
)
from tests.e2e.test_twocities import CARDS, own_hand
from tests.far.test_twocities_page import chosen_action

pytestmark = pytest.mark.soak
COMPUTES = "() => document.body.innerText.includes('This device is shuffling')"
SEAT = '[data-far="link"]'
QUIET = partial(bool, 1)
LIMIT = 3_000


class Game:
    """Two pages at one table that play at random."""

    def __init__(self, players: tuple[Player, Player], seed: int, **options: object) -> None:
        self.players, self.rng = [*players], Random(seed)
        self.config = MatchConfig("twocities", options)
        self.game = TwoCities(options)

    def known(self, seat: int) -> Match:
        """Return the match as the page of a seat has stored it."""
        match = Match(self.config, viewer=seat)
        for action in stored(self.players[seat]):
            match.play(tuple(action))
        return match

    @property
    def over(self) -> bool:
        return all(self.known(seat).over for seat in (0, 1))

    def decks(self) -> int:
        return len(course(self.players[0])[0].dealing.decks)

    def verbs(self) -> list[tuple[Any, ...]]:
        return [event.action for event in self.known(0).events]

    def choice(self, match: Match, quiet: bool) -> Action:
        """Return what the player who decides does; `quiet`: so that the game lasts."""
        state = match.state
        found = chosen_action(state, state.current_player(), self.rng)
        return tuple(quiet_action(state) if quiet else found)

    def step(self, quiet: bool = False, seat: int = -1) -> bool:
        """Play one decision of the seat that decides; return False if none does now."""
        for mine in (0, 1) if seat < 0 else (seat,):
            match, me = self.known(mine), self.players[mine]
            if match.state.current_player() != mine or match.over:
                continue
            action, count = self.choice(match, quiet), len(match.events)
            press_all(me.turn(mine).page, self.game.path(match.state, action))
            me.page.wait_for_function(f"count => ({NEW_EVENTS})(count).length > 0", arg=count)
            return True
        return False

    def carry(self) -> None:
        """Hand over by link what each page has to send, once it has computed its passes."""
        for me, other in (self.players, self.players[::-1]):
            until = time.monotonic() + SHUFFLE_MS / 1000
            while me.page.evaluate(COMPUTES):
                assert time.monotonic() < until
                me.page.wait_for_timeout(100)
            if me.page.evaluate(RECEIPT) != "seen":
                carry(me, other)

    def until(self, enough: Callable[[], bool], quiet: Callable[[], bool] = lambda: False) -> None:
        """Play until `enough`; by links if the players have no relays."""
        waited = 0
        while not enough() and not self.over:
            if self.step(quiet()):
                waited = 0
                continue
            self.carry()
            self.players[0].page.wait_for_timeout(20)
            waited += 1
            assert waited < 1_000 and len(self.known(0).events) < LIMIT

    def deal(self) -> None:
        self.until(lambda: self.known(0).state.current_player() == 0)
        expect(self.players[0].page.locator(CARDS)).to_have_count(3, timeout=SHUFFLE_MS)

    def evaded(self) -> bool:
        return ("evade", 1) in self.verbs()

    def check_end(self) -> None:
        """Both pages show the result and have opened their cards; both certificates are valid."""
        for me in self.players:
            expect(me.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
        self.carry(), self.carry()
        for me in self.players:
            page = me.page
            expect(page.locator(".result-waits")).to_have_count(0, timeout=PATIENCE_MS)
            assert {*course(me)[0].dealing.seeds} == {0, 1}
            press(page, "act:far:certificate")
            expect(page.locator(".certificate-verdict.valid")).to_be_visible(timeout=SHUFFLE_MS)
            press(page, "dialog:close")


def by_links(new_context: NewContext, server: Servers, seed: int) -> Game:
    ana, blas = (Player(new_context, server) for _ in range(2))
    blas.sit(ana.invite(game="twocities"))
    game = Game((ana, blas), seed)
    game.deal()
    return game


def fought(game: Game) -> bool:
    return any(one[0] == "dice" for one in game.verbs())


# -- by links alone --------------------------------------------------------------------------------


def test_links_alone_carry_a_fight_and_a_reshuffle(
    new_context: NewContext, server: Servers
) -> None:
    game = by_links(new_context, server, 1)
    ana, blas = game.players
    game.until(lambda: fought(game))
    shots(ana.page, "far-twocities-link-melee")
    game.until(lambda: game.decks() > 1, QUIET)
    game.carry()
    game.until(lambda: game.known(0).state.current_player() == 0 and game.decks() > 1)
    holds_no_secret(ana, blas), holds_no_secret(blas, ana)
    assert fought(game) and ana.watch.problems == blas.watch.problems == []


# -- over a relay ----------------------------------------------------------------------------------


def moved_seat(me: Player, phone: Player) -> None:
    """Move a seat to another device by its link, and close the old page."""
    press_all(me.page, ("act:far:fold:more", "act:far:seat"))
    address = me.page.locator(SEAT).input_value()
    me.page.close()
    phone.page.goto(address)
    phone.page.wait_for_load_state()
    wait_for_mark(phone.page, BOARD)


def test_a_whole_game_over_a_relay_with_a_moved_seat_and_a_spectator(
    new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    """With a reshuffle and an evasion; both pages are reopened in the middle of the first deck and
    Black goes on with a telephone, that knows its hand from the seed alone."""
    ana, blas, eva = (Player(new_context, server, relay.url) for _ in range(3))
    phone = Player(new_context, server, relay.url, viewport=PHONE, has_touch=True)
    address = ana.invite(game="twocities")
    blas.sit(address)
    game = Game((ana, blas), 3)
    game.deal()
    eva.page.goto(address)
    eva.page.locator('[data-target="act:look"]').wait_for(timeout=90_000)
    press(eva.page, "act:look")
    game.until(lambda: len(game.verbs()) > 40)
    ana.reopen(), blas.reopen()
    game.until(lambda: len(game.verbs()) > 60)
    hand = sorted(own_hand(blas.page))
    moved_seat(blas, phone)
    expect(phone.page.locator(CARDS)).to_have_count(len(hand), timeout=SHUFFLE_MS)
    assert hand and sorted(own_hand(phone.page)) == hand
    game.players[1] = phone
    holds_no_secret(ana, phone), holds_no_secret(phone, ana)
    game.until(lambda: False, lambda: game.decks() < 2)
    sees_no_hand(eva, game)
    game.check_end()
    assert game.decks() > 1
    for number in range(5):  # cards and dice differ each time
        if not game.evaded():
            phone.sit(ana.invite(game="twocities"))
            game = Game((ana, phone), number)
            game.until(game.evaded)
    assert game.evaded()
    game.until(lambda: game.known(0).state.ask == "card")
    for me in (ana, blas, eva, phone):
        assert me.watch.problems == []


def sees_no_hand(eva: Player, game: Game) -> None:
    """Check that a spectator has every event without the cards that were drawn."""
    eva.page.locator(".result-card").wait_for(timeout=PATIENCE_MS)
    seen = stored(eva)
    drawn = [one[1] for one in seen if one[0] in ("deal", "card")]
    assert drawn and {*drawn} == {-1}
    assert len(seen) == len(game.known(0).events)
    assert not eva.page.locator(CARDS).count()


@pytest.mark.parametrize("phone", ["chromium", "firefox"])
def test_phone_and_desktop_of_two_browsers_begin_a_game(
    new_context: NewContext,
    server: Servers,
    relay: RealRelay,
    playwright_driver: Playwright,
    phone: str,
) -> None:
    """The phone invites; both play until dice were thrown in a fight."""
    with firefox(playwright_driver) as running:
        makers = {
            "chromium": new_context,
            "firefox": partial(running.new_context, base_url=server.url),
        }
        desktop = "firefox" if phone == "chromium" else "chromium"
        ana = Player(makers[phone], server, relay.url, viewport=PHONE, has_touch=True)
        blas = Player(makers[desktop], server, relay.url)
        blas.sit(ana.invite(game="twocities"))
        game = Game((ana, blas), 5)
        game.deal()
        game.until(lambda: fought(game))
        game.until(lambda: game.known(0).state.ask == "card")
        assert fought(game)
        assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_row_set_ups_and_terrain_by_luck_can_be_played_far_away(
    new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    """The lines are drawn by the dice of both devices; then the game goes on to a fight."""
    ana, blas = (Player(new_context, server, relay.url) for _ in range(2))
    boot(ana.page)
    press_all(ana.page, ("act:game:twocities", "preset:random", "act:invite"))
    blas.sit(ana.make("Ana", 0))
    game = Game((ana, blas), 6, setup="random")
    game.deal()
    assert {one[0] for one in stored(ana)[:3]} == {"line", "forests", "hills"}
    assert stored(ana)[:3] == stored(blas)[:3]
    game.until(lambda: fought(game))
    holds_no_secret(ana, blas), holds_no_secret(blas, ana)
    for me in (ana, blas):
        assert me.watch.problems == []
