"""The table's side of reviewing one's own mistakes in a finished game.

It needs no code of `ui.learn.mistakes` until a player asks for the review.
"""

from __future__ import annotations

from engine.core.contract import TABLE_VERBS
from ui.session.seats import people
from ui.shell import routes
from ui.table import engine_view
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html


def slots(table: Table) -> dict[str, Html]:
    panel = table.mistakes
    if panel is None or not panel.opened or not offered(table):
        return dict.fromkeys(("mistakes", "mistakes-progress"), Html(""))
    return {"mistakes": panel.body(), "mistakes-progress": panel.progress()}


def entry(table: Table) -> Html | None:
    """Return the button that opens the review; None if it is open or not offered."""
    if (table.mistakes is not None and table.mistakes.opened) or not offered(table):
        return None
    return button("act:mistakes:go", table.voice.t("mistakes.mine"))


def offered(table: Table) -> bool:
    """Return whether a person at this device has made decisions in a game that is over."""
    session = table.session
    if table.task or not session.over or session.reading:
        return False
    here = people(session.seating.seats)
    return any(
        event.actor in here and event.action[0] not in TABLE_VERBS
        for turn in session.log()
        if not turn.setup
        for event in turn.events
    )


def press(table: Table, what: str) -> None:
    """Handle a button of the panel; the first press makes the panel. May raise NotYetHere."""
    if offered(table):
        bring(table)
        engine_view.stop(table)  # there is one worker for both
        if table.mistakes is not None:
            table.mistakes.press(what)


def bring(table: Table) -> None:
    """Make the panel. Raises NotYetHere until its code is fetched."""
    if table.mistakes is None:
        table.mistakes = routes.mistakes(table)
        table.state.revision.bump()


def consider(table: Table) -> None:
    """Drop a panel that no longer fits the game, and restore stored results once."""
    if table.mistakes is not None and not table.mistakes.fits():
        table.mistakes.leave()
        table.mistakes, table.recalled = None, False
    if offered(table) and not table.recalled:
        table.recalled = True
        if table.app.store.mistakes(table.session.key) is not None:
            table.app.later(lambda: bring(table))
        elif table.computer is not None and table.computer.has_played and table.session.live:
            table.app.later(lambda: _look_back(table))


def _look_back(table: Table) -> None:
    """Search for the turning point of a game that a computer has played here and that has just
    ended: its worker is awake and idle."""
    if not table.controller.engine().trouble():
        bring(table)
        if table.mistakes is not None:
            table.mistakes.look_back()
