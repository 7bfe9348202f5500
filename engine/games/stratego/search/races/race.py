"""The race for one flag on a given board.

A runner of another side has so many steps to the flag. Guards that take it, or fall with it, at
the last cell of its way (the gate) stop it if they arrive in time. A runner that is not stopped is
the more dangerous the nearer it is. All results are chances 0…1; callers make points of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import NamedTuple

from engine.games.stratego.rules.tables import CompiledOptions
from engine.games.stratego.search.belief.distances import NEVER, steps

NEAR = 14  # steps from the flag at which runners begin to count
FADING = 0.85  # factor of the danger per step
LATE = 0.25  # share of the runner's way; a guard so much too late does not count
FAR = 11  # steps at which the search begins to try a runner's moves
LEAST = 0.04  # dangers below this count as 0

By = Sequence[float]
Board = Sequence[int]


def _path(tables: CompiledOptions, way: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """Return the cells of the way from `cell`, included, to the last one before the flag."""
    out = [cell]
    while way[cell] > 1:
        cell = min(tables.edges[cell], key=lambda near: way[near])
        out.append(cell)
    return tuple(out)


class Stopped(dict[int, float]):
    """By guard, the chance that it stops one runner; `ask(guard, runner)` is called once
    each."""

    def __init__(self, runner: int, ask: Callable[[int, int], float]) -> None:
        self._runner, self._ask = runner, ask

    def __missing__(self, guard: int) -> float:
        found = self[guard] = self._ask(guard, self._runner)
        return found


class Stops(dict[int, Stopped]):
    """By runner, a `Stopped`."""

    def __init__(self, ask: Callable[[int, int], float]) -> None:
        self._ask = ask

    def __missing__(self, runner: int) -> Stopped:
        found = self[runner] = Stopped(runner, self._ask)
        return found


class Run(NamedTuple):
    """A way to the flag: its length in steps, its cells and, by cell, the steps from there to the
    gate and the share (0…1) of a guard there that comes in time, if the flag's owner acts second
    and if he acts first."""

    far: int
    cells: tuple[int, ...]
    back: tuple[int, ...]
    timely: tuple[By, By]


class Race:
    """The ways to one flag, with the pieces that stand still around it as walls."""

    def __init__(self, tables: CompiledOptions, flag: int, walls: frozenset[int]) -> None:
        self.flag = flag
        self._tables, self._shut = tables, walls | {flag}
        self._way = way = steps(tables, flag, walls)
        self._spots = range(len(way))
        cells = sorted((c for c, far in enumerate(way) if 0 < far <= NEAR), key=way.__getitem__)
        self._cells = cells
        self._pick = itemgetter(*cells, flag, flag)  # itemgetter needs two items to return a tuple
        self._fresh = {cell: FADING ** (way[cell] - 1) for cell in cells}
        self._runs: dict[int, Run] = {}

    def runners(self, board: Board, able: By) -> Iterator[int]:
        """Yield the cells of the runners (`able`, by piece, is not 0), the nearest first."""
        return compress(self._cells, map(able.__getitem__, self._pick(board)))

    def guards(self, board: Board, guards: By) -> Iterator[int]:
        """Yield the cells of the guards (`guards`, by piece, is not 0)."""
        return compress(self._spots, map(guards.__getitem__, board))

    def run(self, cell: int) -> Run:
        """Return the way from a cell."""
        found = self._runs.get(cell)
        if found is None:
            way, far = self._way, self._way[cell]
            path = _path(self._tables, way, cell)
            back = steps(self._tables, path[-1], self._shut)
            second, first = _timely(far, far - 1), _timely(far, far)
            timely = tuple(map(second.__getitem__, back)), tuple(map(first.__getitem__, back))
            found = self._runs[cell] = Run(far, path, back, timely)
        return found

    def danger(self, board: Board, able: By, guards: By, stops: Stops, mine: bool) -> float:
        """Return the greatest chance that a runner gets through. By piece of the board: `able`, how
        likely it runs for this flag, and `guards`, whether it may stop a runner. `stops`: the
        chance that a guard stops a runner. `mine`: whether the flag's owner is to act."""
        worst, spots = LEAST, None
        for cell in self.runners(board, able):
            runner, fresh = board[cell], self._fresh[cell]
            if fresh <= worst:
                break
            left = able[runner] * fresh
            if left <= worst:
                continue
            spots = spots or list(self.guards(board, guards))
            timely, stopped = self.run(cell).timely[mine], stops[runner]
            for spot in spots:
                if (part := timely[spot]) and (chance := stopped[board[spot]]):
                    left *= 1 - chance * part
                    if left <= worst:
                        break
            worst = max(worst, left)
        return worst if worst > LEAST else 0.0


@lru_cache(maxsize=64)
def _timely(far: int, in_time: int) -> By:
    """Return the share of a guard that counts by its steps to the gate: 1 when it is in time."""
    most = LATE * far
    return tuple(
        0.0 if late >= most + far else min(1.0, max(0.0, 1 - (late - in_time) / most))
        for late in range(NEVER + 1)
    )
