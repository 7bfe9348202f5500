"""Position text of Lantern: five fields separated by spaces.

    guards treasures dug turns state        c1,c4 ?,b4 a4,e4 7 move:2+answer:b4

Treasures: a square, `?` if unknown to the viewer, `-` if not hidden yet. State: `hide:0`, `hide:1`,
`roll`, `move:n`, `move:n+answer:square`, or `over:reason:winner` (winner `-` for a draw).
"""

from __future__ import annotations

import re
from functools import cache, partial

from engine.core.fields import BadField, Joined, OneOf, SomeOf, Special, Values
from engine.dev.scaffold.lantern.rules.rules import LanternRules
from engine.dev.scaffold.lantern.rules.state import (
    ANSWER,
    HIDE,
    MOVE,
    NOWHERE,
    ROLL,
    LanternState,
)
from engine.kit.standard import NOBODY, PlainPosition, turns_field, write_ending

_OVER = re.compile(r"over:(?:(treasure|resign|time):([01])|(limit|agreed):-)")
_MOVE = re.compile(r"move:([12])(?:\+answer:(\w+))?")


@cache
def _position(names: tuple[str, ...]) -> PlainPosition:
    square, place = OneOf("square", names), OneOf("place", ("-", "?", *names))
    return PlainPosition(
        Joined("guards", ",", square, square),
        Joined("treasures", ",", place, place),
        SomeOf("dug", names, ","),
        turns_field(),
        Special("state"),
    )


def write_position(state: LanternState) -> str:
    places = [place + 2 for place in state.treasures]  # NOWHERE is −2, UNKNOWN −1
    values = (state.guards, places, sorted(state.dug), state.turns, _write_pending(state))
    return _position(state.game.grid.names).text(*values)


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
    return _position(game.grid.names).read(text, partial(_build, game))


def _build(game: LanternRules, values: Values) -> LanternState:
    state = LanternState(game)
    white, black = values["guards"]
    state.guards = white, black
    first, second = values["treasures"]
    state.treasures = first - 2, second - 2
    state.dug = frozenset(values["dug"])
    state.turns = values["turns"]
    if state.turns > game.limit:
        raise BadField("turns")
    _read_pending(state, values["state"])
    _check(state)
    return state


def _read_pending(state: LanternState, word: str) -> None:
    over, move = _OVER.fullmatch(word), _MOVE.fullmatch(word)
    if over:
        state.stack = ()
        state.ended = (over[1], int(over[2])) if over[1] else (over[3], NOBODY)
    elif move:
        state.stack = ((MOVE, int(move[1])),)
        if move[2]:
            square = OneOf("state", state.game.grid.names).read(move[2])
            state.stack += ((ANSWER, square),)
    elif word in ("hide:0", "hide:1"):
        state.stack = ((HIDE, int(word[-1])),)
    elif word == ROLL:
        state.stack = ((ROLL, 0),)
    else:
        raise BadField("state")


def _check(state: LanternState) -> None:
    """Raise BadField for a position that no game can reach."""
    hidden = [square != NOWHERE for square in state.treasures]
    frame = state.frame()
    wanted = {"hide": [state.stack[0][1] == 1, False] if state.stack else []}
    if frame != "over" and hidden != wanted.get(frame, [True, True]):
        raise BadField("treasures")
    for side in (0, 1):
        square = state.treasures[side]
        if square >= 0 and (square not in state.home(side) or square in state.dug):
            raise BadField("treasures")
        if not set(state.home(side)) - state.dug:
            raise BadField("dug")
    if not state.dug <= {*state.home(0), *state.home(1)}:
        raise BadField("dug")
    if state.guards[0] == state.guards[1]:
        raise BadField("guards")
    if not state.ended and state.turns >= state.game.limit:
        raise BadField("turns")
    if frame == ANSWER:
        asked = state.stack[-1][1]
        if asked != state.guards[state.mover] or asked not in state.home(1 - state.mover):
            raise BadField("state")
        if asked in state.dug:
            raise BadField("state")
