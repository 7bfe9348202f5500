"""A toy game for searches of the rules of far tables: each player in turn plays on, ends the game
as winner or as loser, or calls for a coin. With secrets each first hides a number.

`registered` makes the registry of games know it while a test runs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import engine.games as registry
from engine.core.contract import (
    CHANCE,
    DRAW,
    TERMINAL,
    UNKNOWN,
    Action,
    Event,
    Game,
    Path,
    Record,
    State,
)
from engine.core.info import GameInfo
from engine.core.outcome import Outcome, drawn, won_by
from engine.core.scene import Scene
from engine.core.steps import Steps

OPEN, SECRET = "toyopen", "toysecret"


class ToyState(State):
    """`hidden`: by player, 0 nothing yet, UNKNOWN, else the number; `result`: of a game that has
    ended, as (winner, reason)."""

    __slots__ = ("coin", "game", "hidden", "ply", "result", "turn")

    def __init__(self, game: Any) -> None:
        self.game, self.ply, self.turn, self.coin = game, 0, 0, False
        self.result: tuple[int, str] | None = None
        self.hidden = (0, 0)

    def current_player(self) -> int:
        if self.result is not None:
            return TERMINAL
        return CHANCE if self.coin else self.turn

    def _hides(self) -> bool:
        return self.game.info.has_secrets and not self.hidden[self.turn]

    def legal_actions(self) -> list[Action]:
        if self._hides():
            return [("hide", 1), ("hide", 2)]
        return [("go",), ("win",), ("lose",), ("coin",)]

    def takes(self, action: Action) -> bool:
        return action == ("hide", UNKNOWN) and self.current_player() >= 0 and self._hides()

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        return [(("heads",), 1), (("tails",), 1)] if self.coin else []

    def apply(self, action: Action) -> None:
        verb = action[0]
        if verb in ("resign", "time"):
            self.result = 1 - action[1], verb
        elif verb == DRAW:
            self.result = -1, "agreed"
        elif verb in ("win", "lose"):
            self.result = (self.turn if verb == "win" else 1 - self.turn), "board"
        elif verb == "coin":
            self.coin = True
        else:
            if verb == "hide":
                self.hidden = tuple(
                    action[1] if seat == self.turn else one for seat, one in enumerate(self.hidden)
                )  # type: ignore[assignment]
            self.coin, self.turn, self.ply = False, 1 - self.turn, self.ply + 1

    def outcome(self) -> Outcome | None:
        if self.result is None:
            return None
        winner, reason = self.result
        return drawn(reason) if winner < 0 else won_by(winner, reason)

    def observation(self, viewer: int) -> ToyState:
        found = self.clone()
        known = [one if seat == viewer else min(one, -one) for seat, one in enumerate(self.hidden)]
        found.hidden = tuple(max(one, UNKNOWN) for one in known)  # type: ignore[assignment]
        return found

    def turn_index(self) -> int:
        return self.ply


class Toy(Game[ToyState]):
    """A toy game; `info` says whether it has secrets."""

    def initial_state(self) -> ToyState:
        return ToyState(self)

    def redact(self, state: ToyState, event: Event, viewer: int) -> Event:
        secret = event.action[0] == "hide" and event.actor != viewer
        return Event(event.actor, ("hide", UNKNOWN)) if secret else event

    def action_text(self, state: ToyState, action: Action) -> str:
        return "-".join(map(str, action))

    def state_from_text(self, text: str) -> ToyState:
        raise NotImplementedError

    def position_text(self, state: ToyState) -> str:
        raise NotImplementedError

    def write_record(self, record: Record) -> str:
        raise NotImplementedError

    @classmethod
    def record_reading(cls, text: str) -> Steps[Record]:
        raise NotImplementedError

    def path(self, state: ToyState, action: Action) -> Path:
        raise NotImplementedError

    def scene(self, state: ToyState, viewer: int, last: Sequence[Event] = ()) -> Scene:
        raise NotImplementedError


def info(game_id: str) -> GameInfo:
    return GameInfo(
        game_id, "Toy", 1, ("white", "black"), (), 500, "toy", has_chance=True,
        has_secrets=game_id == SECRET, far=True,
    )  # fmt: skip


@contextmanager
def registered() -> Iterator[None]:
    """Let the registry know the toy games."""
    before, names = registry.REGISTRY, []
    for game_id in (OPEN, SECRET):
        one = info(game_id)
        game = type(game_id, (Toy,), {"info": one})
        for part, content in (("info", {"INFO": one}), ("game", {"GAME": game})):
            name = f"engine.games.{game_id}.{part}"
            sys.modules[name] = ModuleType(name)
            vars(sys.modules[name]).update(content)
            names.append(name)
    registry.REGISTRY = (*before, OPEN, SECRET)
    try:
        yield
    finally:
        registry.REGISTRY = before
        registry.game_info.cache_clear()
        registry.load_game.cache_clear()
        for name in names:
            del sys.modules[name]
