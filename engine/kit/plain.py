"""Pieces on a chequered board that move one per turn, from a square to a square.

The game's state answers `moves` and `ending`; its `PlainGame` says how the board begins and why
something is refused. Texts, records, presses and the picture come from here. Position text:

    pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP white 0 -

The fields are the board (capitals: side 0), the side to move, the turns played, the end
(`reached:0`), and those that a title adds (`fields`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar

from engine.core.contract import Action, Event, Path
from engine.core.fields import BadField, OneOf, Rows, Special, TextField, Values
from engine.core.grid import Grid
from engine.core.scene import Board, Choice, Mark, Piece, Scene, square_board
from engine.core.telling import Difference, Happening, Telling
from engine.core.texts import Message, player_name
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

    def is_set_up(self) -> bool:
        """Say whether the set-up is over. The position editor begins with such a position."""
        return True


S = TypeVar("S", bound=PlainState)


class PlainGame(StandardGame[S]):
    """Game of single pieces on a board of at most 256 squares.

    `kinds`: pieces by letter, each with its glyph, which is also its name (`piece.<kind>` in the
    catalogue, `the.<kind>` with its article). `start`: the board at the beginning. `styles`:
    squares by name that look different from the chequer. Where these depend on options, override
    `first_board` and `ground_styles`. `clauses` must have the reasons position (what may stand on
    the board), over, empty, theirs, stuck and reach, and those of `barred`.
    """

    states: type[S]
    kinds: ClassVar[Mapping[str, str]]
    start: ClassVar[str] = ""
    styles: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        self.grid = Grid(*_size(self.first_board()))
        self.letters = tuple(self.kinds)
        both = (letter for known in self.kinds for letter in (known.upper(), known.lower()))
        self.words = ("", *both)
        self.cells = {word: cell for cell, word in enumerate(self.words)}
        cols, rows = self.grid.cols, self.grid.rows
        self.board = Rows("board", cols, rows, f"[{''.join(self.words)}]")
        parts = (self.board, OneOf("side", self.sides), turns_field(), Special("end"))
        clause = self.clauses["position"]
        self.position = PlainPosition(*parts, *self.fields(), clause=clause)
        self.ground = _ground(cols, rows, tuple(self.ground_styles().items()))

    def first_board(self) -> str:
        """Return the board at the beginning; all boards of the game have its size."""
        return self.start

    def ground_styles(self) -> Mapping[str, tuple[str, ...]]:
        """Return the styles of squares by name."""
        return self.styles

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
        return self._state(self.board.read(self.first_board()))

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
        if not (state.ended or state.legal_actions() or state.chance_outcomes()):
            raise BadField("board")
        return state

    def _state(self, placed: Sequence[tuple[int, str]]) -> S:
        cells = [EMPTY] * self.grid.size
        for square, word in placed:
            cells[square] = self.cells[word]
        return self.states(self, cells)

    def field_label(self, name: str) -> Message:
        """Return the label of a field in the position editor."""
        return Message(f"editor.{name}")

    # -- texts -------------------------------------------------------------------------------

    def action_text(self, state: S, action: Action) -> str:
        """Return `a2-a3`, for a capture `a2xb3`."""
        text = super().action_text(state, action)
        return text.replace("-", "x") if self.captures(state, action) else text

    def captures(self, state: S, action: Action) -> bool:
        """Say whether an action goes to a square that is not empty."""
        return action[0] == "move" and state.cells[action[2]] != EMPTY

    # -- the table ---------------------------------------------------------------------------

    def mark(self, state: S, action: Action) -> str:
        return "capture" if self.captures(state, action) else "move"

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
        moves = [action for action in state.legal_actions() if action[:2] == ("move", start)]
        marks = (
            Mark(kind, tuple(names[one[2]] for one in moves if self.captures(state, one) is taking))
            for kind, taking in (("reach", False), ("attack", True))
        )
        return tuple(mark for mark in marks if mark.squares)

    def scene(self, state: S, viewer: int, last: Sequence[Event] = ()) -> Scene:
        return Scene(
            self.ground,
            pieces=self.pieces(state),
            marks=self.marks(state, last),
            choices=self.choices(state),
            status=self.status(state),
        )

    def pieces(self, state: S) -> tuple[Piece, ...]:
        """Return what stands on the board."""
        return tuple(self.drawn(state, square) for square, cell in enumerate(state.cells) if cell)

    def marks(self, state: S, last: Sequence[Event]) -> tuple[Mark, ...]:
        """Return the marks on squares: the last moves."""
        moved = [event.action[1:] for event in last if event.action[0] == "move"]
        names = self.grid.names
        return tuple(Mark("last", tuple(names[square] for square in ends)) for ends in moved)

    def choices(self, state: S) -> tuple[Choice, ...]:
        """Return a button for each action without squares, `choice.<name>` in the catalogue."""
        first = [self.path(state, action)[0] for action in state.legal_actions()]
        buttons = (target for target in first if target.startswith("btn:"))
        return tuple(Choice(one, Message(f"choice.{one.removeprefix('btn:')}")) for one in buttons)

    def status(self, state: S) -> tuple[Message, ...]:
        """Return sentences about the position, such as the turns left."""
        return ()

    def drawn(self, state: S, square: int) -> Piece:
        """Return the piece on a square as it is drawn and named."""
        cell = state.cells[square]
        letter, side = self.letters[(cell - 1) // 2], side_of(cell)
        kind = self.kinds[letter]
        began = self.grid.names[state.began(square)]
        label = self.label(kind, side)
        return Piece(f"{kind}-{began}", kind, side, self.grid.names[square], letter, label)

    def label(self, kind: str, side: int) -> Message:
        """Return the name of a piece."""
        owner = Message(f"side.{self.sides[side]}")
        return Message("piece.label", piece=Message(f"piece.{kind}"), side=owner)

    def happenings(self, difference: Difference, before: S, event: Event, after: S) -> Telling:
        """Return what `table/telling.py` tells, if there is one; else what moves or captures."""
        told = super().happenings(difference, before, event, after)
        if told or event.action[0] != "move":
            return told
        start, goal = (self.grid.names[square] for square in event.action[1:])
        unit, victim = (before.cells[square] for square in event.action[1:])
        words = Message("tell.captures" if victim else "tell.moves")
        words.params = {"who": player_name(event.actor), "unit": self.the(unit)}
        words.params |= {"start": start, "goal": goal}
        if victim:
            words.params["victim"] = self.the(victim)
        changes, side = difference.at(start, goal), difference.side_of(event.actor)
        kind = "take" if victim else "move"
        return (Happening(kind, words, changes, (start, goal), side=side),)

    def the(self, cell: int) -> Message:
        """Return the name of the piece in a cell value with its article, inside a sentence."""
        return Message(f"the.{self.kinds[self.letters[(cell - 1) // 2]]}")


def _size(board: str) -> tuple[int, int]:
    """Return the files and ranks of the text of a board."""
    ranks = board.split("/")
    cells = re.findall(r"\d+|\D", ranks[0])
    return sum(int(cell) if cell.isdigit() else 1 for cell in cells), len(ranks)


@cache
def _ground(cols: int, rows: int, styles: tuple[tuple[str, tuple[str, ...]], ...]) -> Board:
    return square_board(cols, rows, dict(styles))
