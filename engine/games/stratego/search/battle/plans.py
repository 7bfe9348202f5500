"""Fields of attraction: worthwhile targets attract the pieces that could take them, less with each
step, and the own flag attracts the enemy.

One table by cell for each type, in points; a quiet move gains the difference along it.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from engine.games.stratego.rules.pieces import BOMB, FLAG, HIDDEN
from engine.games.stratego.search.belief.known_pieces import Figure, Roster

Field = tuple[float, ...]

DECAY = 0.84  # factor of a target's attraction per step
RUNAWAY = 0.5  # factor for a target that can walk away
HURRY = 2.0  # how much more still pieces attract when nothing was taken for long
FADING = 0.55  # factor of the alarm per step from the own flag


class Plan:
    """The fields of a battle's figures."""

    def __init__(self, forces: Roster) -> None:
        self.forces = forces
        self._edges = _ways(forces)
        self._still: Field = (0.0,) * len(forces.board)
        self._others = self._danger()
        self._mine: dict[int, Field] = {}
        for number in sorted({n for n in forces.board if n and forces.walks[n] is not None}):
            kind = forces.figures[number].kind
            if forces.sides[number] == forces.me and kind in forces.tables.mobile:
                if kind not in self._mine:
                    self._mine[kind] = self._spread(self.sources(number), self._through(number))

    def of(self, figure: Figure) -> Field:
        """Return the field of a figure of any side, by cell."""
        forces = self.forces
        if figure.side == forces.me:
            return self._mine.get(figure.kind, self._still)
        walks = figure.kind == HIDDEN or figure.kind in forces.tables.movers
        return self._others if walks else self._still

    def sources(self, number: int) -> dict[int, float]:
        """Return the attraction of each worthwhile enemy piece for an own figure, by its cell."""
        forces, pull = self.forces, self.forces.appraisal.pull
        sources = {}
        gains: dict[int, float] = {}
        for cell, target in enumerate(forces.board):
            if not target or forces.sides[target] == forces.me:
                continue
            if target not in gains:
                gains[target] = forces.hope(number, target)
            gain = gains[target]
            there = forces.figures[target]
            if there.moved and forces.walks[target] is not None:
                gain *= RUNAWAY * max(0.2, 1 - forces.stale)
            else:
                gain *= 1 + HURRY * forces.stale
            if gain > 0.05:
                sources[cell] = gain * pull
        return sources

    def _through(self, number: int) -> dict[int, float]:
        """Return, by cell, the chance that an own figure survives taking what stands there, where
        it would attack at all: so much of the attraction passes."""
        forces = self.forces
        others = {n for n in forces.board if n and forces.sides[n] != forces.me}
        taken = {n: forces.survival(number, n) for n in others if forces.hope(number, n) > 0}
        return {cell: taken[n] for cell, n in enumerate(forces.board) if n in taken}

    def _spread(
        self, sources: dict[int, float], through: Mapping[int, float], decay: float = DECAY
    ) -> Field:
        """Return the field of some sources: each cell has the greatest value that reaches it; past
        enemy pieces only a share (`through`) goes on."""
        board, sides, me = self.forces.board, self.forces.sides, self.forces.me
        values = [0.0] * len(board)
        heap = [(-value, cell) for cell, value in sources.items()]
        heap.sort()
        for cell, value in sources.items():
            values[cell] = value
        while heap:
            value, cell = heappop(heap)
            if -value < values[cell]:
                continue
            sent = -value * decay
            if sent < 0.002:
                break
            for near in self._edges[cell]:
                there = board[near]
                free = not there or sides[there] == me
                passed = sent if free else sent * through.get(near, 0.0)
                if passed > values[near]:
                    heappush(heap, (-passed, near))
                values[near] = max(values[near], passed or sent)
        return tuple(values)

    def _danger(self) -> Field:
        """Return the field of enemy pieces: what they gain near the own flag, where own bombs block
        the way."""
        forces = self.forces
        flags = [
            cell
            for cell, number in enumerate(forces.board)
            if forces.sides[number] == forces.me and forces.figures[number].kind == FLAG
        ]
        return self._spread({cell: forces.appraisal.alarm for cell in flags}, {}, FADING)


def _ways(forces: Roster) -> list[tuple[int, ...]]:
    """Return by cell the neighbours a piece could come from: no lakes, no own bombs or flag."""
    tables = forces.tables
    closed = tables.layout.lakes | tables.layout.void
    fixed = set()
    for cell, number in enumerate(forces.board):
        if number and forces.sides[number] == forces.me:
            if forces.figures[number].kind in (FLAG, BOMB) and forces.walks[number] is None:
                fixed.add(cell)
    return [tuple(c for c in near if c not in closed and c not in fixed) for near in tables.edges]
