"""Decisions that answer the other's turn and are sent at once."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Event
from ui.far.play_protocol import Sitting


def answers_now(play: Sitting, pending: Sequence[Event]) -> bool:
    """Return whether these decisions are sent at once although this seat is to decide again: they
    only answer the other's turn, and a relay takes them. By link they ride on the next decision."""
    if not pending or play.pool is None or not play.lines.open:
        return False
    state = play.course.match.state.clone()
    for event in pending:
        if state.automatic() != event.action:
            return False
        state.apply(event.action)
    return True
