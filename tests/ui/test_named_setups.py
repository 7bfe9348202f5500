"""Saved set-ups: their owner finds them again, and the opponent finds no trace of them."""

from __future__ import annotations

from typing import Any

from engine.core.outcome import won_by
from engine.match.match import MatchConfig
from tests.ui.fakes import (
    FakeApp,
    FakeController,
    FakeTable,
    match_of,
    new_match,
    play,
    set_table,
    written,
)
from tests.ui.test_table import shown
from ui.saves.named_setups import FREE, MOST, NamedSetups, secret_table
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.session import Session
from ui.session.share import Exports
from ui.words.names import seat_of


def table(
    store: Store, game_id: str = "stratego", seats: tuple[int, ...] = (), key: str = ""
) -> FakeTable:
    """Open a table for a new game, or for the stored game `key`."""
    app, match = FakeApp("en", store), new_match(game_id, names=())
    if key:
        return FakeTable(app, FakeController(), Session(match, store, key))
    return set_table(match, app=app, levels=seats)


def to_blue(screen: FakeTable, *first: str) -> FakeTable:
    """Set Red up at random, press the targets `first` and Ready, and hand the device to Blue."""
    screen.table.arrange.rng.seed(7)
    return play(screen, "act:random", *first, "act:ready", "btn:reveal")


def pressed(screen: FakeTable, target: str) -> Any:
    play(screen, target)
    return screen.table.arrange.draft


# -- at the table of two --------------------------------------------------------------------------


def test_a_set_up_saved_by_red_leaves_no_trace_on_blues_page() -> None:
    before = to_blue(table(Store(MemoryStorage(), token=lambda: "same")))
    after = to_blue(table(Store(MemoryStorage(), token=lambda: "same")), "act:keep", "act:keep")
    assert before.table.mode == after.table.mode == "setup"
    assert written(before)["library"] == written(after)["library"]
    assert shown(before) == shown(after)


def test_blue_cannot_load_a_set_up_saved_by_red() -> None:
    screen = to_blue(table(Store(MemoryStorage())), "act:keep")
    for number in range(MOST):
        assert pressed(screen, f"act:mine:{number}") == ()
    assert screen.table.mine() == []


def test_red_finds_his_saved_set_up_again() -> None:
    store = Store(MemoryStorage())
    screen = play(table(store), "act:random", "act:keep")
    laid = set(screen.table.arrange.draft)
    again = play(table(store, key=screen.session.key), "btn:reveal")
    assert "Mine 1" in written(again)["library"]
    assert set(pressed(play(again, "act:clear"), "act:mine:0")) == laid


def test_blue_sees_the_same_however_many_set_ups_red_saves() -> None:
    store = Store(MemoryStorage())
    free = [f"text {number}" for number in range(MOST)]
    store.save_draft("own-stratego", 0, tuple((FREE, one) for one in free))
    here, kept = store.new_game(MatchConfig("stratego")), NamedSetups(store, "stratego")
    for text in ("a", "text 3", "b", "c", "d", "e", "f"):
        kept.add(text, here, 0)
        assert kept.seen(here, 1) == free
    assert kept.seen(here, 0)[:MOST] == ["f", "e", "d", "c", "b"]


def test_blue_cannot_load_a_set_up_typed_by_red() -> None:
    screen = table(Store(MemoryStorage()))
    play(screen, "act:random")
    seen = screen.session.observation()
    screen.field("setup", screen.session.game.setup_text(seen, screen.table.arrange.draft))
    play(screen, "act:ready", "btn:reveal", "act:load")
    assert screen.table.arrange.draft == ()


def test_the_file_of_a_game_holds_no_saved_set_up() -> None:
    store = Store(MemoryStorage())
    screen = play(table(store), "act:random", "act:keep")
    text = screen.table.mine()[0]
    assert text not in Exports(match_of(screen.session)).save_text()


# -- at other tables ------------------------------------------------------------------------------


def test_other_games_hide_a_saved_set_up_until_its_game_is_over() -> None:
    store = Store(MemoryStorage())
    first = to_blue(table(store), "act:keep")
    for seats in ((), (0, 2), (2, 0)):
        assert table(store, seats=seats).table.mine() == []
    store.set_result(first.session.key, won_by(0, "flag"))
    assert len(table(store).table.mine()) == 1


def test_a_set_up_saved_against_a_computer_is_offered_in_other_games() -> None:
    store = Store(MemoryStorage())
    play(table(store, seats=(0, 2)), "act:random", "act:keep")
    assert len(table(store).table.mine()) == 1


def test_a_saved_set_up_survives_the_deletion_of_its_game() -> None:
    store = Store(MemoryStorage())
    first = play(table(store), "act:random", "act:keep")
    store.delete(first.session.key)
    assert len(table(store).table.mine()) == 1


def test_a_saved_set_up_is_offered_to_all_once_set_ups_are_public() -> None:
    store = Store(MemoryStorage())
    screen = to_blue(table(store, "cotadrez"), "act:keep")
    other = table(store, "cotadrez")
    assert screen.table.mine() == [] and other.table.mine() == []
    play(screen, "act:random", "act:ready")
    assert not match_of(screen.session).over and len(table(store, "cotadrez").table.mine()) == 1


def test_set_ups_saved_by_earlier_versions_are_still_offered() -> None:
    store = Store(MemoryStorage())
    store.save_draft("own-stratego", 0, ((FREE, "one"), (FREE, "two")))
    assert table(store).table.mine() == ["one", "two"]


def test_a_table_is_secret_if_several_people_play() -> None:
    store = Store(MemoryStorage())
    key = store.new_game(MatchConfig("stratego"))
    assert secret_table(store, key) and not secret_table(store, "gone")
    for seats, secret in (([0, 3], False), ([0, 0], True), ([0, 2, 0, 1], True), ("?", True)):
        store.save_table(key, {"seats": seats})
        assert secret_table(store, key) is secret


# -- the mirror of an earlier set-up --------------------------------------------------------------


def test_the_seat_of_a_name_is_found_only_if_it_is_certain() -> None:
    assert seat_of("", ("", ""), ()) == -1
    assert seat_of("", ("", ""), (2, 0)) == 1
    assert seat_of("", ("", "Ana"), (2, 0)) == -1
    assert seat_of("Ana", ("Ana", "Ana"), ()) == -1
    assert seat_of("Ana", ("Blas", "Ana"), ()) == 1


def test_without_names_the_mirror_is_offered_only_to_a_single_person() -> None:
    setup = (("king", "e2"),)
    for seats, offered in (((), ()), ((0, 2), setup)):
        controller = FakeController()
        controller.setup = setup
        match = new_match("stratego", names=())
        assert set_table(match, controller=controller, levels=seats).table.model() == offered
