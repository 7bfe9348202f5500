"""Cotadrez: options compiled, and the parts of the contract that live in other files gathered."""

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
from engine.core.scene import Mark, Scene
from engine.core.texts import Message
from engine.games.cotadrez import (
    arrange,
    deployment,
    explain,
    notation,
    position,
    reader,
    record,
    scene,
)
from engine.games.cotadrez.info import INFO
from engine.games.cotadrez.pieces import INDEX, WATER_MAPS, by_column
from engine.games.cotadrez.state import DEPLOY, EXCHANGE, MARCH, REVEAL, TURN, CotadrezState
from engine.games.cotadrez.terrain import Terrain, terrain


class Cotadrez(Game):
    """`water`: squares of the map; `reinforce`: whether Reserve units may enter as a turn (C11)."""

    info = INFO
    frames = (DEPLOY, REVEAL, TURN, MARCH, EXCHANGE)

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        names = WATER_MAPS[self.options["water"]]
        self.water = frozenset(INDEX[name] for name in names)
        self.reinforce = self.options["refuerzos"] == "si"

    def terrain(self, forts: tuple[int, int], mountains: tuple[int, ...]) -> Terrain:
        """The shared tables of a battlefield under these options."""
        contiguous = self.options["perforar"] == "contigua"
        relay8 = self.options["relevo"] == "8"
        hills = tuple(sorted(mountains, key=by_column))
        return terrain(tuple(sorted(self.water)), forts, hills, contiguous, relay8)

    def initial_state(self) -> CotadrezState:
        return CotadrezState(self)

    def state_from_text(self, text: str) -> CotadrezState:
        return position.read_position(self, text)

    def position_text(self, state: CotadrezState) -> str:
        return position.write_position(state)

    def prompt(self, state: CotadrezState) -> Message:
        return scene.prompt(state)

    def action_text(self, state: State, action: Action) -> str:
        return notation.decision_text(_own(state), action)

    def turn_text(self, state: State, actions: Sequence[Action]) -> str:
        return notation.turn_text(_own(state), actions)

    def parse_action(self, state: State, text: str) -> Action:
        return reader.read_decision(_own(state), text)

    def read_actions(self, state: State, text: str) -> Iterator[Reading]:
        return reader.read_tokens(_own(state), text)

    def write_record(self, game_record: Record) -> str:
        return record.write_record(self, game_record)

    def write_view(self, game_record: Record, viewer: int) -> str:
        return record.write_view(self, game_record, viewer)

    @classmethod
    def read_record(cls, text: str) -> Record:
        return record.read_record(cls, text)

    @classmethod
    def read_view(cls, text: str, viewer: int) -> Record:
        return record.read_view(cls, text, viewer)

    def path(self, state: State, action: Action) -> Path:
        return scene.path(_own(state), action)

    def mark(self, state: State, action: Action) -> str:
        return scene.action_mark(_own(state), action)

    def explain(self, state: State, path: Path) -> Message | None:
        return explain.explain(_own(state), path)

    def reach(self, state: State, target: str) -> tuple[Mark, ...]:
        return scene.reach(_own(state), target)

    def scene(self, observation: State, viewer: int, last: Sequence[Event] = ()) -> Scene:
        return scene.build(_own(observation), viewer, last)

    def arrangement(self, state: State, draft: Draft = ()) -> Arrangement | None:
        return arrange.arrangement(_own(state), draft)

    def random_draft(self, state: State, rng: Random, draft: Draft = ()) -> Draft:
        return arrange.random_draft(_own(state), rng, draft)

    def mirror_draft(self, state: State, draft: Draft) -> Draft:
        return arrange.mirror_draft(_own(state), draft)

    def redact(self, state: State, event: Event, viewer: int) -> Event | None:
        """The table of 2.7: before the reveal others learn J1's half and who is ready."""
        verb = event.action[0]
        if verb == "reveal":
            first, second = _own(state).deploys
            full = ("reveal", *deployment.flat(first), *deployment.flat(second))
            return Event(event.actor, full)
        if verb not in ("fortress", "unit", "mountain") or event.actor == viewer:
            return event
        if verb == "fortress" and event.actor == 0:
            return Event(0, ("half", 0 if event.action[1] < 50 else 1))
        return None

    def evaluate(self, state: State, player: int) -> float:
        from engine.games.cotadrez.evaluate import evaluate

        return evaluate(_own(state), player)

    def advice(self) -> object:
        from engine.games.cotadrez import advice

        return advice


def _own(state: State) -> CotadrezState:
    assert isinstance(state, CotadrezState)
    return state


GAME = Cotadrez
