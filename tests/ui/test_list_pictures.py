"""Pictures in the list of all games: final positions, for the rows in view, without secrets."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from engine.core.contract import SPECTATOR
from engine.games import REGISTRY, game_look
from engine.match.match import Match
from engine.match.savefile import dump_view, reopen
from tests.fixtures.matches import random_match
from tests.ui.fakes import opened
from tests.ui.test_packs import finished
from ui.home.cover import cover
from ui.home.mine import pictures
from ui.render.miniature import picture, picture_of
from ui.saves.index import Summary
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.shell.fetching import NotYetHere


def stored(disk: MemoryStorage, match: Match, seats: list[int] | None = None) -> str:
    store = Store(disk)
    key = store.add(match)
    if seats:
        store.save_table(key, {"seats": seats})
    return key


def seen_by(match: Match, viewer: int) -> str:
    """Return the picture of the last position as a viewer knows it."""
    scene = match.game.scene(match.state.observation(viewer), viewer)
    look = game_look(match.config.game_id)
    return picture(match.config.game_id, picture_of(scene, viewer == 1, look))


def shown(disk: MemoryStorage, *keys: str) -> dict[str, str]:
    """Return the pictures drawn when these rows of the list are in view."""
    app = opened("#games", disk)
    app.page.scrolled(*keys)
    app.page.slices()
    found: dict[str, str] = app.page.pictures
    assert app.page.reports == []
    return found


@pytest.mark.parametrize("game_id", sorted(REGISTRY))
def test_a_finished_game_shows_its_last_position(game_id: str) -> None:
    disk, match = MemoryStorage(), finished(game_id)
    key = stored(disk, match, [0, 2])
    plain = shown(disk, key)
    assert plain == {key: seen_by(match, 0)}
    assert Store(disk).pack(key) and shown(disk, key) == plain


@pytest.mark.parametrize(
    ("seats", "viewer"), [([0, 2], 0), ([2, 0], 1), (None, SPECTATOR), ([2, 2], SPECTATOR)]
)
def test_a_picture_shows_what_the_only_person_here_may_know(
    seats: list[int] | None, viewer: int
) -> None:
    disk, match = MemoryStorage(), finished("stratego", most=90)
    key = stored(disk, match, seats)
    assert Store(disk).pack(key)
    drawn = shown(disk, key)[key]
    assert drawn == seen_by(match, viewer)


def test_a_view_shows_what_its_player_knew() -> None:
    disk, secret = MemoryStorage(), random_match("stratego", 3, 100)
    text = dump_view(secret, 1)
    key = Store(disk).add(reopen(text), text)
    drawn = shown(disk, key)[key]
    assert drawn == seen_by(secret, 1) and drawn.count("?") > 20
    assert drawn != seen_by(secret, 0)


def test_a_running_game_shows_what_its_table_stored() -> None:
    disk = MemoryStorage()
    app = opened("#new=andarraya", disk)
    key = app.session.key
    app.press("sq:e2", "sq:e4")
    sight = json.loads(disk.entries[f"asedio:sight:{key}"])
    assert shown(disk, key) == {key: picture("andarraya", sight["picture"])}
    del disk.entries[f"asedio:sight:{key}"]
    assert shown(disk, key) == {key: cover("andarraya", "miniature")}  # nothing to draw


def test_only_rows_in_view_are_drawn_and_each_once() -> None:
    disk = MemoryStorage()
    first, second, third = (stored(disk, finished("andarraya", seed)) for seed in (1, 2, 3))
    app = opened("#games", disk)
    app.page.slices()
    assert app.page.pictures == {} and "<svg" not in app.view.slots["list"]
    app.page.scrolled(first)
    app.page.scrolled(first, second)
    app.page.slices()
    assert set(app.page.pictures) == {first, second}
    app.refresh()
    assert app.page.pictures[second] in app.view.slots["list"]
    app.page.pictures.clear()
    app.page.scrolled(second, third, "nothing")
    app.page.slices()
    assert set(app.page.pictures) == {third}


def test_rows_that_left_the_view_and_a_list_that_was_left_are_not_drawn() -> None:
    disk = MemoryStorage()
    first, second = (stored(disk, finished("andarraya", seed)) for seed in (1, 2))
    app = opened("#games", disk)
    app.page.scrolled(first)
    app.page.scrolled(second)
    app.page.slices()
    assert set(app.page.pictures) == {second}
    app.page.pictures.clear()
    app.page.scrolled(first)
    app.press("act:home")
    assert app.page.watched is None
    app.page.slices()
    assert app.page.pictures == {}


def test_a_damaged_game_has_the_picture_of_its_kind() -> None:
    disk = MemoryStorage()
    good, bad, cut = (stored(disk, finished("andarraya", seed)) for seed in (1, 2, 3))
    assert Store(disk).pack(bad)
    name = f"asedio:game:{bad}"
    disk.entries[name] = disk.entries[name].replace('"word":"', '"word":"AA')
    disk.entries[f"asedio:event:{cut}:00003"] = "[7]"
    kind, found = cover("andarraya", "miniature"), shown(disk, bad, cut, good)
    assert found == {bad: kind, cut: kind, good: found[good]} and found[good] != kind


@pytest.mark.parametrize(("problem", "drawn"), [("", True), ("fetch.failed", False)])
def test_the_rules_of_a_game_are_fetched_to_draw_it(
    monkeypatch: pytest.MonkeyPatch, problem: str, drawn: bool
) -> None:
    disk = MemoryStorage()
    key = stored(disk, finished("andarraya"))
    plain = stored(disk, finished("cotadrez"))
    real: Callable[..., object] = pictures.drawing
    absent = {"andarraya"}

    def drawing(store: Store, one: Summary) -> object:
        if one.game_id in absent:
            raise NotYetHere(one.game_id)
        return real(store, one)

    monkeypatch.setattr(pictures, "drawing", drawing)
    app = opened("#games", disk)
    app.page.scrolled(key, plain)
    app.page.slices()
    ((pack, done),) = app.page.brought
    assert pack == "andarraya"
    if not problem:
        absent.clear()
    done(problem)
    app.page.slices()
    assert set(app.page.pictures) == {plain, key}
    assert (app.page.pictures[key] != cover("andarraya", "miniature")) == drawn
    assert len(app.page.brought) == 1
