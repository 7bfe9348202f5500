"""The table's side of the engine's view of a finished game.

It needs no code of `ui.learn.analysis` until a player asks for the engine, and offers nothing while
a game is running: there the engine would play for one of two people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.shell import routes
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.learn.analysis.panel import EnginePanel

NOTHING = Html("")


def offered(table: Table) -> bool:
    """Return whether the engine may be asked: in a study, and in a game that is over and all of
    which is known here."""
    session = table.session
    if table.tree is not None:
        return session.curtain is None
    return session.over and not table.task and not session.reading and session.curtain is None


def slots(table: Table) -> dict[str, Html]:
    """Return the slot of the buttons, which stay while the engine thinks; before it is asked, the
    buttons for which the result card has no room on a small phone."""
    view = _view(table)
    if view is not None:
        return {"engine": view.body()}
    if not offered(table):
        return {"engine": NOTHING}
    t, game = table.voice.t, table.tree is None
    private = table.tree is not None and table.tree.game
    return {
        "engine": el(
            "div",
            {"class": "buttons"},
            button("act:study", t("table.study")) if game else None,
            button("act:study:game", t("study.game")) if private else None,
            button("act:engine:go", t("table.engine")),
            button("act:edit", t("home.edit")) if game and table.game.info.position else None,
        )
    }


def thoughts(table: Table) -> dict[str, Html]:
    """Return the slots that change while the engine thinks."""
    view = _view(table)
    if view is None:
        return {"engine-lines": NOTHING, "engine-bar": NOTHING}
    return {"engine-lines": view.lines(), "engine-bar": view.bar()}


def _view(table: Table) -> EnginePanel | None:
    return table.engine_view if offered(table) else None


def press(table: Table, what: str) -> None:
    """Handle a button of the view; the first press makes it. May raise NotYetHere."""
    if not offered(table):
        return
    if table.engine_view is None:
        study = table.tree is not None
        opened = routes.study_engine if study else routes.engine_view
        table.engine_view = opened(table)
    if table.mistakes is not None:
        table.mistakes.pause()  # there is one worker for both
    table.engine_view.press(what)
    table.state.revision.bump()


def consider(table: Table) -> None:
    """Follow the position on the board; drop the view of a game that goes on."""
    if table.engine_view is None:
        return
    if offered(table):
        table.engine_view.follow()
    else:
        table.engine_view.leave()
        table.engine_view = None


def stop(table: Table) -> None:
    """Stop thinking: the page is hidden, the screen is left, or the worker has other work."""
    if table.engine_view is not None and table.engine_view.on:
        table.engine_view.stop()
        table.state.revision.bump()
