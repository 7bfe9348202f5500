"""Measure what thousands of stored games cost: home, the list of all games, a search.

    .venv/bin/python -m tests.bench.many_games [GAMES]

The page runs without a document (store, markup), in CPython; Pyodide takes some three to five times
as long. Home is compared with a store without games.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

from tests.ui.test_app import Page, View, opened
from tests.ui.test_packs import finished
from ui.saves.entries import dump, parse
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.shell.app import App
from ui.shell.controller import Controller

GAMES, RUNS, DAY = 5_000, 9, 86_400_000
NAMES = ("Ana", "Blas", "Carmen", "Diego", "Eva", "Félix", "Greta", "Hugo")
SEARCHES = ("", "c", "ca", "carmen", "carmen 2026", "nobody")


def filled(games: int) -> MemoryStorage:
    """Return a store of so many packed games, copies of five, indexed."""
    models = []
    for game_id in ("andarraya", "cotadrez", "rilatria", "stratego", "twocities"):
        disk = MemoryStorage()
        store = Store(disk)
        key = store.add(finished(game_id))
        store.save_table(key, {"seats": [0, 2]})
        assert store.pack(key)
        models.append(parse(disk.entries[f"asedio:game:{key}"]))
    rng, disk = Random(1), MemoryStorage()
    for number in range(games):
        head = dict(models[number % len(models)])
        head["names"] = rng.sample(NAMES, 2)
        head["log"] = [head["log"][0] - number * DAY // 8, *head["log"][1:]]
        disk.entries[f"asedio:game:{number:010x}"] = dump(head)
    Store(disk).games()
    return disk


def milliseconds(act: Callable[[], object]) -> float:
    """Return the least processor time of RUNS runs."""
    found = []
    for _ in range(RUNS):
        begun = time.process_time()
        act()
        found.append((time.process_time() - begun) * 1000)
    return min(found)


def both(app: App) -> None:
    """Change the search twice, so that the statistics are computed again."""
    app.field("search", "c")
    app.field("search", "")


class Later(Page):
    """A page that paints when `slices` is called."""

    def painted(self, act: Callable[[], None]) -> None:
        self.waiting.append(act)


def painted(fragment: str, disk: MemoryStorage) -> tuple[float, float]:
    """Return the milliseconds until a screen is painted, and those of the work afterwards."""
    first, later = [], []
    for _ in range(RUNS):
        begun = time.process_time()
        page = Later(fragment)
        app = App(View(), page, Store(disk), "es")  # type: ignore[arg-type]
        Controller(app, page)  # type: ignore[arg-type]
        app.start()
        first.append((time.process_time() - begun) * 1000)
        begun = time.process_time()
        page.slices()
        later.append((time.process_time() - begun) * 1000)
    return min(first), min(later)


def main(games: int) -> None:
    disk, empty = filled(games), MemoryStorage()
    chars = sum(len(key) + len(raw) for key, raw in disk.entries.items())
    heads = [len(raw) for key, raw in disk.entries.items() if key.startswith("asedio:game:")]
    print(f"{games} games: {chars} characters, {sum(heads) / max(len(heads), 1):.0f} a game")
    for name, fragment in (("home", ""), ("list", "#games")):
        none, many = (painted(fragment, one) for one in (empty, disk))
        print(
            f"{name}: painted after {none[0]:.1f} ms without games, {many[0]:.1f} ms with", end=", "
        )
        print(f"then {none[1]:.1f} and {many[1]:.1f} ms of work")
    app = opened("#games", disk)
    app.page.slices()
    print(f"a page turned: {milliseconds(lambda: app.press('act:page:after')):.1f} ms")
    for word in SEARCHES:
        print(
            f"search {word!r}: {milliseconds(lambda word=word: app.field('search', word)):.1f} ms"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else GAMES)
