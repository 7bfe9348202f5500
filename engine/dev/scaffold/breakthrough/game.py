"""Breakthrough: the answers that `engine.kit.plain` leaves to the game."""

from __future__ import annotations

from engine.dev.scaffold.breakthrough.info import INFO
from engine.dev.scaffold.breakthrough.rules.state import BreakthroughState
from engine.dev.scaffold.breakthrough.table import explain
from engine.kit.plain import PlainGame


class Breakthrough(PlainGame[BreakthroughState]):
    info = INFO
    states = BreakthroughState
    kinds = {"P": "pawn"}
    start = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP"
    clauses = explain.CLAUSES
    barred = explain.barred

    def evaluate(self, state: BreakthroughState, player: int) -> float:
        from engine.dev.scaffold.breakthrough.search.evaluate import evaluate

        return evaluate(state, player)

    def hints(self) -> object:
        from engine.dev.scaffold.breakthrough.search import hints

        return hints


GAME = Breakthrough
