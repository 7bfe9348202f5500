"""The `Game` of Andarraya: compiles the options and binds the contract to the other modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.contract import Action, Event, Game
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.games.andarraya.info import INFO
from engine.games.andarraya.rules.movement import promotion_choices
from engine.games.andarraya.rules.state import AndarrayaState
from engine.games.andarraya.rules.tables import ALL, LEAPS
from engine.games.andarraya.table import explain as _explain
from engine.games.andarraya.table import scene as _scene
from engine.games.andarraya.text import chess, notation, position, record

LIMITS = {"total": 101, "reset": 100}


class Andarraya(Game[AndarrayaState]):
    """Andarraya with one set of options. `immune`, `leaps` and `promotions` are described in
    movement.MoveOptions, `limit` and `resets` in state.Rules."""

    info = INFO
    dialect = record.DIALECT

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        self.immune = ALL if self.options["queen_takes_queen"] == "no" else 0
        self.leaps: tuple[int, ...] = LEAPS[self.options["king_leap"]]
        self.promotions = promotion_choices(self.options["promotion"])
        self.limit = LIMITS[self.options["move_counter"]]
        self.resets = self.options["move_counter"] == "reset"

    def initial_state(self) -> AndarrayaState:
        return position.read_position(self, position.START)

    state_from_text = position.read_position
    position_text = staticmethod(position.write_position)
    prompt = staticmethod(_scene.prompt)

    def action_text(self, state: AndarrayaState, action: Action) -> str:
        return notation.coordinate(action)

    def log_text(self, state: AndarrayaState, actions: Sequence[Action]) -> str:
        return notation.san(state, actions[0]) if actions else ""

    def first_number(self, start: AndarrayaState) -> int:
        return start.move_number

    parse_action = staticmethod(notation.read_move)
    read_word = staticmethod(notation.read_word)
    write_record = record.write_record
    record_reading = classmethod(record.record_reading)
    adopting = Message("foreign.offer")
    adopted = staticmethod(chess.adopted)
    not_adopted = staticmethod(chess.not_adopted)
    path = staticmethod(_scene.path)
    mark = staticmethod(_scene.action_mark)
    reach = staticmethod(_scene.reach)
    explain = staticmethod(_explain.explain)
    goal = staticmethod(_scene.goal)

    def scene(self, observation: AndarrayaState, viewer: int, last: Sequence[Event] = ()) -> Scene:
        return _scene.build(observation, last)

    def perft(self, state: AndarrayaState, depth: int) -> int:
        """Return the number of leaves `depth` plies below (bulk counting: moves of the last ply
        are counted, not made)."""
        return _perft(state, depth) if depth > 0 else 1


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


GAME = Andarraya
