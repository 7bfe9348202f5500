"""The engine's view at the table of a finished game."""

from __future__ import annotations

from functools import partial

from engine.core.contract import Action
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from ui.learn.analysis.panel import EnginePanel
from ui.learn.analysis.thinking import Spot
from ui.table.table import Table

RIVAL = 3  # level of the computer that replaces a player at another device


def open_engine_view(table: Table) -> EnginePanel:
    """Return the engine's view of the position on the board of a finished game."""
    return EnginePanel(table, partial(finished_spot, table), partial(_play, table))


def finished_spot(table: Table) -> Spot | None:
    """Return the position on the board; None while the game is running."""
    try:
        match = table.session.finished()
    except IllegalAction:
        return None
    return Spot(match, table.session.position, match.viewer)


def _play(table: Table, actions: tuple[Action, ...]) -> None:
    """Start a new game with the same players after the actions of a line."""
    session = table.session
    match = session.finished().until(session.position)
    for action in actions:
        match.play(action)
    levels = tuple(one.level or (0 if one.here else RIVAL) for one in session.seating.seats)
    said = Message("engine.again.said")
    table.controller.replay(session.config, match.events, levels, said)
