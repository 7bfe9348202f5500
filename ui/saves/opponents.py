"""Results against each of the computer's players in one game, and the next one to beat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ui.saves.index import Summary
from ui.saves.results import Results, ended

RANKED = (1, 2, 3, 4, 5)  # levels above have a style and no rank


class NextOpponent(NamedTuple):
    """A computer's player: the game and the level."""

    game_id: str
    level: int


def level_of_opponent(summary: Summary) -> int:
    """Return the level of the computer a single person played against; 0 for any other game."""
    computers = [level for level in summary.seats if level]
    return computers[0] if summary.mine >= 0 and len(computers) == 1 else 0


def results(games: Iterable[Summary], game_id: str) -> dict[int, Results]:
    """Return the results of the finished games against each level."""
    results: dict[int, Results] = {}
    for game in games:
        level, how = level_of_opponent(game), ended(game.result, game.mine)
        if level and how and game.game_id == game_id and not game.view:
            results[level] = results.get(level, Results()).plus(how)
    return results


def beaten_level(against: dict[int, Results]) -> int:
    """Return the highest ranked level that was beaten; 0 if none was."""
    return max((level for level in RANKED if against.get(level, Results()).won), default=0)


def next_level(against: dict[int, Results]) -> int:
    """Return the lowest ranked level above all beaten ones; 0 after the highest."""
    beaten = beaten_level(against)
    return next((level for level in RANKED if level > beaten), 0)


def next_opponent(games: Iterable[Summary]) -> NextOpponent | None:
    """Return whom to play next in the game last finished against the computer; None before the
    first such game, or when every level has been beaten there."""
    known = list(games)
    finished = [one for one in known if level_of_opponent(one) and ended(one.result, one.mine)]
    if not finished:
        return None
    last = max(finished, key=lambda one: (one.updated, one.id)).game_id
    level = next_level(results(known, last))
    return NextOpponent(last, level) if level else None
