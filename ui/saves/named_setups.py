"""Set-ups that players save in this browser for later games, and who may see them.

A saved set-up remembers its table (the id of the stored game) and its seat. While it may be secret,
only that seat at that table sees it; no other table does, because the same people may have started
another game meanwhile. It becomes public when that game is over or deleted, when nothing at that
table is secret any more (`release`), or if only one person plays there.

A hidden set-up must leave no trace: each seat has its own limit, and the order, numbers and count
of what other seats see do not depend on it.

Stored under `asedio:draft:own-<game>:0` as (owner, text) pairs, newest first. The owner is
`<table>:<seat>`, or FREE if the set-up is public; `called:<name>` gives a public set-up a name.
"""

from __future__ import annotations

from engine.core.contract import Draft
from engine.core.texts import short_name
from ui.saves.store import Store
from ui.words.names import read_seats

FREE = "setup"
CALLED = "called:"
Removed = list[tuple[int, tuple[str, str]]]  # places and entries of a deleted set-up
MOST = 5  # set-ups of one seat, and public ones


class NamedSetups:
    """Saved set-ups for one game (title)."""

    def __init__(self, store: Store, game_id: str) -> None:
        self.store = store
        self.place = f"own-{game_id}"

    def seen(self, table: str, seat: int) -> list[str]:
        """Return the set-ups a seat may see: its own of this table, then the public ones."""
        entries = self._load()
        own = [text for owner, text in entries if owner == f"{table}:{seat}"]
        return list(dict.fromkeys([*own, *self._free(entries)]))

    def public(self) -> list[tuple[str, str]]:
        """Return names and texts of the public set-ups, newest first; "" for one without a name."""
        entries = self._load()
        names = {text: owner.removeprefix(CALLED) for owner, text in entries if _is_name(owner)}
        return [(short_name(names.get(text, "")), text) for text in self._free(entries)]

    def rename(self, text: str, name: str) -> None:
        """Give a public set-up a name; "" takes it away."""
        rest = [one for one in self._load() if not (_is_name(one[0]) and one[1] == text)]
        name = short_name(name.strip())
        self._save((*rest, (CALLED + name, text)) if name else tuple(rest))

    def take_out(self, text: str) -> Removed:
        """Delete a public set-up and its name; return them for `put_back`. What a seat keeps in
        secret stays, even if it is the same set-up."""
        entries = self._load()
        gone = [
            (place, one)
            for place, one in enumerate(entries)
            if one[1] == text and not self._secret(one[0])
        ]
        self._save(tuple(one for one in entries if one not in [entry for _, entry in gone]))
        return gone

    def put_back(self, removed: Removed) -> None:
        entries = [*self._load()]
        for place, one in removed:
            entries.insert(place, one)
        self._save(tuple(entries))

    def add(self, text: str, table: str, seat: int) -> None:
        """Save a set-up as the newest of a seat; its oldest beyond MOST is dropped."""
        me, entries = f"{table}:{seat}", self._load()
        own = [one for owner, one in entries if owner == me and one != text]
        free = self._free([entry for entry in entries if entry[0] != me])
        shut = [(o, one) for o, one in entries if o != me and self._secret(o)]
        new = [(me, one) for one in [text, *own][:MOST]]
        names = [entry for entry in entries if _is_name(entry[0]) and entry[1] in free]
        self._save((*new, *shut, *((FREE, one) for one in free), *names))

    def release(self, table: str) -> None:
        """Make all set-ups saved at a table public."""
        entries = self._load()
        freed = tuple((FREE if o.startswith(f"{table}:") else o, one) for o, one in entries)
        if freed != entries:
            self._save(freed)

    def _free(self, entries: Draft | list[tuple[str, str]]) -> list[str]:
        """Return the public set-ups, newest first, at most MOST."""
        texts = [text for owner, text in entries if not (_is_name(owner) or self._secret(owner))]
        return list(dict.fromkeys(texts))[:MOST]

    def _secret(self, owner: str) -> bool:
        table, _, seat = owner.rpartition(":")
        return bool(seat and table) and secret_table(self.store, table)

    def _load(self) -> Draft:
        return self.store.load_draft(self.place, 0)

    def _save(self, entries: Draft) -> None:
        self.store.save_draft(self.place, 0, entries)


def _is_name(owner: str) -> bool:
    return owner.startswith(CALLED)


def secret_table(store: Store, table: str) -> bool:
    """Return whether a table's set-ups must stay secret: its game is going on, and several people
    (or an unknown number) play it on this device."""
    if store.result_of(table) != "":
        return False
    seats = read_seats(store.load_table(table).get("seats"))
    return not seats or seats.count(0) > 1
