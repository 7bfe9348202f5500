"""Rilatria: options compiled, and the parts of the contract that live in other files gathered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.core.contract import (
    Action,
    Arrangement,
    Draft,
    Event,
    Game,
    Path,
    Reading,
    Record,
    State,
)
from engine.core.errors import BadOptions
from engine.core.scene import Mark, Scene, Series
from engine.core.texts import Message
from engine.games.rilatria import (
    areas,
    arrange,
    explain,
    notation,
    position,
    reader,
    record,
    scene,
)
from engine.games.rilatria.info import INFO
from engine.games.rilatria.state import FRAMES, OVER, RilatriaState


class Rilatria(Game):
    """`blow`, `shared`, `count`, `quiet`, `rounds`: see state.Title."""

    info = INFO
    frames = tuple(name for phase, name in FRAMES.items() if phase != OVER)

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        """Raises BadOptions of class `state`, as section 11 calls it."""
        try:
            super().__init__(options)
        except BadOptions as why:
            raise BadOptions(why.message, code="state") from None
        self.blow: int = self.options["blow"]
        self.shared: bool = self.options["deck"] == "shared"
        self.count: bool = self.options["limit"] == "count"
        self.quiet: int = self.options["quiet"]
        self.rounds: int = self.options["rounds"]

    def initial_state(self) -> RilatriaState:
        return RilatriaState(self)

    def state_from_text(self, text: str) -> RilatriaState:
        return position.read_position(self, text)

    def position_text(self, state: RilatriaState) -> str:
        return position.write_position(state)

    def faults(self, state: RilatriaState) -> Iterator[str]:
        return position.faults(state)

    def action_text(self, state: State, action: Action) -> str:
        return notation.action_text(_own(state), action)

    def turn_text(self, state: State, actions: Sequence[Action]) -> str:
        return notation.turn_text(_own(state), actions)

    def parse_action(self, state: State, text: str) -> Action:
        return reader.read_decision(_own(state), text)

    def parse_table_action(self, state: State, token: str) -> Action | None:
        return reader.read_table_action(_own(state), token)

    def read_actions(self, state: State, text: str) -> Iterator[Reading]:
        return reader.read_tokens(_own(state), text)

    def write_record(self, game_record: Record) -> str:
        return record.write_record(self, game_record)

    @classmethod
    def read_record(cls, text: str) -> Record:
        return record.read_record(cls, text)

    def path(self, state: State, action: Action) -> Path:
        return scene.path(action)

    def mark(self, state: State, action: Action) -> str:
        return scene.action_mark(action)

    def explain(self, state: State, path: Path) -> Message | None:
        return explain.explain(_own(state), path)

    def reach(self, state: State, target: str) -> tuple[Mark, ...]:
        return scene.reach(_own(state), target)

    def scene(self, observation: State, viewer: int, last: Sequence[Event] = ()) -> Scene:
        return scene.build(_own(observation), viewer, last)

    def graph(self, observations: Sequence[State]) -> tuple[Series, ...]:
        return areas.graph([_own(state) for state in observations])

    def arrangement(self, state: State, draft: Draft = ()) -> Arrangement | None:
        return arrange.arrangement(_own(state), draft)

    def random_draft(self, state: State, rng: Random, draft: Draft = ()) -> Draft:
        return arrange.random_draft(_own(state), rng, draft)

    def mirror_draft(self, state: State, draft: Draft) -> Draft:
        return arrange.mirror_draft(_own(state), draft)

    def evaluate(self, state: State, player: int) -> float:
        from engine.games.rilatria.evaluate import evaluate

        return evaluate(_own(state), player)

    def advice(self) -> object:
        from engine.games.rilatria import advice

        return advice


def _own(state: State) -> RilatriaState:
    assert isinstance(state, RilatriaState)
    return state


GAME = Rilatria
