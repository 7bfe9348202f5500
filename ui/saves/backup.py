"""Backup of everything this browser stores, in one file, and its restoration.

    {"format": "asedio-backup", "version": 1, "entries": number of the lines that follow}
    ["asedio:game:…", "text of the entry", CRC-32 of key and text]
    …

A line for each entry, so that what is whole can be taken from a damaged file. The index of the
games is left out. A file with a password is one line (static/backup.js).

Restoring adds and never replaces. A game that goes on differently here is added once more, under an
id made from its content; any other entry that differs is kept here as it is, and that of the file
is set aside (`asedio:aside:…`).
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from zlib import crc32

from engine.core.jsontext import BadJson, read_json
from engine.core.texts import Message, whole
from ui.saves.entries import (
    EVENT,
    PREFIX,
    belongs,
    dump,
    event_of,
    events_of,
    far_key,
    head_key,
    is_count,
    is_head,
    is_table,
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
_KEY = re.compile(r"asedio:[a-z][\x21-\x7e]{0,200}")
_LISTS = (f"{PREFIX}learned:", f"{PREFIX}draft:own-", f"{PREFIX}people")  # entries that are joined
_LEFT_OUT = (SHELF, ARCHIVE, f"{PREFIX}probe")


class BadBackup(ValueError):
    """The text is no backup that can be read. `message` says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.message = Message(key)


@dataclass(slots=True)
class Backup:
    """Entries of a file, those that are damaged by key or line, and how many are missing."""

    entries: dict[str, str] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    missing: int = 0


@dataclass(slots=True)
class Restored:
    """What restoring did: games added, games that were here, games added once more because they
    differ, other entries added, and the keys of entries that differ and were set aside."""

    games: int = 0
    same: int = 0
    copies: int = 0
    entries: int = 0
    aside: list[str] = field(default_factory=list)


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
    found = {key: storage.get(key) for key in storage.keys(PREFIX) if key not in _LEFT_OUT}
    lines = [dump([key, raw, _sum(key, raw)]) for key, raw in found.items() if raw is not None]
    head = dump({"format": FORMAT, "version": VERSION, "entries": len(lines)})
    return "\n".join([head, *lines, ""])


def _sum(key: str, raw: str) -> int:
    return crc32(f"{key}\n{raw}".encode("utf-8", "surrogatepass"))


# -- reading ---------------------------------------------------------------------------------


def read(text: str) -> Backup:
    """Return the entries of a file. Raises BadBackup if not even its first line can be read."""
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
    found = Backup()
    lines = [line for line in rest.split("\n", MOST_ENTRIES) if line]
    for number, line in enumerate(lines, 2):
        _read_line(found, line, number)
    found.missing = max(0, first["entries"] - len(lines))
    if first["entries"] and not found.entries:
        raise BadBackup("backup.nothing")
    return found


def _read_line(found: Backup, line: str, number: int) -> None:
    """Add the entry of a line, or note that it is damaged."""
    try:
        value = read_json(whole(line), MAX_LINE)
    except BadJson:
        value = None
    match value:
        case [str() as key, str() as raw, int() as total] if _KEY.fullmatch(key):
            good = total == _sum(key, raw) and key not in found.entries
            if good and key not in _LEFT_OUT and fits(key, raw):
                found.entries[key] = raw
            else:
                found.damaged.append(key)
        case _:
            found.damaged.append(f"line {number}")


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
    now = int(time.time() * 1000) if now is None else now
    done, storage = Restored(), store.storage
    games: dict[str, dict[str, str]] = {}
    for key, raw in entries.items():
        if game_id := belongs(key):
            games.setdefault(game_id, {})[key] = raw
        else:
            _add_entry(storage, key, raw, now, done)
    there: dict[str, list[str]] = {}
    for key in storage.keys(PREFIX):
        there.setdefault(belongs(key), []).append(key)
    for game_id, own in games.items():
        here = {key: storage.get(key) or "" for key in there.get(game_id, ())}
        _add_game(storage, game_id, own, here, now, done)
    store.rescan()
    return done


def _add_game(
    storage: SafeStorage, game_id: str, own: dict[str, str], here: dict[str, str], now: int,
    done: Restored,
) -> None:  # fmt: skip
    """Add a game. `own`: its entries in the backup; `here`: those in the store."""
    head = head_key(game_id)
    if head not in own or head not in here:
        _write(storage, {key: own[key] for key in own if key not in here}, head)
        done.games += head in own
        done.entries += head not in own
    elif far_key(game_id) in own or far_key(game_id) in here:
        done.same += 1
        for key, raw in own.items():
            _add_entry(storage, key, raw, now, done)
    elif _log(game_id, own) == _log(game_id, here):
        done.same += 1
    elif _begins(game_id, own, here):
        done.same += 1  # an earlier state of the same game
    else:
        digest = hashlib.sha256(dump(sorted(own.items())).encode("utf-8", "surrogatepass"))
        copy = digest.hexdigest()[:12]
        if storage.get(head_key(copy)) is None:
            mine = {key.replace(f":{game_id}", f":{copy}", 1): raw for key, raw in own.items()}
            _write(storage, mine, head_key(copy))
            done.copies += 1
        else:
            done.same += 1


def _log(game_id: str, entries: Mapping[str, str]) -> tuple[int, int]:
    """Return number and checksum of the events, however they are stored."""
    if (head := unslim(parse(entries[head_key(game_id)]))) is not None:
        return head["n"], head["sum"]
    events = events_of(_events(entries))
    return len(events), checksum(events)


def _events(entries: Mapping[str, str]) -> list[str]:
    return [entries[key] for key in sorted(entries) if EVENT.fullmatch(key)]


def _begins(game_id: str, own: Mapping[str, str], here: Mapping[str, str]) -> bool:
    """Return whether the log of the file is a beginning of the one here."""
    if any(unslim(parse(one[head_key(game_id)])) is not None for one in (own, here)):
        return False
    mine, theirs = (events_of(_events(one)) for one in (own, here))
    return mine == theirs[: len(mine)]


def _write(storage: SafeStorage, entries: Mapping[str, str], last: str) -> None:
    """Write entries, the head last: a game is listed once it is whole."""
    for key in (*(one for one in entries if one != last), last):
        if key in entries:
            storage.set(key, entries[key])


def _add_entry(storage: SafeStorage, key: str, raw: str, now: int, done: Restored) -> None:
    here = storage.get(key)
    if here == raw:
        return
    if here is None:
        storage.set(key, raw)
        done.entries += 1
        return
    joined = _joined(here, raw) if key.startswith(_LISTS) else None
    if joined is None:
        done.aside.append(key)
        begin, name = f"{PREFIX}aside:", key.removeprefix(PREFIX)
        there = (one for one in storage.keys(begin) if one.endswith(f":{name}"))
        if raw not in map(storage.get, there):
            storage.set(f"{begin}{now}:{name}", raw)
    elif joined != here:
        storage.set(key, joined)
        done.entries += 1


def _joined(here: str, raw: str) -> str | None:
    """Return two stored lists as one, without doubles; None if one of them is no list."""
    mine, theirs = parse(here), parse(raw)
    if not isinstance(mine, list) or not isinstance(theirs, list):
        return None
    return dump([*mine, *(one for one in theirs if one not in mine)])
