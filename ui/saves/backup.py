"""Backup of everything this browser stores, in one file, and its restoration.

    {"format": "asedio-backup", "version": 1, "entries": number of the lines that follow}
    ["asedio:game:…", "text of the entry", CRC-32 of key and text]
    …

A line for each entry, so that what is whole can be taken from a damaged file. The index of the
games is left out. A file with a password is one line (static/backup.js).

Restoring adds and never replaces. A game is added whole or not at all: not if its head or an event
is missing, or if it does not fit. One that goes on differently here is added once more, under an id
made from its content; any other entry that differs is kept here as it is, and that of the file is
set aside (`asedio:aside:…`). A far table asks before it contacts its relays, and what the player
once allowed is not taken from a file.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from zlib import crc32

from engine.core.errors import AsedioError
from engine.core.jsontext import BadJson, read_json
from engine.core.steps import SORTING, Steps, finish
from engine.core.texts import Message, whole
from ui.saves.entries import (
    EVENT,
    GUEST,
    PREFIX,
    belongs,
    dump,
    event_key,
    event_of,
    events_of,
    is_count,
    is_head,
    is_table,
    key_of,
    newer,
    parse,
)
from ui.saves.index import ARCHIVE, SHELF
from ui.saves.packs import checksum, unslim
from ui.saves.storage import SafeStorage
from ui.saves.store import Store

FORMAT, VERSION = "asedio-backup", 1
MAX_CHARS = 24_000_000  # more than any browser stores for a page
MAX_LINE = 5_000_000
MOST_ENTRIES = 500_000
AT_ONCE = 50  # entries read in one step
_ASIDE = re.compile(f"^{PREFIX}aside:[0-9]*:")
_KEY = re.compile(r"asedio:[a-z][\x21-\x7e]{0,200}")
_LISTS = (f"{PREFIX}learned:", f"{PREFIX}draft:own-", f"{PREFIX}people")  # entries that are joined
_LEFT_OUT = (SHELF, ARCHIVE, f"{PREFIX}probe")
# Permissions: whole entries, and what an entry is without them.
_ALLOWED = (f"{PREFIX}calls",)
_WITHOUT = {f"{PREFIX}settings": ("turns",), f"{PREFIX}relays": ("chosen",)}
_BESIDE = re.compile(rf"{PREFIX}(event|game|table|mark|sight|mistakes|draft):")  # made of letters


class BadBackup(AsedioError):
    """The text is no backup that can be read."""

    default_code = "bad_backup"

    def __init__(self, key: str) -> None:
        super().__init__(Message(key))


@dataclass(slots=True)
class Backup:
    """Entries of a file, those that are damaged by key or line, and how many are missing."""

    entries: dict[str, str] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    missing: int = 0


@dataclass(slots=True)
class Restored:
    """What restoring did: games added, games that were here, games added once more because they
    differ, games left out because they are damaged, other entries added, the keys of entries that
    differ and were set aside, and games and other entries that did not fit into the storage."""

    games: int = 0
    same: int = 0
    copies: int = 0
    broken: int = 0
    entries: int = 0
    aside: list[str] = field(default_factory=list)
    unfit: int = 0
    unfit_entries: int = 0


def file_name(now: float | None = None) -> str:
    """Return the name of a backup of today; it tells nothing else."""
    day = time.strftime("%Y-%m-%d", time.localtime(time.time() if now is None else now))
    return f"asedio-{day}.asedio"


def is_backup(text: str) -> bool:
    """Return whether a text is meant to be a backup."""
    return f'"format":"{FORMAT}"' in "".join(text[:80].split())


def is_sealed(text: str) -> bool:
    """Return whether a backup has a password."""
    return is_backup(text) and '"sealed"' in text[:200]


def write(storage: SafeStorage) -> str:
    """Return the file of everything stored."""
    keys = [key for key in storage.keys(PREFIX) if key not in _LEFT_OUT]
    keys = [key for key in keys if not key.startswith(GUEST)]
    found = {key: storage.get(key) for key in sorted(keys, key=belongs)}  # game by game
    lines = [dump([key, raw, _sum(key, raw)]) for key, raw in found.items() if raw is not None]
    head = dump({"format": FORMAT, "version": VERSION, "entries": len(lines)})
    return "\n".join([head, *lines, ""])


def _sum(key: str, raw: str) -> int:
    return crc32(f"{key}\n{raw}".encode("utf-8", "surrogatepass"))


# -- reading ---------------------------------------------------------------------------------


def read(text: str) -> Backup:
    """Return the entries of a file. Raises BadBackup if not even its first line can be read."""
    return finish(reading(text))


def reading(text: str) -> Steps[Backup]:
    """Run `read` in steps of some lines."""
    if len(text) > MAX_CHARS:
        raise BadBackup("backup.too_long")
    head, _, rest = text.partition("\n")
    try:
        first = read_json(whole(head))
    except BadJson:
        first = None
    if not isinstance(first, dict) or first.get("format") != FORMAT:
        raise BadBackup("backup.none")
    if first.get("version") != VERSION:
        raise BadBackup("backup.newer")
    if not is_count(first.get("entries")) or first["entries"] > MOST_ENTRIES:
        raise BadBackup("backup.none")
    backup = Backup()
    lines = [line for line in rest.split("\n", MOST_ENTRIES) if line]
    for number, line in enumerate(lines, 2):
        _read_line(backup, line, number)
        if not number % AT_ONCE:
            yield SORTING
    backup.missing = max(0, first["entries"] - len(lines))
    if first["entries"] and not backup.entries:
        raise BadBackup("backup.nothing")
    return backup


def _read_line(backup: Backup, line: str, number: int) -> None:
    """Add the entry of a line, or note that it is damaged."""
    try:
        value = read_json(whole(line), MAX_LINE)
    except BadJson:
        value = None
    match value:
        case [str() as key, str() as raw, int() as total] if _KEY.fullmatch(key):
            good = total == _sum(key, raw) and key not in backup.entries
            if good and key not in _LEFT_OUT and fits(key, raw):
                backup.entries[key] = raw
            else:
                backup.damaged.append(key)
        case _:
            backup.damaged.append(f"line {number}")


def fits(key: str, raw: str) -> bool:
    """Return whether the text of an entry is of its kind. The readers of the other kinds accept
    any text."""
    value = parse(raw)
    if key.startswith(f"{PREFIX}game:"):
        return is_head(value) or unslim(value) is not None or newer(value) is not None
    if key.startswith(f"{PREFIX}event:"):
        return EVENT.fullmatch(key) is not None and event_of(value) is not None
    if key.startswith(f"{PREFIX}table:"):
        return is_table(value)
    return True


# -- restoring -------------------------------------------------------------------------------


def restore(store: Store, entries: Mapping[str, str], now: int | None = None) -> Restored:
    """Add the entries of a backup to the store. `now`: milliseconds since 1970."""
    return finish(restoring(store, entries, now))


def restoring(store: Store, entries: Mapping[str, str], now: int | None = None) -> Steps[Restored]:
    """Run `restore` in steps of one game or some entries. What was added stays if it is stopped."""
    try:
        return (yield from _adding(store, entries, now or int(time.time() * 1000)))
    finally:
        store.rescan()


def _adding(store: Store, entries: Mapping[str, str], now: int) -> Steps[Restored]:
    work = _Restoring(store.storage, now)
    games: dict[str, dict[str, str]] = {}
    for number, (key, raw) in enumerate(entries.items()):
        if not number % AT_ONCE:
            yield SORTING
        if key.startswith(GUEST) or key in _ALLOWED:
            continue
        if game_id := belongs(key):
            games.setdefault(game_id, {})[key] = raw
        else:
            work.add_entry(key, _without_permissions(key, raw))
    there: dict[str, list[str]] = {}
    for key in store.storage.keys(PREFIX):
        there.setdefault(belongs(key), []).append(key)
    for game_id, own in games.items():
        here = {key: store.storage.get(key) or "" for key in there.get(game_id, ())}
        work.add_game(game_id, own, here)
        yield SORTING
    return work.done


def _without_permissions(key: str, raw: str) -> str:
    """Return the text of an entry without what the player has allowed on another device."""
    value = parse(raw) if key in _WITHOUT else None
    if not isinstance(value, dict) or not any(name in value for name in _WITHOUT[key]):
        return raw
    return dump({name: one for name, one in value.items() if name not in _WITHOUT[key]})


class _Restoring:
    """One restoration: what it adds, and what it has done so far."""

    def __init__(self, storage: SafeStorage, now: int) -> None:
        self._storage, self._now, self.done = storage, now, Restored()

    def add_game(self, game_id: str, own: Mapping[str, str], here: Mapping[str, str]) -> None:
        """Add a game. `own`: its entries in the backup; `here`: those in the store."""
        head, done = key_of("game", game_id), self.done
        if key_of("far", game_id) in here and head in here:
            done.same += 1
            for key, raw in own.items():
                if not _BESIDE.match(key):
                    self.add_entry(key, raw)
        elif not _is_whole(game_id, own):
            done.broken += 1
        elif not here:
            done.games += self._write(game_id, own)
        elif head in here and (
            _log(game_id, own) == _log(game_id, here) or _begins(game_id, own, here)
        ):
            done.same += 1  # the same, or an earlier state of it
        else:
            self._add_copy(game_id, own)

    def _add_copy(self, game_id: str, own: Mapping[str, str]) -> None:
        digest = hashlib.sha256(dump(sorted(own.items())).encode("utf-8", "surrogatepass"))
        copy = digest.hexdigest()[:12]
        if self._storage.get(key_of("game", copy)) is None:
            mine = {key.replace(f":{game_id}", f":{copy}", 1): raw for key, raw in own.items()}
            self.done.copies += self._write(copy, mine)
        else:
            self.done.same += 1

    def _write(self, game_id: str, entries: Mapping[str, str]) -> bool:
        """Write a whole game, the head last; nothing if it does not fit. Return whether it did."""
        last = key_of("game", game_id)
        ordered = {key: raw for key, raw in entries.items() if key != last}
        if key_of("far", game_id) in entries:
            ordered[key_of("guest", game_id)] = "1"
        written = self._storage.set_together({**ordered, last: entries[last]})
        self.done.unfit += not written
        return written

    def add_entry(self, key: str, raw: str) -> None:
        """Add an entry that is none of a game, or join it with the one here."""
        here = self._storage.get(key)
        if here == raw:
            return
        new = raw if here is None else _joined(here, raw) if key.startswith(_LISTS) else None
        if new is not None:
            written = new == here or self._storage.set_together({key: new})
            self.done.entries += written and new != here
            self.done.unfit_entries += not written
            return
        name = key.removeprefix(PREFIX)
        known = self._aside.setdefault(name, set())
        if raw in known or self._storage.set_together({f"{PREFIX}aside:{self._now}:{name}": raw}):
            self.done.aside.append(key)
            known.add(raw)
        else:
            self.done.unfit_entries += 1

    @cached_property
    def _aside(self) -> dict[str, set[str]]:
        """The texts that were set aside earlier, by the key they had."""
        found: dict[str, set[str]] = {}
        for key in self._storage.keys(f"{PREFIX}aside:"):
            name = _ASIDE.sub("", key)
            found.setdefault(name, set()).add(self._storage.get(key) or "")
        return found


def _is_whole(game_id: str, own: Mapping[str, str]) -> bool:
    """Return whether the entries are a game: its head, and events without a gap."""
    count = sum(EVENT.fullmatch(key) is not None for key in own)
    return key_of("game", game_id) in own and all(
        event_key(game_id, n) in own for n in range(count)
    )


def _log(game_id: str, entries: Mapping[str, str]) -> tuple[int, int]:
    """Return number and checksum of the events, however they are stored."""
    if (head := unslim(parse(entries[key_of("game", game_id)]))) is not None:
        return head["n"], head["sum"]
    events = events_of(_events(entries))
    return len(events), checksum(events)


def _events(entries: Mapping[str, str]) -> list[str]:
    return [entries[key] for key in sorted(entries) if EVENT.fullmatch(key)]


def _begins(game_id: str, own: Mapping[str, str], here: Mapping[str, str]) -> bool:
    """Return whether the log of the file is a beginning of the one here."""
    if any(unslim(parse(one[key_of("game", game_id)])) is not None for one in (own, here)):
        return False
    mine, theirs = (events_of(_events(one)) for one in (own, here))
    return mine == theirs[: len(mine)]


def _joined(here: str, raw: str) -> str | None:
    """Return two stored lists as one, without doubles; None if one of them is no list."""
    mine, theirs = parse(here), parse(raw)
    if not isinstance(mine, list) or not isinstance(theirs, list):
        return None
    known = set(map(dump, mine))
    return dump([*mine, *(entry for entry in theirs if dump(entry) not in known)])
