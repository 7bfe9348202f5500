"""Index of the saved games: one entry that lists them all, so that home need not scan every event.

It is a cache, used only if the store has exactly as many entries as the index expects. Before a
game is written it is marked as open; open games are read again when the index is loaded.

    asedio:shelf    {"v": 3, "rest": number of entries except those of open games, "open": [ids],
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
    draft_keys,
    dump,
    event_key,
    far_key,
    head_key,
    is_count,
    is_moment,
    moment,
    parse,
    parse_event,
    shown_names,
    sight_key,
)
from ui.saves.storage import SafeStorage

SHELF = f"{PREFIX}shelf"
VERSION = 3
FEW = 400  # entries; a store up to this size is scanned as quickly


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
    newer: bool = False  # written by a newer version; cannot be opened

    @property
    def over(self) -> bool:
        return bool(self.result)


_ROW = [one.name for one in fields(Summary)]  # columns of a row
_KINDS: list[type] = [str, str, list, dict, int, int, str, str, bool, str, bool, bool]
_NAMES, _EVENTS, _TIME = 2, 4, 5  # indexes in a row


class GameIndex:
    """Reader and writer of the index entry."""

    def __init__(self, storage: SafeStorage) -> None:
        self._storage = storage
        self._open: set[str] = set()  # marked as open; reset if another tab writes the index
        self._taken = False  # loaded by its entry count only; `confirm` has not checked it yet

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
        known = next((row[4] for row in found["games"] if row[0] == game_id), 0)
        found["rest"] -= self._entries(game_id, self.count(game_id, known))
        found["open"].append(game_id)
        self._storage.set(SHELF, dump(found))

    def load(self, summary: Callable[[str, int], Summary | None]) -> dict[str, Summary] | None:
        """Return the games by id; None if there is no index or it does not match the store.

        `summary(game_id, events)` reads an open game; None if it is gone."""
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
        """Return whether the ids in `listed` are those of the stored games. Checks only once per
        loaded index; a wrong index is deleted."""
        taken, self._taken = self._taken, False
        if not taken:
            return True
        found = map(HEAD.fullmatch, self._storage.keys(f"{PREFIX}game:"))
        if {one[1] for one in found if one} == set(listed):
            return True
        self.forget()
        return False

    def keep(self, games: Collection[Summary]) -> None:
        """Write the index of all games, if the store is large enough to need one and persistent.

        Games of a newer version cannot be indexed; if there are any, no index is kept."""
        self._storage.remove(SHELF)
        size, rows = self._storage.size(), [_row(one) for one in games if not one.newer]
        self._open.clear()
        if size > FEW and len(rows) == len(games) and self._storage.persistent:
            found = {"v": VERSION, "rest": size + 1, "open": [], "games": rows}
            self._storage.set(SHELF, dump(found))

    def forget(self) -> None:
        """Delete the index: it no longer matches the store."""
        self._open.clear()
        self._storage.remove(SHELF)

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
        keys = [head_key(game_id), bookmark_key(game_id), f"{PREFIX}table:{game_id}"]
        keys += [sight_key(game_id), *draft_keys(game_id)]
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


def summary_of(
    storage: SafeStorage, game_id: str, head: dict[str, Any], events: int, highest: int
) -> Summary:
    """Return the list row of a game. `head`: parsed; `highest`: number of its last event."""
    last = parse_event(storage.get(event_key(game_id, highest))) if events else None
    decided = bool(last and last[0].actor >= 0) or _is_decided(storage, game_id, head, events)
    score, reason = head["result"] or ("", "")
    return Summary(
        id=game_id,
        game_id=head["game"],
        names=shown_names(head["names"]),
        options=head["options"],
        events=events,
        updated=max(moment(head["created"]), last[1] if last else 0),
        result=score,
        reason=reason,
        view=bool(head.get("view")),
        source=head.get("source", ""),
        decided=decided,
    )


def _is_decided(storage: SafeStorage, game_id: str, head: dict[str, Any], events: int) -> bool:
    """Return whether a game is worth keeping: somebody has decided something in it or arranges a
    set-up, or it came from elsewhere. Chance alone does not count."""
    if head.get("source") or head.get("view") or storage.get(far_key(game_id)) is not None:
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
        and not row[-1]
    )


def _row(one: Summary) -> list[Any]:
    return [getattr(one, name) for name in _ROW]


def _summary(row: list[Any]) -> Summary:
    """Return the Summary of a row. Raises ValueError if a name is not text."""
    if not all(type(name) is str for name in row[2]):
        raise ValueError(row)
    return Summary(row[0], row[1], shown_names(row[2]), *row[3:])
