"""The saved games at a glance: a list of them in one entry, so that home need not look through
every event of every game.

A cache that is only believed while it fits: the number of all entries of the store must be what
the list expects. Games that somebody plays are marked in it as open, and looked at anew.

    asedio:shelf    {"v": 2, "rest": entries of all but the open games, "open": [ids],
                     "games": [rows]}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, fields
from typing import Any

from ui.saves.entries import (
    HEAD,
    MOST_NAMES,
    PREFIX,
    bookmark_key,
    dump,
    event_key,
    head_key,
    is_count,
    is_moment,
    moment,
    parse,
    shown_names,
)
from ui.saves.storage import SafeStorage

SHELF = f"{PREFIX}shelf"
VERSION = 2
FEW = 400  # entries that are looked through as quickly


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game as a list shows it. `updated` in milliseconds; `result` is `1-0` and so on."""

    id: str
    game_id: str
    names: tuple[str, ...]
    options: dict[str, Any]
    events: int
    updated: int
    result: str = ""
    reason: str = ""
    view: bool = False  # what one player knew, to be looked at
    source: str = ""  # what it came from, when it came as a link or a file
    newer: bool = False  # a newer version wrote it, and only that can read it

    @property
    def over(self) -> bool:
        return bool(self.result)


_ROW = [one.name for one in fields(Summary)]  # a game in the list
_KINDS: list[type] = [str, str, list, dict, int, int, str, str, bool, str, bool]
_NAMES, _EVENTS, _TIME = 2, 4, 5  # places in a row


class GameIndex:
    """The entry and what is known of it."""

    def __init__(self, storage: SafeStorage) -> None:
        self._storage = storage
        self._open: set[str] = set()  # marked as open since anybody else has written the list
        self._taken = False  # a list was believed that has not been compared with the store

    def heard(self) -> None:
        """Another tab has written the list."""
        self._open.clear()

    def touch(self, game_id: str) -> None:
        """Something of this game is about to be written."""
        if game_id in self._open:
            return
        self._open.add(game_id)
        found = self._read()
        if found is None or game_id in found["open"]:
            return
        known = next((row[4] for row in found["games"] if row[0] == game_id), 0)
        found["rest"] -= self._entries(game_id, self.count(game_id, known))
        found["open"].append(game_id)
        self._storage.set(SHELF, dump(found))

    def load(self, summary: Callable[[str, int], Summary | None]) -> dict[str, Summary] | None:
        """By id; None when there is no list, or it does not fit. `summary` of a game with so many
        events is asked for those that are open."""
        found = self._read()
        if found is None:
            return None
        try:
            games = {row[0]: _summary(row) for row in found["games"]}
        except (TypeError, ValueError):
            return None
        total = found["rest"]
        for game_id in found["open"]:
            before = games.pop(game_id, None)
            count = self.count(game_id, before.events if before else 0)
            total += self._entries(game_id, count)
            if (one := summary(game_id, count)) is not None:
                games[game_id] = one
        self._taken = total == self._storage.size()
        return games if self._taken else None

    def confirm(self, listed: Iterable[str]) -> bool:
        """Whether these are the games that are stored. Asked once for each list that is loaded;
        one that is wrong goes."""
        taken, self._taken = self._taken, False
        if not taken:
            return True
        found = map(HEAD.fullmatch, self._storage.keys(f"{PREFIX}game:"))
        if {one[1] for one in found if one} == set(listed):
            return True
        self.forget()
        return False

    def keep(self, games: Collection[Summary]) -> None:
        """Writes the list of all games there are. None while a newer version's are among them: they
        cannot be opened here, and no list has to be believed in that."""
        self._storage.remove(SHELF)
        size, rows = self._storage.size(), [_row(one) for one in games if not one.newer]
        self._open.clear()
        if size > FEW and len(rows) == len(games) and self._storage.persistent:
            found = {"v": VERSION, "rest": size + 1, "open": [], "games": rows}
            self._storage.set(SHELF, dump(found))

    def forget(self) -> None:
        """It no longer fits."""
        self._open.clear()
        self._storage.remove(SHELF)

    def count(self, game_id: str, guess: int) -> int:
        """How many events a game has, when they are numbered without gaps; quick when `guess` is
        nearly right."""
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
        """How many entries a game has, with so many events."""
        keys = [head_key(game_id), bookmark_key(game_id), f"{PREFIX}table:{game_id}"]
        keys += [f"{PREFIX}draft:{game_id}:{player}" for player in range(4)]
        return events + sum(self._storage.get(key) is not None for key in keys)

    def _read(self) -> dict[str, Any] | None:
        raw = self._storage.get(SHELF)
        found = parse(raw) if raw is not None else None
        if not isinstance(found, dict) or found.get("v") != VERSION:
            return None
        good = is_count(found.get("rest")) and isinstance(found.get("games"), list)
        good = good and isinstance(found.get("open"), list)
        good = good and all(isinstance(one, str) for one in found["open"])
        return found if good and all(map(_fits, found["games"])) else None


def summary_of(game_id: str, head: dict[str, Any], events: int, updated: int) -> Summary:
    """What a list shows of a game, from its head."""
    score, reason = head["result"] or ("", "")
    return Summary(
        id=game_id,
        game_id=head["game"],
        names=shown_names(head["names"]),
        options=head["options"],
        events=events,
        updated=max(moment(head["created"]), updated),
        result=score,
        reason=reason,
        view=bool(head.get("view")),
        source=head.get("source", ""),
    )


def _fits(row: Any) -> bool:
    if not isinstance(row, list) or list(map(type, row)) != _KINDS:
        return False
    return (
        is_moment(row[_TIME])
        and is_count(row[_EVENTS])
        and len(row[_NAMES]) <= MOST_NAMES
        and not row[-1]
    )


def _row(one: Summary) -> list[Any]:
    return [getattr(one, name) for name in _ROW]


def _summary(row: list[Any]) -> Summary:
    """Raises ValueError for what is none."""
    if not all(type(name) is str for name in row[2]):
        raise ValueError(row)
    return Summary(row[0], row[1], shown_names(row[2]), *row[3:])
