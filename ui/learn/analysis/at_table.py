"""The engine's view at the table of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.core.contract import Action
from engine.core.errors import IllegalAction
from engine.core.texts import Message
from ui.learn.analysis.panel import Display, EnginePanel
from ui.learn.analysis.thinking import Spot
from ui.table import letters, speech
from ui.table.table import Table

RIVAL = 3  # level of the computer that replaces a player at another device


def open_engine_view(table: Table) -> EnginePanel:
    """Return the engine's view of the position on the board of a finished game."""
    return panel_at(table, partial(finished_spot, table), partial(_play, table))


def panel_at(
    table: Table,
    spot: Callable[[], Spot | None],
    play: Callable[[tuple[Action, ...]], None],
    why_not: Callable[[], Message | None] = lambda: None,
) -> EnginePanel:
    """Return the engine's view at a table. `spot`, `play`, `why_not`: as in `EnginePanel`."""
    table.restyle()  # the catalogue loaded with this code has new texts
    return EnginePanel(
        table.controller.engine(),
        lambda: table.voice,
        spot,
        play,
        table.app.later,
        partial(speech.say, table),
        partial(letters.shown, table),
        lambda: Display(table.app.settings.log == "words", table.turned),
        why_not,
    )


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
