"""Results against each of the computer's players in one game, and the next one to beat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ui.saves.index import Summary
from ui.saves.levels import USUAL, adapts, level_of
from ui.saves.results import LOST, WON, Results, ended

if TYPE_CHECKING:
    from ui.saves.store import Store

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


def adapted_level(games: Iterable[Summary], game_id: str) -> int:
    """Return the level that suits a player, so that about half of the games are won: one above the
    last ranked one if that game was won, one below if it was lost, the same after a draw."""
    ranked = [
        one
        for one in games
        if one.game_id == game_id and level_of_opponent(one) in RANKED and not one.view
        if ended(one.result, one.mine)
    ]
    if not ranked:
        return USUAL
    last = max(ranked, key=lambda one: (one.updated, one.id))
    step = {WON: 1, LOST: -1}.get(ended(last.result, last.mine), 0)
    return min(max(level_of_opponent(last) + step, RANKED[0]), RANKED[-1])


def chosen_level(store: Store, game_id: str) -> int:
    """Return the level to play at: the one last chosen, or the one that suits now."""
    if adapts(store.storage, game_id):
        return adapted_level(store.games(), game_id)
    return level_of(store.storage, game_id)


def lately_finished(games: Iterable[Summary]) -> list[str]:
    """Return the ids of the games finished against the computer, the one last finished first."""
    finished = [one for one in games if level_of_opponent(one) and ended(one.result, one.mine)]
    finished.sort(key=lambda one: (one.updated, one.id), reverse=True)
    return list(dict.fromkeys(one.game_id for one in finished))


def next_opponent(games: Iterable[Summary]) -> NextOpponent | None:
    """Return whom to play next in the game last finished in which some level is not beaten yet;
    None if there is none."""
    known = list(games)
    nexts = (NextOpponent(one, next_level(results(known, one))) for one in lately_finished(known))
    return next((one for one in nexts if one.level), None)
