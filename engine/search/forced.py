"""Forced wins for the judge: checks, and one quiet move that threatens a win by checks.

`CheckmateSearch` follows checks alone, which is enough for a player who has little time. A quiet
move is tried only if the opponent, letting his turn pass, would lose to checks (or may not pass:
zugzwang); then every answer must lose.
"""

from __future__ import annotations

from engine.core.contract import Action, State
from engine.search.budget import Budget, Exhausted, SearchSteps
from engine.search.checkmate import CheckmateSearch
from engine.search.hints import Hints

TURNS = 3  # of the winner


class ForcedWinSearch(CheckmateSearch):
    """Search for a forced win of `me`. `quiet`: quiet moves allowed in the line, 0 or 1."""

    def __init__(self, hints: Hints, me: int, budget: Budget, quiet: int) -> None:
        super().__init__(hints, me, budget)
        self._quiet = quiet

    def find(self, state: State, turns: int = TURNS) -> SearchSteps[Action | None]:
        """Return the first action of the shortest forced win; None without one or out of nodes."""
        quiet, self._quiet = self._quiet, 0
        found = yield from super().find(state, turns)
        self._quiet = quiet
        if found is None and quiet:
            found = yield from super().find(state, turns)
        return found

    def keeps(self, after: State, turns: int = TURNS) -> SearchSteps[bool]:
        """Return whether `me` still wins by force in the position after his action."""
        try:
            return (yield from self._wins(after, turns))
        except Exhausted:
            return False

    def _checks(self, state: State) -> list[Action]:
        checks = super()._checks(state)
        if not self._quiet:
            return checks
        return [*checks, *sorted(set(state.legal_actions()) - set(checks))]

    def _wins(self, state: State, turns_left: int) -> SearchSteps[bool]:
        hints, player = self.hints, state.current_player()
        quiet = self._quiet and player == 1 - self.me and not hints.pending(state)
        if not quiet or hints.in_check(state) or turns_left < 2:
            return (yield from super()._wins(state, turns_left))
        self._quiet = 0
        try:
            return (yield from self._threatens(state, turns_left))
        finally:
            self._quiet = 1

    def _threatens(self, state: State, turns_left: int) -> SearchSteps[bool]:
        """Return whether `me` wins by checks after a quiet move, whatever is answered."""
        passed = self.hints.null_move(state) if self.hints.null_move is not None else None
        if passed is not None and not (yield from self._wins(passed, turns_left)):
            return False
        for answer in sorted(state.legal_actions()):
            child = state.clone()
            child.apply(answer)
            if not (yield from self._wins(child, turns_left)):
                return False
        return True
