"""The end of a game over the board, until the next input."""

from __future__ import annotations

from engine.games import game_look
from ui.render import ending as drawing
from ui.table.table import Table
from ui.words.html import Html


def ending(table: Table) -> Html:
    """Return what is shown of an end that has just been told; empty otherwise."""
    session, look = table.session, game_look(table.game_id).ending
    outcome = session.outcome()
    told = any(one.kind == "end" for one in table.state.telling)
    if outcome is None or look is None or table.task or not (told and session.live):
        return Html("")
    seats = table.scene.seats or range(session.players)
    if outcome.winner is None:
        return drawing.peace(table.game_id, look, tuple(seats))
    winner = seats[outcome.winner]
    if session.players > 2:
        return drawing.triumph(table.game_id, look, winner)
    return drawing.defeat(table.game_id, look, seats[1 - outcome.winner], winner)
