"""Two weeks of fake days at a table with a clock (soak): pages whose clocks are set forward, one
seat on two devices, and a storage that is full for a day in the middle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from engine.match.clock import DAY
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import press, press_all, screenshot
from tests.e2e.relays import RealRelay
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far import relay as relay

BEGAN = -20  # days from now: the relay takes no date that lies ahead
SET = """(() => {
  if (window.asedioAhead === undefined) {
    const now = Date.now.bind(Date);
    Date.now = () => now() + window.asedioAhead;
  }
  window.asedioAhead = AHEAD;
})()"""
FULL = """() => {
  Storage.prototype.setItem = () => {
    throw new DOMException("no space left", "QuotaExceededError");
  };
}"""
GAME = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "b1c3", "g8f6", "d2d3")
PHONES, FULL_DAY, CLAIMED, ENDED = 3, 4, 12, 14
LEFT = re.compile("^(3 d 0 h|2 d 23 h)$")  # counted from when this device has the move


def turn_day(day: int, *players: Player) -> None:
    """Set the clocks of all pages that these players open from now on."""
    for player in players:
        player.context.add_init_script(SET.replace("AHEAD", str((BEGAN + day) * DAY)))


class Traveller(Player):
    """Player who opens the table for a moment each day."""

    table = ""

    def visit(self, address: str = "") -> Traveller:
        """Open the table in a new page, and wait until its mail is read."""
        self.open(address or self.table)
        self.table = self.page.url
        self.line("open")
        return self

    def leave(self) -> None:
        """Close the table once a relay has stored everything, or the other has seen it."""
        receipt = self.page.locator(".far-receipt")
        expect(receipt).to_have_class(re.compile("stored|seen"), timeout=PATIENCE_MS)
        self.table = self.page.url
        self.page.goto("about:blank")

    def seat_link(self) -> str:
        press_all(self.page, ("act:far:fold:more", "act:far:seat"))
        found = self.page.locator('[data-far="link"]').input_value()
        press(self.page, "dialog:close")
        return found


def try_while_full(player: Traveller, move: str) -> None:
    """Move while the storage is full: this is said, nothing is sent, and a reload has no trace."""
    before = player.played()
    player.page.evaluate(FULL)
    player.move(move)
    asks = player.page.locator('[data-slot="ask"]')
    expect(asks).to_contain_text("storage is full", timeout=PATIENCE_MS)
    expect(player.page.locator(".far-receipt")).to_have_class(re.compile("held"))
    screenshot(player.page, "far-week-full")
    player.visit(player.page.url).turn(0)
    assert player.played() == before


@pytest.mark.soak
def test_two_weeks_with_clocks_two_devices_of_a_seat_and_a_full_storage(
    new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    """Each opens the page once a day, never both together. Nobody loses time he had or signs a move
    twice; then one stays away, and loses on time."""
    ana, blas, phone = (Traveller(new_context, server, relay.url) for _ in range(3))
    everybody = (ana, blas, phone)
    turn_day(0, *everybody)
    blas.sit(ana.invite(clock="3d"))
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    phone.table = blas.seat_link()
    blas.leave()
    for day, move in enumerate(GAME):
        turn_day(day, *everybody)
        me = ana if day % 2 == 0 else phone if day == PHONES else blas
        if day:
            me.visit().turn(day % 2)
            assert len(me.played()) == day
            expect(me.page.locator(".strip-clock[data-runs] b")).to_have_text(LEFT)
        if day == FULL_DAY:
            try_while_full(me, "d2d4")
        me.move(move).turn(1 - day % 2)
        me.leave()
    turn_day(CLAIMED, *everybody)
    press(ana.visit().turn(1).page, "act:far:time")
    expect(ana.page.locator("body")).to_contain_text("You have asked whether")
    ana.leave()
    turn_day(ENDED, *everybody)
    for player in everybody:
        player.visit()
        expect(player.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
        assert player.played()[-1] == ("time", 1) and len(player.played()) == len(GAME) + 1
        assert player.page.locator(".far-fork, .strip-doubt").count() == 0
        assert player.watch.problems == []
    screenshot(blas.page, "far-week-end")
