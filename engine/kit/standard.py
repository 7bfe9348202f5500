"""What most games answer alike: two sides in turn, an end with a reason, squares that are pressed.

A game derives its state and its title from these and answers itself where it differs: the contract
knows nothing of them. A game of pieces on a chequered board finds more in `engine.kit.plain`.
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
from engine.core.grid import Grid
from engine.core.outcome import Outcome, drawn, won_by
from engine.core.texts import Message, Param
from engine.kit import record

Ending = tuple[str, int]  # reason, winner; nobody has won a draw
NOBODY = -1
TABLE_REASONS = {RESIGN: "resign", TIME: "time", DRAW: "agreed"}
_TABLE_TOKEN = re.compile(rf"({RESIGN}|{TIME}):([01])")
_ENDING = re.compile(r"([a-z_]+):([01-])")


class StandardState(State):
    """Side 0 and side 1 in turn. `turns`: how many have been played; `ended`: how it ended.

    A game says what can be done (`moves`), what an action does (`play`, which calls `end_turn`)
    and when the rules end it (`ending`). `sudden`: reasons of a win that lie in what the last
    action did and cannot be seen on the board; `play` sets them.
    """

    __slots__ = ("ended", "game", "turns")
    sudden: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: Any) -> None:
        self.game = game
        self.turns = 0
        self.ended: Ending | None = None

    @property
    def mover(self) -> int:
        """The side whose turn it is."""
        return self.turns & 1

    @abstractmethod
    def moves(self) -> list[Action]:
        """What whoever decides can do; asked only while the game goes on. Never empty there."""

    @abstractmethod
    def play(self, action: Action) -> None:
        """Changes the board. Calls `end_turn` when the turn is over."""

    def ending(self) -> Ending | None:
        """How the rules end the game at the beginning of this turn."""
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
    """`clauses`: by reason why something cannot be chosen, the clause it rests on; the sentence is
    `why.<reason>` in the catalogue. `grid`: the board whose squares actions and texts name."""

    clauses: ClassVar[Mapping[str, str]] = {}
    grid: Grid

    # -- texts -------------------------------------------------------------------------------

    def action_text(self, state: S, action: Action) -> str:
        """`a2-a3` of squares, `pass` of none; at the table `resign:0`, `time:1`, `draw`."""
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
        """The squares of the action, or a button with its verb."""
        squares = tuple(f"sq:{self.grid.names[square]}" for square in action[1:])
        return squares or (f"btn:{action[0]}",)

    def square(self, target: str) -> int:
        """The square a target names; -1: it names none."""
        return self.grid.index.get(target.removeprefix("sq:"), -1)

    def why(self, reason: str, **params: Param) -> Message:
        """The sentence and clause of a refusal."""
        return Message(f"why.{reason}", clause=self.clauses[reason], **params)

    def evaluate(self, state: S, player: int) -> float:
        """What is certain; `search/evaluate.py` of a game knows more."""
        outcome = state.outcome()
        return outcome.returns[player] if outcome else 0.0


# -- parts of a position text ---------------------------------------------------------------------


def bad_position(field: str) -> BadPosition:
    """The refusal of a position text because of one of its fields."""
    return BadPosition(Message("error.position_field", field=field), field=field)


def read_count(word: str, field: str) -> int:
    """A number as it is written, of at most six digits. Raises BadPosition."""
    if re.fullmatch(r"0|[1-9][0-9]{0,5}", word) is None:
        raise bad_position(field)
    return int(word)


def write_ending(ended: Ending | None) -> str:
    """`-` while it goes on, `reached:0` won by side 0, `limit:-` drawn."""
    if ended is None:
        return "-"
    return f"{ended[0]}:{'-' if ended[1] == NOBODY else ended[1]}"


def read_ending(state: StandardState, word: str) -> None:
    """Fills `ended` of a state whose board stands already. What the rules end must be written as
    ended, in this way; the rest may be sudden or settled at the table. Raises BadPosition."""
    own = state.ending()
    state.ended = own
    if word == write_ending(own):
        return
    found = _ENDING.fullmatch(word)
    known = (*TABLE_REASONS.values(), *state.sudden)
    if own is not None or found is None or found[1] not in known:
        raise bad_position("end")
    if (found[2] == "-") != (found[1] == TABLE_REASONS[DRAW]):
        raise bad_position("end")
    state.ended = (found[1], NOBODY if found[2] == "-" else int(found[2]))
