"""Lantern: options compiled, and the parts of the contract gathered from the other files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.contract import UNKNOWN, Action, Event, Game, Path, Record, State
from engine.core.grid import Grid
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.dev.scaffold.lantern import explain, notation, position, scene
from engine.dev.scaffold.lantern.info import INFO
from engine.dev.scaffold.lantern.state import ANSWER, HIDE, MOVE, ROLL, ROWS, LanternState


class Lantern(Game):
    info = INFO
    frames = (HIDE, ROLL, MOVE, ANSWER)

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        self.grid = Grid(self.options["width"], ROWS)

    def initial_state(self) -> LanternState:
        return LanternState(self.grid, self.options["turns"])

    def state_from_text(self, text: str) -> LanternState:
        return position.read_position(text, self.grid, self.options["turns"])

    def action_text(self, state: State, action: Action) -> str:
        return notation.action_text(_own(state), action)

    def parse_table_action(self, state: State, token: str) -> Action | None:
        return notation.table_action(token)

    def write_record(self, record: Record) -> str:
        return notation.write_record(self, record)

    @classmethod
    def read_record(cls, text: str) -> Record:
        return notation.read_record(cls, text)

    @classmethod
    def read_view(cls, text: str, viewer: int) -> Record:
        return notation.read_record(cls, text, viewer)

    def path(self, state: State, action: Action) -> Path:
        if action[0] in ("hide", "move"):
            return tuple(f"sq:{self.grid.names[square]}" for square in action[1:])
        if action[0] == "answer":
            return ("btn:yes",) if action[1] else ("btn:no",)
        return ("btn:pass",)

    def mark(self, state: State, action: Action) -> str:
        return "place" if action[0] == "hide" else "move"

    def explain(self, state: State, path: Path) -> Message | None:
        if state.current_player() >= 0:
            for action in state.legal_actions():
                if self.path(state, action)[: len(path)] == path:
                    return None
        return explain.refusal(_own(state), path)

    def scene(self, observation: State, viewer: int, last: Sequence[Event] = ()) -> Scene:
        return scene.build(_own(observation), last)

    def redact(self, state: State, event: Event, viewer: int) -> Event | None:
        """The square of a treasure is for its owner alone (clause 2.1)."""
        if event.action[0] == "hide" and event.actor != viewer:
            return Event(event.actor, ("hide", UNKNOWN))
        return event

    def evaluate(self, state: State, player: int) -> float:
        """Dug squares of the enemy against one's own: less is left to search."""
        own = _own(state)
        outcome = own.outcome()
        if outcome:
            return outcome.returns[player]
        dug = [len(own.dug & set(own.home(side))) for side in (0, 1)]
        return (dug[1 - player] - dug[player]) / (own.grid.cols + 1)


def _own(state: State) -> LanternState:
    assert isinstance(state, LanternState)
    return state


GAME = Lantern
