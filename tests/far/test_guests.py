"""Far tables that come from a backup: nothing is contacted because of a file."""

from __future__ import annotations

from tests.far.test_glance import allow, open_home
from tests.far.world import Device, two
from ui.far.relays.addresses import KEY as RELAYS
from ui.saves import backup
from ui.saves.entries import GUEST
from ui.saves.storage import MemoryStorage, SafeStorage
from ui.saves.store import Store
from ui.shell.settings import KEY as SETTINGS
from ui.shell.settings import load_settings


def moved(more: dict[str, str] | None = None) -> tuple[Device, dict[str, str]]:
    """Return a device with a far game and all permissions, and the store of another one that has
    restored its backup. `more`: what was stored there before."""
    ana, _ = two()
    allow(ana)
    ana.play("e2e4")
    ana.entries |= {RELAYS: '{"chosen":["wss://evil.example"],"known":[]}', "asedio:calls": "on"}
    text = backup.write(SafeStorage(MemoryStorage(ana.entries)))
    there = dict(more or {})
    backup.restore(Store(MemoryStorage(there)), backup.read(text).entries)
    return ana, there


def test_permissions_are_not_taken_from_a_file() -> None:
    ana, there = moved()
    assert load_settings(MemoryStorage(ana.entries)).turns == "on"
    assert load_settings(MemoryStorage(there)).turns == "ask"
    assert "asedio:calls" not in there and "evil" not in there[RELAYS]


def test_a_table_from_a_backup_asks_at_its_door_before_it_contacts_a_relay() -> None:
    ana, there = moved({SETTINGS: '{"turns":"on"}'})
    other = open_home(there, ana.world)
    assert not other.questions
    other.come_back()
    panel = "".join(map(str, other.view.slots.values()))
    assert not other.tools.pools and not other.sent and "act:far:welcome" in panel
    other.press("act:far:welcome").settle()
    assert other.tools.pools and not [key for key in there if key.startswith(GUEST)]
    again = open_home(there, ana.world)
    assert again.questions


def test_no_file_opens_the_door_of_its_table() -> None:
    _, there = moved()
    text = backup.write(SafeStorage(MemoryStorage(there)))
    assert GUEST not in text
    fresh: dict[str, str] = {}
    backup.restore(Store(MemoryStorage(fresh)), backup.read(text).entries)
    assert [key for key in fresh if key.startswith(GUEST)]


def test_a_deleted_table_takes_its_door_along() -> None:
    _, there = moved()
    store = Store(MemoryStorage(there))
    for one in store.games():
        store.delete(one.id)
    assert not [key for key in there if key.startswith(GUEST)]
