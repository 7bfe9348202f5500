"""Legal actions of a turn (rulebook, sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.contract import Action
from engine.games.stratego.rules.pieces import (
    RANKED,
    owner_of,
    piece_of,
    rank,
)
from engine.games.stratego.rules.position import Entry, Step, StrategoPosition
from engine.games.stratego.rules.tables import CompiledOptions


def steps(tables: CompiledOptions, board: bytearray, side: int) -> list[Action]:
    """Return the moves and attacks of a side by the range rules alone."""
    out: list[Action] = []
    rays = tables.rays[side]
    low, high = piece_of(side, 0), piece_of(side + 1, 0)  # its pieces are the bytes between
    for cell, piece in enumerate(board):
        if not low < piece < high:
            continue
        for cells, quiet, reach in rays[piece - low][cell]:
            for target in cells:
                there = board[target]
                if there:
                    if owner_of(there) != side and reach > 0:
                        out.append(("attack", cell, target))
                    break
                if not quiet:
                    break
                out.append(("move", cell, target))
                reach -= 1
    return list(dict.fromkeys(out)) if tables.forks else out


def legal(state: StrategoPosition) -> list[Action]:
    """Return the actions of the side to act; empty when it is blocked."""
    game, side = state.game, state.turn
    out = steps(game.tables, state.board, side)
    if game.relay:
        out += relays(state)
    if banned := forbidden(state):
        out = [a for a in out if not any(half in banned for half in halves(a))]
    if game.price:
        out += rescues(state)
    return out


def halves(action: Action) -> Entry:
    """Return (origin, target) of every piece an action moves; a relay moves two, a rescue none."""
    if action[0] == "relay":
        return ((action[1], action[2]), (action[2], action[1]))
    return ((action[1], action[2]),) if action[0] in ("move", "attack") else ()


def relays(state: StrategoPosition) -> list[Action]:
    """Return the relays of the side to act: two neighbours that can move, under `charge` equally
    far forward (5.4)."""
    tables, board, side = state.game.tables, state.board, state.turn
    movers, advance = tables.movers, tables.advance[side]
    charge = tables.charge != "off"
    low = piece_of(side, 0)
    out: list[Action] = []
    for cell, piece in enumerate(board):
        if piece - low not in movers:
            continue
        for other in tables.edges[cell]:
            if other > cell and board[other] - low in movers:
                if not charge or advance[cell] == advance[other]:
                    out.append(("relay", cell, other))
    return out


def rescues(state: StrategoPosition) -> list[Action]:
    """Return the rescues that the points pay for: each type with every empty home cell."""
    side = state.turn
    affordable = [
        k for k in returnable(state, side) if rank(k) * state.game.price <= state.pts[side]
    ]
    if not affordable:
        return []
    free = free_home(state, side)
    return [("buy", kind, cell) for kind in affordable for cell in free]


def free_home(state: StrategoPosition, side: int) -> list[int]:
    """Return the empty home cells of a side, sorted."""
    return [c for c in sorted(state.game.tables.homes[side]) if not state.board[c]]


def returnable(state: StrategoPosition, side: int) -> list[int]:
    """Return the ranked types that can come back: one is captured and its place has not been filled
    by a promotion (S11)."""
    lost, resc, buy, vac = (
        state.lost[side],
        state.resc[side],
        state.buy[side],
        state.vac[side],
    )
    return [kind for kind in RANKED if vac[kind] and lost.captured(kind) > resc[kind] + buy[kind]]


def forbidden(state: StrategoPosition) -> set[Step]:
    """Return the steps refused by the two-square rule and the chase rule."""
    banned = repeated(state)
    if state.game.chase and state.chs[state.turn]:
        banned |= chased(state)
    return banned


def repeated(state: StrategoPosition) -> set[Step]:
    """Return the steps that would be the fourth in a row between two cells (3.3)."""
    last = state.memory[state.turn]
    rule = state.game.two_square
    if rule == "off" or len(last) < 3:
        return set()
    out: set[Step] = set()
    for way in _chains(last):
        if rule == "pair":
            origin, target = way[2]
            if way[0] == (origin, target) and way[1] == (target, origin):
                out.add((target, origin))
        else:
            out |= _span(state, way)
    return out


def _chains(last: tuple[Entry, ...]) -> Iterable[tuple[Step, Step, Step]]:
    """Yield the chains of three steps in a row by one piece."""
    for first in last[0]:
        for second in last[1]:
            if second[0] == first[1]:
                for third in last[2]:
                    if third[0] == second[1]:
                        yield first, second, third


def _span(state: StrategoPosition, way: tuple[Step, Step, Step]) -> set[Step]:
    """Return the steps from the last target that cross a link all three steps have crossed."""
    links = state.game.links
    common = links(*way[0]) & links(*way[1]) & links(*way[2])
    if not common:
        return set()
    origin = way[2][1]
    cells = range(len(state.board))
    return {(origin, t) for t in cells if t != origin and links(origin, t) & common}


def chased(state: StrategoPosition) -> set[Step]:
    """Return the threatening steps that would repeat a placement of the running chase (5.5)."""
    run = state.chs[state.turn]
    where: dict[int, int] = {}  # displaced pieces: earlier cell by present cell
    now_at: dict[int, int] = {}  # the reverse: present cell by earlier cell
    back: set[Step] = set()
    for number in range(len(run) - 1, -1, -1):
        if number % 2 == 0 and len(where) == 1:
            ((now, then),) = where.items()
            back.add((now, then))
        origin, target = run[number]
        piece = now_at.pop(target, target)
        where[piece] = origin
        now_at[origin] = piece
        if piece == origin:
            del where[piece], now_at[origin]
    if len(run) >= 2:
        back.discard((run[-2][1], run[-2][0]))
    return {step for step in back if threatens(state, state.turn, step[1], step[0])}


def threatens(state: StrategoPosition, side: int, target: int, origin: int = -1) -> bool:
    """Tell whether a piece on `target` is next to an enemy piece; `origin`: the cell it comes from,
    which does not count."""
    board = state.board
    return any(
        board[cell] and cell != origin and owner_of(board[cell]) != side
        for cell in state.game.tables.edges[target]
    )


def next_chase(
    state: StrategoPosition, side: int, action: Action, removed: bool
) -> tuple[tuple[Step, ...], ...]:
    """Return the running chases of both sides after a turn of `side`; the board is the one after
    it."""
    if action[0] != "move" or removed:
        return ((), ())
    step = (action[1], action[2])
    other = 1 - side
    runs = list(state.chs)
    mine = runs[side]
    if not threatens(state, side, step[1]):
        runs[side] = ()
    elif mine and len(mine) % 2 == 0:
        runs[side] = (*mine, step)
    else:
        runs[side] = (step,)
    theirs = runs[other]
    if theirs:
        hunter = theirs[-1][1]
        edges = state.game.tables.edges[hunter]
        answered = len(theirs) % 2 == 1 and step[0] in edges and step[1] not in edges
        runs[other] = (*theirs, step) if answered else ()
    return tuple(runs)
