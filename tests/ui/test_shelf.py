"""List of saved games: fast to read, and rebuilt if it is damaged, outdated or missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count

import pytest

from engine.core.contract import Event
from engine.core.outcome import won_by
from engine.core.steps import finish
from engine.match.match import MatchConfig
from ui.saves.index import ARCHIVE, RECENT, SHELF
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store, Summary

GAMES, EVENTS = 40, 15


class Counting(MemoryStorage):
    """Storage that counts reads of an entry and listings of all keys."""

    def __init__(self, entries: dict[str, str]) -> None:
        super().__init__(entries)
        self.gets = self.lists = 0

    def get(self, key: str) -> str | None:
        self.gets += 1
        return super().get(key)

    def keys(self, prefix: str = "") -> list[str]:
        self.lists += 1
        return super().keys(prefix)


def full(games: int = GAMES) -> tuple[MemoryStorage, Store]:
    clock, number = count(1000), count(1)
    disk = MemoryStorage()
    store = Store(disk, now=lambda: next(clock), token=lambda: f"g{next(number)}")
    for _ in range(games):
        key = store.new_game(MatchConfig("cotadrez", {}, ("Ana", "Blas")))
        for index in range(EVENTS):
            store.append(key, index, event(index))
    return disk, store


def event(index: int) -> Event:
    return Event(index % 2, ("step", index))


def truth(disk: MemoryStorage) -> list[Summary]:
    """Return the games that a store without the list finds."""
    return Store(
        MemoryStorage({k: v for k, v in disk.entries.items() if k not in (SHELF, ARCHIVE)})
    ).games()


def read(disk: MemoryStorage) -> tuple[list[Summary], Counting]:
    counting = Counting(disk.entries)
    store = Store(counting)
    counting.gets = counting.lists = 0
    return store.games(), counting


def test_the_list_is_one_entry_however_many_games_there_are() -> None:
    for games in (GAMES, 4 * GAMES):
        disk, store = full(games)
        store.games()
        found, work = read(disk)
        assert found == truth(disk) and len(found) == games
        assert work.gets == 1 and work.lists == 0


def test_only_a_game_that_was_played_is_read_again() -> None:
    disk, store = full()
    store.games()
    for index in range(EVENTS, EVENTS + 30):
        store.append("g7", index, event(index))
    found, work = read(disk)
    assert found == truth(disk)
    assert found[0].id == "g7" and found[0].events == EVENTS + 30
    assert work.gets < 40 and work.lists == 0


@pytest.mark.parametrize("left", [0, 1, 3, EVENTS - 1])
def test_events_taken_back_are_no_longer_counted(left: int) -> None:
    disk, store = full()
    store.games()
    store.truncate("g3", left)
    found, work = read(disk)
    assert found == truth(disk) and work.lists == 0
    assert next(one for one in found if one.id == "g3").events == left


def test_new_games_and_deleted_ones_are_noticed() -> None:
    disk, store = full()
    store.games()
    new = store.new_game(MatchConfig("andarraya"))
    assert read(disk)[0] == truth(disk) and read(disk)[1].lists == 0
    assert new in [one.id for one in read(disk)[0]]
    store.delete("g2")
    assert read(disk)[0] == truth(disk) and "g2" not in [one.id for one in read(disk)[0]]


def test_drafts_and_table_data_leave_the_list_valid() -> None:
    disk, store = full()
    store.games()
    store.save_table("g1", {"flipped": True})
    store.save_draft("g1", 0, (("archer", "a1"),))
    store.save_draft("g2", 1, (("archer", "a1"),))
    store.save_draft("g2", 1, ())
    store.save_draft("own-cotadrez", 0, (("g1:0", "text"),))
    found, work = read(disk)
    assert found == truth(disk) and work.lists == 0


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: "",
        lambda raw: raw[:-5],
        lambda raw: "[]",
        lambda raw: raw.replace('"v":5', '"v":6'),
        lambda raw: raw.replace("{},15,", '{},"15",'),
        lambda raw: raw.replace('["Ana","Blas"]', "[1,{}]"),
        lambda raw: raw.replace('"games":[', '"games":[3,'),
        lambda raw: raw.replace('"open":[]', '"open":[{}]'),
        lambda raw: raw.replace('"cotadrez",', ""),
        lambda raw: json.dumps({**json.loads(raw), "rest": 3}),
        lambda raw: raw.replace('"tail":0', '"tail":"0"'),
        lambda raw: raw.replace('"known":[]', '"known":[[]]'),
        lambda raw: raw.replace('"more":0', '"more":-1'),
    ],
)
def test_a_damaged_list_loses_no_game(spoil: Callable[[str], str]) -> None:
    disk, store = full()
    store.games()
    good = disk.entries[SHELF]
    disk.entries[SHELF] = spoil(good)
    assert disk.entries[SHELF] != good
    assert read(disk)[0] == truth(disk)
    assert len(read(disk)[0]) == GAMES and read(disk)[1].lists == 0  # it was written again


def test_games_stored_by_versions_without_the_list_are_found() -> None:
    disk, store = full()
    store.games()
    for key, raw in [item for item in disk.entries.items() if ":g5" in item[0]]:
        disk.entries[key.replace(":g5", ":older")] = raw
    found, _ = read(disk)
    assert found == truth(disk) and len(found) == GAMES + 1


def test_a_list_written_by_another_tab_is_updated_again() -> None:
    disk, store = full()
    store.append("g4", EVENTS, event(EVENTS))
    other = Store(disk)
    other.games()
    store.heard(SHELF)
    store.append("g4", EVENTS + 1, event(EVENTS + 1))
    found, work = read(disk)
    assert found == truth(disk) and work.lists == 0


# -- the archive -------------------------------------------------------------------------------

OLD = GAMES - RECENT


def archived() -> tuple[MemoryStorage, Store]:
    """Return a store of finished games only, indexed."""
    disk, store = full()
    for number in range(1, GAMES + 1):
        store.set_result(f"g{number}", won_by(0, "mate"))
    store.reindex()
    return disk, store


def test_home_reads_one_entry_and_never_the_archive() -> None:
    disk, _ = archived()
    work = Counting(disk.entries)
    store = Store(work)
    work.gets = work.lists = 0
    recent = store.recent()
    assert work.gets == 1 and work.lists == 0 and recent.more == OLD
    assert list(recent.games) == [one.id for one in truth(disk)][:RECENT]
    assert recent.known == {"cotadrez"} and recent.due


def test_all_games_are_read_from_two_entries() -> None:
    disk, _ = archived()
    found, work = read(disk)
    assert found == truth(disk) and len(found) == GAMES
    assert work.gets == 2 and work.lists == 0


def test_a_game_of_the_archive_may_change_or_go() -> None:
    disk, store = archived()
    oldest = store.games()[-1].id
    assert oldest not in Store(disk).recent().games
    store.rename(oldest, ("Eva", "Leo"))
    again = Store(disk)
    assert again.recent().games[oldest].names == ("Eva", "Leo")  # open, so it is read with them
    assert read(disk)[0] == truth(disk) and read(disk)[1].lists == 0
    assert again.games() and not again.recount()
    again.delete(oldest)
    found, work = read(disk)
    assert found == truth(disk) and len(found) == GAMES - 1 and work.lists == 0
    last = Store(disk)
    assert last.games() and not last.recount()


@pytest.mark.parametrize("spoil", [lambda raw: "", lambda raw: raw.replace("Ana", "Eva", 1)])
def test_a_damaged_archive_loses_no_game(spoil: Callable[[str], str]) -> None:
    disk, _ = archived()
    disk.entries[ARCHIVE] = spoil(disk.entries[ARCHIVE])
    assert read(disk)[0] == truth(disk) and len(read(disk)[0]) == GAMES
    disk.entries.pop(ARCHIVE)
    assert read(disk)[0] == truth(disk)


def test_the_archive_is_read_in_steps_before_the_list_asks_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ui.saves.index.AT_ONCE", 4)
    disk, _ = archived()
    rows = [row for line in disk.entries[ARCHIVE].split("\n") for row in json.loads(line)]
    again = Store(disk)
    steps = again.reading()
    assert len(list(steps)) == len(rows) // 4 > 2
    parsed = again._list._index._archived[1]
    found = {one.id: one for one in again.games()}
    assert again.games() == truth(disk) and all(found[one.id] is one for one in parsed)


def test_an_archive_written_after_it_was_read_is_read_again() -> None:
    disk, store = archived()
    again = Store(disk)
    list(again.reading())
    store.rename(store.games()[-1].id, ("Eva", "Leo"))
    store.reindex()
    assert again.games() == truth(disk)


@pytest.mark.parametrize("raw", ["", "7", "[7]", '[["x"]]', "[[]]"])
def test_a_damaged_archive_is_not_taken_as_read(raw: str) -> None:
    disk, _ = archived()
    disk.entries[ARCHIVE] = raw
    again = Store(disk)
    assert finish(again.reading()) is None and again.games() == truth(disk)


def test_a_recount_finds_a_game_that_the_index_does_not_list() -> None:
    disk, store = archived()
    name = f"asedio:game:{store.games()[-1].id}"
    disk.entries["asedio:game:stray"] = disk.entries.pop(name)
    again = Store(disk)
    assert again.recent().more == OLD
    assert again.recount() and "stray" in [one.id for one in again.games()]
