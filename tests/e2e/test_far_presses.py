"""Two pages meet by as few presses as possible, and play over a relay."""

from __future__ import annotations

import time
from typing import NamedTuple

from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.far_pair import MATE, PATIENCE_MS, Player, offering
from tests.e2e.harness import NewContext, Servers, boot, press, press_all
from tests.e2e.relays import HostileRelay, RealRelay
from tests.fixtures.says import says

COUNTED = """addEventListener("click", event => {
  if (event.isTrusted) window.asedioPresses = (window.asedioPresses ?? 0) + 1;
}, true);"""
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
LETTERS = "getComputedStyle(document.documentElement).fontSize"
INVITER, GUEST = 4, 2  # most presses, the copying of the link included


class Meeting(NamedTuple):
    """Real presses of both, and seconds: from home until both sit, and the guest's part of it."""

    inviter: int
    guest: int
    seconds: float
    guest_seconds: float
    address: str


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
    blas.invited(address)
    press(blas.page, "act:sit")
    for player in (ana, blas):
        player.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    ended = time.perf_counter()
    return Meeting(presses(ana.page), presses(blas.page), ended - begun, ended - sent, address)


def test_pages_meet_by_few_presses_are_reopened_play_to_mate_and_rematch(
    pair: list[Player],
    new_context: NewContext,
    server: Servers,
    relay: RealRelay,
    hostile: HostileRelay,
) -> None:
    """Over a relay that the host offers; a third page watches. The security policy lets a page
    contact no other relay."""
    for player in pair:
        offering(player.context, server, relay)
    found = meet(pair[0], pair[1])
    assert 0 < found.inviter <= INVITER and 0 < found.guest <= GUEST
    eva = Player(new_context, server, relay.url)
    eva.look(found.address)
    first = pair[0].page.locator(".strips.below .strip").get_attribute("data-side")
    white, black = pair if first == "0" else pair[::-1]
    white.turn(0).move(MATE[0])
    white.reopen()  # at once: the letter is stored, whether sent or not
    eva.turn(1)
    black.turn(1).reopen().turn(1).move(MATE[1])
    eva.turn(0)
    white.turn(0).line("open").move(MATE[2])
    black.turn(1).move(MATE[3])
    for player in (white, black, eva):
        expect(player.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
    sizes = []
    for player in (white, eva):  # what many watch is larger on a large screen
        player.page.set_viewport_size(TELEVISION)
        sizes.append(player.page.evaluate(LETTERS))
    assert sizes == ["16px", "20.8px"]
    assert white.played() == black.played() == eva.played() and len(white.played()) >= 4
    tried = f"""new Promise(done => {{
      try {{ const line = new WebSocket("{hostile.url}");
             line.onopen = () => done("open"); line.onerror = () => done("refused"); }}
      catch (error) {{ done("refused"); }} }})"""
    assert black.page.evaluate(tried) == "refused" and hostile.connections == 0
    black.watch.forgive("Content Security Policy")
    press(white.page, "act:rematch")
    offered = black.page.locator('.result-card [data-target="act:rematch"]')
    expect(offered).to_have_text(says("far.again.yes"), timeout=PATIENCE_MS)
    press(black.page, "act:rematch")
    black.turn(0).line("open").move("e2e4")
    white.turn(1)
    assert eva.watch.problems == []
