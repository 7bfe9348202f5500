"""State of Breakthrough: legal moves and the end of the game. Numbers are clauses."""

from __future__ import annotations

from engine.core.contract import Action
from engine.core.grid import Grid
from engine.kit.plain import EMPTY, PlainState, piece
from engine.kit.standard import Ending

GRID = Grid(8, 8)
PAWNS = (piece(0, 0), piece(0, 1))  # by side
ARMY = 16
LAST_RANKS = (slice(56, 64), slice(0, 8))

# By side and square: the square ahead (-1 off the board), and the two diagonally ahead.
AHEAD = tuple(tuple(GRID.step(square, 0, way) for square in range(64)) for way in (1, -1))
DIAGONALS = tuple(
    tuple(GRID.neighbours(square, ((-1, way), (1, way))) for square in range(64)) for way in (1, -1)
)


class BreakthroughState(PlainState):
    __slots__ = ()

    def moves(self) -> list[Action]:
        """Return moves straight ahead to empty squares (2.1) and diagonally ahead, captures
        included (2.2). Never empty: the foremost pawn can always move."""
        cells, own = self.cells, PAWNS[self.mover]
        ahead, diagonals = AHEAD[self.mover], DIAGONALS[self.mover]
        actions: list[Action] = []
        for square, cell in enumerate(cells):
            if cell == own:
                if cells[ahead[square]] == EMPTY:
                    actions.append(("move", square, ahead[square]))
                for goal in diagonals[square]:
                    if cells[goal] != own:
                        actions.append(("move", square, goal))
        return actions

    def ending(self) -> Ending | None:
        for side, pawn in enumerate(PAWNS):
            if pawn in self.cells[LAST_RANKS[side]]:
                return ("reached", side)  # 3.1
            if PAWNS[1 - side] not in self.cells:
                return ("taken", side)  # 3.2
        return None

    def mistake(self) -> str:
        """Return the faulty field of a position that no game can reach, or ""."""
        return "board" if max(map(self.cells.count, PAWNS)) > ARMY else ""
