"""Pondering: fill a seat's search tables while another player decides.

Searches the seat's observation. Does nothing where information is hidden or turns are searched as
a whole, since those searches use no tables.
"""

from __future__ import annotations

from random import Random

from engine.core.contract import Action, AnyGame, State
from engine.search.alphabeta import Search
from engine.search.budget import Budget, SearchSteps
from engine.search.determinizations import has_hidden_information
from engine.search.hints import Hints
from engine.search.transposition import SearchTables

PONDER_LEVELS = (4, 5)  # the levels that ponder
PONDER_NODES = 20_000  # limit for slow opponents: spares the battery


def ponder(
    game: AnyGame, observation: State, seat: int, rng: Random, budget: Budget, tables: SearchTables
) -> SearchSteps[list[Action]]:
    """Search ahead for `seat`, whose observation is given. Always returns no actions."""
    hints, player = Hints(game), observation.current_player()
    useless = player < 0 or player == seat or bool(hints.widths)
    if not useless and not has_hidden_information(hints, observation, seat, rng):
        yield from Search(hints, seat, budget, tables=tables).value(observation)
    return []
