"""Andarraya: options compiled, and the parts of the contract that live in other files gathered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.contract import Action, Event, Game, Path, Reading, Record, State
from engine.core.scene import Mark, Scene
from engine.core.texts import Message
from engine.games.andarraya import explain, notation, position, record, scene
from engine.games.andarraya.info import INFO
from engine.games.andarraya.movement import promotion_choices
from engine.games.andarraya.state import AndarrayaState
from engine.games.andarraya.tables import ALL, LEAPS

LIMITS = {"total": 101, "reset": 100}


class Andarraya(Game):
    """`immune`, `leaps`, `promotions`: see movement.Rules; `limit`, `resets`: state.Title."""

    info = INFO

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        self.immune = ALL if self.options["queen_takes_queen"] == "no" else 0
        self.leaps: tuple[int, ...] = LEAPS[self.options["king_leap"]]
        self.promotions = promotion_choices(self.options["promotion"])
        self.limit = LIMITS[self.options["move_counter"]]
        self.resets = self.options["move_counter"] == "reset"

    def initial_state(self) -> AndarrayaState:
        return position.read_position(self, position.START)

    def state_from_text(self, text: str) -> AndarrayaState:
        return position.read_position(self, text)

    def position_text(self, state: AndarrayaState) -> str:
        return position.write_position(state)

    def prompt(self, state: AndarrayaState) -> Message:
        return scene.prompt(state)

    def action_text(self, state: State, action: Action) -> str:
        return notation.coordinate(action)

    def log_text(self, state: State, actions: Sequence[Action]) -> str:
        return notation.san(_own(state), actions[0]) if actions else ""

    def parse_action(self, state: State, text: str) -> Action:
        return notation.read_move(_own(state), text)

    def read_actions(self, state: State, text: str) -> Iterator[Reading]:
        return notation.read_tokens(_own(state), text)

    def parse_table_action(self, state: State, token: str) -> Action | None:
        return notation.RESULTS.get(token) if state.table_actions() else None

    def write_record(self, game_record: Record) -> str:
        return record.write_record(self, game_record)

    @classmethod
    def read_record(cls, text: str) -> Record:
        return record.read_record(cls, text)

    def path(self, state: State, action: Action) -> Path:
        return scene.path(_own(state), action)

    def mark(self, state: State, action: Action) -> str:
        return scene.action_mark(_own(state), action)

    def explain(self, state: State, path: Path) -> Message | None:
        return explain.explain(_own(state), path)

    def reach(self, state: State, target: str) -> tuple[Mark, ...]:
        return scene.reach(_own(state), target)

    def scene(self, observation: State, viewer: int, last: Sequence[Event] = ()) -> Scene:
        return scene.build(_own(observation), last)

    def evaluate(self, state: State, player: int) -> float:
        from engine.games.andarraya.evaluate import evaluate

        return evaluate(_own(state), player)

    def advice(self) -> object:
        from engine.games.andarraya import advice

        return advice

    def perft(self, state: State, depth: int) -> int:
        """Leaves `depth` plies below; moves are generated in full, but the last ply is counted
        instead of made."""
        own = _own(state)
        return _perft(own, depth) if depth > 0 else 1


def _perft(state: AndarrayaState, depth: int) -> int:
    if state.result is not None or state.counter >= state.game.limit:
        return 0
    moves = state.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for action in moves:
        after = state.clone()
        after.apply(action)
        total += _perft(after, depth - 1)
    return total


def _own(state: State) -> AndarrayaState:
    assert isinstance(state, AndarrayaState)
    return state


GAME = Andarraya
