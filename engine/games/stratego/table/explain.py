"""Reasons why something cannot be chosen now, each with its clause of the rulebook.

Every answer comes from the tables and tests that also make the legal actions.
"""

from __future__ import annotations

from engine.core.contract import Path
from engine.core.texts import Message
from engine.games.stratego.rules import movement
from engine.games.stratego.rules.boards import TRIANGLE
from engine.games.stratego.rules.pieces import (
    FLAG,
    KINDS,
    RANKED,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.table.scene import paths as paths_of
from engine.games.stratego.table.words import type_name
from engine.games.stratego.text.tokens import STEP


def explain(state: StrategoState, path: Path) -> Message | None:
    """Return why the last step of a path is not possible; None when it is (Game.explain)."""
    if state.result is not None:
        return Message("explain.over", "4.9")
    ways = (way for action in state.legal_actions() for way in paths_of(state, action))
    if any(way[: len(path)] == path for way in ways):
        return None
    if state.setting_up:
        return _placing(state, path[-1])
    if state.asked != "turn":
        return _question(state, path)
    if path[0].startswith("kind:"):
        return _rescue(state, path)
    if len(path) == 1:
        return _first(state, path[0])
    if len(path) > 2:
        return Message("explain.relay", "5.27")
    return _second(state, path[-2], path[-1])


def explain_words(state: StrategoState, token: str) -> Message | None:
    """Return why a typed word is refused; None where there is no particular reason."""
    if state.result is not None:
        return Message("explain.over", "4.9")
    match = STEP.fullmatch(token)
    if not match or state.setting_up:
        return None
    index = state.game.tables.grid.index
    if match[1] not in index or match[3] not in index:
        return Message("explain.no_cell", "1.1")
    if state.asked != "turn":
        return Message("explain.answer_first", "3.14")
    first = explain(state, (f"sq:{match[1]}",))
    there = state.board[index[match[3]]]
    if first is None and match[2] == "x" and not there:
        return Message("explain.nobody_there", "3.7")
    if first is None and match[2] == "-" and there and owner_of(there) != state.turn:
        return Message("explain.is_attack", "3.7")
    return first or explain(state, (f"sq:{match[1]}", f"sq:{match[3]}"))


# -- set-up and questions ------------------------------------------------------------------------


def _placing(state: StrategoState, target: str) -> Message:
    if state.asked == "open" or state.placed == state.game.zones[state.turn].size:
        return Message("explain.only_button", "2.4")
    if target.startswith("kind:") and target[5:] in KINDS:
        left = state.game.zones[state.turn].hand(state.laid(state.turn))
        if left[KINDS[target[5:]]] > 0:
            return Message("explain.first_move", "2.2")
        return Message("explain.none_left", "2.1")
    cell = _cell(state, target)
    if cell >= 0 and cell not in state.game.tables.home_sets[state.turn]:
        return Message("explain.not_home", "2.1")
    return Message("explain.in_order", "2.3")


def _question(state: StrategoState, path: Path) -> Message:
    if state.asked == "rear":
        if len(path) > 1:
            return Message("explain.home_cell", "5.25")
        if path[0].startswith("kind:"):
            return Message("explain.no_place", "5.21")
    return Message("explain.answer_first", "3.14")


def _rescue(state: StrategoState, path: Path) -> Message:
    if not state.game.price:
        return Message("explain.no_rescues", "5.26")
    if len(path) > 1:
        return Message("explain.home_cell", "5.26")
    kind = KINDS.get(path[0][5:], 0)
    if kind not in RANKED or kind not in movement.returnable(state, state.turn):
        return Message("explain.no_place", "5.21")
    price = (kind - 2) * state.game.price
    if price > state.pts[state.turn]:
        return Message("explain.points", "5.26", n=price, have=state.pts[state.turn])
    return Message("explain.home_full", "5.26")


# -- the first press -----------------------------------------------------------------------------


def _cell(state: StrategoState, target: str) -> int:
    return state.game.tables.grid.index.get(target.removeprefix("sq:"), -1)


def _first(state: StrategoState, target: str) -> Message:
    if state.announces():
        if state.legal_actions()[0][0] == "out":
            return Message("explain.blocked", "4.4")
        return Message("explain.counted", "4.5")
    cell = _cell(state, target)
    if cell < 0:
        return Message("explain.choose_piece", "3.1")
    if cell in state.game.tables.layout.lakes:
        return Message("explain.lake", "3.5")
    piece = state.board[cell]
    if not piece:
        return Message("explain.choose_piece", "3.1")
    if owner_of(piece) != state.turn:
        return Message("explain.not_yours", "3.1")
    return _stuck(state, cell)


def _stuck(state: StrategoState, cell: int) -> Message:
    """Return why an own piece has no legal action."""
    kind = kind_of(state.board[cell])
    if kind not in state.game.tables.movers:
        return Message("explain.immobile", "3.6", type=type_name(kind))
    raw = movement.steps(state.game.tables, state.board, state.turn)
    if any(a[1] == cell for a in raw):
        return _repeats(state)
    if state.game.tables.charge != "off":
        return Message("explain.stuck_charge", "5.19", type=type_name(kind))
    return Message("explain.stuck", "3.4", type=type_name(kind))


def _repeats(state: StrategoState) -> Message:
    rule = state.game.two_square
    if movement.repeated(state):
        return Message("explain.two_square" if rule == "pair" else "explain.span", "3.13")
    return Message("explain.chase", "5.30")


# -- the second press ----------------------------------------------------------------------------


def _second(state: StrategoState, first: str, second: str) -> Message:
    origin, target = _cell(state, first), _cell(state, second)
    tables, board = state.game.tables, state.board
    if target < 0 or origin < 0:
        return Message("explain.choose_cell", "3.2")
    if origin == target:
        return Message("explain.same_cell", "3.2")
    if target in tables.layout.lakes:
        return Message("explain.lake", "3.5")
    there, kind = board[target], kind_of(board[origin])
    if there and owner_of(there) == state.turn:
        return _own(state, origin, target)
    step = (origin, target)
    if step in movement.repeated(state):
        rule = state.game.two_square
        return Message("explain.two_square" if rule == "pair" else "explain.span", "3.13")
    if step in movement.forbidden(state):
        return Message("explain.chase", "5.30")
    if kind == FLAG and there:
        return Message("explain.flag_attack", "5.15")
    return _range(state, origin, target)


def _own(state: StrategoState, origin: int, target: int) -> Message:
    if not state.game.relay or target not in state.game.tables.edges[origin]:
        return Message("explain.own_piece", "3.4")
    kinds = {kind_of(state.board[c]) for c in (origin, target)}
    if not kinds <= state.game.tables.movers:
        return Message("explain.relay_immobile", "5.27")
    if (origin, target) in movement.forbidden(state) or (target, origin) in movement.forbidden(
        state
    ):
        return _repeats(state)
    return Message("explain.relay_charge", "5.19")


def _range(state: StrategoState, origin: int, target: int) -> Message:
    """Return why the piece does not reach that cell."""
    tables, board = state.game.tables, state.board
    kind = kind_of(board[origin])
    name = type_name(kind)
    for cells, quiet, far in tables.rays[state.turn][kind][origin]:
        if target in cells:
            number = cells.index(target)
            if any(board[c] for c in cells[:number]):
                return Message("explain.in_the_way", "3.4", type=name)
            if not quiet:
                return Message("explain.only_attack", "5.19")
            if board[target] and number >= far:
                return Message("explain.limited", "5.12")
    gain = tables.advance[state.turn][target] - tables.advance[state.turn][origin]
    if tables.charge != "off" and gain < 0:
        return Message("explain.no_retreat", "5.19")
    triangles = tables.layout.shape == TRIANGLE
    if tables.gaits[kind].straight > 2:
        if triangles:
            return Message("explain.not_strip", "5.32", type=name)
        return Message("explain.not_straight", "3.3", type=name)
    if triangles:
        return Message("explain.not_side", "5.32", type=name)
    return Message("explain.too_far", "3.2", type=name)
