"""Two browsers and a relay that are killed again and again during play, in every game (soak).

A browser writes the storage of its pages to disk some seconds later,
a busy one once a minute. Letters come back from the relay, but the table itself does not: nothing
is killed before that is on disk.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Error, Playwright

from engine.core.contract import Action
from engine.dev.browser import LAUNCH_FLAGS, require_chromium
from engine.match.match import Match
from tests.e2e.far_game import COMPUTES, GAMES, RECEIPT, Table
from tests.e2e.far_pair import Player
from tests.e2e.harness import BOARD, NewContext, Servers, wait_for_mark
from tests.e2e.relays import RealRelay

pytestmark = pytest.mark.soak
WRITTEN_S = 200
SAFE = {"stored", "seen"}


class Mortal(Player):
    """Player whose browser can be killed; the profile outlives it."""

    def __init__(self, driver: Playwright, server: Servers, folder: Path, relay: RealRelay) -> None:
        self.folder = folder

        def launch(**options: Any) -> BrowserContext:
            return driver.chromium.launch_persistent_context(
                folder,
                executable_path=require_chromium(),
                args=LAUNCH_FLAGS,
                base_url=server.url,
                **options,
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


Trio = tuple[Mortal, Mortal, RealRelay]


class Fight(NamedTuple):
    """How a game is fought: kills, how many ms later a browser dies, and when the moment is right
    for that; by default after every decision."""

    kills: int
    within_ms: int
    right: Callable[[Table, Action], bool] = lambda table, action: True


def shuffles(table: Table, action: Action) -> bool:
    """Return whether a page computes a pass of a shuffle, or waits for an answer or dice."""
    computing = any(me.page.evaluate(COMPUTES) for me in table.players)
    return computing or action[0] in ("melee", "shoot", "evade")


FIGHTS = {
    "andarraya": Fight(100, 300),
    "cotadrez": Fight(30, 300),
    "rilatria": Fight(30, 500),
    "stratego": Fight(30, 900, lambda table, action: action[0] == "attack"),
    "twocities": Fight(10, 700, shuffles),
}
RESTARTS = 3  # kills for each restart of the relay


class Fought(Table):
    """A table that notes the last decision."""

    last: Action = ("",)

    def choice(self, match: Match) -> Action:
        self.last = super().choice(match)
        return self.last


def sit(trio: Trio, game: str, number: int) -> Fought:
    """Let both sit down, set up and store their keys on disk."""
    table = Fought(GAMES[game], trio[:2], Random(number))
    for me in (trio[0], trio[1]):
        me.wait_for_disk("asedio:far:")
    return table


@pytest.mark.parametrize("game", FIGHTS)
def test_killed_browser_loses_nothing_the_other_may_know(mortals: Trio, game: str) -> None:
    """What a relay has stored, or the other player has seen, survives every kill, also in the
    middle of fights and shuffles. There is no fork, and both see the same game."""
    fight, rng, relay = FIGHTS[game], Random(16), mortals[2]
    killed = tables = started = 0
    table = sit(mortals, game, tables)
    while killed < fight.kills:
        before = table.agreed()
        if before[0].over:
            tables += 1
            table = sit(mortals, game, tables)
            continue
        seat = table.decider()
        assert seat is not None and table.step()
        if not fight.right(table, table.last):
            continue
        me = (mortals[0], mortals[1])[seat]
        me.page.wait_for_timeout(rng.random() * fight.within_ms)
        safe = me.page.evaluate(RECEIPT) in SAFE
        victim = rng.choice((mortals[0], mortals[1]))
        address = victim.die()
        killed += 1
        if started * RESTARTS < killed:
            relay.kill()
            relay.start()
            started += 1
        victim.live(address)
        for had, has in zip(before, table.agreed(), strict=True):
            count = len(had.events)
            assert has.events[:count] == had.events, "what was known is known again"
            assert len(has.events) > count or not safe
