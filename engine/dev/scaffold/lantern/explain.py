"""Why a square, piece or button cannot be chosen now, with the clause that says so."""

from __future__ import annotations

from engine.core.contract import CHANCE, TERMINAL, Path
from engine.core.texts import Message
from engine.dev.scaffold.lantern.state import ANSWER, HIDE, LanternState

CLAUSE = {"over": "4.1", "roll": "2.2", "hide": "2.1", "answer": "3.2", "move": "3.1"}


def refusal(state: LanternState, path: Path) -> Message:
    """The reason for the last target of `path`, which is no legal next step."""
    player = state.current_player()
    if player == TERMINAL:
        return _why("over")
    if player == CHANCE:
        return _why("roll")
    name, _ = state.stack[-1]
    if name in (HIDE, ANSWER):
        return _why(name)
    return _why("move", "guard" if len(path) == 1 else "reach")


def _why(frame: str, detail: str = "") -> Message:
    key = f"why.{frame}.{detail}" if detail else f"why.{frame}"
    return Message(key, clause=CLAUSE[frame])
