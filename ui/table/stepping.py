"""The board at the step of the strip that is shown alone: as it was then, not as it is now.

A press on the board returns to the present and does nothing else, for what it aims at may have
moved since.
"""

from __future__ import annotations

from engine.core.scene import Scene
from ui.table import news
from ui.table.state import StepBoard
from ui.table.table import Table
from ui.words.targets import Target

_ARRIVES = ("place", "turn")  # kinds of steps whose piece is on the board only afterwards


def go(table: Table) -> None:
    """Show the next step of the strip alone, or all of them after the last."""
    state, session = table.state, table.session
    at = state.told_before + 1
    state.told_at = at if at <= len(news.strip_lines(table)) else 0
    if (found := news.origin(table)) is not None:
        turn, first, after = found
        count = after if news.step(table)[0].kind in _ARRIVES else first
        scene = session.history.board_after(turn, count)
        state.stage = StepBoard(scene, session.revision.number)


def stage(table: Table) -> Scene | None:
    """Return the scene of the step shown alone; None when the board shows the position."""
    kept = table.state.stage
    current = kept is not None and kept.revision == table.session.revision.number
    return kept.scene if kept is not None and current and table.mode == "play" else None


def returns(table: Table, target: Target) -> bool:
    """Return whether a press only takes the board back to the present, and take it there."""
    if target.kind != "sq" or stage(table) is None:
        return False
    table.state.fresh()
    return True
