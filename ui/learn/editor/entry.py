"""Opening of the position editor: for a game, a position of a game, or a position text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.core.errors import about
from ui.learn.editor.draft import PositionDraft
from ui.learn.editor.screen import EditorScreen
from ui.learn.editor.stored import stored_draft

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller


def open_editor(
    app: App, controller: Controller, game_id: str, text: str, options: Mapping[str, Any]
) -> EditorScreen:
    """Return the screen of the editor: with a position text, or else with the draft last edited.
    Raises BadPosition and BadOptions."""
    with about(game_id):
        if text:
            draft = PositionDraft(game_id, options)
            draft.read(text)
        else:
            kept = stored_draft(app.store.storage, game_id, options)
            draft = kept or PositionDraft(game_id, options)
    return EditorScreen(app, controller, draft)
