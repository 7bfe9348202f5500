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


GAME = Breakthrough
