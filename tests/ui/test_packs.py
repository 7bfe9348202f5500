"""Packed games: one entry that holds all a finished game had, whenever the page is interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from engine.core.contract import Event
from engine.core.options import non_default
from engine.core.steps import finish
from engine.match import codec
from engine.match.match import Match
from engine.match.savefile import dump_view
from tests.fixtures.matches import random_match
from tests.fixtures.present import present
from tests.fixtures.shipped import SHIPPED
from tests.ui.fakes import opened
from tests.ui.pages import Page
from tests.ui.test_wild_store import spoiled
from ui.saves import entries, packs
from ui.saves.entries import dump
from ui.saves.index import Summary
from ui.saves.packed_games import Packs
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.resume import opening
from ui.shell.fetching import NotYetHere
from ui.shell.packing import Packer

TABLE = {"flipped": True, "seats": [0, 3]}
MISTAKES = '{"v":2,"sum":7,"seats":{"0":[]}}'


def finished(game_id: str, seed: int = 5, most: int = 100) -> Match:
    """Return a random game of at most about so many events; the player to move resigns then."""
    match = random_match(game_id, seed, most)
    while not match.over:
        able = [one for one in match.state.table_actions() if one[0] == "resign"]
        if able:
            match.play(able[0])
        else:
            match.play(match.options_now()[0])
    match.config.names = ("Ana", "Blas")
    match.config.tags = {"Site": "Soria"}
    return match


def stored(disk: MemoryStorage, match: Match) -> str:
    store = Store(disk)
    key = store.add(match)
    store.save_table(key, TABLE)
    store.keep_computed("mistakes", key, MISTAKES)
    store.keep_computed("sight", key, "{}")
    return key


def saved(disk: MemoryStorage, key: str) -> tuple[object, ...]:
    """Return all that is shown of a stored game, as a fresh page reads it."""
    store = Store(MemoryStorage(dict(disk.entries)))
    found = present(store.load(key))
    match = finish(opening(found)).match
    return match.events, match.config, store.load_table(key), store.mistakes(key)


def row(disk: MemoryStorage, key: str) -> Summary:
    (one,) = [one for one in Store(disk).games() if one.id == key]
    return one


def keys_of(disk: MemoryStorage, key: str) -> list[str]:
    return [one for one in disk.entries if f":{key}" in one]


@pytest.mark.parametrize("game_id", SHIPPED)
def test_a_packed_game_is_one_short_entry_and_shows_all_it_did(game_id: str) -> None:
    disk, match = MemoryStorage(), finished(game_id)
    key = stored(disk, match)
    before, listed = saved(disk, key), row(disk, key)
    plain = sum(len(one) + len(disk.entries[one]) for one in keys_of(disk, key))
    assert before[0] == match.events and len(match.events) > 60
    store = Store(disk)
    assert store.pack(key)
    assert keys_of(disk, key) == [f"asedio:game:{key}"]
    assert saved(disk, key) == before
    after = row(disk, key)
    assert after.settled and not listed.settled
    assert after.updated >= listed.updated - 1 and after.seats == (0, 3) and after.mine == 0
    usual = non_default(match.game.info.options, listed.options)
    assert {**_fields(after), "settled": False} == {**_fields(listed), "options": usual}
    text = disk.entries[f"asedio:game:{key}"]
    head = json.loads(text)
    usual_part = {name: head[name] for name in ("v", "game", "result", "log", "word", "table")}
    assert 100 < len(dump(usual_part)) <= 270 and len(text) < plain / 8


def _fields(one: Summary) -> dict[str, object]:
    return {name: getattr(one, name) for name in Summary.__dataclass_fields__}


class Recorder(MemoryStorage):
    """Storage that remembers its content after every write."""

    def __init__(self, entries: dict[str, str]) -> None:
        super().__init__(entries)
        self.states: list[dict[str, str]] = []

    def set(self, key: str, value: str) -> None:
        super().set(key, value)
        self.states.append(dict(self.entries))

    def remove(self, key: str) -> None:
        super().remove(key)
        self.states.append(dict(self.entries))


def test_an_interruption_of_packing_loses_nothing() -> None:
    disk = Recorder({})
    key = stored(disk, finished("andarraya"))
    before = saved(disk, key)
    store = Store(disk)
    disk.states.clear()
    assert store.pack(key)
    assert len(disk.states) > 60
    for state in disk.states:
        left = MemoryStorage(dict(state))
        assert saved(left, key) == before
        again = Store(left)
        assert row(left, key).over and again.pack(key)
        assert keys_of(left, key) == [f"asedio:game:{key}"] and saved(left, key) == before


def test_an_interruption_of_unpacking_loses_nothing() -> None:
    disk = Recorder({})
    match = finished("andarraya")
    key = stored(disk, match)
    before = saved(disk, key)
    store = Store(disk)
    assert store.pack(key)
    disk.states.clear()
    store.truncate(key, len(match.events))
    assert len(disk.states) > 60
    for state in disk.states:
        assert saved(MemoryStorage(dict(state)), key) == before


def test_a_packed_game_is_unpacked_to_take_a_move_back() -> None:
    disk, match = MemoryStorage(), finished("cotadrez")
    key = stored(disk, match)
    assert Store(disk).pack(key)
    store = Store(disk)
    store.truncate(key, 20)
    assert saved(disk, key)[0] == match.events[:20]
    assert not row(disk, key).over and row(disk, key).events == 20
    assert store.append(key, 20, match.events[20]) and not store.pack(key)
    assert saved(disk, key)[0] == match.events[:21]
    assert store.load_table(key) == TABLE and store.mistakes(key) == MISTAKES


def test_another_tab_sees_a_packed_game_as_the_same_game() -> None:
    disk, match = MemoryStorage(), finished("andarraya")
    key = stored(disk, match)
    other = Store(disk)
    assert other.load(key) is not None and other.stands(key, match.events) == "here"
    assert Store(disk).pack(key)
    assert other.stands(key, match.events) == "here"
    assert other.stands(key, match.events[:-1]) == "other"
    assert other.stands(key, [*match.events[:-1], Event(0, ("step", 1))]) == "other"
    assert other.events_from(key, 3) == match.events[3:]
    assert other.events_from(key, len(match.events)) == []
    assert not other.torn(key, len(match.events))
    other.rename(key, ("Eva", "Blas"))
    assert present(Store(disk).load(key)).config.names == ("Eva", "Blas")
    assert keys_of(disk, key) == [f"asedio:game:{key}"]


def test_what_is_stored_beside_a_packed_game_goes_into_it_next_time() -> None:
    disk = MemoryStorage()
    key = stored(disk, finished("andarraya"))
    store = Store(disk)
    assert store.pack(key)
    store.save_table(key, {**TABLE, "flipped": False})
    store.keep_computed("mistakes", key, "{}")
    assert not Store(disk).load_table(key)["flipped"] and Store(disk).mistakes(key) == "{}"
    assert store.pack(key) and keys_of(disk, key) == [f"asedio:game:{key}"]
    assert not Store(disk).load_table(key).get("flipped") and Store(disk).mistakes(key) == "{}"


def test_a_full_storage_keeps_the_game_as_it_is() -> None:
    disk = MemoryStorage()
    match = finished("andarraya")
    key = Store(disk).add(match)
    before = dict(disk.entries)

    class Full(MemoryStorage):
        def set(self, key: str, value: str) -> None:
            if sum(map(len, {**self.entries, key: value}.values())) > room:
                raise OSError("QuotaExceededError")
            super().set(key, value)

    room = sum(map(len, before.values()))
    store = Store(Full(disk.entries))
    assert not store.pack(key)
    assert disk.entries == before and store.persistent and saved(disk, key)[0] == match.events


def test_an_earlier_version_of_the_page_leaves_packed_games_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It knows heads of version 1 only."""
    disk = MemoryStorage()
    key = stored(disk, finished("andarraya"))
    assert Store(disk).pack(key)
    before = dict(disk.entries)
    monkeypatch.setattr(entries, "NEWEST", 1)
    monkeypatch.setattr("ui.saves.game_list.unslim", lambda value: None)
    monkeypatch.setattr(Packs, "head", lambda self, game_id: None)
    store = Store(disk)
    (one,) = store.games()
    assert one.newer and one.names == ("Ana", "Blas") and one.game_id == "andarraya"
    assert store.load(key) is None and store.result_of(key) is None
    store.set_result(key, None)
    store.rename(key, ("x", "y"))
    app = opened("", disk)
    app.route(f"#play={key}")
    app.page.slices()
    kept = {name: raw for name, raw in disk.entries.items() if key in name}
    assert kept == {name: raw for name, raw in before.items() if key in name}


def test_games_that_must_stay_as_they_are_are_not_packed() -> None:
    disk = MemoryStorage()
    running = Store(disk).add(random_match("andarraya", 1, 20))
    far = Store(disk).add(finished("andarraya", 2))
    disk.set(f"asedio:far:{far}", "{}")
    secret = finished("stratego")
    view = Store(disk).add(secret.until(0), dump_view(secret, 0))
    store = Store(disk)
    before = dict(disk.entries)
    assert [store.pack(key) for key in (running, far, view)] == [False] * 3
    assert disk.entries == before
    assert not store.pack("nothing")


def test_a_game_too_long_for_a_word_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MAX_CHARS", 60)
    disk = MemoryStorage()
    match = finished("andarraya")
    key = Store(disk).add(match)
    store = Store(disk)
    assert store.unpacked() == [key] and not store.pack(key)
    assert Store(disk).unpacked() == [] and saved(disk, key)[0] == match.events


def test_a_damaged_log_is_not_packed() -> None:
    disk = MemoryStorage()
    key = stored(disk, finished("andarraya"))
    disk.entries[f"asedio:event:{key}:00003"] = '[0,["move",1,1,0],5]'
    assert not Store(disk).pack(key)
    assert f"asedio:event:{key}:00040" in disk.entries


def test_no_damage_of_a_packed_head_stops_home_or_hides_another_game() -> None:
    disk = MemoryStorage()
    good, bad = (stored(disk, finished("andarraya", seed)) for seed in (1, 2))
    for key in (good, bad):
        assert Store(disk).pack(key)
    name = f"asedio:game:{bad}"
    word = json.loads(disk.entries[name])["word"]
    cases = Random(7).sample(spoiled(disk.entries[name]), 25)
    cases += [disk.entries[name].replace(word, word[:9] + "A" + word[10:])]
    for raw in cases:
        app = opened("", MemoryStorage({**disk.entries, name: raw}))
        assert f"act:continue:{good}" in app.view.slots["saved"], raw
        app.route(f"#play={bad}")
        app.page.slices()
        app.route(f"#play={good}")
        app.page.slices()
        assert app.session.over and app.page.reports == [], raw
        app.route("")
        app.page.slices()
        left = app.store.storage
        assert raw in [left.get(one) for one in left.keys()] or _stands(left.get(name)), raw


def _stands(raw: str | None) -> bool:
    return raw is not None and packs.unslim(json.loads(raw)) is not None


def test_a_packed_game_opens_at_its_table_with_its_log() -> None:
    disk, match = MemoryStorage(), finished("andarraya")
    key = stored(disk, match)
    assert Store(disk).pack(key)
    app = opened(f"#play={key}", disk)
    app.page.slices()
    session = app.session
    assert session.over and session.count == len(match.events) and session.levels == (0, 3)
    assert len(session.log()) > 30 and not session.elsewhere
    assert keys_of(disk, key) == [f"asedio:game:{key}"]


# -- when --------------------------------------------------------------------------------------


def test_finished_games_are_packed_at_home_once_it_is_idle() -> None:
    disk = MemoryStorage()
    found = [stored(disk, finished("andarraya", seed)) for seed in (1, 2, 3)]
    app = opened("", disk)
    assert len(keys_of(disk, found[0])) > 60
    app.page.slices()
    assert [len(keys_of(disk, key)) for key in found] == [1, 1, 1]
    assert app.page.slices() == 0 and not app.store.unpacked()


def test_a_game_that_ends_is_packed_when_its_table_is_left() -> None:
    disk = MemoryStorage()
    app = opened("#new=andarraya", disk)
    key = app.session.key
    app.press("sq:e2", "sq:e4")
    app.session.resign(1)
    app.page.slices()
    assert len(keys_of(disk, key)) > 2
    app.press("act:home")
    app.page.slices()
    assert keys_of(disk, key) == [f"asedio:game:{key}"] and row(disk, key).result == "1-0"


class Tabs(Page):
    def __init__(self, held: str) -> None:
        super().__init__()
        self.others = frozenset([held])

    def held(self, done: Callable[[frozenset[str]], None]) -> None:
        done(self.others)


def test_a_game_open_in_a_tab_is_not_packed() -> None:
    disk = MemoryStorage()
    shown, free = (stored(disk, finished("andarraya", seed)) for seed in (1, 2))
    page = Tabs(shown)
    Packer(Store(disk), page).start()
    page.slices()
    assert len(keys_of(disk, shown)) > 60 and len(keys_of(disk, free)) == 1


@pytest.mark.parametrize(("problem", "left"), [("", 1), ("fetch.failed", 61)])
def test_the_rules_of_a_game_are_fetched_to_pack_it(
    monkeypatch: pytest.MonkeyPatch, problem: str, left: int
) -> None:
    disk = MemoryStorage()
    key = stored(disk, finished("andarraya"))
    page, store = Page(), Store(disk)

    def missing(self: Store, game_id: str) -> bool:
        raise NotYetHere("andarraya")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "pack", missing)
        Packer(store, page).start()
        page.slices()
    ((pack, done),) = page.brought
    assert pack == "andarraya" and len(keys_of(disk, key)) > 61
    done(problem)
    page.slices()
    assert (len(keys_of(disk, key)) == 1) == (left == 1)
