"""What a state uses of its game: a protocol, so that `rules` need not import `game.py`."""

from __future__ import annotations

from typing import Protocol

from engine.core.grid import Grid


class LanternRules(Protocol):
    """Compiled options; `limit` is the number of turns until a draw (4.1)."""

    grid: Grid
    limit: int
