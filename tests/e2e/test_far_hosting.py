"""A page with a relay of its own, as `python -m engine relay` serves it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.far_pair import PATIENCE_MS, Player
from tests.e2e.harness import (
    PLAIN_HOST,
    NewContext,
    Servers,
    boot,
    press,
    press_all,
)
from tests.e2e.relays import OwnHost
from tests.fixtures.says import says


class Usual(Player):
    """Player who leaves the host's list of relays as it is."""

    def choose_relays(self) -> None:
        pass


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
