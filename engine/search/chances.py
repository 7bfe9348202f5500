"""Winning chances: the values of a search as a number that players understand."""

from __future__ import annotations

STEEPNESS = 1.5  # see `winning_chances`


def winning_chances(value: float) -> float:
    """Return the winning chances, 0…1, of a value of `Game.evaluate` or of a search, −1…1.

    The odds of winning are ((1 + v) / (1 − v)) to the power of STEEPNESS: 0 is one half, ±1 is
    certain. STEEPNESS is the mean of the best fits to games between equal players, which range
    from 0.3 to 2.7 (`python -m tests.bench.mistakes --fit`)."""
    value = max(-1.0, min(1.0, value))
    up: float = (1 + value) ** STEEPNESS
    down: float = (1 - value) ** STEEPNESS
    return up / (up + down)
