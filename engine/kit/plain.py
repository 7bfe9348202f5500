"""Pieces on a chequered board that move one per turn, from a square to a square.

The game's state answers `moves` and `ending`; its `PlainGame` says how the board begins and why
something is refused. Texts, records, presses and the picture come from here. Position text:

    pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP white 0 -

The fields are the board (capitals: side 0), the side to move, the turns played, the end
(`reached:0`), and those that a title adds (`fields`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar

from engine.core.contract import Action, Event, Path
from engine.core.fields import BadField, OneOf, Rows, Special, TextField, Values
from engine.core.grid import Grid
from engine.core.scene import Board, Mark, Piece, Scene, square_board
from engine.core.texts import Message
from engine.kit.standard import (
    PlainPosition,
    StandardGame,
    StandardState,
    read_ending,
    turns_field,
    write_ending,
)

EMPTY = 0


def piece(kind: int, side: int) -> int:
    """Return the cell value of a piece; kinds count from 0."""
    return 1 + 2 * kind + side


def side_of(cell: int) -> int:
    """Return the side of the piece in a cell value; -1 for EMPTY."""
    return (cell - 1) & 1 if cell else -1


class PlainState(StandardState):
    """State with a board. `cells`: by square EMPTY or a `piece`. `first`: by square where its piece
    stood at the start."""

    __slots__ = ("cells", "first")
    copied = ("cells", "first")
    apart = ("first",)

    def __init__(self, game: PlainGame[Any], cells: Sequence[int]) -> None:
        super().__init__(game)
        self.cells = bytearray(cells)
        self.first = bytearray(range(len(cells)))

    def move_piece(self, start: int, goal: int) -> None:
        """Move a piece; a piece on `goal` is removed."""
        for row in (self.cells, self.first):
            row[goal], row[start] = row[start], EMPTY

    def play(self, action: Action) -> None:
        """Apply `("move", start, goal)`, which captures by displacement, and end the turn."""
        self.move_piece(action[1], action[2])
        self.end_turn()

    def began(self, square: int) -> int:
        """Return the square where the piece on `square` stood at the start, as a lasting
        identity."""
        return self.first[square]

    def mistake(self) -> str:
        """Return the field of the position text that no game can reach; empty for none."""
        return ""


S = TypeVar("S", bound=PlainState)


class PlainGame(StandardGame[S]):
    """Game of single pieces on a board of at most 256 squares.

    `kinds`: pieces by letter, each with its glyph, which is also its name (`piece.<kind>` in the
    catalogue). `start`: the board at the beginning. `styles`: squares by name that look different
    from the chequer. `clauses` must have the reasons over, empty, theirs, stuck and reach, and
    those of `barred`.
    """

    states: type[S]
    kinds: ClassVar[Mapping[str, str]]
    start: ClassVar[str]
    cols: ClassVar[int] = 8
    rows: ClassVar[int] = 8
    styles: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        self.grid = Grid(self.cols, self.rows)
        self.letters = tuple(self.kinds)
        both = (letter for known in self.kinds for letter in (known.upper(), known.lower()))
        self.words = ("", *both)
        self.cells = {word: cell for cell, word in enumerate(self.words)}
        self.board = Rows("board", self.cols, self.rows, f"[{''.join(self.words)}]")
        parts = (self.board, OneOf("side", self.sides), turns_field(), Special("end"))
        self.position = PlainPosition(*parts, *self.fields())
        self.ground = _ground(self.cols, self.rows, tuple(self.styles.items()))

    # -- positions ---------------------------------------------------------------------------

    def fields(self) -> tuple[TextField, ...]:
        """Return fields of a title's own, after the others."""
        return ()

    def values(self, state: S) -> tuple[Any, ...]:
        """Return the values of these fields."""
        return ()

    def take(self, state: S, values: Values) -> None:
        """Set the values of these fields, before the end is judged. Raises BadField."""

    def initial_state(self) -> S:
        return self._state(self.board.read(self.start))

    def position_text(self, state: S) -> str:
        words, end = [self.words[cell] for cell in state.cells], write_ending(state.ended)
        return self.position.text(words, state.mover, state.turns, end, *self.values(state))

    def state_from_text(self, text: str) -> S:
        return self.position.read(text, self._build)

    def _build(self, values: Values) -> S:
        state = self._state(values["board"])
        state.turns = values["turns"]
        if values["side"] != state.mover:
            raise BadField("side")
        self.take(state, values)
        mistake = state.mistake()
        if mistake:
            raise BadField(mistake)
        read_ending(state, values["end"])
        if not state.ended and not state.moves():
            raise BadField("board")
        return state

    def _state(self, placed: Sequence[tuple[int, str]]) -> S:
        cells = [EMPTY] * self.grid.size
        for square, word in placed:
            cells[square] = self.cells[word]
        return self.states(self, cells)

    # -- texts -------------------------------------------------------------------------------

    def action_text(self, state: S, action: Action) -> str:
        """Return `a2-a3`, for a capture `a2xb3`."""
        text = super().action_text(state, action)
        if len(action) == 3 and state.cells[action[2]] != EMPTY:
            return text.replace("-", "x")
        return text

    # -- the table ---------------------------------------------------------------------------

    def mark(self, state: S, action: Action) -> str:
        return "capture" if state.cells[action[2]] != EMPTY else "move"

    def refusal(self, state: S, path: Path) -> Message:
        square = self.square(path[-1])
        if state.ended:
            return self.why("over")
        if len(path) > 1:
            return self.why(self.barred(state, self.square(path[0]), square))
        side = side_of(state.cells[square]) if square >= 0 else -1
        if side == state.mover:
            return self.why("stuck")
        return self.why("empty" if side < 0 else "theirs")

    def barred(self, state: S, start: int, goal: int) -> str:
        """Return the reason why the piece on `start` cannot go to `goal`, which may be -1."""
        return "reach"

    def reach(self, state: S, target: str) -> tuple[Mark, ...]:
        """Return marks for what the piece on `target` can reach and attack, if it is its turn."""
        start, names = self.square(target), self.grid.names
        goals = [action[2] for action in state.legal_actions() if action[1] == start]
        free = tuple(names[goal] for goal in goals if state.cells[goal] == EMPTY)
        prey = tuple(names[goal] for goal in goals if state.cells[goal] != EMPTY)
        marks = (Mark("reach", free), Mark("attack", prey))
        return tuple(mark for mark in marks if mark.squares)

    def scene(self, state: S, viewer: int, last: Sequence[Event] = ()) -> Scene:
        names = self.grid.names
        moved = [event.action[1:] for event in last if event.action[0] == "move"]
        return Scene(
            self.ground,
            pieces=tuple(self.drawn(state, i) for i, cell in enumerate(state.cells) if cell),
            marks=tuple(Mark("last", tuple(names[square] for square in ends)) for ends in moved),
        )

    def drawn(self, state: S, square: int) -> Piece:
        """Return the piece on a square as it is drawn and named."""
        cell = state.cells[square]
        letter, side = self.letters[(cell - 1) // 2], side_of(cell)
        kind = self.kinds[letter]
        name, owner = Message(f"piece.{kind}"), Message(f"side.{self.sides[side]}")
        label = Message("piece.label", piece=name, side=owner)
        began = self.grid.names[state.began(square)]
        return Piece(f"{kind}-{began}", kind, side, self.grid.names[square], letter, label)


@cache
def _ground(cols: int, rows: int, styles: tuple[tuple[str, tuple[str, ...]], ...]) -> Board:
    return square_board(cols, rows, dict(styles))
