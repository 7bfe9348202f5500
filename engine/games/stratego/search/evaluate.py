"""Static evaluation of a position seen in full or by one side: material by what is left, secrets,
advance, and races for the flags. A battle in the search has its own value (`battle.model`) in the
same points.

`static_value` also assumes that the side to act makes the best capture at once. The values of
things are in `weights`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.games.stratego.rules.combat import LOSES, WINS
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MOVED,
    REVEALED,
    SKILL,
    kind_of,
    owner_of,
    piece_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.model import SCALE, Model, model_of
from engine.games.stratego.search.belief.type_values import Appraisal, Worths, armies
from engine.games.stratego.search.races.race import Race, Stops
from engine.games.stratego.search.weights import WEIGHTS

STILL = 0.1  # points of a piece that never moved and so may be anything
ADVANCE = 0.03  # points per step forward of a piece that has moved
RACE = 8.0  # points of a piece next to a flag that nothing stops
LEFT_FLAG = 25.0  # points of a flag that can be taken at once


class StrategoEvaluator:
    """Evaluation by a table of weights."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.appraisal = Appraisal(weights)

    def evaluate(self, state: StrategoState | Model, player: int) -> float:
        """Return the value for `player`, −1…1; ±1 only when the game is over. 0 during the
        set-up."""
        if isinstance(state, Model):
            return state.value(player)
        if state.result is not None:
            return state.result.returns[player]
        if state.setting_up:
            return 0.0
        numbers = armies(state)
        values = self.appraisal.worths(state.game, numbers)
        totals = [
            self._total(state, side, values[side], numbers[side]) - RACE * _danger(state, side)
            for side in range(len(values))
        ]
        others = [t for s, t in enumerate(totals) if s != player and any(numbers[s])]
        balance = totals[player] - (max(others) if others else 0.0)
        return balance / (SCALE + abs(balance))

    def static_value(self, state: StrategoState | Model, player: int) -> float:
        """Return the value for `player`, −1…1, after the best immediate capture."""
        value = self.evaluate(state, player)
        if isinstance(state, Model) or state.result is not None or state.asked != "turn":
            return value
        points = _points(value) + self._taken(state) * (1 if state.turn == player else -1)
        return points / (SCALE + abs(points))

    def model_of(self, state: StrategoState) -> Model | None:
        """Return the battle that the side to act searches; None while a question is pending."""
        return model_of(state, self.appraisal)

    def balance(self, state: StrategoState, player: int) -> float:
        """Return points for `player` as the side to act sees the battle in its view `state`; 0
        while a question is pending."""
        model = self.model_of(state)
        return _points(model.value(player)) if model is not None else 0.0

    def _total(
        self, state: StrategoState, side: int, values: Worths, numbers: list[float]
    ) -> float:
        """Return the points of a side's pieces."""
        board, flags, secret = state.board, state.flags, self.appraisal.secret
        advance = state.game.tables.advance[side]
        count = board.count(piece_of(side, HIDDEN))
        known = [board.count(piece_of(side, kind)) for kind in range(HIDDEN)]
        rest = sum(v * (n - k) for v, n, k in zip(values, numbers, known, strict=False))
        mean = rest / count if count else 0.0
        value = 0.0
        for cell, piece in enumerate(board):
            if piece and owner_of(piece) == side:
                worth = mean if kind_of(piece) == HIDDEN else values[kind_of(piece)]
                marks = flags[cell]
                value += worth if marks & REVEALED else worth * (1 + secret)
                value += ADVANCE * advance[cell] if marks & MOVED else STILL
        return value

    def _taken(self, state: StrategoState) -> float:
        """Return the points of the best attack of the side to act; 0 without a good one."""
        board, flags, game = state.board, state.flags, state.game
        values = self.appraisal.worths(game, armies(state))
        best = 0.0
        for action in state.legal_actions():
            if action[0] != "attack":
                continue
            a, d = board[action[1]], board[action[2]]
            one, two = kind_of(a), kind_of(d)
            if two == FLAG:
                return LEFT_FLAG
            if HIDDEN in (one, two):
                continue
            skills = flags[action[1]] & SKILL > 0, flags[action[2]] & SKILL > 0
            outcome = game.combat.resolve(one, skills[0], two, skills[1])
            if outcome != LOSES:
                lost = 0.0 if outcome == WINS else values[owner_of(a)][one]
                best = max(best, values[owner_of(d)][two] - lost)
        return best


def _points(value: float) -> float:
    """Return the points of an evaluation; 0 for a game that is over."""
    return SCALE * value / (1 - abs(value)) if abs(value) < 1 else 0.0


def _danger(state: StrategoState, side: int) -> float:
    """Return the chance that an enemy gets through to a side's flag; 0 where it is unknown."""
    board, tables, combat = state.board, state.game.tables, state.game.combat
    flag = board.find(piece_of(side, FLAG))
    if flag < 0:
        return 0.0
    bomb = piece_of(side, BOMB)
    walls = frozenset(c for c, piece in enumerate(board) if piece == bomb)
    movers = tables.mobile

    able = [float(owner_of(p) != side and kind_of(p) in movers) for p in range(max(board) + 1)]

    guards = [float(owner_of(p) == side and kind_of(p) in movers) for p in range(max(board) + 1)]

    def stops(guard: int, runner: int) -> float:
        return float(combat.resolve(kind_of(guard), False, kind_of(runner), False) != LOSES)

    race = _race(tables, flag, walls)
    return race.danger(board, able, guards, Stops(stops), state.turn == side)


_race = lru_cache(maxsize=512)(Race)


JUDGE = StrategoEvaluator(WEIGHTS)
evaluate = JUDGE.evaluate
