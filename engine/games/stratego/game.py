"""Stratego: options compiled, and the parts of the contract that live in other files gathered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from engine.core.contract import (
    Action,
    Arrangement,
    Draft,
    Event,
    Game,
    NamedSetup,
    Path,
    Reading,
    Record,
    State,
)
from engine.core.options import Options
from engine.core.scene import Mark, Scene
from engine.core.texts import Message
from engine.games.stratego import (
    arrange,
    explain,
    notation,
    position,
    reader,
    record,
    scene,
    view_reader,
    view_writer,
    views,
)
from engine.games.stratego.combat import Combat
from engine.games.stratego.forbidden import completed, refuse_forbidden, refuse_unplaceable
from engine.games.stratego.info import INFO
from engine.games.stratego.pieces import COLOURS
from engine.games.stratego.placing import Zone
from engine.games.stratego.state import FRAMES, StrategoState
from engine.games.stratego.tables import Tables


class Stratego(Game):
    """Options become tables, numbers and sets; nothing else looks at them during a game."""

    info = INFO
    frames = FRAMES

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        """Raises BadOptions; `code` is the X-number of a forbidden combination (5.6)."""
        super().__init__(completed(options))
        layout, self.hills = refuse_forbidden(self.options)
        self.tables = Tables(self.options, layout)
        self.players = self.tables.players
        self.zones = [Zone(self.tables, side) for side in range(self.players)]
        refuse_unplaceable(self.zones)
        self.combat = Combat(self.options)
        self.shows_survivor = not self.options["blind_combat"]
        self.shows_removed = not self.options["hidden_captures"]
        self.relay: bool = self.options["relay"]
        self.desertion: bool = self.options["desertion"]
        self.rear: int = self.options["rescue_rear"]
        self.price: int = self.options["rescue_points"]
        self.chase: bool = self.options["chase_rule"]
        self.two_square: str = self.options["two_square"]
        self.quiet_limit: int = self.options["no_capture_limit"]
        self.most_actions: int = self.options["max_actions"]
        self.ground = scene.build_board(layout, self.hills)
        self.links = lru_cache(maxsize=4096)(self.tables.links)

    @property
    def sides(self) -> tuple[str, ...]:
        return COLOURS[: self.players]

    @classmethod
    def random_options(cls, rng: Random) -> Options:
        from engine.games.stratego.forbidden import random_options

        return random_options(cls, rng)

    @classmethod
    def clashes(cls, options: Options) -> tuple[Message, ...]:
        from engine.games.stratego.forbidden import clashes

        return clashes(options)

    def initial_state(self) -> StrategoState:
        return StrategoState(self)

    def state_from_text(self, text: str) -> StrategoState:
        return position.read_position(self, text)

    def action_text(self, state: State, action: Action) -> str:
        return notation.action_text(_own(state), action)

    def turn_text(self, state: State, actions: Sequence[Action]) -> str:
        return notation.turn_text(_own(state), actions)

    def parse_action(self, state: State, text: str) -> Action:
        return reader.read_decision(_own(state), text)

    def read_actions(self, state: State, text: str) -> Iterator[Reading]:
        return reader.read_tokens(_own(state), text)

    def write_record(self, game_record: Record) -> str:
        return record.write_record(self, game_record)

    def write_view(self, game_record: Record, viewer: int) -> str:
        return view_writer.write_view(self, game_record, viewer)

    @classmethod
    def read_record(cls, text: str) -> Record:
        return record.read_record(cls, text)

    @classmethod
    def read_view(cls, text: str, viewer: int) -> Record:
        return view_reader.read_view(cls, text, viewer)

    def path(self, state: State, action: Action) -> Path:
        return scene.path(_own(state), action)

    def paths(self, state: State, action: Action) -> tuple[Path, ...]:
        return scene.paths(_own(state), action)

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

    def setups(self, state: State) -> tuple[NamedSetup, ...]:
        return arrange.setups(_own(state))

    def setup_text(self, state: State, draft: Draft) -> str:
        return arrange.setup_text(_own(state), draft)

    def read_setup(self, state: State, text: str) -> Draft | None:
        return arrange.read_setup(_own(state), text)

    def redact(self, state: State, event: Event, viewer: int) -> Event | None:
        return views.redact(_own(state), event, viewer)

    def evaluate(self, state: State, player: int) -> float:
        from engine.games.stratego.evaluate import evaluate
        from engine.games.stratego.model import Model

        return state.value(player) if isinstance(state, Model) else evaluate(_own(state), player)

    def advice(self) -> object:
        from engine.games.stratego import advice

        return advice


def _own(state: State) -> StrategoState:
    assert isinstance(state, StrategoState)
    return state


GAME = Stratego
