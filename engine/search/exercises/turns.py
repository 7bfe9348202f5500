"""Whole turns of an exercise: every end a turn can have, with and without one step.

Every legal action is tried in every order, without the search's choice of candidates.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.contract import TERMINAL, Action, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.hints import Hints

MANY = 20_000  # positions within one turn; more are not tried
FEW = 1000  # the same while a player waits
WON = 2.0  # more than any value of a search
NONE = -2.0  # less than any value: there is no such turn


class TooManyTurns(Exception):
    """A turn with more positions than can be tried."""


class StepWorth(NamedTuple):
    """Value of the best turn that begins with a step, and of the best turn without this step."""

    having: float
    without: float

    @property
    def lead(self) -> float:
        """Return what the step is worth, 0 if no turn can do without it."""
        return min(1.0, self.having) - self.without if self.without > NONE else 0.0


def after(state: State, action: Action) -> State:
    """Return the position after an action."""
    child = state.clone()
    child.apply(action)
    return child


def goes_on(state: State, player: int, turn: int) -> bool:
    """Return whether `player` has still to decide in his turn number `turn`."""
    return state.current_player() == player and state.turn_index() == turn


def within(state: State, without: Action | None = None, most: int = MANY) -> Iterator[State]:
    """Yield the positions that the turn in progress can reach without the step `without`: `state`,
    those in the course of the turn and those at its end. Raises TooManyTurns after `most`."""
    me, turn = state.current_player(), state.turn_index()
    seen, waiting = {state.key()}, [state]
    while waiting:
        now = waiting.pop()
        yield now
        if not goes_on(now, me, turn):
            continue
        for action in now.legal_actions():
            if action != without and (child := after(now, action)).key() not in seen:
                seen.add(child.key())
                waiting.append(child)
        if len(seen) > most:
            raise TooManyTurns


def ends(state: State, without: Action | None = None) -> list[State]:
    """Return the different ends of the turn in progress; with `without` only those of turns that
    do not contain this step. Raises TooManyTurns."""
    me, turn = state.current_player(), state.turn_index()
    return [one for one in within(state, without) if not goes_on(one, me, turn)]


def still_possible(state: State, step: Action, me: int, turn: int) -> bool:
    """Return whether `me` can take a step in this turn, at once or after others; also if there are
    too many turns to know."""
    if not goes_on(state, me, turn):
        return False
    try:
        reached = within(state, most=FEW)
        return any(goes_on(one, me, turn) and step in one.legal_actions() for one in reached)
    except TooManyTurns:
        return True


def compare(hints: Hints, seen: State, step: Action, depth: int) -> StepWorth:
    """Compare the turns with a step and those without it, searched `depth` turns deep in all.
    Raises TooManyTurns."""
    me, turn, begun = seen.current_player(), seen.turn_index(), after(seen, step)
    having = ends(begun) if goes_on(begun, me, turn) else [begun]
    return StepWorth(
        _best(hints, having, me, depth - 1), _best(hints, ends(seen, step), me, depth - 1)
    )


def _best(hints: Hints, found: list[State], me: int, depth: int) -> float:
    """Return the value of the best of these ends of a turn for `me`: −1…1, WON or NONE."""
    search = Search(hints, me, Budget(), depth)
    best = NONE
    for end in sorted(found, key=lambda one: -hints.static_value(one, me)):
        if end.current_player() == TERMINAL:
            outcome = end.outcome()
            value = outcome.returns[me] if outcome is not None else 0.0
            best = max(best, WON if value >= 1 else value)
        else:
            best = max(best, finish(search.value(end, best)))
    return best
