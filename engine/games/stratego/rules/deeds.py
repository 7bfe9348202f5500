"""What a piece has shown by its moves: types it cannot be, and which known pieces of others it went
up to or got out of the way of.

All of it was seen by everybody. It goes with the piece (`Position.ids`) as numbers of bits, one by
type: `UNABLE`, `DARED`, `SHUNNED`. A position text knows no more than its repeat memory tells.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.stratego.rules.pieces import GROUP, REVEALED, TYPES
from engine.games.stratego.rules.position import Position

UNABLE, DARED, SHUNNED = 0, GROUP, 2 * GROUP  # where the bits of each begin


def types(bits: int, what: int) -> list[int]:
    """The types of which `bits` say so."""
    return [kind for kind in TYPES if bits >> what + kind & 1]


def note(state: Position, side: int, origin: int, target: int) -> None:
    """After an action from `origin` to `target`: what whoever stands there has shown by it."""
    piece = state.board[target]
    if not piece or piece >> 4 != side or state.flags[target] & REVEALED:
        return
    number = state.ids[target]
    before = state.deeds.get(number, 0)
    found = before | _unable(state, side, origin, target)
    met = _known_near(state, side, target)
    for cell in met:
        found |= 1 << DARED + (state.board[cell] & 15)
    for cell in _known_near(state, side, origin):
        if cell not in met and cell not in state.game.tables.edges[target]:
            found |= 1 << SHUNNED + (state.board[cell] & 15)
    if found != before:
        state.deeds = {**state.deeds, number: found}


def recall(state: Position) -> None:
    """What the repeat memory of a position from a text says of the pieces that are left."""
    for side, entries in enumerate(state.memory):
        for number, entry in enumerate(entries):
            for origin, target in entry if len(entry) == 1 else ():
                cell = _later(target, entries[number + 1 :])
                if state.board[cell] >> 4 == side and state.board[cell]:
                    piece = state.ids[cell]
                    bits = _unable(state, side, origin, target)
                    state.deeds = {**state.deeds, piece: state.deeds.get(piece, 0) | bits}


def _later(cell: int, entries: Iterable[tuple[tuple[int, int], ...]]) -> int:
    """Where the piece that came to a cell has gone since."""
    for entry in entries:
        cell = next((target for origin, target in entry if origin == cell), cell)
    return cell


def _unable(state: Position, side: int, origin: int, target: int) -> int:
    """Types that cannot go from one cell to the other; where pieces rise they may have been any."""
    tables, bits = state.game.tables, 0
    rays = tables.rays[side]
    for kind in () if tables.merit or tables.courage else TYPES:
        if not any(target in cells for cells, _, _ in rays[kind][origin]):
            bits |= 1 << UNABLE + kind
    return bits


def _known_near(state: Position, side: int, cell: int) -> list[int]:
    """Revealed pieces of others next to a cell that can move."""
    board, flags, movers = state.board, state.flags, state.game.tables.movers
    return [
        c
        for c in state.game.tables.edges[cell]
        if board[c] and board[c] >> 4 != side and flags[c] & REVEALED and board[c] & 15 in movers
    ]
