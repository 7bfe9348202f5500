"""Search hints: captures are searched first, and followed to the end by quiescence search."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Action
from engine.dev.scaffold.breakthrough.rules.state import BreakthroughState
from engine.kit.plain import EMPTY

__all__ = ["ordering", "quiescence"]

CAPTURE = 0.2  # worth of a capture for move ordering, in units of `evaluate`


def quiescence(state: BreakthroughState) -> list[Action]:
    return [action for action in state.legal_actions() if state.cells[action[2]] != EMPTY]


def ordering(state: BreakthroughState, actions: Sequence[Action]) -> list[float]:
    return [CAPTURE if state.cells[goal] != EMPTY else 0.0 for _, _, goal in actions]
