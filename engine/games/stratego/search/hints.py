"""What the computer players are told about Stratego: the model of a battle, which attacks look
promising, and the rule of thumb that `hunter` plays by."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.contract import Action
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.aims import aims
from engine.games.stratego.search.battle.model import HOPELESS, SCALE, WORTHWHILE, Model
from engine.games.stratego.search.belief.cases import cases
from engine.games.stratego.search.deploy import setup
from engine.games.stratego.search.evaluate import JUDGE, Judge
from engine.games.stratego.search.weights import WEIGHTS

# Names of engine.search.hints.SearchHints.
__all__ = [
    "AIMS_ALONE",
    "LEVELS",
    "LOST",
    "MARGIN",
    "WEIGHTS",
    "aims",
    "cases",
    "daring",
    "hunt",
    "judge",
    "model_of",
    "ordering",
    "pending",
    "quiescence",
    "setup",
    "static_value",
    "stock",
]

judge, model_of, static_value = Judge, JUDGE.model_of, JUDGE.static_value
MARGIN = 1.5 / SCALE  # a quiet action changes less
# A margin above about 0.002 is more than a step towards a target is worth: such a level wanders.
LEVELS = {
    1: {"depth": 1, "margin": 0.055, "nodes": 100},
    2: {"depth": 1, "margin": 0.027, "nodes": 100},
    3: {"depth": 2, "margin": 0.029, "nodes": 200},
    4: {"depth": 3, "margin": 0.0022, "nodes": 600},
    5: {"depth": 64, "margin": 0.0, "nodes": 8000},
}
LOST = 0.75
AIMS_ALONE = True
STEP = 0.05  # points for a step towards something worth attacking, for `hunter`
WHIM = 0.02  # and by how much its liking of quiet moves varies


def pending(state: StrategoState | Model) -> bool:
    """Questions that an action raised belong to its turn, and so does showing what fought."""
    return isinstance(state, StrategoState) and bool(state.act)


def quiescence(state: StrategoState | Model) -> Sequence[Action]:
    """Attacks that are expected to gain something."""
    return state.attacks() if isinstance(state, Model) else ()


def ordering(state: StrategoState | Model, actions: Sequence[Action]) -> Sequence[float]:
    if isinstance(state, Model):
        return state.worth(actions)
    return [0.0] * len(actions)


def stock(state: StrategoState) -> object:
    return len(state.board) - state.board.count(0)


def daring(state: StrategoState | Model, actions: Sequence[Action]) -> list[float]:
    """Attacks, then steps forward."""
    rules = state.forces.game if isinstance(state, Model) else state.game
    advance = rules.tables.advance[state.turn]
    out = []
    for action in actions:
        steps = advance[action[2]] - advance[action[1]] if action[0] == "move" else 0
        out.append(1.0 if action[0] == "attack" else min(0.5, max(0.0, 0.3 * steps)))
    return out


def hunt(state: StrategoState, actions: Sequence[Action], rng: Random) -> Sequence[float]:
    """Points of each action by expected combat: what an attack gains, else the danger left behind
    less the danger gone into, and a little for coming nearer to something worth attacking."""
    model = model_of(state)
    if model is None:
        return [0.0] * len(actions)
    goals = _goals(model)
    return [_hunted(model, action, goals) + WHIM * rng.random() for action in actions]


def _goals(model: Model) -> dict[int, list[int]]:
    """By figure of one's own, where attacks are worthwhile."""
    forces = model.forces
    out: dict[int, list[int]] = {}
    others = [c for c, n in enumerate(model.board) if n and forces.sides[n] != forces.me]
    for number in sorted({n for n in model.board if n and forces.sides[n] == forces.me}):
        out[number] = []
        for cell in others if forces.walks[number] is not None else ():
            if forces.hope(number, model.board[cell]) > WORTHWHILE:
                out[number].append(cell)
    return out


def _hunted(model: Model, action: Action, goals: dict[int, list[int]]) -> float:
    if action[0] == "attack":
        return model.expected(action[1], action[2])
    if action[0] != "move":
        return HOPELESS
    origin, target = action[1], action[2]
    number = model.board[origin]
    points = model.danger(origin, number, origin) - model.danger(target, number, origin)
    if goals[number]:
        cols = model.forces.tables.grid.cols
        ways = [(_distance(origin, c, cols), _distance(target, c, cols)) for c in goals[number]]
        points += STEP * (min(a for a, _ in ways) - min(b for _, b in ways))
    return points


def _distance(one: int, two: int, cols: int) -> int:
    return abs(one % cols - two % cols) + abs(one // cols - two // cols)
