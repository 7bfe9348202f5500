"""The scene of Lantern, built from a viewer's observation alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.core.contract import Event
from engine.core.scene import Board, Choice, Mark, Piece, Scene, square_board
from engine.core.texts import Message
from engine.dev.scaffold.lantern.rules.state import ANSWER, MOVE, ROWS, LanternState

SIDES = ("south", "north")


@cache
def board(cols: int) -> Board:
    home: dict[str, tuple[str, ...]] = {
        f"{letter}{rank}": ("camp",) for letter in "abcdefg"[:cols] for rank in (1, ROWS)
    }
    return square_board(cols, ROWS, home)


def build(state: LanternState, last: Sequence[Event]) -> Scene:
    names = state.game.grid.names
    marks = []
    if state.dug:
        marks.append(Mark("note", tuple(names[square] for square in sorted(state.dug))))
    for event in last:
        if event.action[0] == "move":
            marks.append(Mark("last", tuple(names[square] for square in event.action[1:])))
    left = Message("status.turns", left=state.game.limit - state.turns)
    return Scene(
        board(state.game.grid.cols),
        pieces=tuple(_pieces(state)),
        marks=tuple(marks),
        choices=_choices(state),
        status=(left,),
    )


def _pieces(state: LanternState) -> list[Piece]:
    names = state.game.grid.names
    found = []
    for side in (0, 1):
        square = names[state.guards[side]]
        label = Message("piece.guard", side=Message(f"side.{SIDES[side]}"), square=square)
        found.append(Piece(f"guard{side}", "guard", side, square, "G", label))
        buried = state.treasures[side]
        if buried >= 0:
            label = Message("piece.treasure", side=Message(f"side.{SIDES[side]}"))
            found.append(Piece(f"treasure{side}", "treasure", side, names[buried], "T", label))
    return found


def _choices(state: LanternState) -> tuple[Choice, ...]:
    frame = state.frame()
    if frame == MOVE:
        return (Choice("btn:pass", Message("choice.pass")),)
    if frame == ANSWER:
        return tuple(Choice(f"btn:{word}", Message(f"choice.{word}")) for word in ("yes", "no"))
    return ()


def prompt(state: LanternState) -> Message:
    """Return the prompt of a game that is not over."""
    name, number = state.stack[-1]
    side = Message(f"side.{SIDES[max(state.current_player(), 0)]}")
    square = state.game.grid.names[number] if name == ANSWER else ""
    return Message(f"prompt.{name}", side=side, steps=number, square=square)
