"""Position text of Lantern: five fields separated by spaces.

    guards treasures dug turns state        c1,c4 ?,b4 a4,e4 7 move:2+answer:b4

Treasures: a square, `?` if unknown to the viewer, `-` if not hidden yet. State: `hide:0`, `hide:1`,
`roll`, `move:n`, `move:n+answer:square`, or `over:reason:winner` (winner `-` for a draw).
"""

from __future__ import annotations

import re

from engine.core.contract import UNKNOWN
from engine.core.grid import Grid
from engine.dev.scaffold.lantern.rules.rules import LanternRules
from engine.dev.scaffold.lantern.rules.state import (
    ANSWER,
    HIDE,
    MOVE,
    NOWHERE,
    ROLL,
    LanternState,
)
from engine.kit.standard import NOBODY, bad_position, read_count, write_ending

_MARKS = {"-": NOWHERE, "?": UNKNOWN}
_OVER = re.compile(r"over:(?:(treasure|resign|time):([01])|(limit|agreed):-)")
_MOVE = re.compile(r"move:([12])(?:\+answer:(\w+))?")


def write_position(state: LanternState) -> str:
    names = state.game.grid.names
    guards = ",".join(names[square] for square in state.guards)
    words = {value: mark for mark, value in _MARKS.items()}
    treasures = ",".join(words.get(square) or names[square] for square in state.treasures)
    dug = ",".join(names[square] for square in sorted(state.dug)) or "-"
    return f"{guards} {treasures} {dug} {state.turns} {_write_pending(state)}"


def _write_pending(state: LanternState) -> str:
    if state.ended:
        return f"over:{write_ending(state.ended)}"
    words = []
    for name, number in state.stack:
        detail = state.game.grid.names[number] if name == ANSWER else str(number)
        words.append(name if name == ROLL else f"{name}:{detail}")
    return "+".join(words)


def read_position(game: LanternRules, text: str) -> LanternState:
    """Parse a position. Raises BadPosition."""
    fields = text.split()
    if len(fields) != 5:
        raise bad_position("fields")
    state, grid = LanternState(game), game.grid
    state.guards = _pair([_square(grid, word, "guards") for word in fields[0].split(",")])
    state.treasures = _pair(
        [
            _MARKS[word] if word in _MARKS else _square(grid, word, "treasures")
            for word in fields[1].split(",")
        ]
    )
    if fields[2] != "-":
        state.dug = frozenset(_square(grid, word, "dug") for word in fields[2].split(","))
    state.turns = read_count(fields[3], "turns")
    if state.turns > game.limit:
        raise bad_position("turns")
    _read_pending(state, fields[4])
    _check(state)
    return state


def _pair(squares: list[int]) -> tuple[int, int]:
    if len(squares) != 2:
        raise bad_position("guards")
    return squares[0], squares[1]


def _square(grid: Grid, name: str, field: str) -> int:
    if name not in grid.index:
        raise bad_position(field)
    return grid.index[name]


def _read_pending(state: LanternState, word: str) -> None:
    over, move = _OVER.fullmatch(word), _MOVE.fullmatch(word)
    if over:
        state.stack = ()
        state.ended = (over[1], int(over[2])) if over[1] else (over[3], NOBODY)
    elif move:
        state.stack = ((MOVE, int(move[1])),)
        if move[2]:
            state.stack += ((ANSWER, _square(state.game.grid, move[2], "state")),)
    elif word in ("hide:0", "hide:1"):
        state.stack = ((HIDE, int(word[-1])),)
    elif word == ROLL:
        state.stack = ((ROLL, 0),)
    else:
        raise bad_position("state")


def _check(state: LanternState) -> None:
    """Raise BadPosition for a position that no game can reach."""
    hidden = [square != NOWHERE for square in state.treasures]
    frame = state.frame()
    wanted = {"hide": [state.stack[0][1] == 1, False] if state.stack else []}
    if frame != "over" and hidden != wanted.get(frame, [True, True]):
        raise bad_position("treasures")
    for side in (0, 1):
        square = state.treasures[side]
        if square >= 0 and (square not in state.home(side) or square in state.dug):
            raise bad_position("treasures")
        if not set(state.home(side)) - state.dug:
            raise bad_position("dug")
    if not state.dug <= {*state.home(0), *state.home(1)}:
        raise bad_position("dug")
    if state.guards[0] == state.guards[1]:
        raise bad_position("guards")
    if not state.ended and state.turns >= state.game.limit:
        raise bad_position("turns")
    if frame == ANSWER:
        asked = state.stack[-1][1]
        if asked != state.guards[state.mover] or asked not in state.home(1 - state.mover):
            raise bad_position("state")
        if asked in state.dug:
            raise bad_position("state")
