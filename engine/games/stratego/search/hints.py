"""Search hints of Stratego: the battle that is searched, move ordering, quiescence, and the rule of
thumb of the style `hunter`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.contract import Action
from engine.games.stratego.rules.flow import pass_turn
from engine.games.stratego.rules.position import TURN
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.model import HOPELESS, SCALE, WORTHWHILE, Model
from engine.games.stratego.search.belief.cases import cases
from engine.games.stratego.search.deploy import setup
from engine.games.stratego.search.evaluate import JUDGE, StrategoEvaluator
from engine.games.stratego.search.hint_reasons import aims
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
    "idle",
    "judge",
    "model_of",
    "ordering",
    "passed",
    "pending",
    "quiescence",
    "setup",
    "static_value",
    "stock",
]

judge, model_of, static_value = StrategoEvaluator, JUDGE.model_of, JUDGE.static_value
MARGIN = 1.5 / SCALE  # a quiet action changes the value by less
# A step towards a target is worth about 0.002: a level with a larger margin wanders.
LEVELS = {
    1: {"depth": 1, "margin": 0.055, "nodes": 100},
    2: {"depth": 1, "margin": 0.027, "nodes": 100},
    3: {"depth": 2, "margin": 0.029, "nodes": 200},
    4: {"depth": 3, "margin": 0.0022, "nodes": 600},
    5: {"depth": 64, "margin": 0.0, "nodes": 8000},
}
LOST = 0.75
AIMS_ALONE = True
STEP = 0.05  # points for a step towards a worthwhile target (style `hunter`)
WHIM = 0.02  # random variation of its quiet moves


def pending(state: StrategoState | Model) -> bool:
    """Tell whether a question that an action raised is pending; it belongs to the same turn."""
    return isinstance(state, StrategoState) and bool(state.act)


def passed(state: StrategoState) -> StrategoState | None:
    """Return the position with the turn passed; None in the middle of a turn and in the set-up."""
    if state.result is not None or state.asked != TURN:
        return None
    new = state.clone()
    new._legal = None
    pass_turn(new)
    return new


def quiescence(state: StrategoState | Model) -> Sequence[Action]:
    """Return the attacks that are expected to gain something."""
    return state.attacks() if isinstance(state, Model) else ()


def ordering(state: StrategoState | Model, actions: Sequence[Action]) -> Sequence[float]:
    if isinstance(state, Model):
        return state.worth(actions)
    return [0.0] * len(actions)


def idle(state: StrategoState | Model, action: Action) -> bool:
    """Tell whether an action takes back the last move of its side."""
    if not isinstance(state, Model) or state.first is None:
        return False
    return action[0] == "move" and action[1:] == state.first[1]


def stock(state: StrategoState) -> object:
    return len(state.board) - state.board.count(0)


def daring(state: StrategoState | Model, actions: Sequence[Action]) -> list[float]:
    """Return the daring of each action: attacks, then steps forward."""
    rules = state.forces.game if isinstance(state, Model) else state.game
    advance = rules.tables.advance[state.turn]
    out = []
    for action in actions:
        steps = advance[action[2]] - advance[action[1]] if action[0] == "move" else 0
        out.append(1.0 if action[0] == "attack" else min(0.5, max(0.0, 0.3 * steps)))
    return out


def hunt(state: StrategoState, actions: Sequence[Action], rng: Random) -> Sequence[float]:
    """Return the points of each action by expected combat: the gain of an attack; for a move the
    danger left behind less the danger entered, and a little for coming nearer to a worthwhile
    target."""
    model = model_of(state)
    if model is None:
        return [0.0] * len(actions)
    goals = _goals(model)
    return [_hunted(model, action, goals) + WHIM * rng.random() for action in actions]


def _goals(model: Model) -> dict[int, list[int]]:
    """Return the cells of worthwhile targets by own figure."""
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
    """Return the distance in files and rows of a square grid."""
    return abs(one % cols - two % cols) + abs(one // cols - two // cols)
