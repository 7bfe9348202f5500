"""Measure the cost of long games (opening, a press) and of many saved games on the home page.

    .venv/bin/python -m tests.bench.long_games [GAME …]

The page runs without a document (rules, store, scene, markup). Prints ratios of a long game to one
of 100 events with the same final position, because the pieces on the board cost time too, and of
the home page with 200 games to one without.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from random import Random

from engine.core.contract import Event
from engine.match.match import Match, MatchConfig
from tests.fixtures.matches import random_match
from tests.ui.test_app import opened
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.shell.app import App

SHORT, LONG, SHELF, RUNS = 100, 2000, 200, 9
SEEDS = {"stratego": 34, "twocities": 15, "cotadrez": 93, "rilatria": 52}  # long random games
PRESSES = 12


def random_game(game_id: str, seed: int) -> Match:
    """Return a random game of up to LONG events; if it ends before, without its last 40."""
    match = random_match(game_id, seed, LONG)
    if match.over:
        match.cut(len(match.events) - 40)
    return match


def short(match: Match) -> tuple[str, list[Event]]:
    """Return the same game started shortly before its end: position text and events."""
    count = len(match.events) - SHORT
    return match.game.position_text(match.state_at(count)), match.events[count:]


def stored(
    disk: MemoryStorage, game_id: str, events: Sequence[Event], start: str | None = None
) -> str:
    store = Store(disk)
    key = store.new_game(MatchConfig(game_id, {}, ("Ana", "Blas"), start))
    for index, event in enumerate(events):
        store.append(key, index, event)
    return key


def milliseconds(act: Callable[[], object]) -> float:
    """Return the processor time of `act`, which machine load hardly affects."""
    begun = time.process_time()
    act()
    return (time.process_time() - begun) * 1000


def open_table(key: str, disk: MemoryStorage) -> App:
    """Open a table and read its pending slices."""
    app = opened(f"#play={key}", disk)
    app.page.slices()
    return app


def at_table(app: App) -> None:
    """Open the curtain for the player to decide."""
    app.press("btn:reveal")


def presses(disk: MemoryStorage, key: str) -> list[float]:
    """Return the duration of each of some random presses, on a copy of the store."""
    app = opened(f"#play={key}", MemoryStorage(dict(disk.entries)))
    rng, found = Random(1), []
    at_table(app)
    while len(found) < PRESSES:
        session = app.screen.session
        if session._match.over:
            break
        if session.curtain is not None:
            at_table(app)
            continue
        state = session.observation()
        for target in session.game.path(state, rng.choice(sorted(state.legal_actions()))):
            found.append(milliseconds(lambda target=target: app.press(target)))
    return found


def report(game_id: str) -> None:
    match = random_game(game_id, SEEDS[game_id])
    opening, pressing = [], []
    for start, events in (short(match), (None, match.events)):
        disk = MemoryStorage()
        key = stored(disk, game_id, events, start)
        first = milliseconds(lambda key=key, disk=disk: open_table(key, disk))
        times = [
            milliseconds(lambda key=key, disk=disk: at_table(open_table(key, disk)))
            for _ in range(RUNS)
        ]
        opening.append(min(times))
        runs = [statistics.mean(found) for _ in range(3) if (found := presses(disk, key))]
        pressing.append(min(runs, default=0.0))
        print(f"{game_id} {len(events)} events: first opened {first:.0f} ms", end=", ")
        print(f"opened {opening[-1]:.1f} ms, a press {pressing[-1]:.2f} ms")
    print(f"{game_id}: opening {opening[1] / opening[0]:.2f}", end=", ")
    print(f"a press {pressing[1] / pressing[0]:.2f}")


def report_home() -> None:
    found = []
    for count in (0, SHELF):
        disk = MemoryStorage()
        for number in range(count):
            stored(disk, "andarraya", [Event(n % 2, ("move", n, number)) for n in range(60)])
        app = opened("", disk)
        first = min(milliseconds(lambda disk=disk: opened("", disk)) for _ in range(RUNS))
        again = min(milliseconds(lambda app=app: app.field("name0", "A")) for _ in range(RUNS))
        found.append((first, again))
        print(f"home with {count} games: shown {first:.1f} ms, a letter typed {again:.2f} ms")
    print(f"home: shown {found[1][0] / found[0][0]:.2f}, typing {found[1][1] / found[0][1]:.2f}")


if __name__ == "__main__":
    for one in sys.argv[1:] or SEEDS:
        report(one)
    report_home()
