"""Whether somebody is on the way to a flag and nobody would be there in time.

A piece of another side that walks has so many steps to the flag; it is stopped by pieces that take
it, or go with it, at the last cell of its way (the gate) as soon as it arrives. What nobody stops
is the more dangerous the nearer it is. Chances 0…1 throughout; whoever asks makes points of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.games.stratego.rules.tables import Tables

NEAR = 9  # steps from the flag at which a piece is first minded
FADING = 0.85  # what is left of the danger a step further off
LATE = 3  # steps too late at which a guard no longer counts at all
NEVER = 99
CLOSE = 5  # steps from which the way is searched and not only judged
LEAST = 0.02  # dangers below this are none

Able = Callable[[int], float]
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


class Watch:
    """One flag and the pieces that stand still around it (`walls`)."""

    def __init__(self, tables: Tables, flag: int, walls: frozenset[int]) -> None:
        self.flag = flag
        way = steps(tables, flag, walls)
        cells = [c for c, far in enumerate(way) if 0 < far <= NEAR]
        shut = walls | {flag}
        self.runs: list[tuple[int, int, list[tuple[int, int]]]] = []  # cell, steps, posts
        self.paths: list[tuple[int, tuple[int, ...]]] = []  # from cells that are close
        for cell in sorted(cells, key=lambda cell: way[cell]):
            back = steps(tables, _path(tables, way, cell)[-1], shut)
            posts = [(late, spot) for spot, late in enumerate(back) if late < way[cell] + LATE]
            self.runs.append((cell, way[cell], sorted(posts)))
            if way[cell] <= CLOSE:
                self.paths.append((cell, _path(tables, way, cell)))

    def danger(self, board: Sequence[int], able: Able, stops: Stops, mine: bool) -> float:
        """The greatest chance that somebody gets through. `able`: how likely a piece of the board
        is one that runs for this flag; `stops`: how likely the first, 0 unless it is an own
        one, stops the second; `mine`: whether the flag's owner is to act."""
        worst = 0.0
        for cell, far, posts in self.runs:
            runner = board[cell]
            if not runner or (part := able(runner)) <= 0:
                continue
            left = part * FADING ** (far - 1)
            in_time = far - (not mine)
            for back, spot in posts:
                if left <= worst or left < LEAST:
                    break
                if board[spot] and spot != cell and (chance := stops(board[spot], runner)):
                    late = back - in_time
                    left *= 1 - (chance if late <= 0 else chance * max(0.0, 1 - late / LATE))
            worst = max(worst, left)
        return worst
