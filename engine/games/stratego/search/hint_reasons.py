"""Purposes of a quiet move, from the battle as it is searched, so from what its player knows."""

from __future__ import annotations

from engine.core.contract import Action
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.battle.model import SCALE, WORTHWHILE, Model, model_of
from engine.games.stratego.search.battle.plans import DECAY
from engine.games.stratego.search.belief.distances import steps

Aim = tuple[str, str]
SAFER = 0.8  # points of less danger to the flag that are worth mentioning


def aims(state: StrategoState, action: Action) -> list[Aim]:
    """Return the purposes of an action for hints: a name of `engine.search.reasons` and the cell it
    concerns."""
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
    """Return how many points the danger to the own flag is worth, with the others to act next."""
    return model.races.gaps(model.board) + SCALE * model.races.danger(model.board, False)


def _goal(model: Model, number: int, origin: int, target: int) -> int:
    """Return the cell of the piece that attracts a figure most at `target`, if the move comes
    nearer to it; else -1."""
    plan, tables = model.forces.plan, model.forces.tables
    assert plan is not None
    best, goal = 0.0, -1
    for cell, pull in plan.sources(number).items():
        way = steps(tables, cell, frozenset())
        drawn = pull * DECAY ** way[target]
        if way[target] < way[origin] and drawn > best:
            best, goal = drawn, cell
    return goal
