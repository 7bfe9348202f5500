"""Set-ups that players used in earlier games of this browser, recovered from the stored events."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import Action, Draft, Event, State
from engine.core.errors import AsedioError
from engine.match.match import Match, MatchConfig
from ui.saves.store import Store
from ui.session.resume import accepts
from ui.words.names import read_seats, seat_of, typed
from ui.words.targets import Target, read_path


class Setups:
    """Search for earlier set-ups, without the game `besides`. Results are cached: a search may have
    to read every stored game."""

    def __init__(self, store: Store, besides: str) -> None:
        self._store, self._besides = store, besides
        self._found: dict[tuple[str, str], Draft] = {}

    def last(self, game_id: str, name: str) -> Draft:
        """Return the newest set-up of the player called `name`; empty if there is none.

        "" stands for an unnamed player who was the only person at the table."""
        key = (game_id, name)
        if key not in self._found:
            self._found[key] = self._find(game_id, name)
        return self._found[key]

    def _find(self, game_id: str, name: str) -> Draft:
        for summary in self._store.games():
            if summary.game_id != game_id or summary.id == self._besides:
                continue
            seats = read_seats(self._store.load_table(summary.id).get("seats"))
            player = seat_of(name, typed(game_id, summary.names), seats)
            saved = self._store.load(summary.id) if player >= 0 else None
            found = setup_of(saved.config, saved.log(), player) if saved is not None else ()
            if found:
                return found
        return ()


class CompletedSetup(NamedTuple):
    """A set-up that a player completed, and the position before its first action."""

    before: State
    draft: Draft


def setup_of(config: MatchConfig, events: list[Event], player: int) -> Draft:
    """Return the set-up a player completed in a game, derived from the events; empty if none."""
    done = completed(config, events, player)
    return done.draft if done is not None else ()


def completed(
    config: MatchConfig, events: list[Event], player: int, viewer: int | None = None
) -> CompletedSetup | None:
    """Return the set-up a player completed in a game, derived from the events.

    `viewer`: the player whose knowledge the events are limited to; None: they are complete."""
    try:
        match = Match(config, viewer=viewer)
    except AsedioError:
        return None
    found: list[tuple[str, str]] = []
    before: State | None = None
    for event in events:
        own = event.actor == player
        if match.game.arrangement(match.state) is None and own and not found:
            return None
        if own:
            before = match.state.clone() if before is None else before
            path = _path(match, event.action)
            if len(path) == 2 and path[0].kind == "kind":
                found.append((path[0].name, path[1].name))
            elif not _leaves_empty(match, event):
                return CompletedSetup(before, tuple(found))
        if not accepts(match, event):
            return None
    return None


def _leaves_empty(match: Match, event: Event) -> bool:
    """Return whether an event left a square empty where the same verb could have placed a piece."""
    verb, state = event.action[0], match.state
    others = (action for action in state.legal_actions() if action[0] == verb)
    return any(_path(match, other)[0].kind == "kind" for other in others)


def _path(match: Match, action: Action) -> tuple[Target, ...]:
    return read_path(match.game.path(match.state, action))
