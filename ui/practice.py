"""A session in memory: a table on no shelf, for what is tried out and not kept."""

from __future__ import annotations

from random import Random

from engine.core.options import Options
from engine.games import load_game
from engine.match import chance
from engine.match.match import Match, MatchConfig
from ui.session import Session
from ui.storage import MemoryStorage
from ui.store import Store

LEVEL = 4  # of whoever sits opposite


def practice(
    game_id: str, options: Options, position: str, level: int = LEVEL, seed: int = 0
) -> Session:
    """A table that begins with `position`: a person decides there, computers of `level` have the
    other seats (0: the person plays them too). What the position hides from whoever decides is
    made up, the same for the same `seed`. Raises BadOptions or BadPosition."""
    game = load_game(game_id)(options)
    seen = game.state_from_text(position)
    player = seen.current_player()
    whole = seen.determinize(player, Random(seed)) if game.info.has_secrets else seen
    config = MatchConfig(game_id, dict(options), (), whole.to_text())
    match = Match(config, chance.fresh(), game)
    store = Store(MemoryStorage())
    key = store.new_game(config)
    seats = [0 if one == player else level for one in range(len(game.sides))]
    store.save_table(key, {"seats": seats})
    return Session(match, store, key)
