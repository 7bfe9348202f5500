"""A full position that agrees with a viewer's knowledge (State.determinize).

Hidden pieces get types from what is left of the army: pieces that moved can move, and every side
keeps a piece that can. The flag is a piece that never moved, or with `mobile_flag` any that may be
it. Where promotions make the numbers impossible, any possible type is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.games.stratego.rules import belief
from engine.games.stratego.rules.losses import UNSEEN
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MOVED,
    RANKED,
    RESCUER,
    SCOUT,
    TRUTH,
    TYPES,
    identity_of,
    kind_of,
    owner_of,
    piece_of,
)
from engine.games.stratego.rules.placing import OPEN
from engine.games.stratego.rules.position import Known, StrategoPosition


def determinize(state: Known, viewer: int, rng: Random) -> Known:
    """Return a full position that `viewer` cannot tell from the truth."""
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


def _set_up(new: StrategoPosition, side: int, rng: Random) -> None:
    """Place a plausible part of a side's set-up during the set-up phase."""
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
            new.board[cell] = piece_of(side, kind)
            new.ids[cell], new.entered[cell] = identity_of(cell), 1


def _fill(new: StrategoPosition, side: int, rng: Random) -> None:
    """Give the hidden pieces of a side types, then fill in its fight and lists."""
    hidden = piece_of(side, HIDDEN)
    cells = [c for c, piece in enumerate(new.board) if piece == hidden]
    rest = belief.left(new, side)
    likely = belief.chances(new, side)
    bag = [kind for kind in TYPES for _ in range(rest[kind])]
    rng.shuffle(bag)
    _fill_questions(new, side, bag)
    cells = [c for c in cells if new.board[c] == hidden]
    rng.shuffle(cells)
    # The most constrained first: pieces that moved, then one that can, then the flag, then any.
    cells.sort(key=lambda c: (not new.flags[c] & RESCUER, not new.flags[c] & MOVED))
    able = _has_mobile(new, side)
    flag = _flag_cell(new, cells, bag, likely, rng) if FLAG in bag else -1
    for number, cell in enumerate(cells):
        marks = new.flags[cell]
        _prefer(bag, likely[cell], rest, rng)
        if cell == flag:
            kind = _take(bag, FLAG)
        elif marks & MOVED or not able:
            kind = _draw(bag, _movers(new, marks), new, side)
        else:
            free = [k for k in bag if k != FLAG]
            kind = _take(bag, free[0]) if free else _spare(new, side, number)
        able = able or kind in new.game.tables.mobile
        new.board[cell] = piece_of(side, kind)
    if new.asked == "open" and not _may_start(new, side):
        _by_zone(new, side, rng)
    _fill_lists(new, side, bag, rng)


def _has_mobile(state: StrategoPosition, side: int) -> bool:
    """Tell whether the side has a piece of known type that can move."""
    mobile = state.game.tables.mobile  # HIDDEN is not among them
    return any(owner_of(piece) == side and kind_of(piece) in mobile for piece in state.board)


def _flag_cell(
    new: StrategoPosition,
    cells: list[int],
    bag: Sequence[int],
    likely: Mapping[int, Sequence[float]],
    rng: Random,
) -> int:
    """Return the cell of the flag, drawn by its chances; -1: no cell is possible."""
    tables = new.game.tables
    still = [c for c in cells if not new.flags[c] & MOVED]
    moved = [c for c in cells if new.flags[c] & MOVED]
    side = owner_of(new.board[cells[0]]) if cells else 0
    if not moved and not _has_mobile(new, side):
        still = still[1:]  # the first has to be a piece that can move
    if FLAG in tables.movers:
        if sum(kind in tables.mobile for kind in bag) < len(moved):
            still = []  # what stands still is needed for the bombs
        still += [c for c in moved if likely[c][FLAG]]
    weights = [likely[c][FLAG] + 1e-6 for c in still]
    return rng.choices(still, weights)[0] if still else -1


def _prefer(bag: list[int], likely: Sequence[float], rest: Sequence[int], rng: Random) -> None:
    """Draw a type by its chances at this cell and move it to the front of the bag. The flag is
    never drawn."""
    weights = [likely[kind] / rest[kind] if kind != FLAG else 0.0 for kind in bag]
    if sum(weights) > 0:
        place = rng.choices(range(len(bag)), weights)[0]
        bag[0], bag[place] = bag[place], bag[0]


def _movers(new: StrategoPosition, marks: int) -> frozenset[int]:
    """Return the types a piece with these marks can be, given that it has moved."""
    if marks & RESCUER:
        return frozenset(RANKED) - {SCOUT}
    return new.game.tables.mobile


def _take(bag: list[int], kind: int) -> int:
    """Remove a type from the bag and return it."""
    bag.remove(kind)
    return kind


def _draw(bag: list[int], kinds: frozenset[int], new: StrategoPosition, side: int) -> int:
    """Return the first of `kinds` in the bag, taken out; failing that a type with room on the
    board."""
    for kind in bag:
        if kind in kinds:
            return _take(bag, kind)
    army = new.game.tables.army
    room = [k for k in sorted(kinds) if new.board.count(piece_of(side, k)) < army[k]]
    return (room or sorted(kinds))[0]


def _spare(new: StrategoPosition, side: int, number: int) -> int:
    """Return a type of which the army has more than stand on the board."""
    army = new.game.tables.army
    room = [k for k in (*RANKED, BOMB) if new.board.count(piece_of(side, k)) < army[k]]
    return room[number % len(room)] if room else RANKED[1]


def _fill_questions(new: StrategoPosition, side: int, bag: list[int]) -> None:
    """Fill in the types of the pending fight that others know by its outcome alone."""
    if not new.fight:
        return
    outcome, a, d, owner, shown = new.fight
    target = new.act[1]
    if a == HIDDEN and new.turn == side:
        a = _survivor(new, side, target, bag) if outcome > 0 else _peek(bag)
    if d == HIDDEN and owner == side:
        d = _survivor(new, side, target, bag) if outcome < 0 else _peek(bag)
    new.fight = (outcome, a, d, owner, shown)


def _survivor(new: StrategoPosition, side: int, target: int, bag: list[int]) -> int:
    """Give the survivor on the target a type and return it."""
    kind = _draw(bag, _movers(new, new.flags[target]), new, side)
    new.board[target] = piece_of(side, kind)
    return kind


def _peek(bag: list[int]) -> int:
    """Return a type for a removed piece; it stays in the bag, to be drawn for the losses later."""
    return next((kind for kind in bag if kind != FLAG), SCOUT)


def _fill_lists(new: StrategoPosition, side: int, bag: list[int], rng: Random) -> None:
    """Fill in the types of losses and returns that others have not seen, and the vacancies."""
    lost, resc, vac = new.lost[side], new.resc[side], new.vac[side]
    back = resc[HIDDEN]
    for group in UNSEEN:
        for _ in range(lost.count(group, HIDDEN)):
            lost.add(group, _draw(bag, frozenset(RANKED), new, side))
        lost.clear(group, HIDDEN)
    resc[HIDDEN] = 0
    for _ in range(back):
        kinds = [k for k in RANKED if lost.captured(k) > resc[k] + new.buy[side][k]]
        resc[rng.choice(kinds) if kinds else SCOUT] += 1
    for kind in range(FLAG, HIDDEN):
        gone = lost.captured(kind) - resc[kind] - new.buy[side][kind]
        room = new.game.tables.army[kind] - new.board.count(piece_of(side, kind))
        vac[kind] = max(0, min(gone, room))


def _may_start(new: StrategoPosition, side: int) -> bool:
    """Tell whether the home of the side is a complete set-up with a first move."""
    home = new.game.tables.homes[side]
    return new.game.zones[side].complete([kind_of(new.board[c]) for c in home])


def _by_zone(new: StrategoPosition, side: int, rng: Random) -> None:
    """Replace the set-up on the occupied home cells by one that has a first move."""
    zone, home = new.game.zones[side], new.game.tables.homes[side]
    taken = [OPEN if new.board[c] else 0 for c in home]
    for cell, kind in zip(home, zone.random(rng, taken), strict=True):
        if new.board[cell]:
            new.board[cell] = piece_of(side, kind)
