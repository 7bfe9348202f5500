"""Far play from inside a frame of another site, as on itch.io, with and without storage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Frame, Page, Playwright, expect

from tests.e2e.far_pair import PATIENCE_MS, Player, offering, wait_until
from tests.e2e.harness import (
    READY,
    NewContext,
    Servers,
    Watch,
    firefox,
    target,
    wait_for_mark,
    written,
)
from tests.e2e.harness import press as press_in_page
from tests.e2e.relays import RealRelay
from tests.e2e.test_boot import frame_in

# As browsers do that block storage of other sites' frames.
BLOCKED = """if (window !== top) Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("blocked", "SecurityError"); }
});"""


def press(frame: Frame, name: str) -> None:
    """Press a target in the frame; in Firefox by an event, since its driver's clicks do not reach a
    frame of another site."""
    browser = frame.page.context.browser
    if browser is None or browser.browser_type.name != "firefox":
        press_in_page(frame, name)
        return
    target(frame, name).dispatch_event("click")
    written(frame)


def press_all(frame: Frame, names: Iterable[str]) -> None:
    for name in names:
        press(frame, name)


class Framed:
    """Player inside a frame of another site."""

    def __init__(
        self, new_context: NewContext, server: Servers, relay: RealRelay, blocked: bool
    ) -> None:
        self.context = new_context(locale="en-GB")
        http = relay.url.replace("ws", "http")
        self.watch = Watch(self.context, (server.origin, server.other_origin, relay.url, http))
        offering(self.context, server, relay)
        if blocked:
            self.context.add_init_script(BLOCKED)
        self.page: Page = self.context.new_page()
        self.frame: Frame = frame_in(self.page, server, 'allow="local-network-access *"')
        wait_for_mark(self.frame, READY)

    def ask(self) -> None:
        """Open the invitation dialog."""
        press_all(self.frame, ("act:game:andarraya", "act:invite"))
        self.frame.locator('[data-target="far:make"]').wait_for(timeout=PATIENCE_MS)

    def reload(self) -> None:
        self.page.reload()
        # Firefox's driver learns of the frame a little later.
        wait_until(lambda: self.page.frame(name="game") is not None)
        again = self.page.frame(name="game")
        assert again is not None
        self.frame = again
        wait_for_mark(again, READY)

    def invite(self) -> str:
        self.ask()
        press_all(self.frame, ("far-side:0", "far:make"))
        field = self.frame.locator('[data-far="invitation"]')
        field.wait_for(timeout=PATIENCE_MS)
        return field.input_value()


def warned(framed: Framed) -> None:
    """Check that the dialog says, before inviting, that the seat lives only as long as the page."""
    framed.ask()
    risk = framed.frame.locator('dialog .far-risk[data-risk="page"]')
    expect(risk).to_be_visible()
    expect(risk.locator("a[target=_blank]")).to_have_attribute("href", re.compile("^http"))
    press_all(framed.frame, ("dialog:close", "act:home"))


def play_from_frame(framed: Framed, guest: Player) -> str:
    """Play three plies, one side in the frame; return the link to its seat."""
    guest.sit(framed.invite())
    framed.frame.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    press(framed.frame, "act:far:fold:more")
    press(framed.frame, "act:far:seat")
    seat = framed.frame.locator('[data-far="link"]').input_value()
    press(framed.frame, "dialog:close")
    press_all(framed.frame, ("sq:e2", "sq:e4", "act:confirm"))
    guest.turn(1).move("e7e5")
    framed.frame.locator('#app[data-player="0"]').wait_for(timeout=PATIENCE_MS, state="attached")
    return seat


def offered(new_context: NewContext, server: Servers, relay: RealRelay) -> Player:
    """Return a player in a tab of its own, whose host offers the relay."""
    found = Player(new_context, server, relay.url)
    offering(found.context, server, relay)
    return found


BROWSERS = pytest.mark.parametrize(
    "browser_name", ["chromium", pytest.param("firefox", marks=pytest.mark.soak)]
)


@pytest.fixture
def inside(
    browser_name: str, new_context: NewContext, playwright_driver: Playwright, server: Servers
) -> Iterator[NewContext]:
    """Yield a function that makes profiles of the browser with the frame."""
    if browser_name == "chromium":
        yield new_context
        return
    with firefox(playwright_driver) as running:
        yield partial(running.new_context, base_url=server.url)


@BROWSERS
def test_frame_without_storage_warns_and_its_seat_goes_on_in_a_tab(
    inside: NewContext, new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    """A reload loses the seat, whose link goes on in a tab. The guest is always Chromium."""
    framed = Framed(inside, server, relay, blocked=True)
    guest, tab = (offered(one, server, relay) for one in (new_context, inside))
    warned(framed)
    seat = play_from_frame(framed, guest)
    framed.reload()
    expect(framed.frame.locator('[data-target="act:game:andarraya"]').first).to_be_attached()
    expect(framed.frame.locator('[data-target^="act:continue"]')).to_have_count(0)
    framed.page.close()
    tab.page.goto(seat)
    tab.turn(0).move("g1f3")
    guest.turn(1)
    assert guest.watch.problems == []


@pytest.mark.soak
@BROWSERS
def test_whole_game_from_a_frame(
    inside: NewContext, new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    """Played to mate over a relay, with a reload in the middle; then the certificate."""
    framed = Framed(inside, server, relay, blocked=False)
    guest = offered(new_context, server, relay)
    guest.sit(framed.invite())
    framed.frame.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    for move, answer in (("f2f3", "e7e5"), ("g2g4", "d8h4")):
        press_all(framed.frame, (f"sq:{move[:2]}", f"sq:{move[2:]}", "act:confirm"))
        guest.turn(1).move(answer)
        expect(framed.frame.locator(".log")).to_contain_text(answer[2:])
        if answer == "e7e5":
            framed.reload()
            again = framed.frame.locator('[data-target^="act:continue"]').first
            press(framed.frame, again.get_attribute("data-target") or "")
            place = framed.frame.locator('#app[data-player="0"]')
            place.wait_for(timeout=PATIENCE_MS, state="attached")
    for ended in (framed.frame, guest.page):
        over = ended.locator('[data-outcome]:not([data-outcome=""])')
        over.wait_for(timeout=PATIENCE_MS, state="attached")
    press(framed.frame, "act:far:certificate")
    expect(framed.frame.locator(".certificate-verdict")).to_be_visible()
    expect(framed.frame.locator(".certificate")).to_contain_text("Result 0-1")
    assert guest.watch.problems == []
