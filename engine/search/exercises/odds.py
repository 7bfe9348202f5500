"""How often the solution of an exercise holds when information is hidden.

A forced win must hold for every identity of the hidden pieces, which the game lists (`cases` of
its search hints). Other goals are tested in determinizations with fixed seeds, in each of which
the solution is compared with all other first steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from engine.core.contract import Action, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.hints import Hints
from engine.search.turn_search import TurnSearch

DRAWS = 200
DEPTH = 2  # plies of that comparison: the step and the reply
FULL_WINDOW = 3.0  # margin wider than all values: exact values, no bounds
EPSILON = 1e-9
ALL = 100
SURE = 2.0  # standard errors on either side of an interval of about 95 %


class SolutionOdds(NamedTuple):
    """`share`: in how many of 100 cases no other first step is better than the solution, 99 at
    most. `lead`: its mean value minus that of the best other step; `least`: lower end of the
    interval of that lead, over all other steps."""

    share: int
    lead: float
    least: float


def interval(share: int, draws: int = DRAWS) -> tuple[int, int]:
    """Return the interval, in cases of 100, in which the true share lies (Wilson)."""
    part, spread = share / ALL, SURE**2 / draws
    middle = (part + spread / 2) / (1 + spread)
    half = SURE * sqrt(part * (1 - part) / draws + spread / (4 * draws)) / (1 + spread)
    return max(0, round(ALL * (middle - half))), min(ALL, round(ALL * (middle + half)))


def winning(hints: Hints, seen: State, action: Action, draws: int = DRAWS) -> int:
    """Return in how many of 100 cases an action wins at once; 100 only if the game lists all cases
    and it wins in every one."""
    listed = list(hints.cases(seen, action))
    me, cases = seen.current_player(), listed or [(1.0, seen)]
    each = max(1, draws // len(cases))
    total = sum(weight for weight, _ in cases)
    won = 0.0
    sure = bool(listed)
    for weight, case in cases:
        wins = sum(
            _wins(hints, _after(case.determinize(me, Random(n)), action), me) for n in range(each)
        )
        sure = sure and wins == each
        won += weight * wins / each
    return ALL if sure else min(ALL - 1, round(ALL * won / total))


def _wins(hints: Hints, state: State, me: int) -> bool:
    """Return whether the turn in progress wins the game for `me` against every answer."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.winner == me
    player = state.current_player()
    if player < 0 or not hints.pending(state):
        return False
    after = (_wins(hints, _after(state, action), me) for action in state.legal_actions())
    return any(after) if player == me else all(after)


def best(hints: Hints, seen: State, ranked: Sequence[Action], draws: int = DRAWS) -> SolutionOdds:
    """Compare the first of `ranked` with every other one in determinizations."""
    me, solved = seen.current_player(), 0
    leads: list[list[float]] = [[] for _ in ranked[1:]]
    for n in range(draws):
        own, *others = _values(hints, seen.determinize(me, Random(n)), me, ranked)
        solved += own >= max(others, default=own) - EPSILON
        for lead, other in zip(leads, others, strict=True):
            lead.append(own - other)
    share = min(ALL - 1, round(ALL * solved / draws))
    mean = min((sum(lead) / draws for lead in leads), default=0.0)
    return SolutionOdds(share, mean, min(map(_least, leads), default=0.0))


def _least(found: Sequence[float]) -> float:
    """Return the lower end of the interval of a mean."""
    count = len(found)
    mean = sum(found) / count
    variance = sum((one - mean) ** 2 for one in found) / max(1, count - 1)
    return mean - SURE * sqrt(variance / count)


def _values(hints: Hints, position: State, me: int, actions: Sequence[Action]) -> list[float]:
    """Return the value of each action, −1…1, in one determinization."""
    if hints.widths:
        widths = ((len(actions), hints.widths[-1][1]),)
        turns = TurnSearch(hints.only(actions, widths), me, Budget(), DEPTH)
        scored = finish(turns.run(position, Random(0)))
    else:
        search = Search(hints.only(actions), me, Budget(), DEPTH, FULL_WINDOW, fixed_depth=True)
        scored = finish(search.run(hints.model(position) or position, Random(0)))
    found = {action: max(-1.0, min(1.0, value)) for value, action in scored}
    return [found[action] for action in actions]


def _after(state: State, action: Action) -> State:
    child = state.clone()
    child.apply(action)
    return child
