"""How often the solution of an exercise holds where something is hidden from whoever decides.

A win by force has to be one whatever the hidden pieces are, so the game lists what they can be
(`cases` of its search hints). Anything else is tried in determinizations, which are drawn by how
likely the game thinks them, always the same ones for the same position.
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
ALTERNATIVES = 1  # other first steps that are compared with the solution, the best ones
DEPTH = 2  # plies of that comparison: the step and its answer
FULL_WINDOW = 3.0  # wider than values are apart: each gets its own and no bound
EPSILON = 1e-9
ALL = 100


class Odds(NamedTuple):
    """`share`: in how many of 100 cases the solution holds, that is wins or has no better rival;
    100 for a win by force alone. `lead`: by how much it is worth more on average than its best
    rival."""

    share: int
    lead: float


def winning(hints: Hints, seen: State, action: Action, draws: int = DRAWS) -> int:
    """In how many of 100 cases an action of the player to decide wins at once; 100 when that is
    proved of every case the game lists."""
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
    """Whether the turn that is being played ends the game for `me`, whatever others answer."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.winner == me
    player = state.current_player()
    if player < 0 or not hints.pending(state):
        return False
    after = (_wins(hints, _after(state, one), me) for one in state.legal_actions())
    return any(after) if player == me else all(after)


def best(hints: Hints, seen: State, ranked: Sequence[Action], draws: int = DRAWS) -> Odds:
    """How the first of `ranked` does against those behind it when everything lies open."""
    me, tried = seen.current_player(), list(ranked[: ALTERNATIVES + 1])
    totals = [0.0] * len(tried)
    held = 0
    for n in range(draws):
        values = _values(hints, seen.determinize(me, Random(n)), me, tried)
        totals = [total + value for total, value in zip(totals, values, strict=True)]
        held += values[0] >= max(values) - EPSILON
    lead = (totals[0] - max(totals[1:])) / draws if len(tried) > 1 else 0.0
    return Odds(min(ALL - 1, round(ALL * held / draws)), lead)


def _values(hints: Hints, position: State, me: int, actions: Sequence[Action]) -> list[float]:
    """What each action is worth in a world in which nothing is hidden, −1…1."""
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
