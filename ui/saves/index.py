"""Index of the saved games, so that home need not scan every event: the games in progress and the
last finished ones in one entry, all others in a second one, which only the list of all games reads.

It is a cache, used only if the store has exactly as many entries as the index expects. Before a
game is written it is marked as open; open games are read again when the index is loaded.

    asedio:shelf      {"v": 5, "rest": number of entries except those of open games, "open": [ids],
                       "games": [rows], "more": number of rows in the archive, "known": [their
                       titles], "due": whether one is to be packed, "tail": checksum of their ids
                       except those of open games, "sum": CRC-32 of the archive}
    asedio:archive    [rows] in lines of AT_ONCE rows, so that no step parses all of them
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, fields
from functools import reduce
from operator import xor
from typing import Any, NamedTuple
from zlib import crc32

from engine.core.steps import Step, Steps, finish
from engine.core.texts import plain_name, short_name
from ui.saves.entries import (
    HEAD,
    MOST_NAMES,
    NEWEST,
    PREFIX,
    draft_keys,
    dump,
    event_key,
    is_count,
    is_moment,
    is_table,
    key_of,
    moment,
    parse,
    parse_event,
    shown_names,
)
from ui.saves.packs import LOOSE
from ui.saves.storage import SafeStorage
from ui.words.names import are_seats, read_seats

SHELF, ARCHIVE = f"{PREFIX}shelf", f"{PREFIX}archive"
VERSION = 5
FEW = 400  # entries; a store up to this size is scanned as quickly
MOST_LABELS = 8  # of a game
RECENT = 24  # finished games in the first entry
AT_ONCE = 100  # rows of a line of the archive, read in a step


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game as lists show it. `events` is a count, `updated` in milliseconds, `result` the
    score such as `1-0`, or "" while the game goes on."""

    id: str
    game_id: str
    names: tuple[str, ...]
    options: dict[str, Any]
    events: int
    updated: int
    result: str = ""
    reason: str = ""
    view: bool = False  # one player's knowledge, read-only
    source: str = ""  # hash of an imported match (`source_of`)
    decided: bool = True  # something was decided in it, so it is kept and listed
    title: str = ""  # given by the player in the list of all games
    labels: tuple[str, ...] = ()  # likewise
    seats: tuple[int, ...] = ()  # computer levels by player, 0 a person; empty if all are people
    mine: int = -1  # the only seat played at this device; −1 if there are several or none
    far: bool = False  # with another device
    settled: bool = False  # finished and packed, or not to be packed (ui/saves/packs.py)
    newer: bool = False  # written by a newer version; cannot be opened

    @property
    def over(self) -> bool:
        return bool(self.result)


class Listed(NamedTuple):
    """Games by id; `more`: how many others the archive has, `known`: their titles, `due`: whether
    some of them are still to be packed."""

    games: dict[str, Summary]
    more: int = 0
    known: frozenset[str] = frozenset()
    due: bool = False


_ROW = [field.name for field in fields(Summary)]  # columns of a row
_KINDS: list[type] = [
    str, str, list, dict, int, int, str, str, bool, str, bool, str, list, list, int,
    bool, bool, bool,
]  # fmt: skip
_NAMES, _EVENTS, _TIME, _LABELS, _SEATS, _MINE = 2, 4, 5, 12, 13, 14  # indexes in a row


class GameIndex:
    """Reader and writer of the index entry."""

    def __init__(self, storage: SafeStorage) -> None:
        self._storage = storage
        self._open: set[str] = set()  # marked as open; reset if another tab writes the index
        self._taken = False  # loaded by its entry count only; `confirm` has not checked it yet
        self._archived: tuple[str | None, list[Summary]] = None, []  # text and games, as read

    def heard(self) -> None:
        """Handle that another tab has written the index."""
        self._open.clear()

    def touch(self, game_id: str) -> None:
        """Mark a game as open. Must be called before any of its entries is written."""
        if game_id in self._open:
            return
        self._open.add(game_id)
        found = self._read()
        if found is None or game_id in found["open"]:
            return
        known = next((row[_EVENTS] for row in found["games"] if row[0] == game_id), -1)
        if known < 0 and self._storage.get(key_of("game", game_id)) is not None:
            found["tail"] ^= _mixed([game_id])
        found["rest"] -= self._entries(game_id, self.count(game_id, max(known, 0)))
        found["open"].append(game_id)
        self._storage.set(SHELF, dump(found))
        if self._storage.pending(SHELF):
            self.forget()  # better none than one that does not know of the game

    def load(
        self, summary: Callable[[str, int], Summary | None], whole: bool = True
    ) -> Listed | None:
        """Return the games; None if there is no index or it does not match the store.

        `summary(game_id, events)` reads an open game; None if it is gone. `whole`: with those in
        the archive."""
        found = self._read()
        if found is None:
            return None
        rows, more = found["games"], found["more"]
        old: list[Summary] = []
        if whole and more:
            archive = self._archive(found["sum"])
            if archive is None:
                return None
            old, more = archive, 0
        try:
            games = {row[0]: _summary(row) for row in rows}
        except (TypeError, ValueError):
            return None
        games |= {one.id: one for one in old}
        total = found["rest"]
        for game_id in found["open"]:
            before = games.pop(game_id, None)
            count = self.count(game_id, before.events if before else 0)
            total += self._entries(game_id, count)
            if (one := summary(game_id, count)) is not None:
                games[game_id] = one
        self._taken = total == self._storage.size()
        listed = Listed(games, more, frozenset(found["known"]), found["due"])
        return listed if self._taken else None

    def reading(self, text: str | None = None) -> Steps[list[Summary] | None]:
        """Read the archive in steps, so that `load` finds it read; None if it is damaged. `text`:
        of the archive, if it is known."""
        raw = (self._storage.get(ARCHIVE) or "") if text is None else text
        if self._archived[0] == raw:
            return self._archived[1]
        lines, games = raw.split("\n"), []
        for number, line in enumerate(lines):
            rows = parse(line)
            try:
                games += [_summary(row) for row in (rows if isinstance(rows, list) else [None])]
            except (TypeError, ValueError):
                return None
            yield Step(number + 1, len(lines))
        self._archived = raw, games
        return games

    def _archive(self, total: int) -> list[Summary] | None:
        """Return the games of the archive; None if it is not the one the index was written with."""
        raw = self._storage.get(ARCHIVE) or ""
        return finish(self.reading(raw)) if _sum(raw) == total else None

    def confirm(self) -> bool:
        """Return whether the index lists the stored games. Checks only once per loaded index; a
        wrong index is deleted."""
        taken, self._taken = self._taken, False
        found = self._read() if taken else None
        if found is None:
            return True
        heads = map(HEAD.fullmatch, self._storage.keys(f"{PREFIX}game:"))
        first, opened = {row[0] for row in found["games"]}, set(found["open"])
        listed = _mixed(first - opened) ^ found["tail"]
        if _mixed({head[1] for head in heads if head} - opened) == listed:
            return True
        self.forget()
        return False

    def keep(self, games: Collection[Summary]) -> None:
        """Write the index of all games, if the store is large enough to need one and persistent.

        Games of a newer version cannot be indexed; if there are any, no index is kept."""
        self.forget()
        if self._storage.size() <= FEW or any(game.newer for game in games):
            return
        if not self._storage.persistent:
            return
        newest = sorted((game for game in games if game.over), key=age, reverse=True)
        rest = newest[RECENT:]
        first = [game for game in games if not game.over] + newest[:RECENT]
        lines = [rest[start : start + AT_ONCE] for start in range(0, len(rest), AT_ONCE)]
        text = "\n".join(dump([_row(one) for one in line]) for line in lines)
        if rest:
            self._storage.set(ARCHIVE, text)
        found = {
            "v": VERSION,
            "rest": self._storage.size() + 1,
            "open": [],
            "games": [_row(one) for one in first],
            "more": len(rest),
            "due": any(not one.settled for one in rest),
            "tail": _mixed([one.id for one in rest]),
            "known": sorted({one.game_id for one in rest if one.decided}),
            "sum": _sum(text),
        }
        self._storage.set(SHELF, dump(found))

    def forget(self) -> None:
        """Delete the index: it no longer matches the store."""
        self._open.clear()
        for key in (SHELF, ARCHIVE):
            if self._storage.get(key) is not None:
                self._storage.remove(key)

    def count(self, game_id: str, guess: int) -> int:
        """Return the number of events of a game, assuming no gaps in their numbers. Searches
        outwards from `guess`, so a good guess is fast."""
        low, step = guess, 1
        while low and not self._there(game_id, low - 1):
            low, step = max(0, low - step), 2 * step
        high, step = low, 1
        while self._there(game_id, high):
            low, high, step = high + 1, high + step, 2 * step
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self._there(game_id, middle) else (low, middle)
        return low

    def _there(self, game_id: str, index: int) -> bool:
        return self._storage.get(event_key(game_id, index)) is not None

    def _entries(self, game_id: str, events: int) -> int:
        """Return how many storage entries a game with this number of events has."""
        kinds = ("game", "mark", "table", "sight", "mistakes")
        keys = [*(key_of(kind, game_id) for kind in kinds), *draft_keys(game_id)]
        return events + sum(self._storage.get(key) is not None for key in keys)

    def _read(self) -> dict[str, Any] | None:
        raw = self._storage.get(SHELF)
        found = parse(raw) if raw is not None else None
        if not isinstance(found, dict) or found.get("v") != VERSION:
            return None
        good = is_count(found.get("rest")) and isinstance(found.get("games"), list)
        good = good and isinstance(found.get("open"), list) and is_count(found.get("more"))
        good = good and all(type(found.get(name)) is int for name in ("tail", "sum"))
        good = good and isinstance(found.get("known"), list) and type(found.get("due")) is bool
        good = good and all(isinstance(one, str) for one in found["known"])
        good = good and all(isinstance(one, str) for one in found["open"])
        return found if good and all(map(_fits, found["games"])) else None


def _sum(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))


def age(summary: Summary) -> tuple[int, str]:
    return summary.updated, summary.id


def _mixed(ids: Iterable[str]) -> int:
    """Return a checksum of ids that does not depend on their order."""
    return reduce(xor, (crc32(one.encode()) for one in ids), 0)


def summary_of(
    storage: SafeStorage, game_id: str, head: dict[str, Any], events: int, highest: int
) -> Summary:
    """Return the list row of a game. `head`: parsed; `highest`: number of its last event."""
    packed = head["v"] == NEWEST  # ui/saves/packs.py
    last = parse_event(storage.get(event_key(game_id, highest))) if events and not packed else None
    decided = packed or bool(last and last[0].actor >= 0)
    score, reason = head["result"] or ("", "")
    raw, far = (storage.get(key_of(kind, game_id)) for kind in ("table", "far"))
    found: Any = parse(raw) if raw is not None else head.get("table") if packed else None
    table: dict[str, Any] = found if is_table(found) else {}
    seats = read_seats(table.get("seats"))
    return Summary(
        id=game_id,
        game_id=head["game"],
        names=shown_names(head["names"]),
        options=head["options"],
        events=head["n"] if packed else events,
        updated=max(moment(head["created"]), last[1] if last else head["updated"] if packed else 0),
        result=score,
        reason=reason,
        view=bool(head.get("view")),
        source=head.get("source", ""),
        decided=decided or _is_decided(storage, game_id, head, events),
        title=plain_name(head["title"]) if isinstance(head.get("title"), str) else "",
        labels=labels_of(head.get("labels")),
        seats=seats,
        mine=_mine(table, seats, max(2, len(head["names"]), len(seats)), far is not None),
        far=far is not None,
        settled=packed or bool(score and (far is not None or head.get("view") or head.get(LOOSE))),
    )


def labels_of(value: object) -> tuple[str, ...]:
    """Return the readable ones of stored labels, without doubles, at most MOST_LABELS."""
    words = [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
    found = (short_name(" ".join(word.split())) for word in words)
    return tuple(dict.fromkeys(one for one in found if one))[:MOST_LABELS]


def _mine(table: dict[str, Any], seats: tuple[int, ...], count: int, far: bool) -> int:
    """Return the only seat played at this device; −1 if there are several or none, and in a
    scenario, whose result says nothing about the level of its computer."""
    if table.get("scenario"):
        return -1
    if far:
        return int(table.get("far", -1))
    people = [seat for seat in range(count) if not any(seats[seat : seat + 1])]
    return people[0] if len(people) == 1 else -1


def _is_decided(storage: SafeStorage, game_id: str, head: dict[str, Any], events: int) -> bool:
    """Return whether a game is worth keeping: somebody has decided something in it or arranges a
    set-up, or it came from elsewhere. Chance alone does not count."""
    if head.get("source") or head.get("view") or storage.get(key_of("far", game_id)) is not None:
        return True
    for index in reversed(range(events)):
        found = parse_event(storage.get(event_key(game_id, index)))
        if found is None or found[0].actor >= 0:
            return True
    return any(storage.get(key) is not None for key in draft_keys(game_id))


def _fits(row: Any) -> bool:
    if not isinstance(row, list) or list(map(type, row)) != _KINDS:
        return False
    return (
        is_moment(row[_TIME])
        and is_count(row[_EVENTS])
        and len(row[_NAMES]) <= MOST_NAMES
        and are_seats(row[_SEATS])
        and -1 <= row[_MINE] < MOST_NAMES
        and not row[-1]
    )


def _row(summary: Summary) -> list[Any]:
    return [getattr(summary, name) for name in _ROW]


def _summary(row: Any) -> Summary:
    """Return the Summary of a row. Raises ValueError if it is none."""
    if not (_fits(row) and all(type(name) is str for name in (*row[_NAMES], *row[_LABELS]))):
        raise ValueError(row)
    found = list(row)
    found[_NAMES] = shown_names(row[_NAMES])
    found[_LABELS], found[_SEATS] = tuple(row[_LABELS]), tuple(row[_SEATS])
    return Summary(*found)
