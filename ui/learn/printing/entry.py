"""Opening of the print screen: for a game, or for the position of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games import load_game
from ui.learn.printing.screen import PrintScreen
from ui.learn.show.frames import position

if TYPE_CHECKING:
    from ui.session.share import Exports
    from ui.shell.app import App


def open_printing(app: App, game_id: str, exports: Exports | None = None) -> PrintScreen:
    """Return the screen. `exports`: the table whose position is offered, as far as it may be shown
    to others; by default none."""
    load_game(game_id)  # raises NotYetHere before anything is shown
    app.view.sprite(game_id)
    shown = None
    if exports is not None:
        shown = position(exports), exports.shown.config.names
    return PrintScreen(app, game_id, shown, app.screen)
