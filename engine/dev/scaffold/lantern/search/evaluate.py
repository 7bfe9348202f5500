"""Static evaluation: the more squares of a home rank are dug, the sooner its treasure is found."""

from __future__ import annotations

from engine.dev.scaffold.lantern.rules.state import LanternState


def evaluate(state: LanternState, player: int) -> float:
    """Return −1…1 for `player`, from his observation; ±1 only if the game is over."""
    outcome = state.outcome()
    if outcome:
        return outcome.returns[player]
    dug = [len(state.dug & set(state.home(side))) for side in (0, 1)]
    return (dug[1 - player] - dug[player]) / (state.game.grid.cols + 1)
