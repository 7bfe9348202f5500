"""Store of saved games: accepted events survive reloads, damage and a full or blocked storage."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.contract import Event
from engine.core.outcome import drawn, won_by
from engine.match.match import MatchConfig
from tests.fixtures.present import present
from ui.saves.saved import Saved
from ui.saves.storage import MemoryStorage, SafeStorage
from ui.saves.store import Store

FOREIGN = {"other:game": "theirs", "asedi": "not ours", "asediox:game:1": "nor this"}


class Moody(MemoryStorage):
    """A browser's storage that refuses writes while `full`, and everything while `blocked`."""

    def __init__(self, entries: dict[str, str] | None = None) -> None:
        super().__init__(entries)
        self.full = False
        self.blocked = False

    def _guard(self) -> None:
        if self.blocked:
            raise PermissionError("SecurityError")

    def get(self, key: str) -> str | None:
        self._guard()
        return super().get(key)

    def set(self, key: str, value: str) -> None:
        self._guard()
        if self.full:
            raise OSError("QuotaExceededError")
        super().set(key, value)

    def remove(self, key: str) -> None:
        self._guard()
        super().remove(key)

    def keys(self, prefix: str = "") -> list[str]:
        self._guard()
        return super().keys(prefix)


def make(storage: MemoryStorage) -> Store:
    clock, number = count(1000), count(1)
    return Store(storage, now=lambda: next(clock), token=lambda: f"g{next(number)}")


def config(**more: object) -> MatchConfig:
    return MatchConfig("cotadrez", {"water": "lagos"}, ("Ana", "Blas"), tags={"Site": "Soria"})


def events(number: int) -> list[Event]:
    return [Event(n % 2, ("step", n, n + 1)) for n in range(number)]


def filled(store: Store, number: int) -> str:
    game = store.new_game(config())
    for index, event in enumerate(events(number)):
        store.append(game, index, event)
    return game


def loaded(store: Store, game: str) -> Saved:
    saved = present(store.load(game))
    return saved


def test_a_reload_restores_the_game() -> None:
    disk = MemoryStorage()
    game = filled(make(disk), 7)
    saved = loaded(make(disk), game)
    assert saved.events == events(7)
    assert saved.config == config()
    assert saved.lost == 0


def test_each_event_has_its_own_key_and_is_a_json_list() -> None:
    disk = MemoryStorage()
    game = filled(make(disk), 2)
    assert disk.entries[f"asedio:event:{game}:00001"].startswith('[1,["step",1,2],')


def test_nested_actions_come_back_as_tuples() -> None:
    disk = MemoryStorage()
    store = make(disk)
    game = store.new_game(config())
    store.append(game, 0, Event(-1, ("dice", (1, 2), 3)))
    assert loaded(make(disk), game).events == [Event(-1, ("dice", (1, 2), 3))]


def test_truncate_removes_events_and_reopens_the_game() -> None:
    disk = MemoryStorage()
    store = make(disk)
    game = filled(store, 5)
    store.set_result(game, won_by(0, "mate"))
    store.truncate(game, 3)
    assert loaded(make(disk), game).events == events(3)
    assert not store.games()[0].over


def test_games_lists_the_last_played_first() -> None:
    store = make(MemoryStorage())
    first, second = filled(store, 2), filled(store, 3)
    assert [one.id for one in store.games()] == [second, first]
    store.append(first, 2, Event(0, ("step", 9)))
    assert [(one.id, one.events) for one in store.games()] == [(first, 3), (second, 3)]


def test_results_are_listed() -> None:
    store = make(MemoryStorage())
    game = filled(store, 2)
    assert store.games()[0].result == ""
    store.set_result(game, drawn("agreed"))
    assert (store.games()[0].result, store.games()[0].reason) == ("1/2-1/2", "agreed")


def test_a_bad_event_is_set_aside_and_the_events_before_it_load() -> None:
    disk = MemoryStorage(dict(FOREIGN))
    game = filled(make(disk), 6)
    disk.entries[f"asedio:event:{game}:00003"] = '[1,["step'
    store = make(disk)
    saved = loaded(store, game)
    assert (saved.events, saved.lost) == (events(3), 3)
    aside = [value for key, value in disk.entries.items() if key.startswith("asedio:aside:")]
    assert '[1,["step' in aside and len(aside) == 3
    assert [notice.key for notice in store.notices()] == ["store.set_aside"]
    assert loaded(make(disk), game).lost == 0
    assert FOREIGN.items() <= disk.entries.items()


@pytest.mark.parametrize(
    "head",
    ["", "{", "null", "[]", '{"v":1}', '"x"', "9" * 5000, "[" * 100_000],
)
def test_a_bad_head_hides_one_game_only(head: str) -> None:
    disk = MemoryStorage()
    store = make(disk)
    bad, good = filled(store, 2), filled(store, 2)
    disk.entries[f"asedio:game:{bad}"] = head
    again = make(disk)
    assert [one.id for one in again.games()] == [good]
    assert again.load(bad) is None
    assert head in [v for k, v in disk.entries.items() if k.startswith("asedio:aside:")]


def test_events_refused_by_a_match_can_be_set_aside() -> None:
    disk = MemoryStorage()
    store = make(disk)
    game = filled(store, 5)
    assert store.set_aside_from(game, 2) == 3
    assert loaded(store, game).events == events(2)


def test_deleting_a_game_touches_nothing_else() -> None:
    disk = MemoryStorage(dict(FOREIGN))
    store = make(disk)
    one, other = filled(store, 3), filled(store, 2)
    store.save_draft(one, 0, (("fortress", "e2"),))
    store.save_table(one, {"turned": True})
    store.delete(one)
    assert [left.id for left in store.games()] == [other]
    assert not [key for key in disk.entries if one in key]
    assert FOREIGN.items() <= disk.entries.items()


def test_drafts_survive_a_reload_and_damage() -> None:
    disk = MemoryStorage()
    store = make(disk)
    draft = (("fortress", "e2"), ("rabble", "d1"))
    store.save_draft("g1", 0, draft)
    assert make(disk).load_draft("g1", 0) == draft
    assert make(disk).load_draft("g1", 1) == ()
    disk.entries["asedio:draft:g1:0"] = '[["fortress"]]'
    assert make(disk).load_draft("g1", 0) == ()
    assert '[["fortress"]]' in disk.entries.values()


def test_with_blocked_storage_games_stay_in_memory_with_a_notice() -> None:
    disk = Moody()
    disk.blocked = True
    store = make(disk)
    game = filled(store, 4)
    assert not store.persistent
    assert [notice.key for notice in store.notices()] == ["store.not_kept"]
    assert loaded(store, game).events == events(4)
    assert [one.events for one in store.games()] == [4]
    store.delete(game)
    assert store.games() == []


def test_a_large_study_that_does_not_fit_holds_up_no_moves() -> None:
    """The moves of a new game waited behind a study for which there is no room."""

    class Small(MemoryStorage):
        def set(self, key: str, value: str) -> None:
            if sum(map(len, self.entries.values())) + len(value) > 5_000:
                raise OSError("quota")
            super().set(key, value)

    disk = Small()
    store = Store(disk)
    store.storage.set("asedio:study:ab12", "x" * 6_000)
    key = store.new_game(MatchConfig("andarraya", {}, ("Ana", "Blas")))
    for index in range(3):
        store.append(key, index, Event(index % 2, ("move", index, index + 8, 0)))
    assert not store.persistent and store.storage.pending("asedio:study:ab12")
    after = present(Store(MemoryStorage(dict(disk.entries))).load(key))  # as after a reload
    assert len(after.events) == 3


def test_moves_take_the_room_that_comes_free_before_anything_else() -> None:
    class Small(MemoryStorage):
        room = 0

        def set(self, key: str, value: str) -> None:
            if sum(map(len, self.entries.values())) + len(value) > self.room:
                raise OSError("quota")
            super().set(key, value)

    disk = Small()
    safe = SafeStorage(disk)
    safe.set("asedio:study:ab12", "x" * 900)
    safe.set("asedio:event:a:00000", "x" * 200)
    disk.room = 1_000
    safe.retry("asedio:probe")
    assert list(disk.entries) == ["asedio:event:a:00000"]


def test_what_waits_of_one_thing_keeps_its_order() -> None:
    class Full(MemoryStorage):
        room = 0

        def set(self, key: str, value: str) -> None:
            if len(value) > self.room:
                raise OSError("quota")
            super().set(key, value)

    disk = Full()
    safe = SafeStorage(disk)
    for number, size in enumerate((3, 1, 2)):
        safe.set(f"asedio:event:a:{number:05d}", "x" * size)
    safe.set("asedio:event:b:00000", "xx")
    disk.room = 2
    safe.retry("asedio:probe")
    assert list(disk.entries) == ["asedio:event:b:00000"]
    disk.room = 3
    safe.retry("asedio:probe")
    assert len(disk.entries) == 4 and safe.persistent


def test_with_full_storage_events_are_written_once_there_is_room() -> None:
    disk = Moody()
    store = make(disk)
    old = filled(store, 3)
    disk.full = True
    game = filled(store, 3)
    assert not store.persistent
    assert loaded(store, game).events == events(3)
    disk.full = False
    store.delete(old)
    assert store.persistent
    assert loaded(make(disk), game).events == events(3)


STEPS = st.lists(
    st.one_of(
        st.just("play"),
        st.just("fail"),
        st.just("mend"),
        st.just("reload"),
        st.tuples(st.just("undo"), st.integers(1, 4)),
    ),
    max_size=40,
)


@given(STEPS)
def test_the_stored_events_are_always_a_prefix_of_the_game(steps: list[object]) -> None:
    disk = Moody(dict(FOREIGN))
    store = make(disk)
    game = store.new_game(config())
    truth: list[Event] = []
    serial = 0
    for step in steps:
        if step == "play":
            serial += 1
            event = Event(0, ("step", serial))
            store.append(game, len(truth), event)
            truth.append(event)
        elif step == "fail":
            disk.full = True
        elif step == "mend":
            disk.full = False
        elif step == "reload":
            kept = loaded(make(Moody(dict(disk.entries))), game).events
            assert kept == truth[: len(kept)]
            if store.persistent:
                assert kept == truth
        elif isinstance(step, tuple):
            truth = truth[: max(0, len(truth) - step[1])]
            store.truncate(game, len(truth))
        assert loaded(store, game).events == truth
    assert FOREIGN.items() <= disk.entries.items()


@given(st.dictionaries(st.text(max_size=30), st.text(max_size=30), max_size=8), st.text())
def test_no_stored_text_makes_the_store_raise(entries: dict[str, str], head: str) -> None:
    ours = {f"asedio:{key}": value for key, value in entries.items()}
    disk = Moody({**entries, **ours, "asedio:game:x1": head})
    store = make(disk)
    for one in store.games():
        store.load(one.id)
    store.load("x1")
    store.load_draft("x1", 0)
    store.load_table("x1")
    foreign = {key for key in entries if not key.startswith("asedio:")}
    assert foreign <= set(disk.entries)


# -- several tabs, emptied stores, newer versions -------------------------------------------------


def test_stands_compares_the_stored_events_with_a_log() -> None:
    disk = MemoryStorage()
    store = make(disk)
    game = filled(store, 3)
    assert store.stands(game, events(3)) == "here"
    assert store.stands(game, events(2)) == "other"
    assert store.stands(game, [*events(2), Event(0, ("step", 9))]) == "other"
    assert store.stands(game, events(4)) == "gone"
    disk.entries.clear()
    assert store.stands(game, events(3)) == "gone"


def test_a_removed_game_is_rewritten_with_a_notice() -> None:
    disk = MemoryStorage(dict(FOREIGN))
    store = make(disk)
    game = filled(store, 4)
    store.save_table(game, {"turned": True, "seats": [0, 3]})
    store.save_draft(game, 1, (("fortress", "e2"),))
    disk.entries.clear()
    store.restore(game, events(4))
    again = make(disk)
    saved = loaded(again, game)
    assert (saved.events, saved.config) == (events(4), config())
    assert again.load_table(game) == {"turned": True, "seats": [0, 3]}
    assert again.load_draft(game, 1) == (("fortress", "e2"),)
    assert [notice.key for notice in store.notices()] == ["store.restored"]


def test_adopt_fills_a_cleared_store_and_removes_nothing() -> None:
    disk = MemoryStorage()
    store = make(disk)
    game = filled(store, 4)
    given = store.entries(game)
    store.append(game, 4, Event(0, ("step", 4, 5)))
    store.adopt(game, given)
    assert loaded(store, game).events == events(5)
    disk.entries.clear()
    store.adopt(game, given)
    assert loaded(make(disk), game).events == events(4)


def test_the_not_saved_notice_ends_once_everything_is_saved() -> None:
    disk = Moody()
    store = make(disk)
    game = filled(store, 2)
    disk.full = True
    store.append(game, 2, events(3)[2])
    assert [notice.key for notice in store.notices()] == ["store.not_kept"]
    disk.full = False
    assert store.notices() == [] and loaded(make(disk), game).events == events(3)
    disk.blocked = True
    assert store.load(game) is None or not store.persistent
    disk.blocked = False
    assert store.load(game) is not None and store.notices() == []


def test_a_game_of_a_newer_version_is_listed_and_left_untouched() -> None:
    disk = MemoryStorage()
    store = make(disk)
    game = filled(store, 3)
    head = '{"v":3,"game":"cotadrez","names":["Ana","Blas"],"clock":[60,0]}'
    disk.entries[f"asedio:game:{game}"] = head
    before = dict(disk.entries)
    again = make(disk)
    (one,) = again.games()
    assert one.newer and (one.id, one.game_id, one.names) == (game, "cotadrez", ("Ana", "Blas"))
    assert again.load(game) is None
    assert disk.entries == before and head in again.entries(game).values()


@pytest.mark.parametrize("raw", ["{", "[]", '{"seats":["x"]}', '{"seats":[9]}', '{"turned":"no"}'])
def test_unreadable_table_data_are_set_aside(raw: str) -> None:
    disk = MemoryStorage()
    store = make(disk)
    game = filled(store, 1)
    disk.entries[f"asedio:table:{game}"] = raw
    assert store.load_table(game) == {}
    assert [disk.entries[key] for key in disk.keys("asedio:aside:")] == [raw]
    assert f"asedio:table:{game}" not in disk.entries


def test_the_list_of_games_is_read_once_however_often_it_is_shown() -> None:
    disk = MemoryStorage()
    for _ in range(20):
        filled(make_more(disk), 3)
    reads = 0

    class Counting(MemoryStorage):
        def get(self, key: str) -> str | None:
            nonlocal reads
            reads += 1
            return super().get(key)

    store = Store(Counting(disk.entries))
    assert len(store.games()) == 20
    once = reads
    game = store.games()[0].id
    store.append(game, 3, Event(0, ("step", 9)))
    assert store.games()[0].id == game and store.games()[0].events == 4
    assert reads <= once + 3  # the head, the key of the event, the list
    store.heard(f"asedio:event:{game}:00004")
    store.games()
    assert reads > once


def make_more(disk: MemoryStorage) -> Store:
    return Store(disk, now=lambda: 1000)
