"""Packing of finished games (ui/saves/packs.py) while home is shown and nothing else happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.shell.fetching import NotYetHere

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.saves.store import Store


class Packer:
    """Packs finished games, one each time the browser is idle, except those open in a tab."""

    def __init__(self, store: Store, page: BrowserPage) -> None:
        self._store, self._page = store, page
        self._left: list[str] = []

    def start(self) -> None:
        """Begin with the games that are finished now, unless none is or it is at work already."""
        if not self._left and self._store.unpacked():
            self._page.idle(lambda: self._page.locks.held(self._begin))

    def _begin(self, held: frozenset[str]) -> None:
        if not self._left:
            self._left = [one for one in self._store.unpacked() if one not in held]
            self._next()

    def _next(self) -> None:
        if self._left:
            self._page.idle(self._pack)

    def _pack(self) -> None:
        """Pack a game, unless another tab has opened it by now."""
        key = self._left.pop()
        self._page.locks.held(lambda held: self._pack_free(key, held))

    def _pack_free(self, key: str, held: frozenset[str]) -> None:
        """Pack a game, once its rules are fetched."""
        try:
            if key not in held:
                self._store.pack(key)
        except NotYetHere as missing:
            self._page.bring(missing.pack, lambda problem: self._fetched(key, problem))
            return
        self._go_on()

    def _fetched(self, key: str, problem: str) -> None:
        if not problem:
            self._left.append(key)
        self._go_on()

    def _go_on(self) -> None:
        if self._left:
            self._next()
        else:
            self._store.reindex()
