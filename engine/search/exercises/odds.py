"""How often the solution of an exercise holds when information is hidden.

A forced win must hold for every identity of the hidden pieces, which the game lists (`cases` of
its search hints). Other goals are tested in determinizations with fixed seeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.core.contract import Action, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.hints import Hints
from engine.search.turn_search import TurnSearch

DRAWS = 500
ALTERNATIVES = 1  # best other first steps, compared with the solution
DEPTH = 2  # plies of that comparison: the step and the reply
FULL_WINDOW = 3.0  # margin wider than all values: exact values, no bounds
EPSILON = 1e-9
ALL = 100


class SolutionOdds(NamedTuple):
    """`share`: in how many of 100 cases no alternative is better than the solution, 99 at most.
    `lead`: its mean value minus that of the best alternative."""

    share: int
    lead: float


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
    after = (_wins(hints, _after(state, one), me) for one in state.legal_actions())
    return any(after) if player == me else all(after)


def best(hints: Hints, seen: State, ranked: Sequence[Action], draws: int = DRAWS) -> SolutionOdds:
    """Compare the first of `ranked` with the next ones in determinizations."""
    me, tried = seen.current_player(), list(ranked[: ALTERNATIVES + 1])
    totals = [0.0] * len(tried)
    solved = 0
    for n in range(draws):
        values = _values(hints, seen.determinize(me, Random(n)), me, tried)
        totals = [total + value for total, value in zip(totals, values, strict=True)]
        solved += values[0] >= max(values) - EPSILON
    lead = (totals[0] - max(totals[1:])) / draws if len(tried) > 1 else 0.0
    return SolutionOdds(min(ALL - 1, round(ALL * solved / draws)), lead)


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
