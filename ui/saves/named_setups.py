"""Whole set-ups that people keep in this browser, and who may see them.

A kept set-up remembers the table (the game's id on the shelf) and the seat it was kept at. As long
as what is set up at that table may be a secret, only that seat at that table sees and lays it:
nobody else there, and nobody at any other table, because the same people may have begun another
game meanwhile. It is everybody's when that game is over or deleted, when nothing at that table is
secret any more (`release`), or when only one person plays there.

What somebody may not see leaves no trace for him: each seat keeps its own newest few, and neither
order, numbers nor count of what others see depend on it.

Stored as pairs under `asedio:draft:own-<game>:0`, the newest first: (owner, text), where the owner
is `<table>:<seat>`, or FREE.
"""

from __future__ import annotations

from engine.core.contract import Draft
from ui.saves.store import Store
from ui.words.names import read_seats

FREE = "setup"
MOST = 5  # that a seat keeps, and that are free


class NamedSetups:
    """The kept set-ups of one game."""

    def __init__(self, store: Store, game_id: str) -> None:
        self.store = store
        self.place = f"own-{game_id}"

    def seen(self, table: str, seat: int) -> list[str]:
        """The texts somebody on a seat may see: his own of this table, then everybody's."""
        entries = self._load()
        own = [text for owner, text in entries if owner == f"{table}:{seat}"]
        return list(dict.fromkeys([*own, *self._free(entries)]))

    def add(self, text: str, table: str, seat: int) -> None:
        """Keeps a text as the newest of a seat."""
        me, entries = f"{table}:{seat}", self._load()
        own = [one for owner, one in entries if owner == me and one != text]
        free = self._free([one for one in entries if one[0] != me])
        shut = [(o, one) for o, one in entries if o != me and self._secret(o)]
        new = [(me, one) for one in [text, *own][:MOST]]
        self._save((*new, *shut, *((FREE, one) for one in free)))

    def release(self, table: str) -> None:
        """Nothing that was set up at a table is a secret any more."""
        entries = self._load()
        freed = tuple((FREE if o.startswith(f"{table}:") else o, one) for o, one in entries)
        if freed != entries:
            self._save(freed)

    def _free(self, entries: Draft | list[tuple[str, str]]) -> list[str]:
        """What everybody may see, the newest few."""
        texts = [text for owner, text in entries if not self._secret(owner)]
        return list(dict.fromkeys(texts))[:MOST]

    def _secret(self, owner: str) -> bool:
        table, _, seat = owner.rpartition(":")
        return bool(seat and table) and secret_table(self.store, table)

    def _load(self) -> Draft:
        return self.store.load_draft(self.place, 0)

    def _save(self, entries: Draft) -> None:
        self.store.save_draft(self.place, 0, entries)


def secret_table(store: Store, table: str) -> bool:
    """Whether several people play at a table on this device whose game is not over."""
    if store.result_of(table) != "":
        return False
    seats = read_seats(store.load_table(table).get("seats"))
    return not seats or seats.count(0) > 1
