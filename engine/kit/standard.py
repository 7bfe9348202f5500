"""What most games answer alike: two sides in turn, an end with a reason, squares that are pressed.

A game derives its state and its `Game` from these classes and overrides what differs; the contract
does not depend on them. `engine.kit.plain` has more for pieces on a chequered board.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from engine.core.contract import (
    DRAW,
    RESIGN,
    TABLE_VERBS,
    TERMINAL,
    TIME,
    Action,
    Game,
    Path,
    State,
)
from engine.core.errors import BadPosition
from engine.core.fields import BadField, Number, Position
from engine.core.grid import Grid
from engine.core.outcome import Outcome, drawn, won_by
from engine.core.targets import square_of
from engine.core.texts import Message, Param
from engine.kit import record

Ending = tuple[str, int]  # reason, winner; NOBODY for a draw
NOBODY = -1
TABLE_REASONS = {RESIGN: "resign", TIME: "time", DRAW: "agreed"}
_TABLE_TOKEN = re.compile(rf"({RESIGN}|{TIME}):([01])")
_ENDING = re.compile(r"([a-z_]+):([01-])")


class StandardState(State):
    """State of two sides that move in turn. `turns`: turns played; `ended`: how the game ended,
    None before.

    A game provides the actions (`moves`), their effect (`play`, which calls `end_turn`) and the
    ends by rule (`ending`). `sudden`: reasons of wins that depend on the last action and cannot be
    seen on the board; `play` sets them.
    """

    __slots__ = ("ended", "game", "turns")
    sudden: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: Any) -> None:
        self.game = game
        self.turns = 0
        self.ended: Ending | None = None

    @property
    def mover(self) -> int:
        """Side whose turn it is."""
        return self.turns & 1

    @abstractmethod
    def moves(self) -> list[Action]:
        """Return the actions of the side to move; only called while the game goes on, never empty
        then."""

    @abstractmethod
    def play(self, action: Action) -> None:
        """Apply an action to the board; call `end_turn` when the turn is over."""

    def ending(self) -> Ending | None:
        """Return how the rules end the game at the beginning of this turn; None when it goes on."""
        return None

    def end_turn(self) -> None:
        self.turns += 1
        self.ended = self.ending()

    def current_player(self) -> int:
        return TERMINAL if self.ended else self.turns & 1

    def turn_index(self) -> int:
        return self.turns

    def legal_actions(self) -> list[Action]:
        return [] if self.ended else self.moves()

    def apply(self, action: Action) -> None:
        verb = action[0]
        if verb in TABLE_VERBS:
            self.ended = (TABLE_REASONS[verb], NOBODY if verb == DRAW else 1 - action[1])
        else:
            self.play(action)

    def outcome(self) -> Outcome | None:
        if self.ended is None:
            return None
        reason, winner = self.ended
        return drawn(reason) if winner == NOBODY else won_by(winner, reason)


S = TypeVar("S", bound=StandardState)


class StandardGame(Game[S]):
    """Game of two sides. `clauses`: by reason of a refusal the clause it rests on; its sentence is
    `why.<reason>` in the catalogue. `grid`: the board whose squares actions and texts name."""

    clauses: ClassVar[Mapping[str, str]] = {}
    grid: Grid

    # -- texts -------------------------------------------------------------------------------

    def action_text(self, state: S, action: Action) -> str:
        """Return `a2-a3`, or the verb of an action without squares; at the table `resign:0`,
        `time:1`, `draw`."""
        if action[0] in TABLE_VERBS:
            return ":".join(str(part) for part in action)
        return "-".join(self.grid.names[square] for square in action[1:]) or str(action[0])

    def parse_table_action(self, state: S, token: str) -> Action | None:
        if state.ended:
            return None
        found = _TABLE_TOKEN.fullmatch(token)
        if found:
            return (found[1], int(found[2]))
        return (DRAW,) if token == DRAW else None

    write_record = record.write_record
    record_reading = classmethod(record.record_reading)

    # -- the table ---------------------------------------------------------------------------

    def path(self, state: S, action: Action) -> Path:
        """Return the squares of the action, or a button with its verb."""
        squares = tuple(f"sq:{self.grid.names[square]}" for square in action[1:])
        return squares or (f"btn:{action[0]}",)

    def square(self, target: str) -> int:
        """Return the square that a target names; -1 for none."""
        return square_of(target, self.grid.index)

    def why(self, reason: str, **params: Param) -> Message:
        """Return the sentence and clause of a refusal."""
        return Message(f"why.{reason}", clause=self.clauses[reason], **params)


# -- parts of a position text ---------------------------------------------------------------------


class PlainPosition(Position):
    """Fields whose refusals name them, for titles without sentences of their own about them."""

    def refusal(self, why: BadField, text: str) -> BadPosition:
        error = super().refusal(why, text)
        error.message = Message("error.position_field", error.message.clause, field=why.field)
        return error


def turns_field() -> Number:
    """Return the field of the turns played."""
    return Number("turns", 0, 999999)


def write_ending(ended: Ending | None) -> str:
    """Return `-` while the game goes on, `reached:0` for a win of side 0, `limit:-` for a draw."""
    if ended is None:
        return "-"
    return f"{ended[0]}:{'-' if ended[1] == NOBODY else ended[1]}"


def read_ending(state: StandardState, word: str) -> None:
    """Set `ended` of a state whose board has been read. An end by rule must be written, with its
    own reason; other ends must be sudden or settled at the table. Raises BadField."""
    own = state.ending()
    state.ended = own
    if word == write_ending(own):
        return
    found = _ENDING.fullmatch(word)
    known = (*TABLE_REASONS.values(), *state.sudden)
    if own is not None or found is None or found[1] not in known:
        raise BadField("end")
    if (found[2] == "-") != (found[1] == TABLE_REASONS[DRAW]):
        raise BadField("end")
    state.ended = (found[1], NOBODY if found[2] == "-" else int(found[2]))
