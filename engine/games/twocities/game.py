"""A Tale of Two Cities: options compiled, and the parts of the contract gathered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.contract import UNKNOWN, Action, Event, Game, Path, Record, State
from engine.core.scene import Mark, Scene
from engine.core.texts import Message
from engine.games.twocities import (
    explain,
    look,
    notation,
    position,
    reader,
    record,
    scene,
)
from engine.games.twocities.frames import FRAMES
from engine.games.twocities.info import INFO, LINE
from engine.games.twocities.state import TwoCitiesState


class TwoCities(Game):
    """`line`: both rows from the start; empty where they are drawn."""

    info = INFO
    frames = FRAMES

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        setup = str(self.options["setup"])
        self.line = {"line": LINE, "random": ""}.get(setup, setup)

    def initial_state(self) -> TwoCitiesState:
        return TwoCitiesState(self)

    def state_from_text(self, text: str) -> TwoCitiesState:
        return position.read_position(self, text)

    def action_text(self, state: State, action: Action) -> str:
        return notation.action_text(action)

    def turn_text(self, state: State, actions: Sequence[Action]) -> str:
        """Inputs joined by blanks; a turn with its results of chance as records write it."""
        return record.turn_text(_own(state), actions)

    def parse_action(self, state: State, text: str) -> Action:
        return notation.read_input(_own(state), text)

    def parse_table_action(self, state: State, token: str) -> Action | None:
        return notation.read_table_input(_own(state), token)

    def write_record(self, game_record: Record) -> str:
        return record.write_record(self, game_record)

    @classmethod
    def read_record(cls, text: str) -> Record:
        return reader.read_record(cls, text)

    def path(self, state: State, action: Action) -> Path:
        return look.path(_own(state), action)

    def mark(self, state: State, action: Action) -> str:
        return look.action_mark(action)

    def explain(self, state: State, path: Path) -> Message | None:
        return explain.explain(_own(state), path)

    def reach(self, state: State, target: str) -> tuple[Mark, ...]:
        return look.reach_marks(_own(state), target)

    def foresee(self, state: State, path: Path) -> tuple[Mark, ...]:
        return look.foresee(_own(state), path)

    def scene(self, observation: State, viewer: int, last: Sequence[Event] = ()) -> Scene:
        return scene.build(_own(observation), viewer, last)

    def redact(self, state: State, event: Event, viewer: int) -> Event | None:
        """A card dealt or drawn is seen by its receiver only (section 6)."""
        if event.action[0] not in ("deal", "card"):
            return event
        own = _own(state)
        receiver = own.side
        if event.action[0] == "deal":
            receiver = 0 if own.dealt()[0] < 3 else 1
        return event if viewer == receiver else Event(event.actor, (event.action[0], UNKNOWN))

    def evaluate(self, state: State, player: int) -> float:
        from engine.games.twocities.evaluate import evaluate

        return evaluate(_own(state), player)

    def advice(self) -> object:
        from engine.games.twocities import advice

        return advice


def _own(state: State) -> TwoCitiesState:
    assert isinstance(state, TwoCitiesState)
    return state


GAME = TwoCities
