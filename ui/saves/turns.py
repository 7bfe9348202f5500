"""Whose turn it is in games with other devices: as stored by the table, or by newer mail."""

from __future__ import annotations

from ui.saves.store import Store, Summary

MONTH = 30 * 86_400_000  # milliseconds


class FarTurns:
    """Turns of far games, by key of the game.

    What relays have said when Asedio was opened is kept for this page only; it counts until the
    table has read as many letters."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._news: dict[str, tuple[int, str]] = {}  # by key: (number of letters, turn)

    def note(self, key: str, letters: int, turn: str) -> None:
        """Note what new mail says. `letters`: number of letters with it."""
        self._news[key] = letters, turn

    def of(self, key: str) -> str:
        """Return whose turn it is: `me`, `other`, or "" if unknown; `mail` if a letter has come and
        it is not known to give this player the turn; `again` if it invites to another game."""
        table = self._store.load_table(key)
        if self.new(key):
            return self._news[key][1]
        return str(table.get("turn", ""))

    def waits(self, game: Summary) -> bool:
        """Return whether mail may come for a game: it goes on with another device, or it ended less
        than a month ago, so that its opponent may invite to another one."""
        if not game.far or game.newer or game.mine < 0:
            return False
        return not game.over or self._store.age(game) < MONTH

    def invites(self, key: str) -> bool:
        """Return whether mail has come that invites this player to another game."""
        return self._news.get(key, (0, ""))[1] == "again" and self.new(key)

    def new(self, key: str) -> bool:
        """Return whether mail has come that the table has not read."""
        letters, _ = self._news.get(key, (0, ""))
        return letters > int(self._store.load_table(key).get("letters", 0))
