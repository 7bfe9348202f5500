"""Lantern: compiled options, and the answers that differ from `engine.kit.standard`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.contract import UNKNOWN, Action, Event, Path
from engine.core.grid import Grid
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.dev.scaffold.lantern.info import INFO
from engine.dev.scaffold.lantern.rules.state import ANSWER, HIDE, MOVE, ROLL, ROWS, LanternState
from engine.dev.scaffold.lantern.table import explain, scene
from engine.dev.scaffold.lantern.text import notation, position
from engine.kit.standard import StandardGame


class Lantern(StandardGame[LanternState]):
    info = INFO
    frames = (HIDE, ROLL, MOVE, ANSWER)
    clauses = explain.CLAUSES

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        self.grid = Grid(self.options["width"], ROWS)
        self.limit: int = self.options["turns"]

    def initial_state(self) -> LanternState:
        return LanternState(self)

    state_from_text = position.read_position
    position_text = staticmethod(position.write_position)

    def action_text(self, state: LanternState, action: Action) -> str:
        return notation.action_text(state, action) or super().action_text(state, action)

    def parse_action(self, state: LanternState, text: str) -> Action:
        return notation.covered_action(state, text) or super().parse_action(state, text)

    def path(self, state: LanternState, action: Action) -> Path:
        if action[0] == "answer":
            return (f"btn:{notation.action_text(state, action)}",)
        return super().path(state, action)

    def mark(self, state: LanternState, action: Action) -> str:
        return "place" if action[0] == "hide" else "move"

    def prompt(self, state: LanternState, viewer: int) -> Message:
        return super().prompt(state, viewer) if state.ended else scene.prompt(state)

    def refusal(self, state: LanternState, path: Path) -> Message:
        return self.why(explain.reason(state, path))

    def scene(self, state: LanternState, viewer: int, last: Sequence[Event] = ()) -> Scene:
        return scene.build(state, last)

    def redact(self, state: LanternState, event: Event, viewer: int) -> Event | None:
        """Hide the square of a treasure from everybody but its owner (clause 2.1)."""
        if event.action[0] == "hide" and event.actor != viewer:
            return Event(event.actor, ("hide", UNKNOWN))
        return event


GAME = Lantern
