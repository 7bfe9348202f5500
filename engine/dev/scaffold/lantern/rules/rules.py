"""Interface of the game that a state uses."""

from __future__ import annotations

from typing import Protocol

from engine.core.grid import Grid


class Rules(Protocol):
    """Compiled options; `limit` is the number of turns until a draw (4.1)."""

    grid: Grid
    limit: int
