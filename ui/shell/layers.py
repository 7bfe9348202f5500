"""History entries of the views above a screen, so that Back closes the view and not the page.

Such views are a dialog and what a screen shows in its own place (`Screen.layers`), as home does
with the sheet of a game. Their entries have the screen's address and are numbered from 1. A view
closed by other means leaves its entry, which the next view takes; Back skips one that is left over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.shell.app import App


class Layers:
    """Views above the app's screen, and their history entries."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._entries = 0  # above that of the screen, up to the current one
        self._below = 0  # those of the screen's own views, as last shown
        self._place = ""  # the screen's fragment

    def _open(self) -> int:
        screen, dialog = self._app.screen, self._app.dialog
        return (screen.layers() if screen is not None else 0) + (dialog is not None)

    def follow(self) -> None:
        """Give every open view an entry."""
        self._below = self._app.screen.layers() if self._app.screen is not None else 0
        while self._entries < self._open() and self._app.page.add_layer(self._entries + 1):
            self._entries += 1

    def go(self, fragment: str) -> None:
        """Set the address of another screen. The entry of a dialog that led there becomes its."""
        self._name(fragment, self._entries > self._below)

    def rename(self, fragment: str) -> None:
        """Change the address of the screen that stays."""
        self._name(fragment, True)

    def _name(self, fragment: str, replace: bool) -> None:
        self._app.page.set_fragment(fragment, replace)
        self._place = self._app.page.fragment()
        self._entries = self._app.page.layer()

    def popped(self) -> None:
        """Handle Back, Forward, and an address typed by the user."""
        app, before = self._app, self._entries
        fragment, self._entries = app.page.fragment(), app.page.layer()
        if fragment != self._place or before == self._entries == 0:
            app.route(fragment)
        elif self._open() > self._entries:
            while self._open() > self._entries:
                self._close_one()
            app.refresh()
        elif self._entries < before:
            app.page.back()

    def _close_one(self) -> None:
        if self._app.dialog is not None:
            self._app.close()
        elif self._app.screen is not None:
            self._app.screen.close_layer()
