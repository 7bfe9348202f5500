"""Search hint: an answer belongs to the move that asked for it."""

from __future__ import annotations

from engine.dev.scaffold.lantern.rules.state import ANSWER, LanternState

__all__ = ["pending"]


def pending(state: LanternState) -> bool:
    """Say whether an answer is due: it is forced by the truth, so it costs no search depth."""
    return state.frame() == ANSWER
