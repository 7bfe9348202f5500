"""Vibration of a phone: a short one for one's own move, a longer one when the turn comes."""

from __future__ import annotations

from ui.table.table import Table

OWN_MS = 10
TURN_MS = 30


def own(table: Table) -> None:
    """Confirm one's own move."""
    _vibrate(table, OWN_MS)


def turn(table: Table) -> None:
    """Call the player whose turn has come, at a table with a computer or a far player."""
    session = table.session
    if session.answering and session.viewer == session.decider:
        _vibrate(table, TURN_MS)


def _vibrate(table: Table, millis: int) -> None:
    if table.app.settings.haptics == "on":
        table.app.page.vibrate(millis)
