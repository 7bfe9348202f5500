"""What a state asks of its game."""

from __future__ import annotations

from typing import Protocol

from engine.core.grid import Grid


class Rules(Protocol):
    """`limit`: turns until a draw (4.1)."""

    grid: Grid
    limit: int
