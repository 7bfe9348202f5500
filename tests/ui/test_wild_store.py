"""Stored entries with invalid values, in every field of every kind of entry.

Home opens and lists the good game, the affected game opens or is refused with a message, and
nothing is lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core.jsontext import MAX_DEPTH
from engine.match import record
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.fixtures.sampled import sampled
from tests.ui.fakes import opened
from ui.saves import index as shelf
from ui.saves.entries import event_of, events_of
from ui.saves.index import SHELF
from ui.saves.persistent_storage import MONTH, ask_now
from ui.saves.storage import MemoryStorage, SafeStorage
from ui.saves.store import Store
from ui.session import share

WILD = (
    "null", "true", "-1", "7", "1.5", "1e999", "1000000000000000", "9" * 4000, "9" * 5000, "NaN",
    '""', '"²"', f'"{"x" * 9_000}"', '"\\ud800"', '"\ud800"', '"../x"', "[]", "{}", '[["a"]]',
    '{"a":{}}', "[" * MAX_DEPTH + "]" * MAX_DEPTH, "[" * 8_000, '{"toString":1}',
)  # fmt: skip
HOLE = "@hole@"
OF_EACH = 15  # cases drawn at random for each kind of entry


def variants(value: Any) -> Iterator[Any]:
    """Yield the value with one part of it replaced by a hole, left out or doubled."""
    yield HOLE
    if isinstance(value, dict):
        for name in value:
            yield {key: one for key, one in value.items() if key != name}
            yield from ({**value, name: one} for one in variants(value[name]))
    if isinstance(value, list):
        yield 2 * value
        for at, part in enumerate(value):
            yield from ([*value[:at], one, *value[at + 1 :]] for one in variants(part))


def spoiled(raw: str) -> list[str]:
    """Return variants of a stored text, with a wild value in every hole."""
    found = []
    for one in variants(json.loads(raw)):
        text = json.dumps(one)
        found += [text.replace(f'"{HOLE}"', wild) for wild in (WILD if HOLE in text else ("",))]
    return found


class Disk:
    """Stored entries: two games with moves, one with a set-up, one entry of every other kind."""

    def __init__(self) -> None:
        disk = MemoryStorage()
        self.good, self.bad = (self._played(disk) for _ in range(2))
        store = Store(disk)
        store.save_table(self.bad, {"seats": [0, 0], "turned": True, "turn": "me", "letters": 3})
        setup = opened("#new=stratego", disk)
        self.setup = setup.session.key
        plan = present(setup.table.table.arrange.plan())
        kind = plan.tray[0].target
        for target in (kind, f"sq:{min(plan.allowed[kind])}"):
            setup.press(target)
        store.storage.set("asedio:learned:andarraya", "[1,2]")
        store.storage.set("asedio:settings", '{"lang":"es","theme":"auto","sound":"off"}')
        store.storage.set("asedio:asked", "1000")
        progress = {"rating": 1200.0, "deviation": 130.0, "right": ["abcd1234"]}
        progress |= {"row": 1, "best": 2, "day": "2026-11-24", "days": 3}
        store.storage.set("asedio:exercises:andarraya", json.dumps(progress))
        opened("", disk)
        self.entries = dict(disk.entries)

    @staticmethod
    def _played(disk: MemoryStorage) -> str:
        app = opened("#new=andarraya", disk)
        app.press("sq:e2", "sq:e4", "sq:e7", "sq:e5")
        key: str = app.session.key
        return key

    def of(self, kind: str) -> list[str]:
        keys = [key for key in self.entries if key.startswith(f"asedio:{kind}")]
        return [key for key in keys if self.good not in key]


@pytest.fixture(scope="module")
def disk() -> Iterator[Disk]:
    few, shelf.FEW = shelf.FEW, 0  # keep a list of games, however few there are
    yield Disk()
    shelf.FEW = few


@pytest.mark.parametrize(
    "kind",
    sampled(
        [
            "game:",
            "event:",
            "table:",
            "draft:",
            "shelf",
            "settings",
            "learned:",
            "exercises:",
            "asked",
        ],
        4,
    ),
)
@pytest.mark.usefixtures("waiting_engine")
def test_no_value_of_an_entry_stops_home_or_hides_another_game(disk: Disk, kind: str) -> None:
    keys = disk.of(kind)
    assert keys
    cases = [(key, raw) for key in keys for raw in spoiled(disk.entries[key])]
    for key, raw in Random(kind).sample(cases, min(OF_EACH, len(cases))):
        storage = MemoryStorage({**disk.entries, key: raw})
        case = f"{key} = {raw[:200]}"
        app = opened("", storage)
        assert f"act:continue:{disk.good}" in app.view.slots["saved"], case
        app.route(f"#play={disk.setup if disk.setup in key else disk.bad}")
        app.route("#learn=andarraya" if kind == "learned:" else "#puzzle=andarraya&day")
        app.route(f"#play={disk.good}")
        assert app.screen.name == "table" and app.session.count == 2, case
        assert app.page.reports == [], case
        app.press("sq:d2", "sq:d4")
        assert app.session.count == 3 and app.page.reports == [], case


def test_an_event_is_read_from_its_regular_key_only(disk: Disk) -> None:
    event = '[0,["move",11,27,0],1]'
    wild = ("9" * 5_000, "000001", "٠٠٠٠١", "1" * 9, "-0001", "")
    more = {f"asedio:event:{disk.bad}:{number}": event for number in wild}
    store = Store(MemoryStorage({**disk.entries, **more}))
    assert {one.id: one.events for one in store.games()}[disk.bad] == 2
    saved = present(store.load(disk.bad))
    assert (len(saved.events), saved.lost) == (2, 0)
    store.delete(disk.bad)
    assert not [key for key in store.storage.keys() if disk.bad in key]


@pytest.mark.parametrize(
    "raw",
    ["[0,[],1]", "[9,[\"a\"],1]", "[0,[\"a\",1.0],1]", "[0,[\"a\",true],1]", "[0,[\"a\",{}],1]",
     "[0,[\"a\",[null]],1]", "[true,[\"a\"],1]", "[0,[\"a\",99999999],1]", "[0,[\"a\"],1.5]"],
)  # fmt: skip
def test_an_event_with_an_invalid_action_is_rejected(raw: str) -> None:
    assert event_of(json.loads(raw)) is None and events_of([raw]) == []


def test_a_forged_list_of_games_is_detected_by_a_recount(disk: Disk) -> None:
    forged = {"v": 5, "rest": len(disk.entries), "open": [], "games": [], "known": [], "due": False}
    forged |= {"more": 0, "tail": 0, "sum": 0}
    storage = MemoryStorage({**disk.entries, SHELF: json.dumps(forged)})
    store = Store(storage)
    assert store.games() == []  # its counts fit; only the games show the forgery
    assert store.recount() and len(store.games()) == 3
    assert not store.recount()
    assert f"act:continue:{disk.good}" in opened("", storage).view.slots["saved"]


def test_half_a_character_in_a_name_loses_no_game() -> None:
    """A full text field cuts an emoji in two; earlier versions stored the half."""
    storage = MemoryStorage()
    app = opened("", storage)
    app.press("act:game:andarraya")
    app.field("name0", "Ana\ud83d")
    app.press("act:start", "sq:e2", "sq:e4")
    key = app.session.key
    assert app.page.reports == [] and "Ana?" in storage.entries[f"asedio:game:{key}"]
    app.press("act:share")
    assert app.page.reports == []
    head = storage.entries[f"asedio:game:{key}"].replace("?", "\ud83d")
    storage.entries[f"asedio:game:{key}"] = head
    assert [one.names[0] for one in Store(storage).games()] == ["Ana?"]
    match = Match(MatchConfig("andarraya", {}, ("Ana", "Blas")))
    text = record.write(match).replace("Ana", "A\udc00")
    again = Store(storage)
    assert again.load(again.add(share.read_text(text))) is not None


# -- persistent storage ---------------------------------------------------------------------------


def test_persistent_storage_is_requested_at_the_first_decision_and_once_a_month() -> None:
    storage = MemoryStorage()
    app = opened("#new=andarraya", storage)
    assert app.page.asked == 0
    app.press("sq:e2", "sq:e4", "sq:e7", "sq:e5")
    assert app.page.asked == 1
    again = opened(app.page.now, storage)
    again.press("sq:d2", "sq:d4")
    assert again.page.asked == 0
    safe = SafeStorage(storage)
    asked = int(storage.entries["asedio:asked"])
    assert not ask_now(safe, asked + MONTH - 1) and ask_now(safe, asked + MONTH)


def test_persistent_storage_is_not_requested_if_nothing_can_be_stored() -> None:
    class Full(MemoryStorage):
        def set(self, key: str, value: str) -> None:
            raise OSError("QuotaExceededError")

    app = opened("#new=andarraya", Full())
    app.press("sq:e2", "sq:e4")
    assert app.page.asked == 0


@pytest.mark.parametrize(("lasts", "key"), [(True, "yes"), (False, "no"), (None, "unknown")])
def test_the_settings_say_whether_storage_is_persistent(lasts: bool | None, key: str) -> None:
    app = opened()
    app.page.lasts = lasts
    app.press("act:settings")
    assert app.view.slots["kept"] == app.t(f"settings.kept.{key}")
    assert app.page.asked == 0
