"""A set-up that its player has prepared before the turn (`Game.setup_ahead`): it stays on this
device, and nothing about it is sent, until it is the seat's turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.core.texts import Message
from ui.far.play_protocol import Sitting

if TYPE_CHECKING:
    from ui.session.session import Session


class Preparing(Sitting, Protocol):
    """A far table whose player may prepare a set-up. `greet(words)` shows a message."""

    session: Session
    greet: Callable[[Message], None]


def play_prepared(play: Preparing) -> bool:
    """Play the prepared set-up if it is this seat's turn, and tell the player. Return whether it
    was played.

    Not while the mail is being fetched, nor while a fork is open: that is for the player to decide.
    """
    session = play.session
    ready = session.decider == play.me == session.viewer and play.may_decide
    held = play.fetching or play.log.open_forks or play.course.over
    if not ready or held or session.awaited is not None:  # a computer may have the seat
        return False
    played = session.drafting.play_prepared()
    if played is not None:
        play.greet(Message("far.setup.sent" if played else "far.setup.unfit"))
    return played is True
