"""Players of far tables: a page in a profile that may contact only its host and its own relays."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Route

from engine.core.contract import Action
from tests.bench.page import told
from tests.e2e.harness import (
    BOARD,
    BOOT_TIMEOUT_MS,
    NewContext,
    Servers,
    Watch,
    boot,
    press,
    press_all,
    unasked,
    wait_for_mark,
)
from tests.e2e.relays import HostileRelay, RealRelay

PATIENCE_MS = 60_000
MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for what no page can be asked to wait for."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


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


@contextmanager
def hostile_relays(many: int) -> Iterator[list[HostileRelay]]:
    running = [HostileRelay() for _ in range(many)]
    try:
        yield running
    finally:
        for one in running:
            one.close()


class Player:
    """Player with a watched profile that may contact only the page's host and these relays."""

    def __init__(self, new_context: NewContext, server: Servers, *relays: str, **more: object):
        self.context = unasked(new_context(**{"locale": "en-GB", **more}))
        hosts = [
            relay.replace("ws", "http") for relay in relays
        ]  # relays announce their limits over HTTP
        self.watch = Watch(self.context, (server.origin, *relays, *hosts))
        self.relays = relays
        self.page: Page = self.context.new_page()

    def invite(
        self, name: str = "Ana", side: int = 0, game: str = "andarraya", clock: str = "none"
    ) -> str:
        boot(self.page)
        press(self.page, f"act:game:{game}")
        press(self.page, "act:invite")
        return self.make(name, side, clock)

    def go_far(self, fragment: str) -> str:
        """Turn a local game into far play with Ana on the first side; return the invitation."""
        boot(self.page, fragment)
        press_all(self.page, ("act:share", "share:far"))
        return self.make("Ana", 0)

    def make(self, name: str, side: int, clock: str = "") -> str:
        """Fill in the invitation dialog and return the address of the invitation."""
        self.page.fill('[data-field="far-name"]', name)
        press(self.page, f"far-side:{side}")
        if clock:
            self.page.select_option('[data-field="far-clock"]', clock)
        self.choose_relays()
        press(self.page, "far:make")
        field = self.page.locator('[data-far="invitation"]')
        field.wait_for(timeout=PATIENCE_MS)
        return field.input_value()

    def choose_relays(self) -> None:
        """Replace the host's list, also without relays: tests contact no public ones."""
        self.page.locator(".far-ways summary").click()
        self.page.fill('[data-field="far-relays"]', "\n".join(self.relays))

    def invited(self, address: str, way: str = "sit") -> None:
        """Open an invitation, and wait for a way to accept it."""
        self.page.goto(address)
        self.page.locator(f'[data-target="act:{way}"]').wait_for(timeout=BOOT_TIMEOUT_MS)

    def look(self, address: str) -> None:
        """Watch a table."""
        self.invited(address, "look")
        press(self.page, "act:look")

    def sit(self, address: str, name: str = "Blas") -> Player:
        self.invited(address)
        self.page.fill('[data-field="far-name"]', name)
        press(self.page, "act:sit")
        self.page.locator(".far-panel").wait_for(timeout=PATIENCE_MS)
        return self

    def move(self, text: str) -> Player:
        press(self.page, f"sq:{text[:2]}")
        press(self.page, f"sq:{text[2:]}")
        return self

    def turn(self, player: int) -> Player:
        """Wait until this player is to decide."""
        seen = f'#app[data-player="{player}"]'
        self.page.locator(seen).wait_for(timeout=PATIENCE_MS, state="attached")
        return self

    def line(self, state: str) -> Player:
        found = f'.far-panel[data-line="{state}"]'
        self.page.locator(found).wait_for(timeout=PATIENCE_MS, state="attached")
        return self

    def link(self) -> str:
        press(self.page, "act:far:link")
        address = self.page.locator('[data-far="link"]').input_value()
        press(self.page, "dialog:close")
        return address

    def file(self) -> Path:
        """Download the whole table and return the path of the file."""
        press(self.page, "act:far:link")
        with self.page.expect_download() as download:
            press(self.page, "far:file")
        press(self.page, "dialog:close")
        return download.value.path()

    def read(self, file: Path) -> Player:
        press(self.page, "act:home")
        with self.page.expect_file_chooser() as chooser:
            press(self.page, "act:file")
        chooser.value.set_files(file)
        wait_for_mark(self.page, BOARD)
        return self

    def open(self, address: str) -> Player:
        """Open an address in a new tab, as a messenger does, and close the old one."""
        old, self.page = self.page, self.context.new_page()
        old.close()
        self.page.goto(address)
        wait_for_mark(self.page, BOARD)
        return self

    def reopen(self) -> Player:
        """Close the page and open a new one at the same address."""
        return self.open(self.page.url)

    def played(self) -> list[Action]:
        """Return the actions of the game in the page's store."""
        return [event.action for event in told(self.page).events]


def seated(ana: Player, blas: Player, side: int = 0) -> tuple[Player, Player]:
    blas.sit(ana.invite(side=side))
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    return ana, blas
