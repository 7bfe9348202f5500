"""A small search that verifies threats and gains before a hint mentions them."""

from __future__ import annotations

from engine.core.contract import State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, finish
from engine.search.hints import Hints
from engine.search.transposition import SearchTables

NODES, DEPTH = 150, 2  # of each search
MIN_CHANGE = 0.03  # least change that counts, in units of `Game.evaluate`


class ThreatSearch:
    """Search of positions of one determinization for `me`. Games that search whole turns, or a
    model that does not fit the position, are evaluated with `static_value` instead."""

    def __init__(self, hints: Hints, me: int) -> None:
        self._hints, self._me = hints, me
        self._tables = SearchTables()

    def loses(self, before: State, after: State) -> bool:
        """Return whether `me` is worse off after the opponents' actions between the two states."""
        return self._hints.static_value(before, self._me) - self._value(after) > MIN_CHANGE

    def gains(self, before: State, after: State) -> bool:
        """Return whether `me` is better off after his actions between the two, replies included."""
        return self._value(after) - self._hints.static_value(before, self._me) > MIN_CHANGE

    def _value(self, state: State) -> float:
        outcome = state.outcome()
        if outcome is not None:
            return outcome.returns[self._me]
        if self._hints.widths:
            return self._hints.static_value(state, self._me)
        model = self._hints.model(state) if state.current_player() == self._me else None
        if model is None and self._hints.model(state) is not None:
            return self._hints.static_value(state, self._me)
        tables = self._tables if model is None else None
        search = Search(self._hints, self._me, Budget(NODES), DEPTH, tables=tables)
        return finish(search.value(model or state))
