"""Lantern: the answers that `engine.kit.secret` leaves to the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.contract import Event
from engine.core.fields import SomeOf, TextField, Values
from engine.core.scene import Mark
from engine.core.texts import Message
from engine.dev.scaffold.lantern.info import INFO
from engine.dev.scaffold.lantern.rules.state import DIG, HIDE, ROLL, LanternState
from engine.dev.scaffold.lantern.table import explain
from engine.kit.secret import TURN, Die, Secret, SecretGame, TruthQuestion


class Lantern(SecretGame[LanternState]):
    info = INFO
    states = LanternState
    frames = (HIDE, ROLL, TURN, DIG)
    kinds = {"G": "guard"}
    decisions = (Secret(HIDE, "treasure", "T"), Die(ROLL, {1: 2, 2: 1}, "d"), TruthQuestion(DIG))
    clauses = explain.CLAUSES

    def first_board(self) -> str:
        """Return the board with a guard in the middle of each home rank (1.1)."""
        width: int = self.options["width"]
        side = width // 2
        return f"{side}g{side}/{width}/{width}/{side}G{side}"

    def ground_styles(self) -> Mapping[str, tuple[str, ...]]:
        cols = self.grid.cols
        ends = (*self.grid.names[:cols], *self.grid.names[-cols:])
        return dict.fromkeys(ends, ("camp",))

    # -- the field `dug` of a position -------------------------------------------------------

    def fields(self) -> tuple[TextField, ...]:
        return (*super().fields(), SomeOf("dug", self.grid.names, ","))

    def values(self, state: LanternState) -> tuple[Any, ...]:
        return (*super().values(state), sorted(state.dug))

    def take(self, state: LanternState, values: Values) -> None:
        super().take(state, values)
        state.dug = frozenset(values["dug"])

    # -- the table ---------------------------------------------------------------------------

    def barred(self, state: LanternState, start: int, goal: int) -> str:
        return "walk"

    def marks(self, state: LanternState, last: Sequence[Event]) -> tuple[Mark, ...]:
        dug = tuple(self.grid.names[square] for square in sorted(state.dug))
        return (*([Mark("note", dug)] if dug else ()), *super().marks(state, last))

    def status(self, state: LanternState) -> tuple[Message, ...]:
        return (Message("status.turns", left=self.options["turns"] - state.turns),)


GAME = Lantern
