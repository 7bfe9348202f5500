"""Notation of Lantern's decisions; squares, table actions and records use the core's notation.

`Tb1` hides a treasure, `d2` is a die roll, `c1-c2` moves, `--` stays, `yes`/`no` answer. `T?` is a
hiding as the opponent sees it.
"""

from __future__ import annotations

from engine.core.contract import UNKNOWN, Action
from engine.dev.scaffold.lantern.rules.state import HIDE, LanternState

COVERED = "T?"


def action_text(state: LanternState, action: Action) -> str:
    """Return the text of every action except plain moves; empty for those."""
    verb = action[0]
    if verb == "hide":
        return COVERED if action[1] == UNKNOWN else f"T{state.game.grid.names[action[1]]}"
    if verb == "roll":
        return f"d{action[1]}"
    if verb == "answer":
        return "yes" if action[1] else "no"
    return "--" if verb == "pass" else ""


def covered_action(state: LanternState, token: str) -> Action | None:
    """Parse `T?`, a hiding redacted for the opponent; None for any other text.

    Views need it. As a player's own decision the match refuses it.
    """
    return ("hide", UNKNOWN) if token == COVERED and state.frame() == HIDE else None
