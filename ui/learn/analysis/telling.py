"""A line of the engine in turns, each with its notation."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import Action, State
from engine.search.lines import after_null_move


class LineTurn(NamedTuple):
    """One turn of a line: who acts, the notation, and the actions."""

    actor: int
    text: str
    actions: tuple[Action, ...]


def line_turns(state: State, actions: tuple[Action, ...], threat: bool) -> list[LineTurn]:
    """Split a line into turns. `threat`: it begins after a null move."""
    at = after_null_move(state.game, state) if threat else state.clone()
    if at is None:
        return []
    found: list[LineTurn] = []
    group: list[Action] = []
    before, actor, turn = at.clone(), at.current_player(), at.turn_index()
    for action in actions:
        if group and (at.current_player() != actor or at.turn_index() != turn):
            found.append(_turn(before, actor, group))
            before, group, actor, turn = at.clone(), [], at.current_player(), at.turn_index()
        group.append(action)
        at.apply(action)
    if group:
        found.append(_turn(before, actor, group))
    return found


def _turn(before: State, actor: int, actions: list[Action]) -> LineTurn:
    return LineTurn(actor, before.game.log_text(before, actions), tuple(actions))
