"""Far play from inside a frame of another site, as on itch.io, with and without storage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Playwright, Route, expect

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import READY, Watch, firefox, target, wait_for_mark, written
from tests.e2e.harness import press as press_in_page
from tests.e2e.relays import RealRelay
from tests.e2e.test_boot import frame_in
from tests.e2e.test_far import PATIENCE_MS, Player
from tests.e2e.test_far import relay as relay

# As browsers do that block storage of other sites' frames.
BLOCKED = """if (window !== top) Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("blocked", "SecurityError"); }
});"""


def offering(context: BrowserContext, server: Servers, relay: RealRelay) -> None:
    """Let the host of the page offer `relay`: what it does not offer needs storage.

    The relay is on this machine, which Chromium lets pages contact only with a permission."""
    if context.browser is not None and context.browser.browser_type.name == "chromium":
        context.grant_permissions(["local-network-access"])

    def fulfill(route: Route) -> None:
        answer = route.fetch()
        text = re.sub(r'(name="asedio-relays" content=)"[^"]*"', rf'\1"{relay.url}"', answer.text())
        route.fulfill(response=answer, body=text)

    context.route(re.compile(re.escape(server.url) + r"(index\.html)?(#.*)?$"), fulfill)


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
        again = None
        for _ in range(100):  # Firefox's driver learns of the frame a little later
            again = again or self.page.frame(name="game")
            if again is None:
                self.page.wait_for_timeout(50)
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


def take_answer(framed: Framed, answer: str) -> None:
    """Paste the guest's answer link into the frame, and play a move."""
    press(framed.frame, "act:far:link")
    framed.frame.fill('[data-field="far-paste"]', answer)
    press(framed.frame, "far:open")
    press_all(framed.frame, ("sq:e2", "sq:e4", "act:confirm"))
    framed.frame.locator('#app[data-player="1"]').wait_for(timeout=PATIENCE_MS, state="attached")


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


def play_without_storage(framed: Framed, guest: Player, tab: Player) -> None:
    """Play from a frame without storage; a reload loses its seat, whose link goes on in a tab."""
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


def play_with_storage(framed: Framed, guest: Player, stranger: Player) -> None:
    """Play from a frame by links: an answer opened elsewhere says how to bring it home, and the
    table survives a reload."""
    guest.sit(framed.invite().split("&via=")[0])
    answer = guest.link()
    stranger.page.goto(answer)
    expect(stranger.page.locator("body")).to_contain_text(
        "not in this browser", timeout=PATIENCE_MS
    )
    take_answer(framed, answer)
    framed.reload()
    again = framed.frame.locator('[data-target^="act:continue"]').first
    press(framed.frame, again.get_attribute("data-target") or "")
    expect(framed.frame.locator(".log")).to_contain_text("e4")


def players(
    new_context: NewContext, server: Servers, relay: RealRelay, *relays: str
) -> tuple[Player, Player]:
    """Return two players in tabs of their own, whose host offers the relay."""
    found = Player(new_context, server, *relays), Player(new_context, server, *relays)
    if relays:
        for player in found:
            offering(player.context, server, relay)
    return found


def test_frame_without_storage_warns_and_its_seat_goes_on_in_a_tab(
    new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    framed = Framed(new_context, server, relay, blocked=True)
    guest, tab = players(new_context, server, relay, relay.url)
    play_without_storage(framed, guest, tab)
    assert tab.watch.problems == []


@pytest.mark.soak
def test_frame_with_storage_takes_an_answer_by_link_and_survives_a_reload(
    new_context: NewContext, server: Servers, relay: RealRelay
) -> None:
    framed = Framed(new_context, server, relay, blocked=False)
    play_with_storage(framed, *players(new_context, server, relay))


@pytest.fixture
def in_firefox(playwright_driver: Playwright, server: Servers) -> Iterator[NewContext]:
    """Yield a function that makes profiles of Firefox."""
    with firefox(playwright_driver) as running:
        yield partial(running.new_context, base_url=server.url)


@pytest.mark.soak
@pytest.mark.parametrize("browser_name", ["chromium", "firefox"])
def test_whole_game_from_a_frame(
    request: pytest.FixtureRequest,
    new_context: NewContext,
    server: Servers,
    relay: RealRelay,
    browser_name: str,
) -> None:
    """Played to mate over a relay, with a reload in the middle; then the certificate."""
    inside: Any = new_context
    if browser_name == "firefox":
        inside = request.getfixturevalue("in_firefox")
    framed = Framed(inside, server, relay, blocked=False)
    guest, _ = players(new_context, server, relay, relay.url)
    guest.sit(framed.invite())
    framed.frame.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    for move, answer in (("f2f3", "e7e5"), ("g2g4", "d8h4")):
        press_all(framed.frame, (f"sq:{move[:2]}", f"sq:{move[2:]}", "act:confirm"))
        guest.turn(1).move(answer)
        log = framed.frame.locator(".log")
        expect(log).to_contain_text(answer[2:], timeout=PATIENCE_MS)
        if answer == "e7e5":
            framed.reload()
            again = framed.frame.locator('[data-target^="act:continue"]').first
            press(framed.frame, again.get_attribute("data-target") or "")
            place = framed.frame.locator('#app[data-player="0"]')
            place.wait_for(timeout=PATIENCE_MS, state="attached")
    for place in (framed.frame, guest.page):
        over = place.locator('[data-outcome]:not([data-outcome=""])')
        over.wait_for(timeout=PATIENCE_MS, state="attached")
    press(framed.frame, "act:far:certificate")
    verdict = framed.frame.locator(".certificate-verdict")
    expect(verdict).to_be_visible(timeout=PATIENCE_MS)
    expect(framed.frame.locator(".certificate")).to_contain_text("Result 0-1")
    assert guest.watch.problems == []


@pytest.mark.soak
def test_firefox_frame_without_storage_warns_and_its_seat_goes_on_in_a_tab(
    new_context: NewContext, server: Servers, relay: RealRelay, in_firefox: NewContext
) -> None:
    """The frame and the tab are Firefox, the guest is Chromium."""
    framed = Framed(in_firefox, server, relay, blocked=True)
    guest, _ = players(new_context, server, relay, relay.url)
    _, tab = players(in_firefox, server, relay, relay.url)
    play_without_storage(framed, guest, tab)


@pytest.mark.soak
def test_firefox_frame_with_storage_takes_an_answer_by_link_and_survives_a_reload(
    new_context: NewContext, server: Servers, relay: RealRelay, in_firefox: NewContext
) -> None:
    framed = Framed(in_firefox, server, relay, blocked=False)
    guest, _ = players(new_context, server, relay)
    _, stranger = players(in_firefox, server, relay)
    play_with_storage(framed, guest, stranger)


@pytest.mark.soak
@pytest.mark.parametrize("browser_name", ["chromium", "firefox"])
def test_frame_without_storage_takes_an_answer_by_link(
    request: pytest.FixtureRequest,
    new_context: NewContext,
    server: Servers,
    relay: RealRelay,
    browser_name: str,
) -> None:
    inside: Any = new_context
    if browser_name == "firefox":
        inside = request.getfixturevalue("in_firefox")
    framed = Framed(inside, server, relay, blocked=True)
    guest, _ = players(new_context, server, relay)
    guest.sit(framed.invite().split("&via=")[0])
    take_answer(framed, guest.link())
    press(framed.frame, "act:far:link")
    letters = framed.frame.locator('[data-far="link"]').input_value()
    press(framed.frame, "dialog:close")
    guest.open(letters).turn(1)
    assert len(guest.played()) == 1
