"""A position of Lantern: two guards, two treasures, the dug squares and what is being asked.

Clauses are those of the rulebook. The stack holds frames `(name, number)`, top last: an answer
(3.2) is asked on top of the move that led to it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.core.contract import (
    CHANCE,
    DRAW,
    TABLE_VERBS,
    TERMINAL,
    UNKNOWN,
    Action,
    Outcome,
    State,
    drawn,
    won_by,
)
from engine.core.grid import ORTHOGONAL, Grid
from engine.core.texts import Message

ROWS = 4
NOWHERE = -2  # a treasure that is not hidden yet
HIDE, ROLL, MOVE, ANSWER = "hide", "roll", "move", "answer"
DIE = (("roll", 1), 2), (("roll", 2), 1)  # clause 2.2
REASONS = {DRAW: "agreed", "resign": "resign", "time": "time"}

Frame = tuple[str, int]


class LanternState(State):
    __slots__ = ("dug", "ended", "grid", "guards", "limit", "stack", "treasures", "turns")

    def __init__(self, grid: Grid, limit: int) -> None:
        self.grid, self.limit = grid, limit
        middle = grid.cols // 2
        self.guards = (grid.at(middle, 0), grid.at(middle, ROWS - 1))
        self.treasures = (NOWHERE, NOWHERE)
        self.dug: frozenset[int] = frozenset()
        self.turns = 0
        self.stack: tuple[Frame, ...] = ((HIDE, 0),)
        self.ended: tuple[str, int] | None = None  # reason, winner or -1

    def clone(self) -> LanternState:
        other = LanternState.__new__(LanternState)
        for name in LanternState.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def key(self) -> tuple[Any, ...]:
        return (self.guards, self.treasures, self.dug, self.turns, self.stack, self.ended)

    # -- who and what ------------------------------------------------------------------------

    @property
    def mover(self) -> int:
        return self.turns % 2

    def home(self, side: int) -> range:
        """The squares of a side's home rank."""
        first = 0 if side == 0 else (ROWS - 1) * self.grid.cols
        return range(first, first + self.grid.cols)

    def frame(self) -> str:
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

    def turn_index(self) -> int:
        return self.turns

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
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
        """Where the mover's guard can go with this throw (clause 3.1)."""
        here, other = self.guards[self.mover], self.guards[1 - self.mover]
        found = []
        for df, dr in ORTHOGONAL:
            for square in self.grid.ray(here, df, dr)[:steps]:
                if square == other:
                    break
                found.append(square)
        return found

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        return list(DIE) if self.stack and self.stack[-1][0] == ROLL else []

    def apply(self, action: Action) -> None:
        verb = action[0]
        if verb in TABLE_VERBS:
            self._end(REASONS[verb], -1 if verb == DRAW else 1 - action[1])
        elif verb == "hide":
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
            self._end_turn()

    def _bury(self, side: int, square: int) -> None:
        self.treasures = (square, self.treasures[1]) if side == 0 else (self.treasures[0], square)

    def _move(self, target: int) -> None:
        mover = self.mover
        self.guards = (target, self.guards[1]) if mover == 0 else (self.guards[0], target)
        if target in self.home(1 - mover) and target not in self.dug:
            self.stack += ((ANSWER, target),)
        else:
            self._end_turn()

    def _answer(self, hit: int) -> None:
        square = self.stack[-1][1]
        if hit:
            self._bury(1 - self.mover, square)
            self._end("treasure", self.mover)
        else:
            self.dug |= {square}
            self._end_turn()

    def _end_turn(self) -> None:
        self.turns += 1
        self.stack = ((ROLL, 0),)
        if self.turns >= self.limit:
            self._end("limit", -1)

    def _end(self, reason: str, winner: int) -> None:
        self.stack, self.ended = (), (reason, winner)

    def outcome(self) -> Outcome | None:
        if not self.ended:
            return None
        reason, winner = self.ended
        return drawn(reason) if winner < 0 else won_by(winner, reason)

    # -- secrets (clause 2.1) ----------------------------------------------------------------

    def observation(self, viewer: int) -> LanternState:
        seen = self.clone()
        if not (self.ended and self.ended[0] == "treasure"):
            seen.treasures = self._blanked((viewer,))
        else:
            seen.treasures = self._blanked((viewer, 1 - self.ended[1]))
        return seen

    def _blanked(self, known: tuple[int, ...]) -> tuple[int, int]:
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

    # -- words -------------------------------------------------------------------------------

    def to_text(self) -> str:
        from engine.dev.scaffold.lantern.position import write_position

        return write_position(self)

    def prompt(self, viewer: int) -> Message:
        if self.ended:
            return Message(f"prompt.over.{self.ended[0]}")
        name, number = self.stack[-1]
        side = Message(f"side.{('south', 'north')[max(self.current_player(), 0)]}")
        square = self.grid.names[number] if name == ANSWER else ""
        return Message(f"prompt.{name}", side=side, steps=number, square=square)

    def check_invariants(self) -> None:
        assert self.guards[0] != self.guards[1]
        assert not self.dug & set(self.treasures), "a dug square cannot hold a treasure"
        assert self.turns <= self.limit
        assert bool(self.ended) != bool(self.stack)
