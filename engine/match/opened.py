"""A finished game with everything open: every viewer knows the truth.

For study of a game with secrets after its end. The rules stay the same; only `observation` and
`redact` hide nothing. The truth must come from a game that is over, see ui/learn/study.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, cast

from engine.core.contract import AnyGame, Event, State
from engine.core.options import Options
from engine.games import load_game


@cache
def _open_state(cls: type[State]) -> type[State]:
    """Return a subclass of a state class whose observation is the truth."""

    def clone(self: State) -> State:
        copy = cls.clone(self)
        copy.__class__ = type(self)  # some games name their class
        return copy

    def observation(self: State, viewer: int) -> State:
        return self.clone()

    def determinize(self: State, viewer: int, rng: Random) -> State:
        return self.clone()

    given = {
        "__slots__": (),
        "clone": clone,
        "observation": observation,
        "determinize": determinize,
    }
    return cast("type[State]", type(f"Open{cls.__name__}", (cls,), given))


@cache
def _open_game(cls: type[AnyGame]) -> type[AnyGame]:
    """Return a subclass of a game whose states and events hide nothing."""

    def initial_state(self: Any) -> State:
        return opened(cls.initial_state(self))

    def state_from_text(self: Any, text: str) -> State:
        return opened(cls.state_from_text(self, text))

    def redact(self: Any, state: State, event: Event, viewer: int) -> Event:
        return event

    given = {"initial_state": initial_state, "state_from_text": state_from_text, "redact": redact}
    return cast("type[AnyGame]", type(f"Open{cls.__name__}", (cls,), given))


def opened(state: State) -> State:
    """Return a copy of a state whose observations are the truth."""
    copy = state.clone()
    copy.__class__ = _open_state(type(state))
    return copy


def open_game(game_id: str, options: Options) -> AnyGame:
    """Return a game in which nothing is hidden. Raises BadOptions."""
    cls: type[AnyGame] = load_game(game_id)
    return _open_game(cls)(dict(options))
