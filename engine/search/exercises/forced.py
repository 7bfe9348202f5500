"""Forced wins within a number of turns, by trying every action and every reply."""

from __future__ import annotations

from engine.core.contract import CHANCE, Action, State
from engine.search.exercises.turns import after
from engine.search.hints import Hints

MOST = 3  # turns of a promised win
TRIED = 400_000  # positions; more are not tried

Line = tuple[Action, ...]


class _Solver:
    """Search for a win of `me`; positions met again are not searched again."""

    def __init__(self, hints: Hints, me: int) -> None:
        self._hints, self._me = hints, me
        self._known: dict[object, Line | None] = {}
        self._tried = 0

    def line(self, state: State, turn: int, left: int) -> Line | None:
        """Return a winning line against the longest defence, None if there is none with `left`
        own turns after turn number `turn`."""
        outcome, player = state.outcome(), state.current_player()
        if outcome is not None:
            return () if outcome.winner == self._me else None
        if player == self._me and state.turn_index() != turn:
            turn, left = state.turn_index(), left - 1
        if left < 0 or player == CHANCE or self._tried > TRIED:
            return None
        key = (state.key(), player, left)
        if key not in self._known:
            self._tried += 1
            self._known[key] = (self._attack if player == self._me else self._defence)(
                state, turn, left
            )
        return self._known[key]

    def _attack(self, state: State, turn: int, left: int) -> Line | None:
        actions = list(state.legal_actions())
        worth = dict(zip(actions, self._hints.worth(state, actions), strict=True))
        for action in sorted(actions, key=lambda one: -worth[one]):
            rest = self.line(after(state, action), turn, left)
            if rest is not None:
                return (action, *rest)
        return None

    def _defence(self, state: State, turn: int, left: int) -> Line | None:
        longest: Line | None = None
        for action in state.legal_actions():
            rest = self.line(after(state, action), turn, left)
            if rest is None:
                return None
            if longest is None or len(rest) >= len(longest):
                longest = (action, *rest)
        return longest


def forced_line(hints: Hints, seen: State, action: Action, turns: int) -> Line | None:
    """Return the actions after `action` that win within `turns` own turns, this one included,
    against the longest defence; None if not every reply loses."""
    solver = _Solver(hints, seen.current_player())
    return solver.line(after(seen, action), seen.turn_index(), turns - 1)


def forced_turns(hints: Hints, seen: State, action: Action) -> int:
    """Return in how many own turns `action` forces a win; 0 if in more than MOST or not at all."""
    tried = range(1, MOST + 1)
    return next((n for n in tried if forced_line(hints, seen, action, n) is not None), 0)
