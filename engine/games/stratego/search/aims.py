"""What a quiet move is for: read off the battle as it is searched, so off what its player knows."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.model import SCALE, WORTHWHILE, Model, model_of
from engine.games.stratego.search.battle.plans import DECAY
from engine.games.stratego.search.races.race import steps

Aim = tuple[str, str]
SAFER = 0.8  # points of less danger to the flag that are worth a word


def aims(state: StrategoState, action: Action) -> list[Aim]:
    """Search hints: names of `engine.search.reasons`, and the cell that is meant."""
    model = model_of(state)
    if model is None or action[0] != "move":
        return []
    origin, target = action[1], action[2]
    after = model.clone()
    after.apply(action)
    names = model.forces.tables.grid.names
    out: list[Aim] = []
    if _flag(model) - _flag(after) > SAFER:
        out.append(("guards", ""))
    number = model.board[origin]
    left, met = (model.danger(cell, number, origin) for cell in (origin, target))
    if left > WORTHWHILE >= met:
        out.append(("evades", names[origin]))
    goal = _goal(model, number, origin, target)
    if goal >= 0:
        known = len(model.forces.figures[model.board[goal]].dealt) == 1
        out.append(("hunts" if known else "seeks", names[goal]))
    if not after.attacks():
        out.append(("safe", ""))
    return out


def _flag(model: Model) -> float:
    """What the own flag is in danger of once the others act."""
    return model.races.gaps(model.board) + SCALE * model.races.danger(model.board, False)


def _goal(model: Model, number: int, origin: int, target: int) -> int:
    """The piece that draws a figure most where it comes to, if that is nearer then; else -1."""
    plan, tables = model.forces.plan, model.forces.tables
    assert plan is not None
    best, goal = 0.0, -1
    for cell, pull in plan.sources(number).items():
        way = steps(tables, cell, frozenset())
        drawn = pull * DECAY ** way[target]
        if way[target] < way[origin] and drawn > best:
            best, goal = drawn, cell
    return goal
