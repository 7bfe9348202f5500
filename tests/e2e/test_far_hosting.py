"""Default relays, the trial before an invitation, and a page with a relay of its own."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import (
    CUT_OFF,
    PLAIN_HOST,
    boot,
    firefox,
    press,
    press_all,
    replace,
    screenshot,
    serving,
)
from tests.e2e.relays import OwnHost, free_port
from tests.e2e.test_far import PATIENCE_MS, Player, hostile_relays, play_to_mate, seated
from tests.fixtures.says import says

LIST = re.compile(rb'(<meta name="asedio-relays" content=")[^"]*')


class Usual(Player):
    """Player who leaves the host's list of relays as it is."""

    def choose_relays(self) -> None:
        pass


@pytest.mark.soak
def test_link_names_the_first_two_relays_that_give_an_event_back(
    new_context: NewContext, copy: Path
) -> None:
    """The host has replaced the list in index.html: its first relay is dead, the second forgets."""
    dead = f"ws://127.0.0.1:{free_port()}"
    with hostile_relays(3) as [forgets, good, strict], serving(copy) as port:
        forgets.forgets, strict.limits = True, {"min_pow_difficulty": 8}
        others = [one.url for one in (forgets, good, strict)]
        page = copy / "index.html"
        listed = " ".join([dead, *others]).encode()
        replace(page, LIST.sub(rb"\g<1>" + listed, page.read_bytes()))
        server = Servers(f"http://localhost:{port}/", "", copy)
        at_host = partial(new_context, base_url=server.url)
        ana = Usual(at_host, server, dead, *others)
        boot(ana.page)
        press_all(ana.page, ("act:game:andarraya", "act:invite"))
        assert ana.watch.sockets == []
        address = ana.make("Ana", 0)
        assert address.split("via=")[1] == f"{good.url},{strict.url}"
        left = ana.page.locator(".far-card .soft")
        expect(left).to_contain_text(f"{dead} (no answer)")
        expect(left).to_contain_text(f"{forgets.url} (did not return the message)")
        screenshot(ana.page, "far-trial-done")
        assert strict.trials[0]["id"].startswith("00")
        ana.line("open")
        ana.watch.forgive("ERR_CONNECTION_REFUSED")
        assert ana.watch.problems == []


@pytest.mark.soak
def test_silent_relays_do_not_delay_an_invitation_by_link(
    new_context: NewContext, server: Servers
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        ana = Player(new_context, server, f"ws://127.0.0.1:{silent.getsockname()[1]}")
        boot(ana.page)
        press_all(ana.page, ("act:game:andarraya", "act:invite", "far-side:0"))
        ana.choose_relays()
        press(ana.page, "far:make")
        card = ana.page.locator('[data-far="trial"]')
        expect(card).to_contain_text("testing", timeout=PATIENCE_MS)
        screenshot(ana.page, "far-trial")
        link = ana.page.locator('[data-far="invitation"]')
        expect(link).to_have_count(0)
        press(ana.page, "act:far:alone")
        assert "#join=" in link.input_value() and "via=" not in link.input_value()
        ana.reopen()
        alone = ana.page.locator('[data-far="invitation"]')
        assert "via=" not in alone.input_value()


@pytest.mark.soak
def test_silent_relay_is_given_up_without_errors(new_context: NewContext, server: Servers) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"ws://127.0.0.1:{silent.getsockname()[1]}"
        ana = Player(new_context, server, url)
        boot(ana.page)
        press_all(ana.page, ("act:game:andarraya", "act:invite"))
        ana.choose_relays()
        press(ana.page, "far:make")
        ana.page.locator('[data-target="act:far:anew"]').wait_for(timeout=PATIENCE_MS)
        expect(ana.page.locator(".far-relays")).to_have_text(f"{url} · no answer")
        ana.page.wait_for_timeout(3000)
        found = [one for one in ana.watch.problems if "WebSocket connection" not in one]
        assert found == []


@pytest.fixture
def own(site: Path, tmp_path: Path) -> Iterator[OwnHost]:
    running = OwnHost(site, tmp_path / "data", PLAIN_HOST)
    yield running
    running.kill()


def guest(new_context: NewContext, own: OwnHost, **more: object) -> Usual:
    at_host = partial(new_context, base_url=own.url, **more)
    return Usual(at_host, Servers(own.url, "", Path()), own.relay.removesuffix("/relay"))


def test_two_pages_meet_over_the_relay_of_their_host(new_context: NewContext, own: OwnHost) -> None:
    """Plain http under a name that is no secure context: said once, and everything works."""
    ana, blas = (guest(new_context, own, service_workers="allow") for _ in range(2))
    note = ana.page.get_by_text("Open each table in one tab only")
    boot(ana.page)
    assert not ana.page.evaluate("isSecureContext")
    press_all(ana.page, ("act:game:andarraya", "act:invite"))
    expect(note).to_be_visible()
    expect(ana.page.get_by_text("contacts only the host of this page")).to_be_visible()
    screenshot(ana.page, "far-own-relay")
    assert ana.watch.sockets == []
    address = ana.make("Ana", 0)
    assert address.endswith("&via=/relay")
    press(ana.page, "act:far:copy")
    expect(ana.page.locator(".far-card .said")).to_have_text(says("far.copied"))
    blas.sit(address)
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    ana.turn(0).move("e2e4")
    blas.turn(1).reopen().line("open").move("e7e5")
    ana.turn(0)
    press_all(ana.page, ("act:home", "act:game:andarraya", "act:invite"))
    expect(note).to_have_count(0)
    for player in (ana, blas):
        assert {own.relay} == set(player.watch.sockets)
        assert player.watch.problems == []


@pytest.mark.soak
def test_firefox_and_chromium_play_to_the_end_over_the_relay_of_their_host(
    new_context: NewContext, own: OwnHost, playwright_driver: Playwright
) -> None:
    prefs = {"network.dns.localDomains": PLAIN_HOST}
    with firefox(playwright_driver, firefox_user_prefs=prefs) as running:
        ana, blas = guest(running.new_context, own), guest(new_context, own)
        play_to_mate(*seated(ana, blas))
        found = [one for one in ana.watch.problems if not CUT_OFF.search(one)]
        assert [found, blas.watch.problems] == [[], []]
