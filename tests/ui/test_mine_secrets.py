"""My games shows nothing of a running game that not everybody at this device may know.

Two stores differ only in secrets: what the list, its pictures, the statistics and the name of a
backup show of them has to be the same.
"""

from __future__ import annotations

from engine.core.contract import SPECTATOR
from engine.match.match import Match
from tests.fixtures.matches import random_match
from tests.ui.fakes import opened
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store

SETUP = 82  # events: 40 pieces and `ready` of each side


def in_secret(seed: int) -> Match:
    """Return a game of Stratego whose set-ups are complete."""
    match = random_match("stratego", seed, 200).until(SETUP)
    assert not match.over and match.state.current_player() == 0
    return match


def stored(match: Match, draft: str, seats: list[int]) -> MemoryStorage:
    """Return a store with a game of fixed id and time, a draft and a finished game."""
    disk = MemoryStorage()
    store = Store(disk, now=lambda: 1_790_000_000_000, token=lambda: "aaaaaaaaaa")
    key = store.add(match)
    if seats:
        store.save_table(key, {"seats": seats})
    store.save_draft(key, 1, (("spy", draft),))
    store.save_draft("own-stratego", 0, ((f"{key}:0", draft),))
    return disk


def shown(disk: MemoryStorage, visit: bool) -> tuple[object, ...]:
    """Return everything My games shows. `visit`: the table was opened before."""
    app = opened("#play=aaaaaaaaaa" if visit else "#games", disk)
    app.page.slices()
    if visit:  # the player to move looks at the board, which stores a picture
        app.press("btn:reveal")
        app.page.slices()
    app.view.slots.clear()
    app.view.said.clear()
    app.route("#games")
    app.page.scrolled("aaaaaaaaaa")
    app.page.slices()
    app.press("act:figures")
    app.field("search", "stratego")
    slots, titles = dict(app.view.slots), list(app.page.titles)
    return slots, dict(app.page.pictures), titles, app.view.said, app.page.now


def test_the_list_is_the_same_whatever_is_secret() -> None:
    one, other = in_secret(1), in_secret(2)
    assert one.state.observation(SPECTATOR).key() == other.state.observation(SPECTATOR).key()
    assert one.state.key() != other.state.key()
    for visit in (False, True):
        first, second = (
            shown(stored(match, draft, []), visit) for match, draft in ((one, "a4"), (other, "j1"))
        )
        assert first == second
    pictures = first[1]
    assert isinstance(pictures, dict) and "?" in pictures["aaaaaaaaaa"]


def test_the_picture_of_the_only_person_here_hides_the_enemy() -> None:
    one = in_secret(1)
    disk = stored(one, "a4", [0, 2])
    drawn = shown(disk, True)[1]
    assert isinstance(drawn, dict)
    enemy = drawn["aaaaaaaaaa"].partition("var(--side1)")[2]
    assert enemy.count("?") == 40 and "stratego-" in drawn["aaaaaaaaaa"]


def test_set_ups_that_are_secret_are_not_listed() -> None:
    slots = shown(stored(in_secret(1), "a4", []), False)[0]
    assert isinstance(slots, dict) and slots.get("setups", "") == ""
