"""What the search should know: an answer belongs to the move that asked for it."""

from __future__ import annotations

from engine.dev.scaffold.lantern.rules.state import ANSWER, LanternState

__all__ = ["pending"]


def pending(state: LanternState) -> bool:
    """The answer is forced by the truth: it costs no depth."""
    return state.frame() == ANSWER
