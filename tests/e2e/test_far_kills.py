"""Two browsers and a relay that are killed again and again during play (soak test).

test_far.py has short samples. A browser writes the storage of its pages to disk some seconds later,
a busy one once a minute. Letters come back from the relay, but the table itself does not: nothing
is killed before that is on disk.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Error, Playwright

from engine.core.contract import Action
from engine.dev.browser import LAUNCH_FLAGS, require_chromium
from tests.bench.page import told
from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import BOARD, press, wait_for_mark
from tests.e2e.relays import RealRelay
from tests.e2e.test_far import Player, seated

KILLS, RESTARTS = 100, 30
AGREED_S = 60
WRITTEN_S = 200
LAST_PLY = 90  # then start another table: the rules end a game at ply 101
SAFE = {"stored", "seen"}
RECEIPT = """() => document.querySelector(".far-receipt")?.className.split(" ")[1] ?? "" """


class Mortal(Player):
    """Player whose browser can be killed; the profile outlives it."""

    def __init__(self, driver: Playwright, server: Servers, folder: Path, relay: RealRelay) -> None:
        self.folder = folder

        def launch(**options: object) -> BrowserContext:
            return driver.chromium.launch_persistent_context(
                folder,
                executable_path=require_chromium(),
                args=LAUNCH_FLAGS,
                base_url=server.url,
                **options,  # type: ignore[arg-type]
            )

        self._launch: NewContext = launch
        super().__init__(launch, server, relay.url)

    def pids(self) -> list[int]:
        """Return the process ids of the browser on this profile, without its child processes."""
        shown = subprocess.run(
            ["ps", "-ww", "-eo", "pid,args"], capture_output=True, text=True, check=True
        ).stdout
        mine = [line for line in shown.splitlines() if f"--user-data-dir={self.folder}" in line]
        return [int(line.split()[0]) for line in mine if "--type=" not in line]

    def die(self) -> str:
        """Kill the browser at once; return the address of its page."""
        address = self.page.url
        found = self.pids()
        assert found
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(Error):
            self.context.close()
        return address

    def live(self, address: str) -> None:
        """Start another browser with the same profile and open the address."""
        (self.folder / "SingletonLock").unlink(missing_ok=True)
        self.context = self._launch(locale="en-GB")
        self.page = self.context.new_page()
        self.page.goto(address)
        wait_for_mark(self.page, BOARD)

    def written(self, entry: str = "", end: str = "") -> bool:
        """Return whether the current table is on disk, or its entry with this prefix and end."""
        table = (entry + self.page.url.rpartition("=")[2] + end).encode()
        files = (self.folder / "Default/Local Storage/leveldb").glob("*.log")
        return any(table in file.read_bytes() for file in files)

    def wait_for_disk(self, entry: str = "", end: str = "") -> None:
        until = time.monotonic() + WRITTEN_S
        while not self.written(entry, end):
            assert time.monotonic() < until
            self.page.wait_for_timeout(500)

    def shows(self) -> tuple[str, list[Action]]:
        """Return the player to decide on the page, and the actions in its storage."""
        turn = self.page.locator("#app").get_attribute("data-player") or ""
        return turn, [event.action for event in told(self.page).events]


@pytest.fixture
def mortals(
    playwright_driver: Playwright, server: Servers, tmp_path: Path
) -> Iterator[tuple[Mortal, Mortal, RealRelay]]:
    relay = RealRelay(tmp_path / "relay")
    ana, blas = (
        Mortal(playwright_driver, server, tmp_path / name, relay) for name in ("ana", "blas")
    )
    yield ana, blas, relay
    relay.kill()
    for player in (ana, blas):
        player.context.close()


def begin(ana: Mortal, blas: Mortal) -> None:
    seated(ana, blas)
    ana.wait_for_disk(), blas.wait_for_disk()


def agreed(ana: Mortal, blas: Mortal) -> list[Action]:
    """Return the actions played, once both pages are connected and agree."""
    until = time.monotonic() + AGREED_S
    while time.monotonic() < until:
        ana.line("open")
        blas.line("open")
        if ana.shows() == blas.shows():
            break
        ana.page.wait_for_timeout(100)
    assert ana.shows() == blas.shows()
    for player in (ana, blas):
        assert player.page.locator(".far-fork").count() == 0
    return ana.shows()[1]


@pytest.mark.soak
def test_killed_browser_loses_nothing_the_other_may_know(
    mortals: tuple[Mortal, Mortal, RealRelay],
) -> None:
    """What a relay has stored, or the other player has seen, survives every kill.

    There is no fork, and both see the same game.
    """
    ana, blas, relay = mortals
    rng, killed, started = Random(16), 0, 0
    begin(ana, blas)
    while killed < KILLS:
        played = agreed(ana, blas)
        if told(ana.page).over or len(played) >= LAST_PLY:
            begin(ana, blas)
            continue
        state = told(ana.page).state
        me = (ana, blas)[state.current_player()]
        for name in state.game.path(state, rng.choice(sorted(state.legal_actions()))):
            press(me.page, name)
        me.page.wait_for_timeout(rng.random() * 300)
        safe = me.page.evaluate(RECEIPT) in SAFE
        victim = rng.choice((ana, blas))
        address = victim.die()
        killed += 1
        if started * KILLS < killed * RESTARTS:
            relay.kill()
            relay.start()
            started += 1
        victim.live(address)
        after = agreed(ana, blas)
        assert after[: len(played)] == played and len(after) - len(played) in (
            (1,) if safe else (0, 1)
        )
    assert started == RESTARTS
