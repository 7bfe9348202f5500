"""Search hint: an answer completes the move that asked for it."""

from __future__ import annotations

from engine.dev.scaffold.lantern.rules.state import DIG, LanternState

__all__ = ["pending"]


def pending(state: LanternState) -> bool:
    """Return whether an answer is due. The treasure forces it, so it costs no search depth."""
    return state.frame() == DIG
