"""The list of the stored games: their heads and rows, read once and kept up to date.

Shared by the store (ui/saves/store.py) and by packing (ui/saves/packs.py)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.core.contract import Event
from ui.saves.entries import EVENT, HEAD, PREFIX, dump, is_head, key_of, newer, parse
from ui.saves.index import GameIndex, Listed, Summary, age, summary_of
from ui.saves.packs import is_packed, slim, unslim
from ui.saves.storage import SafeStorage


class GameList:
    """Heads and rows of the stored games. `put_aside` sets an unreadable entry aside.

    Before an entry of a game is written, call `touch`; if the number of its entries changes without
    the index (ui/saves/index.py) noticing, call `forget`."""

    def __init__(self, storage: SafeStorage, put_aside: Callable[[str], None]) -> None:
        self._storage = storage
        self._put_aside = put_aside
        self._index = GameIndex(storage)
        self._heads: dict[str, dict[str, Any]] = {}  # as last read or written
        self._rows: dict[str, Summary] | None = None  # by id
        self._sorted: list[Summary] | None = None  # the values of `_rows`
        self._recent: Listed | None = None
        self.touch = self._index.touch
        self.forget = self._index.forget
        self.heard = self._index.heard
        self.reading = self._index.reading

    # -- heads -------------------------------------------------------------------------------

    def head(self, game_id: str) -> dict[str, Any] | None:
        """Return the head of a game; None if there is none, it is unreadable or of a newer version.
        An unreadable one is set aside."""
        key = key_of("game", game_id)
        raw = self._storage.get(key)
        if raw is None:
            return None
        head = parse(raw)
        head = head if is_head(head) else unslim(head)
        if head is not None:
            self._heads[game_id] = dict(head)
            return dict(head)
        if newer(parse(raw)) is None:
            self._put_aside(key)
        return None

    def known_head(self, game_id: str) -> dict[str, Any] | None:
        """Return the head as it was last read or written here, whatever is stored now."""
        return self._heads.get(game_id)

    def write_head(self, game_id: str, head: dict[str, Any]) -> None:
        self.touch(game_id)
        self._heads[game_id] = head
        self.outdate()
        text = slim(head) if is_packed(head) else dump(head)
        self._storage.set(key_of("game", game_id), text)

    def drop_head(self, game_id: str) -> None:
        self._heads.pop(game_id, None)

    # -- rows --------------------------------------------------------------------------------

    def all(self) -> list[Summary]:
        """Return all games, last played first."""
        if self._rows is None:
            found = self._index.load(self._indexed)
            self._rows, self._sorted = (found.games if found else None), None
        if self._rows is None:
            self._rows = self._scan()
            self._index.keep(self._rows.values())
        if self._sorted is None:
            self._sorted = sorted(self._rows.values(), key=age, reverse=True)
        return list(self._sorted)

    def recent(self) -> Listed:
        """Return the games in progress and the last finished ones, last played first; all games if
        they are few or were read already."""
        if self._rows is None and self._recent is None:
            found = self._index.load(self._indexed, whole=False)
            if found is not None:
                games = sorted(found.games.values(), key=age, reverse=True)
                self._recent = found._replace(games={game.id: game for game in games})
        if self._rows is None and self._recent is not None:
            return self._recent
        return Listed({one.id: one for one in self.all()})

    def unpacked(self) -> list[str]:
        """Return the finished games that may be packed, last played first."""
        recent = self.recent()
        games = self.all() if recent.due else recent.games.values()
        return [game.id for game in games if game.over and not (game.settled or game.newer)]

    def add_event(self, game_id: str, index: int, event: Event, now: int) -> None:
        """Update the row of a game to which event number `index` was added."""
        if self._rows and (one := self._rows.get(game_id)) is not None:
            decided = one.decided or event.actor >= 0
            self._rows[game_id] = replace(one, events=index + 1, updated=now, decided=decided)
            self._sorted = None
        self._recent = None

    def settle(self, game_id: str, head: dict[str, Any]) -> None:
        """Update the row of a game that was packed."""
        self._heads[game_id] = head
        if self._rows and (one := self._rows.get(game_id)) is not None:
            self._rows[game_id], self._sorted = replace(one, settled=True), None

    def changing(self, game_id: str, change: Callable[[], None]) -> None:
        """Change a single game and read only its row again."""
        rows = self._rows
        change()
        if rows is None:
            return
        known = rows.pop(game_id, None)
        count = self._index.count(game_id, known.events if known else 0)
        if (one := self._row(game_id, count, count - 1)) is not None:
            rows[game_id] = one
        self._rows, self._sorted = rows, None

    def outdate(self) -> None:
        """Read the rows again when they are needed."""
        self._rows = self._recent = None

    def rescan(self) -> None:
        """Forget everything read so far: entries were added from elsewhere."""
        self.forget()
        self._heads.clear()
        self.outdate()

    def recount(self) -> bool:
        """Check the loaded index against the stored games. Return whether it was wrong; then it is
        rebuilt. Too slow to run before home is painted."""
        wrong = not self._index.confirm()
        if wrong:
            self.outdate()
        return wrong

    def reindex(self) -> None:
        """Write the index again, after games were packed."""
        self.all()
        if self._rows is not None:
            self._index.keep(self._rows.values())

    def _scan(self) -> dict[str, Summary]:
        """Read all saved games from the store, by id. Used if there is no valid index."""
        last: dict[str, list[int]] = {}  # by game: number of events, the highest index
        heads = []
        events, begins = f"{PREFIX}event:", f"{PREFIX}game:"
        for key in self._storage.keys(PREFIX):
            if key.startswith(events) and (found := EVENT.fullmatch(key)):
                known = last.setdefault(found[1], [0, 0])
                known[0] += 1
                known[1] = max(known[1], int(found[2]))
            elif key.startswith(begins) and (found := HEAD.fullmatch(key)):
                heads.append(found[1])
        rows = (self._row(game_id, *last.get(game_id, [0, 0])) for game_id in heads)
        return {row.id: row for row in rows if row is not None}

    def _indexed(self, game_id: str, events: int) -> Summary | None:
        return self._row(game_id, events, events - 1)

    def _row(self, game_id: str, events: int, highest: int) -> Summary | None:
        """Return the row of a game. `highest`: number of its last event."""
        later = newer(parse(self._storage.get(key_of("game", game_id)) or ""))
        if later is not None:
            return Summary(game_id, *later, {}, events, 0, newer=True)
        head = self.head(game_id)
        if head is None:
            return None
        return summary_of(self._storage, game_id, head, events, highest)
