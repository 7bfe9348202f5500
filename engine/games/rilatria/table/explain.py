"""Explanations why a square, unit or card cannot be chosen now: one reason each, with its clause.

They are derived from the same tables and tests that generate the legal actions.
"""

from __future__ import annotations

from engine.core.contract import Action, Path
from engine.core.targets import name_of, square_of
from engine.core.texts import Message
from engine.games.rilatria.rules.pieces import (
    ATTACKS,
    GLYPHS,
    HERO,
    INDEX,
    LIMITS,
    MOVES,
    code,
    free_moves,
    open_attacks,
    prey,
)
from engine.games.rilatria.rules.reserve import HONOUR
from engine.games.rilatria.rules.state import CALL, CHOOSE, COIN, SACRIFICED, SETUP, RilatriaState
from engine.games.rilatria.table.areas import sacrifice_fault, shop_refusal, unit_name
from engine.games.rilatria.table.scene import path as path_of

# Clause on how a piece attacks, by kind.
CLAUSES = ("2.1", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11")


def explain(state: RilatriaState, path: Path) -> Message | None:
    """Return why the last target of a path cannot be chosen; None if it can."""
    if state.result is not None:
        return Message("explain.over", "10.1")
    if state.current_player() < 0:
        return Message("explain.chance", "5.4" if state.phase == COIN else "6.1")
    paths = [path_of(action) for action in state.legal_actions()]
    if any(one[: len(path)] == path for one in paths):
        return None
    if state.phase == SETUP:
        return _setup(state, path)
    if state.phase == CALL:
        return Message("explain.call", "5.4")
    if state.phase == CHOOSE:
        return Message("explain.card.purse" if state.game.purse else "explain.card", "6.2")
    first = any(one[:1] == path[:1] for one in paths)
    return _second(state, path[0], path[-1]) if first else _first(state, path[0])


def refusal(state: RilatriaState, action: Action) -> Message:
    """Return why a well-formed action on the board, in the shop or in the set-up is not legal."""
    if action == ("sacrifice",):
        return sacrifice_refused(state)
    return explain(state, path_of(action)) or Message("error.other_sign")


def sacrifice_refused(state: RilatriaState) -> Message:
    if state.marks & SACRIFICED:
        return Message("explain.sacrificed", "7.10")
    own = state.reserves[state.side]
    return Message(f"explain.sacrifice_{sacrifice_fault(state)}", "7.10", n=own[HONOUR])


def _square(target: str) -> int:
    return square_of(target, INDEX)


def _kind(target: str) -> int:
    name = name_of(target, "kind")
    return GLYPHS.index(name) if name in GLYPHS else 0


# -- the set-up ----------------------------------------------------------------------------------


def _setup(state: RilatriaState, path: Path) -> Message:
    kind, square = _kind(path[0]), _square(path[-1])
    due = state.to_place()
    if not kind:
        return Message("explain.setup_choose", "3.1", unit=unit_name(due))
    army = state.game.army
    if kind not in army:
        many = len(army) > 2
        return (
            Message("explain.setup_only.near", "12.9")
            if many
            else Message("explain.setup_only", "3.1")
        )
    if state.board.count(code(state.side, kind)) == army.count(kind):
        return Message("explain.placed", "3.1", unit=unit_name(kind))
    if kind != due and due == HERO:
        return Message("explain.hero_first", "3.1")
    if kind != due:
        return Message("explain.setup_choose", "12.9", unit=unit_name(due))
    if square >= 0 and square not in state.game.zones[state.side]:
        return Message("explain.zone", "1.3")
    if square >= 0 and state.board[square]:
        return Message("explain.occupied", "3.1")
    return Message("explain.choose_square", "3.1")


# -- the free phase: the first press -------------------------------------------------------------


def _first(state: RilatriaState, target: str) -> Message:
    kind, square = _kind(target), _square(target)
    if kind == HERO:
        return Message("explain.hero_price", "7.4")
    if kind:
        return shop_refusal(state, kind) or Message("explain.choose_square", "7.5")
    if square < 0:
        return Message("explain.choose_piece", "7.1")
    piece = state.board[square]
    if not piece:
        return Message("explain.choose_piece", "7.1")
    name = unit_name(piece & 7)
    if piece >> 3 != state.side:
        return Message("explain.not_yours", "7.1", unit=name)
    if state.acted(piece & 7):
        if piece & 7 == HERO:
            return Message("explain.hero_done", "7.2")
        return Message("explain.unit_done", "7.3")
    if square in state.recruits and prey(state.board, square):
        return Message("explain.recruit", "7.8", unit=name)
    way = Message(f"about.piece.{GLYPHS[piece & 7]}")
    return Message("explain.stuck", CLAUSES[piece & 7], unit=name, way=way)


# -- the free phase: the second press ------------------------------------------------------------


def _second(state: RilatriaState, first: str, target: str) -> Message:
    square = _square(target)
    if name_of(first, "kind"):
        return _landing(state, _kind(first), square)
    origin = _square(first)
    if square < 0:
        return Message("explain.finish", "7.1")
    if square == origin:
        return Message("explain.same_square", "2.1")
    board = state.board
    kind = board[origin] & 7
    name = unit_name(kind)
    if not board[square]:
        return _empty(state, origin, square)
    if board[square] >> 3 == state.side:
        if not any(path_of(action)[0] == target for action in state.legal_actions()):
            return _first(state, target)  # pressed to be moved, but it cannot
        return Message("explain.own_piece", "2.4")
    if square in prey(board, origin):
        return Message("explain.recruit", "7.8", unit=name)
    if any(target == square for target, _ in ATTACKS[kind][origin]):
        return Message("explain.blocked", "2.3", unit=name)
    return Message(f"explain.attack.{GLYPHS[kind]}", CLAUSES[kind])


def _empty(state: RilatriaState, origin: int, square: int) -> Message:
    """Return why the piece cannot go to an empty square."""
    board = state.board
    kind = board[origin] & 7
    name = unit_name(kind)
    if square not in free_moves(board, origin) and any(s == square for s, _ in MOVES[kind][origin]):
        return Message("explain.blocked", "2.3", unit=name)
    if square in open_attacks(board, origin) and origin not in state.recruits:
        return Message("explain.only_attacks", "2.5", unit=name)
    return Message("explain.too_far", "2.1", unit=name)


def _landing(state: RilatriaState, kind: int, square: int) -> Message:
    """Return why a bought unit cannot be placed on this square."""
    if square < 0:
        return Message("explain.choose_square", "7.5")
    if square not in state.game.zones[state.side]:
        return Message("explain.zone", "7.5")
    assert state.board[square], (kind, LIMITS[kind])
    return Message("explain.occupied", "7.5")
