"""A turn with nothing left to decide passes by itself: after a moment, with one sentence.

An undo in that moment keeps it.
"""

from __future__ import annotations

from engine.core.texts import Message
from ui.table import speech
from ui.table.commands import play
from ui.table.table import Table

WAIT_MS = 1600


def consider(table: Table) -> None:
    """Announce that the turn passes if the only legal action is a button, and play it later."""
    session = table.session
    if not _is_over(table) or table.state.passing == session.count:
        return
    table.state.passing = count = session.count
    speech.answer(table, Message("passing.soon"))
    table.state.revision.bump()

    def end() -> None:
        if table.state.passing == session.count == count and _is_over(table):
            play(table, table.ways[0])
            table.go_on()

    table.app.page.after(WAIT_MS, lambda: table.app.later(end))


def _is_over(table: Table) -> bool:
    """Return whether the seated player has one legal action left, and that is a button."""
    session = table.session
    wanted = table.app.settings.passes == "on" and table.mode == "play" and not table.task
    if not wanted or not session.answering or not session.live or table.unplayed is not None:
        return False
    paths = table.selection.paths
    return len(paths) == 1 and len(paths[0]) == 1 and paths[0][0].kind == "btn"
