"""Result of each answer to the question what to ignore, for the words of its button."""

from __future__ import annotations

from engine.core.contract import Action
from engine.core.texts import Message
from engine.games.twocities.rules.frames import GUARDS
from engine.games.twocities.rules.pieces import NAMES, STRENGTH, distance
from engine.games.twocities.rules.state import TwoCitiesState


def after_guard(state: TwoCitiesState, action: Action) -> Message:
    """Return what is left of the attacked unit and where it stands after an answer to PROTECT."""
    square, side, tag = state.t, 1 - state.side, state.tags[state.t]
    strength = STRENGTH[state.board[square] & 7]
    asked = state.r - (GUARDS[action[1]] == "r")
    after = state.clone()
    after.apply(action)
    here = next(
        (s for s, piece in enumerate(after.board) if piece >> 3 == side and after.tags[s] == tag
         and piece),
        -1,
    )  # fmt: skip
    if here < 0:
        return Message("result.dies")
    moved = distance(square, here)
    key = "stays" if not asked else "back" if moved == asked else "blocked"
    if moved and key == "blocked":
        key = "part"
    left = strength - after.hits[here]
    return Message(f"result.{key}", "5.7", left=left, most=strength, goal=NAMES[here])
