"""Positions of running games against other people, which the engine of a study does not look at.

A record or a position of such a game can be pasted into a study; the engine would then play for one
of two people. The first events of a game are left out: they stand in many games.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.match.match import Match
from ui.saves.index import Summary
from ui.saves.store import Store

OPENING = 10  # events that many games have in common
MOST = 40  # games looked at, last played first


def running_games(store: Store, game_id: str) -> list[Summary]:
    """Return the running games of a title in which other people decide, last played first."""
    return [one for one in store.games() if one.game_id == game_id and _shared(one)][:MOST]


def _shared(one: Summary) -> bool:
    """Return whether a game is running between people who both decide in it."""
    people = len(one.seats) - sum(map(bool, one.seats)) if one.seats else len(one.names)
    between = one.far or (people > 1 and not one.source)
    return between and not one.over and not one.view and one.events >= OPENING


def positions(store: Store, games: list[Summary], options: Options) -> frozenset[object]:
    """Return the keys of the positions in these games from the end of the opening on."""
    return frozenset(key for one in games for key in _keys(store, one, options))


def _keys(store: Store, one: Summary, options: Options) -> Iterator[object]:
    saved = store.load(one.id, mend=False)
    if saved is None:
        return
    try:
        match = Match(saved.config)
        for count, event in enumerate(saved.log() if match.game.options == options else (), 1):
            match.play(event.action)
            if count >= OPENING:
                yield match.state.key()
    except (AsedioError, ValueError, LookupError):
        return


def meets(match: Match, known: frozenset[object]) -> bool:
    """Return whether one of these positions stands anywhere in a line."""
    if not known:
        return False
    state = match.state_at(0)
    for event in match.events:
        state.apply(event.action)
        if state.key() in known:
            return True
    return match.state_at(0).key() in known  # a position that was set up
