"""State of Lantern: two guards, two treasures, the dug squares and the pending decision.

Clauses are those of the rulebook. The stack holds frames `(name, number)`, top last: an answer
(3.2) is a frame on top of the move that caused it.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import CHANCE, TERMINAL, UNKNOWN, Action
from engine.core.grid import ORTHOGONAL
from engine.dev.scaffold.lantern.rules.rules import LanternRules
from engine.kit.standard import NOBODY, Ending, StandardState

ROWS = 4
NOWHERE = -2  # treasure not hidden yet
HIDE, ROLL, MOVE, ANSWER = "hide", "roll", "move", "answer"
DIE = (("roll", 1), 2), (("roll", 2), 1)  # clause 2.2

Frame = tuple[str, int]


class LanternState(StandardState):
    __slots__ = ("dug", "guards", "stack", "treasures")

    game: LanternRules

    def __init__(self, game: LanternRules) -> None:
        super().__init__(game)
        grid = game.grid
        middle = grid.cols // 2
        self.guards = (grid.at(middle, 0), grid.at(middle, ROWS - 1))
        self.treasures = (NOWHERE, NOWHERE)
        self.dug: frozenset[int] = frozenset()
        self.stack: tuple[Frame, ...] = ((HIDE, 0),)

    # -- players and frames ------------------------------------------------------------------

    def home(self, side: int) -> range:
        """Return the squares of a side's home rank."""
        first = 0 if side == 0 else (ROWS - 1) * self.game.grid.cols
        return range(first, first + self.game.grid.cols)

    def frame(self) -> str:
        """Return the kind of the pending decision: one of HIDE, ROLL, MOVE, ANSWER, or `over`."""
        return self.stack[-1][0] if self.stack else "over"

    def current_player(self) -> int:
        if self.ended:
            return TERMINAL
        name, number = self.stack[-1]
        if name == ROLL:
            return CHANCE
        if name == HIDE:
            return number
        return self.mover if name == MOVE else 1 - self.mover

    # -- actions -----------------------------------------------------------------------------

    def moves(self) -> list[Action]:
        name, number = self.stack[-1]
        if name == HIDE:
            return [("hide", square) for square in self.home(number)]
        if name == ANSWER:
            buried = self.treasures[1 - self.mover]
            answers = (0, 1) if buried == UNKNOWN else (int(buried == number),)
            return [("answer", answer) for answer in answers]
        start = self.guards[self.mover]
        return [("pass",)] + [("move", start, target) for target in self.reach(number)]

    def reach(self, steps: int) -> list[int]:
        """Return the squares the mover's guard can reach with this roll (clause 3.1)."""
        here, other = self.guards[self.mover], self.guards[1 - self.mover]
        found = []
        for df, dr in ORTHOGONAL:
            for square in self.game.grid.ray(here, df, dr)[:steps]:
                if square == other:
                    break
                found.append(square)
        return found

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        return list(DIE) if self.frame() == ROLL else []

    def apply(self, action: Action) -> None:
        super().apply(action)
        if self.ended:
            self.stack = ()

    def play(self, action: Action) -> None:
        verb = action[0]
        if verb == "hide":
            side = self.stack[-1][1]
            self._bury(side, action[1])
            self.stack = ((HIDE, 1),) if side == 0 else ((ROLL, 0),)
        elif verb == "roll":
            self.stack = ((MOVE, action[1]),)
        elif verb == "move":
            self._move(action[2])
        elif verb == "answer":
            self._answer(action[1])
        else:
            self.end_turn()

    def _bury(self, side: int, square: int) -> None:
        """Set the square of a side's treasure."""
        self.treasures = (square, self.treasures[1]) if side == 0 else (self.treasures[0], square)

    def _move(self, target: int) -> None:
        mover = self.mover
        self.guards = (target, self.guards[1]) if mover == 0 else (self.guards[0], target)
        if target in self.home(1 - mover) and target not in self.dug:
            self.stack += ((ANSWER, target),)
        else:
            self.end_turn()

    def _answer(self, hit: int) -> None:
        square = self.stack[-1][1]
        if hit:
            self._bury(1 - self.mover, square)
            self.ended = ("treasure", self.mover)
        else:
            self.dug |= {square}
            self.end_turn()

    def end_turn(self) -> None:
        self.stack = ((ROLL, 0),)
        super().end_turn()

    def ending(self) -> Ending | None:
        return ("limit", NOBODY) if self.turns >= self.game.limit else None

    # -- secrets (clause 2.1) ----------------------------------------------------------------

    def observation(self, viewer: int) -> LanternState:
        seen = self.clone()
        # The end reveals the treasure that was found.
        if not (self.ended and self.ended[0] == "treasure"):
            seen.treasures = self._blanked((viewer,))
        else:
            seen.treasures = self._blanked((viewer, 1 - self.ended[1]))
        return seen

    def _blanked(self, known: tuple[int, ...]) -> tuple[int, int]:
        """Return the treasures, with UNKNOWN for hidden ones of sides that are not in `known`."""
        first, second = (
            square if side in known or square == NOWHERE else UNKNOWN
            for side, square in enumerate(self.treasures)
        )
        return first, second

    def determinize(self, viewer: int, rng: Random) -> LanternState:
        guess = self.observation(viewer)
        for side in (0, 1):
            if guess.treasures[side] == UNKNOWN:
                guess._bury(side, rng.choice(sorted(set(self.home(side)) - self.dug)))
        return guess

    def check_invariants(self) -> None:
        assert self.guards[0] != self.guards[1]
        assert not self.dug & set(self.treasures), "a dug square cannot hold a treasure"
        assert self.turns <= self.game.limit
        assert bool(self.ended) != bool(self.stack)
