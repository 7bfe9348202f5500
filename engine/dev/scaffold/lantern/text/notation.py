"""Words of Lantern's decisions; squares, table actions and the record are as the core has them.

`Tb1` hides, `d2` is a throw, `c1-c2` moves, `--` stays, `yes`/`no` answer. In what the other side
was told `T?` hides.
"""

from __future__ import annotations

from engine.core.contract import UNKNOWN, Action
from engine.dev.scaffold.lantern.rules.state import HIDE, LanternState

COVERED = "T?"


def action_text(state: LanternState, action: Action) -> str:
    """Of the decisions that are no plain move; empty: of another."""
    verb = action[0]
    if verb == "hide":
        return COVERED if action[1] == UNKNOWN else f"T{state.game.grid.names[action[1]]}"
    if verb == "roll":
        return f"d{action[1]}"
    if verb == "answer":
        return "yes" if action[1] else "no"
    return "--" if verb == "pass" else ""


def covered_action(state: LanternState, token: str) -> Action | None:
    """What stands in the place of a hiding for whoever must not know the square; as a decision of
    a player the match refuses it."""
    return ("hide", UNKNOWN) if token == COVERED and state.frame() == HIDE else None
