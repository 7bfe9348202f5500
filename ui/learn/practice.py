"""Sessions in memory, for play that is not saved."""

from __future__ import annotations

from random import Random

from engine.core.options import Options
from engine.games import load_game
from engine.match import chance
from engine.match.match import Match, MatchConfig
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.seats import PERSON, seat
from ui.session.session import Session

LEVEL = 4  # of the computer opponents


def practice(game_id: str, options: Options, position: str, seed: int = 0) -> Session:
    """Return a session that begins at `position`: a person decides there, computers do the rest.

    What the position hides from that person is sampled, the same for equal seeds. Raises BadOptions
    or BadPosition.
    """
    game = load_game(game_id)(options)
    seen = game.state_from_text(position)
    person = seen.current_player()
    whole = seen.determinize(person, Random(seed)) if game.info.has_secrets else seen
    config = MatchConfig(game_id, dict(options), (), whole.to_text())
    return seated(Match(config, chance.fresh(), game))


def seated(match: Match, level: int = LEVEL) -> Session:
    """Return a session of a match: a person decides first, computers of a level do the rest."""
    person, store = match.state.current_player(), Store(MemoryStorage())
    count = len(match.game.sides)
    seats = tuple(PERSON if one == person else seat(level) for one in range(count))
    return Session(match, store, store.new_game(match.config), seats=seats)
