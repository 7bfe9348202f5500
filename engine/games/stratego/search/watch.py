"""Whether somebody is on the way to a flag and nobody would be there in time.

A piece of another side that walks has so many steps to the flag; it is stopped by pieces that take
it, or go with it, at the last cell of its way (the gate) as soon as it arrives. What nobody stops
is the more dangerous the nearer it is. Chances 0…1 throughout; whoever asks makes points of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.stratego.rules.tables import Tables

NEAR = 14  # steps from the flag at which a piece is first minded
FADING = 0.85  # what is left of the danger a step further off
LATE = 0.25  # share of the runner's way by which a guard that comes too late no longer counts
NEVER = 99
FAR = 11  # steps from which the way is searched and not only judged
LEAST = 0.04  # dangers below this are none

By = Sequence[float]
Stops = Callable[[int, int], float]


@lru_cache(maxsize=2048)
def steps(tables: Tables, goal: int, walls: frozenset[int]) -> tuple[int, ...]:
    """By cell, steps from there to `goal` for whoever goes to neighbouring cells; NEVER: no way."""
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


def _path(tables: Tables, way: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """The cells on the way from `cell`, itself first, up to the last before the flag."""
    out = [cell]
    while way[cell] > 1:
        cell = min(tables.edges[cell], key=lambda near: way[near])
        out.append(cell)
    return tuple(out)


class Path(NamedTuple):
    """A way to the flag: its cells, and by cell how many steps it is from there to its gate."""

    start: int
    cells: tuple[int, ...]
    back: tuple[int, ...]


class Watch:
    """One flag and the pieces that stand still around it (`walls`)."""

    def __init__(self, tables: Tables, flag: int, walls: frozenset[int]) -> None:
        self.flag = flag
        way = steps(tables, flag, walls)
        cells = [c for c, far in enumerate(way) if 0 < far <= NEAR]
        shut = walls | {flag}
        self.runs: list[tuple[int, int, float, list[tuple[int, int]]]] = []
        self.paths: list[Path] = []  # from cells that are not too far, the nearest first
        for cell in sorted(cells, key=lambda cell: way[cell]):
            back = steps(tables, _path(tables, way, cell)[-1], shut)
            most = way[cell] * (1 + LATE)
            posts = [(late, spot) for spot, late in enumerate(back) if late < most]
            fresh = FADING ** (way[cell] - 1)
            self.runs.append((cell, way[cell], fresh, sorted(posts)))
            if way[cell] <= FAR:
                self.paths.append(Path(cell, _path(tables, way, cell), back))

    def danger(self, board: Sequence[int], able: By, guards: By, stops: Stops, mine: bool) -> float:
        """The greatest chance that somebody gets through. By piece of the board, 0 for none:
        `able`, how likely it runs for this flag, and `guards`, whether it may stop who does;
        `stops`: how likely the first stops the second; `mine`: whether the flag's owner is to
        act."""
        worst = LEAST
        for cell, far, fresh, posts in self.runs:
            if fresh <= worst:
                break
            runner = board[cell]
            left = able[runner] * fresh
            if left <= worst:
                continue
            in_time, most = far - (not mine), LATE * far
            for back, spot in posts:
                if guards[board[spot]] and (chance := stops(board[spot], runner)):
                    late = back - in_time
                    left *= 1 - (chance if late <= 0 else chance * max(0.0, 1 - late / most))
                    if left <= worst:
                        break
            worst = max(worst, left)
        return worst if worst > LEAST else 0.0
