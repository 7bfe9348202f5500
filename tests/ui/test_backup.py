"""Backup: everything in one file and back, merged without loss, damage listed."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine.core.contract import Event
from engine.core.foreign import UnreadText
from engine.core.outcome import won_by
from engine.match import savefile
from engine.match.match import MatchConfig
from tests.fixtures.says import says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, opened, whole
from tests.ui.pages import FakePage
from tests.ui.test_packs import finished
from ui.home.mine.screen import MineScreen
from ui.home.screen import HomeScreen
from ui.saves import backup, reminder
from ui.saves.backup import BadBackup, Restored
from ui.saves.entries import GUEST, belongs
from ui.saves.index import ARCHIVE, SHELF
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store

ROOT = Path(__file__).resolve().parents[2]


def played() -> MemoryStorage:
    """Return a store with games of every kind and an entry of everything else."""
    disk = MemoryStorage({"other:page": "not ours"})
    store = Store(disk)
    for seed, game_id in enumerate(("andarraya", "cotadrez", "stratego")):
        key = store.add(finished(game_id, seed + 1))
        store.save_table(key, {"seats": [0, 2]})
        if seed:
            assert store.pack(key)
    running = store.new_game(MatchConfig("andarraya", {}, ("Ána", "Blas")))
    store.append(running, 0, Event(0, ("move", 11, 27, 0)))
    far = store.new_game(MatchConfig("andarraya", {}, ("Eva", "Leo")))
    disk.set(f"asedio:far:{far}", '{"seat":0,"secret":"geheim"}')
    disk.set(f"asedio:letter:{far}:ab12", "letter one")
    disk.set("asedio:learned:andarraya", "[1,2]")
    disk.set("asedio:draft:own-stratego:0", '[["setup","abc"]]')
    disk.set("asedio:settings", '{"lang":"es","theme":"night"}')
    disk.set("asedio:exercises:andarraya", '{"rating":900.0}')
    disk.set("asedio:aside:1:game:x", "broken\n\ttext")
    disk.set("asedio:people", '[{"name":"Ana","pieces":"letters"}]')
    disk.set("asedio:study:ab12", '{"asedio-study":1}')
    disk.set(
        "asedio:studied:ab12", '{"title":"Finales","games":["cotadrez"],"chapters":1,"when":5}'
    )
    return disk


def entries(disk: MemoryStorage) -> dict[str, str]:
    """Return what a backup has to hold."""
    left_out = (SHELF, ARCHIVE)
    own = {key: raw for key, raw in disk.entries.items() if key.startswith("asedio:")}
    return {key: raw for key, raw in own.items() if key not in left_out}


def without_doors(disk: MemoryStorage) -> dict[str, str]:
    """Return the entries without the marks of far tables that ask before they connect."""
    return {key: raw for key, raw in disk.entries.items() if not key.startswith(GUEST)}


def written(disk: MemoryStorage) -> str:
    return backup.write(Store(disk).storage)


def restored(disk: MemoryStorage, text: str) -> Restored:
    return backup.restore(Store(disk), backup.read(text).entries, 5)


def test_a_fresh_browser_gets_every_entry_byte_by_byte() -> None:
    disk, fresh = played(), MemoryStorage()
    text = written(disk)
    done = restored(fresh, text)
    assert without_doors(fresh) == entries(disk) and "not ours" not in text
    assert (done.games, done.same, done.copies, done.aside) == (5, 0, 0, [])
    assert [one.id for one in Store(fresh).games()] == [one.id for one in Store(disk).games()]
    again = restored(fresh, text)
    assert without_doors(fresh) == entries(disk)
    assert (again.games, again.same, again.entries) == (0, 5, 0)


def test_what_is_here_is_never_replaced() -> None:
    disk = played()
    text = written(disk)
    here = played()
    Store(here).note(Store(here).games()[0].id, "Derby", ["club"])
    here.set("asedio:settings", '{"lang":"en"}')
    before = dict(here.entries)
    done = restored(here, text)
    kept = {key: raw for key, raw in here.entries.items() if key in before}
    assert {**kept, "asedio:learned:andarraya": ""} == {**before, "asedio:learned:andarraya": ""}
    assert done.aside == ["asedio:settings"] and done.games == 5
    assert here.entries["asedio:aside:5:settings"] == '{"lang":"es","theme":"night"}'
    restored(here, text)
    assert len([key for key in here.entries if key.endswith(":settings")]) == 2  # set aside once


def test_lists_of_lessons_and_set_ups_are_joined() -> None:
    here = MemoryStorage()
    here.set("asedio:learned:andarraya", "[2,5]")
    here.set("asedio:draft:own-stratego:0", '[["setup","xyz"]]')
    restored(here, written(played()))
    assert json.loads(here.entries["asedio:learned:andarraya"]) == [2, 5, 1]
    assert here.entries["asedio:draft:own-stratego:0"] == '[["setup","xyz"],["setup","abc"]]'


def moves(store: Store, key: str, *squares: int) -> None:
    for index, square in enumerate(squares):
        store.append(key, index, Event(index % 2, ("move", square, square + 1, 0)))


@pytest.mark.parametrize(
    ("here", "file", "copies"),
    [((1, 2, 3), (1, 2), 0), ((1, 2), (1, 2), 0), ((1, 2), (1, 2, 3), 1), ((1, 4), (1, 2), 1)],
)
def test_a_game_that_went_on_differently_becomes_a_copy(
    here: tuple[int, ...], file: tuple[int, ...], copies: int
) -> None:
    disks = []
    for squares in (here, file):
        disk = MemoryStorage()
        store = Store(disk, token=lambda: "game1")
        moves(store, store.new_game(MatchConfig("andarraya", {}, ("Ana", "Blas"))), *squares)
        disks.append(disk)
    mine, other = disks
    before = dict(mine.entries)
    for _ in range(2):  # a second time changes nothing
        done = restored(mine, written(other))
        assert before.items() <= mine.entries.items()
        assert len(Store(mine).games()) == 1 + copies
    assert done.copies == 0
    copy = [one for one in Store(mine).games() if one.id != "game1"]
    found = [Store(mine).load(one.id) for one in copy]
    assert [len(one.events) for one in found if one] == [len(file)] * copies


def test_a_packed_game_is_the_same_as_its_events() -> None:
    disk = MemoryStorage()
    store = Store(disk)
    key = store.add(finished("andarraya"))
    plain = written(disk)
    assert store.pack(key)
    done = restored(disk, plain)
    assert (done.games, done.same, done.copies) == (0, 1, 0)
    assert [name for name in disk.entries if key in name] == [f"asedio:game:{key}"]


def test_letters_of_a_far_table_are_joined_and_its_keys_stay() -> None:
    disk = played()
    text = written(disk)
    here = MemoryStorage(entries(disk))
    far = next(key for key in here.entries if key.startswith("asedio:letter:"))
    here.entries[far.replace("ab12", "cd34")] = "letter two"
    del here.entries[far]
    seat = next(key for key in here.entries if key.startswith("asedio:far:"))
    here.entries[seat] = "mine"
    done = restored(here, text)
    assert here.entries[far] == "letter one" and here.entries[seat] == "mine"
    assert done.aside == [seat]


# -- damage ------------------------------------------------------------------------------------


def spoil(text: str, rng: Random) -> str:
    """Return the text with one damage."""
    at, lines = rng.randrange(len(text)), text.split("\n")
    other = rng.randrange(len(lines))
    match rng.randrange(7):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + chr(rng.randrange(32, 1_000)) + text[at + 1 :]
        case 2:
            return text[:at] + text[at + rng.randrange(1, 200) :]
        case 3:
            return "\n".join([*lines[:other], *lines[other + 1 :]])
        case 4:
            return "\n".join([*lines[:other], "[" * rng.randrange(1, 3_000), *lines[other:]])
        case 5:
            return text[:at] + '\ud800"' + text[at:]
        case _:
            rng.shuffle(lines)
            return "\n".join(lines)


def test_two_hundred_damaged_backups_are_refused_or_taken_in_part_with_a_list() -> None:
    disk = played()
    text, good = written(disk), entries(disk)
    rng, refused, listed = Random(11), 0, 0
    for _ in range(200):
        bad = spoil(text, rng)
        here = MemoryStorage({"asedio:settings": "mine"})
        try:
            found = backup.read(bad)
        except BadBackup as why:
            refused += 1
            assert why.message.key.startswith("backup.") and len(here.entries) == 1
            continue
        assert found.entries.items() <= good.items()
        told = len(found.damaged) + found.missing
        assert told >= len(good) - len(found.entries)
        listed += told > 0
        backup.restore(Store(here), found.entries, 5)
        assert here.entries["asedio:settings"] == "mine"
        kept = set(without_doors(here).values()) - {"mine"}
        assert kept <= set(good.values())
        Store(here).games()
    assert refused > 5 and listed > 100


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "none"),
        ("hello", "none"),
        ("[" * 9_000, "none"),
        ('{"format":"asedio"}', "none"),
        ('{"format":"asedio-backup","version":2,"entries":0}', "newer"),
        ('{"format":"asedio-backup","version":1,"entries":-1}', "none"),
        ('{"format":"asedio-backup","version":1,"entries":true}', "none"),
        ('{"format":"asedio-backup","version":1,"entries":900000}', "none"),
        ('{"format":"asedio-backup","version":1,"entries":2}\n[1]\n{}', "nothing"),
    ],
)
def test_what_is_no_backup_is_refused(text: str, key: str) -> None:
    with pytest.raises(BadBackup) as why:
        backup.read(text)
    assert why.value.message.key == f"backup.{key}"


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("other:key", "x"),
        ("asedio:shelf", "{}"),
        ("asedio:archive", "[]"),
        ("asedio:game:a", "{}"),
        ("asedio:event:a:00000", "[1]"),
        ("asedio:event:a:1", '[0,["step"],1]'),
        ("asedio:table:a", '{"seats":[99]}'),
        ("asedio:" + "a" * 300, "x"),
        ("asedio:a\nb", "x"),
    ],
)
def test_an_entry_that_is_not_of_its_kind_is_left_out(key: str, raw: str) -> None:
    lines = [[key, raw], ["asedio:level:andarraya", "3"]]
    body = "\n".join(json.dumps([*one, backup._sum(*one)]) for one in lines)
    found = backup.read(f'{{"format":"asedio-backup","version":1,"entries":2}}\n{body}\n')
    assert found.entries == {"asedio:level:andarraya": "3"}
    assert found.damaged == [key if backup._KEY.fullmatch(key) else "line 2"]


def test_a_file_that_is_far_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "MAX_CHARS", 50)
    with pytest.raises(BadBackup, match=r"backup\.too_long"):
        backup.read(written(played()))


def test_the_name_of_the_file_says_the_day_and_nothing_else() -> None:
    name = backup.file_name(1_790_000_000)
    assert re.fullmatch(r"asedio-2026-09-2\d\.asedio", name)


# -- whole or not at all ------------------------------------------------


class Small(MemoryStorage):
    """A storage with room for a number of characters."""

    room = 0

    def set(self, key: str, value: str) -> None:
        others = sum(len(one) + len(raw) for one, raw in self.entries.items() if one != key)
        if others + len(key) + len(value) > self.room:
            raise OSError("quota")
        super().set(key, value)


@pytest.mark.parametrize("part", range(1, 10))
def test_into_a_full_storage_games_go_whole_or_not_at_all(part: int) -> None:
    disk = played()
    text, good = written(disk), entries(disk)
    size = sum(len(key) + len(raw) for key, raw in good.items())
    here = Small()
    here.room = size * part // 10
    done = restored(here, text)
    found = Store(MemoryStorage(dict(here.entries)))  # as after a reload
    assert len(found.games()) == done.games and done.games + done.unfit == 5 and done.unfit
    heads = {one.id for one in found.games()}
    assert {belongs(key) for key in here.entries} - {""} == heads
    for key in good:
        if belongs(key) in heads:
            assert here.entries[key] == good[key]


def test_a_full_storage_is_told_as_such() -> None:
    here = Small()
    here.room = 400
    screen, page = part(here)
    page.chosen = written(played())
    screen.press(aim("act:restore"))
    screen.app.store.notices()
    assert wording("backup.unfit") in whole(screen) and "0 games added" in whole(screen)


@pytest.mark.parametrize("lost", ["asedio:game:game1", "asedio:event:game1:00001"])
def test_a_damaged_line_never_grafts_events_onto_the_running_game(lost: str) -> None:
    disks = []
    for squares in ((1, 2), (3, 4, 5, 6, 7, 8)):
        disk = MemoryStorage()
        store = Store(disk, token=lambda: "game1")
        moves(store, store.new_game(MatchConfig("andarraya", {}, ("Ana", "Blas"))), *squares)
        disks.append(disk)
    mine, other = disks
    before, lines = dict(mine.entries), written(other).split("\n")
    text = "\n".join(line for line in lines if f'"{lost}"' not in line)
    done = restored(mine, text)
    assert mine.entries == before and done.broken == 1
    fresh = MemoryStorage()
    assert restored(fresh, text).broken == 1 and not fresh.entries


def test_thousands_of_differing_entries_are_looked_at_once() -> None:
    class Counted(MemoryStorage):
        lists = 0

        def keys(self, prefix: str = "") -> list[str]:
            Counted.lists += 1
            return super().keys(prefix)

    keys = [f"asedio:exercises:g{number}" for number in range(5000)]
    disk, here = MemoryStorage(dict.fromkeys(keys, "1")), Counted(dict.fromkeys(keys, "2"))
    done = restored(here, written(disk))
    assert len(done.aside) == 5000 and Counted.lists < 20


# -- the page ----------------------------------------------------------------------------------


class Vault(FakePage):
    """A page whose cipher is the password before the text."""

    def __init__(self) -> None:
        super().__init__()
        self.files: list[tuple[str, str]] = []
        self.chosen: str | None = ""

    def download(self, name: str, text: str) -> None:
        self.files.append((name, text))

    def choose_backup(self, done: Callable[[str | None], None]) -> None:
        done(self.chosen)

    def seal(self, text: str, password: str, done: Callable[[str], None]) -> None:
        done(json.dumps({"format": "asedio-backup", "version": 1, "sealed": [password, text]}))

    def unseal(self, text: str, password: str, done: Callable[[str], None]) -> None:
        secret, plain = json.loads(text)["sealed"]
        done(plain if password == secret else "")


def part(disk: MemoryStorage) -> tuple[MineScreen, Vault]:
    app = FakeApp(store=Store(disk))
    app.page = page = Vault()
    return MineScreen(app, FakeController()), page


def test_a_backup_is_saved_and_restored_from_the_list_of_games() -> None:
    disk = played()
    screen, page = part(disk)
    assert wording("backup.secrets") in whole(screen) and "password" in whole(screen)
    before = entries(disk)
    screen.press(aim("act:backup"))
    ((name, text),) = page.files
    found = backup.read(text)
    assert name in whole(screen) and (found.entries, found.damaged) == (before, [])
    fresh = MemoryStorage()
    other, there = part(fresh)
    there.chosen = text
    other.press(aim("act:restore"))
    assert says("backup.games", n=5) in whole(other)
    assert whole(other).count("save-open") == 5
    there.chosen = text[: len(text) // 2]
    other.press(aim("act:restore"))
    assert wording("backup.missing") in whole(other)
    there.chosen = None
    other.press(aim("act:restore"))
    assert wording("backup.too_long") in whole(other)


def test_a_damaged_entry_is_named() -> None:
    text = written(played()).replace('{\\"rating\\":900.0}', '{\\"rating\\":901.0}')
    screen, page = part(MemoryStorage())
    page.chosen = text
    screen.press(aim("act:restore"))
    assert wording("backup.damaged.one") in whole(screen)
    assert "<code>asedio:exercises:andarraya</code>" in whole(screen)


def test_a_password_is_asked_for_and_a_wrong_one_changes_nothing() -> None:
    screen, page = part(played())
    screen.field("password", "secreto")
    screen.press(aim("act:backup"))
    sealed = page.files[0][1]
    assert backup.is_sealed(sealed)
    fresh = MemoryStorage()
    other, there = part(fresh)
    there.chosen = sealed
    other.press(aim("act:restore"))
    assert wording("backup.sealed") in whole(other) and "act:unseal" in whole(other)
    before = dict(fresh.entries)
    other.field("password", "wrong")
    other.press(aim("act:unseal"))
    assert "wrong" in whole(other) and fresh.entries == before
    other.field("password", "secreto")
    other.press(aim("act:unseal"))
    assert says("backup.games", n=5) in whole(other) and "act:unseal" not in whole(other)


class Folders(Vault):
    """A page with a folder. `chosen_folder`: what the picker gives; `may`: whether it may write."""

    def __init__(self) -> None:
        super().__init__()
        self.folder, self.chosen_folder, self.may = "", "Copias", True
        self.written: dict[str, str] | None = {}

    def can_folder(self) -> bool:
        return True

    def known_folder(self, done: Callable[[str], None]) -> None:
        done(self.folder)

    def choose_folder(self, done: Callable[[str], None]) -> None:
        self.folder = self.chosen_folder or self.folder
        done(self.chosen_folder)

    def ask_folder(self, done: Callable[[bool], None]) -> None:
        done(self.may)

    def save_in_folder(self, name: str, text: str, done: Callable[[str], None]) -> None:
        if self.written is None:
            done("")
            return
        self.written[name] = text
        done(name)


def folder_part(disk: MemoryStorage) -> tuple[MineScreen, Folders]:
    app = FakeApp(store=Store(disk))
    app.page = page = Folders()
    return MineScreen(app, FakeController()), page


def test_a_backup_is_saved_in_a_folder_that_is_chosen_once() -> None:
    disk = played()
    screen, page = folder_part(disk)
    before = entries(disk)
    screen.shown()
    assert "act:folder" in screen.rest()["folder"] and "folder-save" not in screen.rest()["folder"]
    screen.press(aim("act:folder"))
    ((name, text),) = (page.written or {}).items()
    assert backup.read(text).entries == before and name == backup.file_name()
    assert f"Saved as {name}" in whole(screen) and "“Copias”" in screen.rest()["folder"]
    assert not reminder.is_due(screen.app.store)
    again = MineScreen(screen.app, FakeController())
    again.shown()
    assert "act:folder-save" in again.rest()["folder"]
    page.written = {}
    again.field("password", "secreto")
    again.press(aim("act:folder-save"))
    assert [backup.is_sealed(one) for one in page.written.values()] == [True]


@pytest.mark.parametrize(
    ("may", "written", "said"),
    [
        (False, {}, wording("backup.folder.refused")),
        (True, None, wording("backup.folder.failed")),
    ],
)
def test_a_folder_that_cannot_be_written_is_said(
    may: bool, written: dict[str, str] | None, said: str
) -> None:
    disk = played()
    screen, page = folder_part(disk)
    page.folder, page.may, page.written = "Copias", may, written
    screen.shown()
    screen.press(aim("act:folder-save"))
    assert said in whole(screen) and not page.written
    assert reminder.KEY not in disk.entries


def test_a_picker_closed_without_a_choice_changes_nothing() -> None:
    screen, page = folder_part(played())
    page.chosen_folder = ""
    screen.press(aim("act:folder"))
    assert page.written == {} and "folder-save" not in screen.rest()["folder"]


def test_a_browser_without_folders_is_offered_none() -> None:
    screen, _ = part(played())
    screen.shown()
    assert "folder" not in screen.rest() and "act:folder" not in whole(screen)
    assert 'data-slot="folder"' not in screen.layout()


def test_a_backup_that_cannot_be_read_is_called_that() -> None:
    screen, vault = part(played())
    vault.chosen = UnreadText()
    screen.keeping.choose_backup()
    assert screen.app.t("open.unread") in whole(screen)


def test_a_dropped_or_pasted_file_is_opened_whatever_it_is() -> None:
    app = opened("#new=cotadrez")
    app.controller.take_file(written(played()))
    assert app.screen.name == "mine" and "5 partidas" in app.view.slots["kept"]
    app.route("")
    app.paste(written(MemoryStorage({"asedio:level:andarraya": "3"})))
    assert app.screen.name == "mine" and app.store.storage.get("asedio:level:andarraya") == "3"
    match = finished("andarraya", 9)
    app.controller.take_file(savefile.dump(match))
    app.page.slices()
    assert app.screen.name == "table" and app.session.count == len(match.events)
    app.controller.take_file(None)
    assert app.screen.name == "table" and app.t("open.too_long")[:20] in app.view.noticed
    app.controller.take_file("no game")
    assert app.screen.name == "home" and app.view.slots["problem"]


NODE = """
import { seal, unseal } from "%s";
const text = "Ána ♞ ".repeat(40000);
const file = await seal(text, "contraseña");
const parts = JSON.parse(file);
const bad = (change) => JSON.stringify({ ...parts, sealed: { ...parts.sealed, ...change } });
const data = parts.sealed.data;
const flipped = (data[9] === "A" ? "B" : "A");
console.log(JSON.stringify({
  head: file.slice(0, 60), kdf: parts.sealed.kdf, rounds: parts.sealed.rounds,
  cipher: parts.sealed.cipher, plain: file.includes("Ána"),
  right: (await unseal(file, "contraseña")) === text,
  composed: (await unseal(file, "contrasen\\u0303a")) === text,
  wrong: await unseal(file, "contrasena"),
  flipped: await unseal(bad({ data: data.slice(0, 9) + flipped + data.slice(10) }), "contraseña"),
  few: await unseal(bad({ rounds: 1000 }), "contraseña"),
  many: await unseal(bad({ rounds: 1e12 }), "contraseña"),
  none: await unseal("{}", "contraseña"),
  other: (await seal("x", "contraseña")) !== (await seal("x", "contraseña")),
}));
"""


def test_the_cipher_is_pbkdf2_and_aes_gcm_and_opens_only_with_the_password(tmp_path: Path) -> None:
    module = tmp_path / "backup.mjs"
    module.write_text((ROOT / "static/backup.js").read_text("utf-8"), "utf-8")
    code = NODE % module.as_uri()
    run = subprocess.run(
        ["node", "--input-type=module", "-e", code], capture_output=True, text=True, check=True
    )
    found = json.loads(run.stdout)
    assert backup.is_sealed(found.pop("head"))
    assert found == {
        "kdf": "PBKDF2-SHA-256", "rounds": 600_000, "cipher": "AES-GCM", "plain": False,
        "right": True, "composed": True, "wrong": "", "flipped": "", "few": "", "many": "",
        "none": "", "other": True,
    }  # fmt: skip


# -- the reminder ------------------------------------------------------------------------------


def many(disk: MemoryStorage, count: int) -> Store:
    store = Store(disk)
    for number in range(count):
        key = store.new_game(MatchConfig("andarraya", {}, (f"A{number}", "B")))
        store.append(key, 0, Event(0, ("move", 11, 27, 0)))
        store.set_result(key, won_by(0, "mate"))
    return store


@pytest.mark.parametrize(
    ("games", "lasts", "reminded"),
    [(reminder.MANY, False, True), (reminder.MANY - 1, False, False), (reminder.MANY, True, False),
     (reminder.MANY, None, False)],
)  # fmt: skip
def test_home_reminds_of_a_backup_if_the_browser_may_clear_many_games(
    games: int, lasts: bool | None, reminded: bool
) -> None:
    disk = MemoryStorage()
    many(disk, games)
    app = opened("#about", disk)
    app.page.lasts = lasts
    app.route("")
    assert ("act:all-games" in app.view.slots["notices"]) == reminded
    reminder.note_backup(app.store)
    app.refresh()
    assert "act:all-games" not in app.view.slots["notices"]


def test_a_reminder_can_be_put_off_for_a_month() -> None:
    disk = MemoryStorage()
    many(disk, reminder.MANY)
    app = opened("#about", disk)
    app.page.lasts = False
    app.route("")
    assert "act:backup-later" in app.view.slots["notices"]
    app.press("act:backup-later")
    assert "act:all-games" not in app.view.slots["notices"]
    store = Store(disk)
    until = json.loads(disk.entries[reminder.KEY])["later"]
    assert [reminder.is_due(store, until + one) for one in (-1, 0)] == [False, True]
    assert reminder.is_due(store, until - reminder.MONTH - 1)  # the clock was wrong
    reminder.note_backup(store)
    assert not reminder.is_due(store, until + 1)


def test_no_wild_entry_of_the_reminder_stops_home() -> None:
    for wild in (
        "{}",
        "[]",
        "7",
        '{"games":-1,"at":1}',
        '{"games":"1","at":1}',
        "{",
        '{"later":"x"}',
    ):
        disk = MemoryStorage({reminder.KEY: wild})
        assert not reminder.is_due(Store(disk))
        assert isinstance(opened("", disk).screen, HomeScreen)
