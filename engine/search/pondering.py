"""Thinking in the other's time: a seat looks ahead from a position in which somebody else decides,
so that its own next decision begins where this has come to.

It knows what its seat observes, like any decision. What is found is kept in the seat's memory;
where something is hidden from it, or a turn is searched as a whole, nothing could be kept and
nothing is done.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Action, AnyGame, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, SearchSteps
from engine.search.determinizations import has_hidden_information
from engine.search.hints import Hints
from engine.search.transposition import SearchTables

PONDER_LEVELS = (4, 5)  # the levels that do
PONDER_NODES = 20_000  # whoever takes long makes nobody stronger, nor a battery empty


def ponder(
    game: AnyGame, observation: State, seat: int, rng: Random, budget: Budget, tables: SearchTables
) -> SearchSteps[list[Action]]:
    """Nothing is decided by it: the answer is empty. `observation` is that of `seat`."""
    hints, player = Hints(game), observation.current_player()
    useless = player < 0 or player == seat or bool(hints.widths)
    if not useless and not has_hidden_information(hints, observation, seat, rng):
        yield from Search(hints, seat, budget, tables=tables).value(observation)
    return []
