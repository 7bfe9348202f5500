"""The value of a position: less is left to search on the side that was dug more."""

from __future__ import annotations

from engine.dev.scaffold.lantern.rules.state import LanternState


def evaluate(state: LanternState, player: int) -> float:
    """−1…1 for `player`, from an observation of his; ±1 only when the game is over."""
    outcome = state.outcome()
    if outcome:
        return outcome.returns[player]
    dug = [len(state.dug & set(state.home(side))) for side in (0, 1)]
    return (dug[1 - player] - dug[player]) / (state.game.grid.cols + 1)
