"""The game on the table when several tabs have it open: which tab plays, and how the rest follow.

The hand-over itself is in ui/saves/tabs.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.core.errors import IllegalAction
from ui.saves.entries import EVENT, PREFIX, key_of, parse
from ui.saves.store import Store

if TYPE_CHECKING:
    from ui.session.session import Session
    from ui.shell.app import App
    from ui.table.screen import TableScreen


class TabTable:
    """This tab's claim on the game on its table.

    `reopen` replaces a table by a fresh one as stored now; its second argument says whether this
    tab plays.
    """

    def __init__(self, app: App, reopen: Callable[[TableScreen, bool], None]) -> None:
        self._app, self._locks, self._reopen = app, app.page.locks, reopen
        self.table: TableScreen | None = None
        self._key = ""  # the game this tab asked to play

    @property
    def key(self) -> str:
        """Key of the game on the table; empty if there is none."""
        return self.table.session.key if self.table else ""

    def put(self, table: TableScreen) -> None:
        """Set the table that is shown now, and claim its game if this tab has not done so."""
        before, self.table, session = self.table, table, table.session
        if before is not None and before.session.key != session.key:
            self._drop(before.session)
        session.writer.overtaken = lambda: self._lose(session)
        if session.key != self._key:
            self._hold(session.key)
        elif not session.elsewhere and not session.asking:
            session.writer.sure = self._locks.sure

    def leave(self) -> None:
        """Give the game up, so that another tab may play it; drop it if nothing was decided."""
        table, self.table, self._key = self.table, None, ""
        self._locks.release()
        if table is not None:
            self._drop(table.session)

    def _drop(self, session: Session) -> None:
        """Delete a game that is left without a decision, unless another tab has it."""
        if not (session.watching or session.asking) and session.key in self._undecided():
            self._app.store.delete(session.key)

    def _undecided(self) -> list[str]:
        games = self._app.store.recent().games.values()
        return [game.id for game in games if not (game.decided or game.newer)]

    def sweep(self) -> None:
        """Delete the games without a decision that closed tabs have left behind."""
        if left := self._undecided():
            self._locks.held(lambda held: self._sweep(left, held))

    def _sweep(self, left: list[str], held: frozenset[str]) -> None:
        for key in self._undecided():
            if key in left and key not in held and key != self.key:
                self._app.store.delete(key)

    def take_over(self) -> None:
        """Play the game in this tab, whichever tab played it before."""
        if self._key:
            self._hold(self._key, take=True)

    def _hold(self, key: str, take: bool = False) -> None:
        """Ask for the lock of a game. `take`: ask the tab that plays to hand over."""
        self._key = key
        set_mine, rescue = (lambda mine: self._set_mine(key, mine)), (lambda: self._rescue(key))
        self._locks.hold(key, TabPlayer(self._app.store, key, set_mine, rescue), take)

    def _set_mine(self, key: str, mine: bool) -> None:
        """Handle the lock's answer: play from now on (`mine`), or let another tab play."""
        table = self.table
        if table is None or table.session.key != key or table.session.reading:
            return
        session = table.session
        if mine:
            session.writer.sure = self._locks.sure
        if not mine:
            table.leave()
            session.hand_over()
            self._app.redraw()
        elif session.elsewhere or session.asking:
            if self._caught_up(session):
                self._app.later(session.take_over)
            else:
                self._reopen(table, True)
            if self.table is not None and self._app.screen is self.table:
                self._app.later(self.table.shown)

    def _caught_up(self, session: Session) -> bool:
        """Add the events another tab has stored; return False if the game has to be read again.

        A game that was removed from the store is restored from this tab's copy.
        """
        store, key, writer = self._app.store, session.key, session.writer
        if writer.stale:
            return False
        fits = session.follow(store.events_from(key, session.count))
        if fits and writer.stored() == "here":
            return True
        if store.result_of(key) is None or store.torn(key, session.count):
            writer.restore()
        return fits and writer.stored() == "here"

    def _rescue(self, key: str) -> None:
        """Restore entries that were removed from the store under a game this tab plays."""
        if self.table is not None and self.key == key and not self.table.session.watching:
            with suppress(IllegalAction):  # another tab has written, so this one no longer plays
                self.table.session.writer.stand()

    def _lose(self, session: Session) -> None:
        """Ask for the lock again because another tab has written events of this game."""
        if self.table is not None and self.table.session is session:
            self._locks.doubt()

    def stored(self, key: str) -> None:
        """Handle a change of a store entry made by another tab; an empty key means all entries."""
        table = self.table
        if table is None or table.session.reading or table.session.asking:
            return
        session = table.session
        if not key and not session.elsewhere:
            self._app.later(lambda: self._rescue(session.key))
        elif f"letter:{session.key}:" in key:
            if not session.elsewhere:
                self._app.later(table.letters_came)
        elif key and f"event:{session.key}:" not in key:
            return
        elif not session.elsewhere:
            if session.writer.stored() == "other":
                self._locks.doubt()
        else:
            self._follow(table)

    def _follow(self, table: TableScreen) -> None:
        """Show what the playing tab has stored: append new events, or reopen the table.

        A store that was emptied has nothing to show until it is restored.
        """
        session, store = table.session, self._app.store
        before = session.count
        fits = session.follow(store.events_from(session.key, before))
        if store.result_of(session.key) is None:
            return
        if session.writer.stale or not fits or session.writer.stored() != "here":
            self._reopen(table, False)
        elif session.count > before:
            self._app.redraw()


class TabPlayer:
    """This tab as a `ui.saves.tabs.TabClaim` acts for it, with the game on the table."""

    def __init__(
        self, store: Store, key: str, set_mine: Callable[[bool], None], rescue: Callable[[], None]
    ) -> None:
        """`set_mine` starts or stops playing; after False the tab must not write anything. `rescue`
        restores entries that were removed from the store."""
        self.set_mine = set_mine
        self._rescue = rescue
        self._store = store
        self._key = key

    def give(self) -> str:
        """Store the whole game and return its entries, serialized, for the next tab."""
        self._rescue()
        return json.dumps(self._store.entries(self._key))

    def shows(self, given: str) -> bool:
        """Return whether all handed-over entries are visible in the store."""
        return self._store.shows(self._key, _entries(given, self._key))

    def adopt(self, given: str) -> None:
        """Write the handed-over entries that did not become visible in time."""
        self._store.adopt(self._key, _entries(given, self._key))


def _entries(given: str, key: str) -> dict[str, str]:
    """Return the store entries of the game that another tab handed over, and no others."""
    found = parse(given)
    known = {key_of("game", key), f"{PREFIX}table:{key}"}
    return {
        name: raw
        for name, raw in (found if isinstance(found, dict) else {}).items()
        if isinstance(raw, str)
        and (name in known or ((event := EVENT.fullmatch(name)) and event[1] == key))
    }
