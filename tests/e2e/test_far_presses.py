"""How many presses lie between home and a table where both players sit."""

from __future__ import annotations

import time
from typing import NamedTuple

from playwright.sync_api import Page

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import boot, press, press_all
from tests.e2e.relays import RealRelay
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far import relay as relay
from tests.e2e.test_far_frames import offering

COUNTED = """addEventListener("click", event => {
  if (event.isTrusted) window.asedioPresses = (window.asedioPresses ?? 0) + 1;
}, true);"""
INVITER, GUEST = 4, 2  # most presses, the copying of the link included


class Meeting(NamedTuple):
    """Real presses of both, and seconds: from home until both sit, and the guest's part of it."""

    inviter: int
    guest: int
    seconds: float
    guest_seconds: float


def presses(page: Page) -> int:
    return int(page.evaluate("window.asedioPresses ?? 0"))


def meet(ana: Player, blas: Player, game: str = "andarraya") -> Meeting:
    """Invite from home and sit down with as few presses as the page allows; the host offers the
    relays, names and choices stay as they are."""
    for player in (ana, blas):
        player.context.add_init_script(COUNTED)
    boot(ana.page)
    begun = time.perf_counter()
    press_all(ana.page, (f"act:game:{game}", "act:invite", "far:make"))
    field = ana.page.locator('[data-far="invitation"]')
    field.wait_for(timeout=PATIENCE_MS)
    press(ana.page, "act:far:copy")
    address = field.input_value()
    sent = time.perf_counter()
    blas.page.goto(address)
    blas.page.locator('[data-target="act:sit"]').wait_for(timeout=90_000)
    press(blas.page, "act:sit")
    for player in (ana, blas):
        player.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    ended = time.perf_counter()
    return Meeting(presses(ana.page), presses(blas.page), ended - begun, ended - sent)


def test_four_presses_and_two_lead_from_home_to_both_sitting(
    new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    ana, blas = Player(new_context, server, relay.url), Player(new_context, server, relay.url)
    for player in (ana, blas):
        offering(player.context, server, relay)
    found = meet(ana, blas)
    assert 0 < found.inviter <= INVITER and 0 < found.guest <= GUEST
    for player in (ana, blas):
        assert player.watch.problems == []
