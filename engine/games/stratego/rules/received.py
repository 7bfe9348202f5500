"""Which redacted actions of another side an observation can take (State.takes).

An action is taken if some types of the hidden pieces make it legal. That the types do is proved
when everything is opened (engine/far). Actions come from other devices and may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.contract import UNKNOWN, Action
from engine.games.stratego.rules import belief, flow, movement
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MARSHAL,
    RANKED,
    REVEALED,
    TRUTH,
    TYPES,
    kind_of,
    owner_of,
    piece_of,
    rank,
)
from engine.games.stratego.rules.position import (
    ANSWER,
    COURAGE,
    MERIT,
    OPENING,
    PLACE,
    REAR,
    SHOW1,
    SHOW2,
    TURN,
    StrategoPosition,
)

Parts = tuple[object, ...]


def takes(state: StrategoPosition, action: Action) -> bool:
    """Return whether this viewer can have received `action` in `state` (`State.takes`)."""
    if state.viewer == TRUTH or state.result is not None or not _whole(action):
        return False
    return _ASKED[state.asked](state, action)


def _whole(part: object, depth: int = 2) -> bool:
    """Tell whether an action consists of a verb, numbers and notes of the same kind."""
    if not isinstance(part, tuple) or not part or not isinstance(part[0], str):
        return False
    return all(type(one) is int or (depth > 1 and _whole(one, depth - 1)) for one in part[1:])


# -- set-up --------------------------------------------------------------------------------------


def _place(state: StrategoPosition, action: Action) -> bool:
    return state.placed < 0 and action == ("ready",)


def _opening(state: StrategoPosition, action: Action) -> bool:
    tables = state.game.tables
    if len(action) != 2 or not isinstance(action[1], tuple):
        return False
    name, *cells = action[1]
    home = tables.home_sets[state.turn]
    fits = name == "cells" and all(cell in home for cell in cells)
    return fits and cells == sorted(set(cells)) and len(cells) == sum(tables.army)


# -- actions -------------------------------------------------------------------------------------


def _turn(state: StrategoPosition, action: Action) -> bool:
    game, plain = state.game, (len(action), *map(type, action[1:]))
    limit, most = game.quiet_limit, game.most_actions
    counted = bool((limit and state.quiet >= limit) or (most and state.plies >= most))
    if action == ("out",):
        return not movement.legal(state)
    if action == ("end",) or counted:
        return counted and action == ("end",)
    if plain != (3, int, int):
        return False
    if action[0] in ("move", "attack", "relay"):
        return _steps(state, action)
    return action[0] == "buy" and _buy(state, action[1], action[2])


def _steps(state: StrategoPosition, action: Action) -> bool:
    """Return whether pieces of some possible types could legally make this move or relay."""
    board, side = state.board, state.turn
    verb, origin, target = action
    moving = (origin, target) if verb == "relay" else (origin,)
    if not all(0 <= c < len(board) and owner_of(board[c]) == side and board[c] for c in moving):
        return False
    banned = movement.forbidden(state)
    if any(half in banned for half in movement.halves(action)):
        return False
    legal: Callable[[StrategoPosition], list[Action]] = _plain
    if verb == "relay":
        if not state.game.relay:
            return False
        legal = movement.relays
    return any(action in legal(trial) for trial in _trials(state, moving))


def _plain(state: StrategoPosition) -> list[Action]:
    return movement.steps(state.game.tables, state.board, state.turn)


def _trials(state: StrategoPosition, cells: tuple[int, ...]) -> Iterator[StrategoPosition]:
    """Yield positions in which the hidden pieces on these cells have a type; of the types that go
    alike, one."""
    tables, side = state.game.tables, state.turn
    known: set[object] = set()
    for kind in possible(state, side):
        gait = (tables.gaits[kind], kind in tables.movers)
        if gait in known:
            continue
        known.add(gait)
        trial = state.clone()
        for cell in cells:
            if kind_of(trial.board[cell]) == HIDDEN:
                trial.board[cell] = piece_of(side, kind)
        yield trial


def possible(state: StrategoPosition, side: int) -> list[int]:
    """Return the types that a hidden piece of a side may have: those of which one is left, or any
    where promotions and rescues may have changed the numbers unseen."""
    tables = state.game.tables
    if tables.merit or tables.courage or state.game.rear or state.game.price:
        return list(TYPES)
    rest = belief.left(state, side)
    return [kind for kind in TYPES if rest[kind]]


def _buy(state: StrategoPosition, kind: int, cell: int) -> bool:
    game, side = state.game, state.turn
    if not game.price or kind not in RANKED or cell not in movement.free_home(state, side):
        return False
    affordable = rank(kind) * game.price <= state.pts[side]
    return affordable and state.lost[side].captured(kind) > state.buy[side][kind]


# -- questions -----------------------------------------------------------------------------------


def _answer(state: StrategoPosition, action: Action) -> bool:
    fixed = kind_of(state.board[state.act[1]]) in (FLAG, BOMB)
    return action == ("stand",) or (action == ("desert",) and not fixed)


def _show1(state: StrategoPosition, action: Action) -> bool:
    known = kind_of(state.board[state.act[0]])
    for kind in (known,) if known != HIDDEN else possible(state, state.turn):
        if kind in state.game.tables.mobile and action == ("show", ("type", kind)):
            return True
    return False


def _show2(state: StrategoPosition, action: Action) -> bool:
    target = state.act[1]
    side, known = owner_of(state.board[target]), kind_of(state.board[target])
    for kind in (known,) if known != HIDDEN else possible(state, side):
        trial = state.clone()
        trial.board[target] = piece_of(side, kind)
        if action == ("show", ("fight", *flow.outcome_of(trial))):
            return True
    return False


def _merit(state: StrategoPosition, action: Action) -> bool:
    outcome, a, d = state.fight[:3]
    winner, loser = (a, d) if outcome > 0 else (d, a)
    next_only = state.game.tables.next_only
    earned = not next_only or (loser in RANKED and loser == winner - 1)
    return _rises(state, action, state.game.tables.merit, earned)


def _courage(state: StrategoPosition, action: Action) -> bool:
    return _rises(state, action, state.game.tables.courage, True)


def _rises(state: StrategoPosition, action: Action, kinds: frozenset[int], earned: bool) -> bool:
    target = state.act[1]
    kind = kind_of(state.board[target])
    if not state.flags[target] & REVEALED:
        return action == ("closed",)
    up = earned and kind in kinds and kind < MARSHAL
    return action == ("decline",) or (up and action == ("accept", ("type", kind + 1)))


def _rear(state: StrategoPosition, action: Action) -> bool:
    cells = movement.free_home(state, state.turn)
    return action == ("decline",) or any(action == ("back", UNKNOWN, cell) for cell in cells)


_ASKED: dict[str, Callable[[StrategoPosition, Action], bool]] = {
    PLACE: _place,
    OPENING: _opening,
    TURN: _turn,
    ANSWER: _answer,
    SHOW1: _show1,
    SHOW2: _show2,
    MERIT: _merit,
    COURAGE: _courage,
    REAR: _rear,
}
