"""State of Lantern: what `engine.kit.secret` leaves to the game. Numbers are clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.contract import Action
from engine.core.grid import ORTHOGONAL
from engine.kit.plain import EMPTY, piece
from engine.kit.secret import SecretGame, SecretState
from engine.kit.standard import NOBODY, Ending

RANKS = 4
GUARDS = (piece(0, 0), piece(0, 1))  # by side
HIDE, ROLL, DIG = "hide", "roll", "dig"  # the decisions beside a move


class LanternState(SecretState):
    """`dug`: squares where a guard has dug in vain."""

    __slots__ = ("dug",)
    sudden = ("treasure",)

    def __init__(self, game: SecretGame[Any], cells: Sequence[int]) -> None:
        super().__init__(game, cells)
        self.dug: frozenset[int] = frozenset()

    def home(self, side: int) -> range:
        """Return the squares of a side's home rank."""
        cols = self.game.grid.cols
        first = side * (RANKS - 1) * cols
        return range(first, first + cols)

    def places(self, side: int) -> set[int]:
        return set(self.home(side)) - self.dug  # 2.1, 3.2

    def moves(self) -> list[Action]:
        """Return the straight walks of the guard up to the roll, and staying (3.1)."""
        here, grid = self.cells.index(GUARDS[self.mover]), self.game.grid
        actions: list[Action] = [("pass",)]
        for way in ORTHOGONAL:
            for square in grid.ray(here, *way)[: self.roll]:
                if self.cells[square] != EMPTY:
                    break
                actions.append(("move", here, square))
        return actions

    def play(self, action: Action) -> None:
        """Walk or stay; on a home square of the other side the guard digs (3.2)."""
        if action[0] == "move":
            _, start, goal = action
            self.move_piece(start, goal)
            if goal in self.places(1 - self.mover):
                self.ask(DIG, goal)
                return
        self.end_turn()

    def answered(self, about: int, yes: bool) -> None:
        """End the game if the treasure is found (4.1); else note that nothing is there (3.2)."""
        if yes:
            self.show(1 - self.mover, about)
            self.ended = ("treasure", self.mover)
        else:
            self.dug |= {about}
            self.end_turn()

    def ending(self) -> Ending | None:
        return ("limit", NOBODY) if self.turns >= self.game.options["turns"] else None

    def mistake(self) -> str:
        """Return the faulty field of a position that no game can reach, or ""."""
        homes = (*self.home(0), *self.home(1))
        if [self.cells.count(guard) for guard in GUARDS] != [1, 1]:
            return "board"
        if self.turns > self.game.options["turns"]:
            return "turns"
        if not self.dug <= {*homes}:
            return "dug"
        name, about = self.pending
        dug_up = (self.cells[about], about in self.home(1 - self.mover), about not in self.dug)
        if name == DIG and dug_up != (GUARDS[self.mover], True, True):
            return "question"
        return super().mistake()
