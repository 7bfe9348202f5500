"""Lengths of ways on the board, for pieces that move to neighbouring cells."""

from __future__ import annotations

from functools import lru_cache

from engine.games.stratego.rules.tables import CompiledOptions

NEVER = 99


@lru_cache(maxsize=2048)
def steps(tables: CompiledOptions, goal: int, walls: frozenset[int]) -> tuple[int, ...]:
    """Return by cell the steps to `goal` for a piece that moves to neighbouring cells; NEVER: no
    way."""
    closed = tables.layout.lakes | tables.layout.void | walls
    found = [NEVER] * tables.grid.size
    found[goal] = 0
    line = [goal]
    for cell in line:
        for near in tables.edges[cell]:
            if found[near] == NEVER and near not in closed:
                found[near] = found[cell] + 1
                line.append(near)
    return tuple(found)
