"""What a record of a view claims of others, judged by what everybody knows.

Types nobody has seen are tried out: a claim stands when some of them would make it true. What
depends on secrets alone cannot be judged and is taken as it was told.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING

from engine.core.contract import DRAW, RESIGN, TIME, Action
from engine.games.stratego import movement, views
from engine.games.stratego.pieces import (
    FLAG,
    GROUP,
    HIDDEN,
    MOVED,
    RANKED,
    SKILL,
    TYPES,
    rank,
)

if TYPE_CHECKING:
    from engine.games.stratego.state import StrategoState

BY_ELIMINATION = ("flag", "elim", "both_elim")


def kinds_at(state: StrategoState, cell: int) -> tuple[int, ...]:
    """Types the piece on a cell may be of."""
    kind = state.board[cell] & 15
    return TYPES if kind == HIDDEN else (kind,)


def can_act(state: StrategoState, action: Action, kinds: Iterable[int] = ()) -> bool:
    """Whether the side to act could do this, for all its opponents know; `kinds`: what the acting
    piece may be."""
    game = state.game
    spent = game.quiet_limit and state.quiet >= game.quiet_limit
    if spent or (game.most_actions and state.plies >= game.most_actions):
        return False
    if action[0] == "buy":
        return _can_buy(state, action[1], action[2])
    if set(movement.halves(action)) & movement.forbidden(state):
        return False
    if action[0] == "relay":
        return _can_relay(state, action[1], action[2])
    piece = state.board[action[1]]
    if not piece or piece >> 4 != state.turn:
        return False
    return any(_reaches(state, kind, action) for kind in kinds or kinds_at(state, action[1]))


def _reaches(state: StrategoState, kind: int, action: Action) -> bool:
    verb, origin, target = action
    for cells, quiet, reach in state.game.tables.rays[state.turn][kind][origin]:
        for number, cell in enumerate(cells):
            there = state.board[cell]
            if cell == target:
                if not there:
                    return bool(verb == "move" and quiet)
                return bool(verb == "attack" and there >> 4 != state.turn and reach > number)
            if there or not quiet:
                break
    return False


def _can_relay(state: StrategoState, a: int, b: int) -> bool:
    tables = state.game.tables
    advance = tables.advance[state.turn]
    if not state.game.relay or b not in tables.edges[a]:
        return False
    if tables.charge != "off" and advance[a] != advance[b]:
        return False
    return all(
        state.board[c] and state.board[c] >> 4 == state.turn
        and tables.movers & set(kinds_at(state, c))
        for c in (a, b)
    )  # fmt: skip


def _can_buy(state: StrategoState, kind: int, cell: int) -> bool:
    side, price = state.turn, state.game.price
    lost, back = state.lost[side], state.buy[side][kind] + state.resc[side][kind]
    return bool(
        price
        and kind in RANKED
        and cell in movement.free_home(state, side)
        and rank(kind) * price <= state.pts[side]
        and lost[kind] + lost[GROUP + kind] > back
    )


def can_end_so(state: StrategoState, outcome: int, a: int, d: int) -> bool:
    """Whether the fight that is on could end so; HIDDEN stands for what is not told."""
    origin, target, _ = state.act
    ours = kinds_at(state, origin) if a == HIDDEN else (a,)
    theirs = kinds_at(state, target) if d == HIDDEN else (d,)
    if d == HIDDEN:
        theirs = tuple(kind for kind in theirs if kind != FLAG)
    hills = state.game.hills
    return any(
        state.game.combat.resolve(one, s, two, t, origin in hills, target in hills) == outcome
        for one, two in product(ours, theirs)
        for s, t in product(_skills(state, origin), _skills(state, target))
        if one != FLAG
    )


def _skills(state: StrategoState, cell: int) -> tuple[bool, ...]:
    """Whether the piece has learnt to defuse; under blind combat only its owner knows."""
    marked = bool(state.flags[cell] & SKILL)
    own = state.board[cell] >> 4 == state.viewer
    secret = bool(state.game.tables.capturers) and not state.game.shows_survivor and not own
    return (False, True) if secret else (marked,)


def fits(state: StrategoState, cell: int, kind: int) -> bool:
    """Whether the piece on a cell may turn out to be of a type: no other has been shown, it moved
    only if such a piece can, and the army has enough of it."""
    piece = state.board[cell]
    known = piece & 15
    if known != HIDDEN:
        return known == kind
    side = piece >> 4
    if state.flags[cell] & MOVED and kind not in state.game.tables.movers:
        return False
    return state.board.count(side << 4 | kind) < state.game.tables.army[kind]


def can_rise(state: StrategoState, kind: int, merit: bool) -> bool:
    """Whether the revealed piece on the target may have become `kind`."""
    tables = state.game.tables
    piece = state.board[state.act[1]]
    listed = tables.merit if merit else tables.courage
    room = state.board.count(piece & 240 | kind) < tables.army[kind]
    return piece & 15 in listed and kind == (piece & 15) + 1 and room


def can_return(state: StrategoState, cell: int) -> bool:
    """Whether the side to act may have brought something back to a cell."""
    side = state.turn
    gone = sum(state.lost[side][: 2 * GROUP]) - sum(state.resc[side]) - sum(state.buy[side])
    return gone > 0 and cell in movement.free_home(state, side)


def can_be_out(state: StrategoState, side: int, flag: bool) -> bool:
    """Whether a side may be out by 4.1 or 4.2 with this board; exact for the viewer's own."""
    tables = state.game.tables
    kinds = [piece & 15 for piece in state.board if piece and piece >> 4 == side]
    still = sum(tables.army[kind] for kind in TYPES if kind not in tables.mobile)
    able = any(kind in tables.mobile for kind in kinds) or kinds.count(HIDDEN) > still
    return flag or not able


def must_be_out(state: StrategoState, side: int, flag: bool) -> bool:
    """Whether it is known that a side is out."""
    mobile = state.game.tables.mobile
    kinds = [piece & 15 for piece in state.board if piece and piece >> 4 == side]
    return flag or not any(kind in mobile or kind == HIDDEN for kind in kinds)


# -- the end ---------------------------------------------------------------------------------------


def ended(before: StrategoState, action: Action, final: StrategoState) -> StrategoState:
    """The viewer's state after the last event, before anything is uncovered. Who is out by 4.1 and
    4.2 depends on hidden pieces: he is told by the result."""
    known = before.clone()
    assert final.result is not None
    reason = final.result.reason
    if reason not in BY_ELIMINATION or action[0] in (RESIGN, TIME, DRAW, "out", "end"):
        known.apply(action)
        return known
    winner = final.result.winner
    out = tuple(s for s in range(known.game.players) if s != winner)
    fight = next((p for p in action if isinstance(p, tuple) and p[0] == "fight"), None)
    known.apply((*action, ("gone", *out)))
    took = bool(fight and fight[4])
    if known.result is None or (reason == "flag" and not took):
        known.result = None
    elif known.result.returns == final.result.returns:
        known.result = final.result
    return known


def as_known(final: StrategoState, viewer: int) -> StrategoState:
    """What a viewer would know of the last position, had it not been uncovered."""
    state = final.clone()
    state.result = None
    return views.observation(state, viewer)


def knowledge(state: StrategoState) -> tuple[object, ...]:
    """What a viewer may compare of two states of his."""
    lists = (state.lost, state.resc, state.buy, state.vac)
    return (
        bytes(state.board),
        bytes(state.flags),
        (state.skips, state.quiet, state.plies, state.memory, state.pts, state.chs),
        tuple(bytes(row) for rows in lists for row in rows),
    )
