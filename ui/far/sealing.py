"""What a device of a game with secrets sends by itself: answers in the other's turn, and that the
game is over where only it can see that."""

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


def sees_end(play: Sitting) -> bool:
    """Return whether this device alone can see that the game is over, and has not said so."""
    course = play.course
    if course.over or not course.story.singly or course.match.viewer != play.me:
        return False
    return course.match.game.ended(course.match.state, play.me)
