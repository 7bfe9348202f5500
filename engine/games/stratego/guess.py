"""A full position that a viewer cannot tell from the truth (contract: State.determinize).

Hidden pieces get types out of what is left of the army: moved ones can move, every side keeps a
piece that can, and the flag stands still. Where promotions made the count impossible, any type
that is possible will do.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.games.stratego.pieces import (
    BOMB,
    FLAG,
    GROUP,
    HIDDEN,
    MOVED,
    RANKED,
    RESCUER,
    SCOUT,
    TRUTH,
)
from engine.games.stratego.placing import OPEN

if TYPE_CHECKING:
    from engine.games.stratego.state import StrategoState


def determinize(state: StrategoState, viewer: int, rng: Random) -> StrategoState:
    new = state.observation(viewer)
    if new.result is not None:
        return new
    new.viewer = TRUTH
    for side in range(new.game.players):
        if side == viewer:
            continue
        if new.setting_up:
            _set_up(new, side, rng)
        else:
            _fill(new, side, rng)
    new._legal = None
    return new


def _set_up(new: StrategoState, side: int, rng: Random) -> None:
    """A set-up of a side as far as it may have come."""
    zone = new.game.zones[side]
    home = new.game.tables.homes[side]
    opened = new.asked == "open" and side < new.turn
    if opened:
        _fill(new, side, rng)
        return
    if new.asked == "place" and side > new.turn:
        return
    done = zone.size
    if new.asked == "place" and side == new.turn:
        done = new.placed = rng.randint(0, zone.size)
    for cell, kind in zip(home[:done], zone.random(rng), strict=False):
        if kind:
            new.board[cell] = side << 4 | kind
            new.ids[cell], new.entered[cell] = cell << 8, 1


def _left(new: StrategoState, side: int) -> list[int]:
    """Types of the army of which nobody has seen what became of them."""
    left = list(new.game.tables.army)
    for kind in range(HIDDEN):
        left[kind] -= new.board.count(side << 4 | kind)
        left[kind] -= new.lost[side][kind] + new.lost[side][2 * GROUP + kind]
        left[kind] += new.buy[side][kind]
    return [kind for kind in range(FLAG, HIDDEN) for _ in range(max(left[kind], 0))]


def _fill(new: StrategoState, side: int, rng: Random) -> None:
    hidden = side << 4 | HIDDEN
    cells = [c for c, piece in enumerate(new.board) if piece == hidden]
    bag = _left(new, side)
    rng.shuffle(bag)
    _fill_questions(new, side, bag)
    rng.shuffle(cells)
    # The most constrained first: pieces that moved, then one that can, then the flag, then any.
    cells.sort(key=lambda c: (not new.flags[c] & RESCUER, not new.flags[c] & MOVED))
    mobile = new.game.tables.mobile
    able = any(p >> 4 == side and p & 15 in mobile for p in new.board if p & 15 != HIDDEN)
    flagged = FLAG not in bag
    for number, cell in enumerate(cells):
        marks = new.flags[cell]
        if marks & MOVED or not able:
            kind = _draw(bag, _movers(new, marks), new, side)
        elif not flagged:
            kind, flagged = FLAG, True
            bag.remove(FLAG)
        else:
            rest = [k for k in bag if k != FLAG] or bag
            kind = _take(bag, rest[0]) if rest else _spare(new, side, number)
        able = able or kind in mobile
        new.board[cell] = side << 4 | kind
    if new.asked == "open" and not _may_start(new, side):
        _by_zone(new, side, rng)
    _fill_lists(new, side, bag, rng)


def _movers(new: StrategoState, marks: int) -> frozenset[int]:
    if marks & RESCUER:
        return frozenset(RANKED) - {SCOUT}
    return new.game.tables.mobile


def _take(bag: list[int], kind: int) -> int:
    bag.remove(kind)
    return kind


def _draw(bag: list[int], kinds: frozenset[int], new: StrategoState, side: int) -> int:
    """One of `kinds` out of the bag; failing that one of which the board has room."""
    for kind in bag:
        if kind in kinds:
            return _take(bag, kind)
    army = new.game.tables.army
    room = [k for k in sorted(kinds) if new.board.count(side << 4 | k) < army[k]]
    return (room or sorted(kinds))[0]


def _spare(new: StrategoState, side: int, number: int) -> int:
    """A type of which the army has more than stand on the board."""
    army = new.game.tables.army
    room = [k for k in (*RANKED, BOMB) if new.board.count(side << 4 | k) < army[k]]
    return room[number % len(room)] if room else RANKED[1]


def _fill_questions(new: StrategoState, side: int, bag: list[int]) -> None:
    """Types in the fight that is being settled, which others know by its outcome alone."""
    if not new.fight:
        return
    outcome, a, d, owner, shown = new.fight
    target = new.act[1]
    if a == HIDDEN and new.turn == side:
        a = _survivor(new, side, target, bag) if outcome > 0 else _peek(bag)
    if d == HIDDEN and owner == side:
        d = _survivor(new, side, target, bag) if outcome < 0 else _peek(bag)
    new.fight = (outcome, a, d, owner, shown)


def _survivor(new: StrategoState, side: int, target: int, bag: list[int]) -> int:
    kind = _draw(bag, _movers(new, new.flags[target]), new, side)
    new.board[target] = side << 4 | kind
    return kind


def _peek(bag: list[int]) -> int:
    """A removed piece; it is drawn for the list of losses later."""
    return next((kind for kind in bag if kind != FLAG), SCOUT)


def _fill_lists(new: StrategoState, side: int, bag: list[int], rng: Random) -> None:
    """Types of losses and returns nobody else saw, and the places that are vacant."""
    lost, resc, vac = new.lost[side], new.resc[side], new.vac[side]
    back = resc[HIDDEN]
    for start in (GROUP, 3 * GROUP):
        for _ in range(lost[start + HIDDEN]):
            lost[start + _draw(bag, frozenset(RANKED), new, side)] += 1
        lost[start + HIDDEN] = 0
    resc[HIDDEN] = 0
    for _ in range(back):
        kinds = [k for k in RANKED if lost[k] + lost[GROUP + k] > resc[k] + new.buy[side][k]]
        resc[rng.choice(kinds) if kinds else SCOUT] += 1
    for kind in range(FLAG, HIDDEN):
        gone = lost[kind] + lost[GROUP + kind] - resc[kind] - new.buy[side][kind]
        room = new.game.tables.army[kind] - new.board.count(side << 4 | kind)
        vac[kind] = max(0, min(gone, room))


def _may_start(new: StrategoState, side: int) -> bool:
    home = new.game.tables.homes[side]
    return new.game.zones[side].complete([new.board[c] & 15 for c in home])


def _by_zone(new: StrategoState, side: int, rng: Random) -> None:
    """A set-up on the occupied cells that has a first move."""
    zone, home = new.game.zones[side], new.game.tables.homes[side]
    taken = [OPEN if new.board[c] else 0 for c in home]
    for cell, kind in zip(home, zone.random(rng, taken), strict=True):
        if new.board[cell]:
            new.board[cell] = side << 4 | kind
