"""What a piece has shown by its moves: types it cannot be, and the known enemy types it approached
or retreated from.

Everybody has seen it. It is kept by piece (`StrategoPosition.ids`) as a bit set, one bit per type
in each of the parts UNABLE, DARED and SHUNNED. A position text only has what its repeat memory
shows.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.stratego.rules.pieces import (
    FLAG,
    GROUP,
    REVEALED,
    TYPES,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.position import StrategoPosition

UNABLE, DARED, SHUNNED = 0, GROUP, 2 * GROUP  # first bit of each part


def types(bits: int, what: int) -> list[int]:
    """Return the types whose bit is set in the part `what` of a bit set."""
    return [kind for kind in TYPES if bits & bit(what, kind)]


def bit(what: int, kind: int) -> int:
    """Return the bit of a type in the part `what`: UNABLE, DARED or SHUNNED."""
    return 1 << what + kind


def note(
    state: StrategoPosition, side: int, origin: int, target: int, attacked: bool = False
) -> None:
    """Record what the piece on `target` has shown by its move or attack from `origin`."""
    piece = state.board[target]
    if not piece or owner_of(piece) != side or state.flags[target] & REVEALED:
        return
    number = state.ids[target]
    before = state.deeds.get(number, 0)
    found = before | _unable(state, side, origin, target)
    if attacked and FLAG in state.game.tables.movers:
        found |= bit(UNABLE, FLAG)
    met = _known_near(state, side, target)
    for cell in met:
        found |= bit(DARED, kind_of(state.board[cell]))
    if left := _known_near(state, side, origin):
        near = state.game.tables.edges[target]
        for cell in left:
            if cell not in met and cell not in near:
                found |= bit(SHUNNED, kind_of(state.board[cell]))
    if found != before:
        state.deeds = {**state.deeds, number: found}


def recall(state: StrategoPosition) -> None:
    """Record what the repeat memory of a position read from a text shows of the pieces still
    there."""
    for side, entries in enumerate(state.memory):
        for number, entry in enumerate(entries):
            for origin, target in entry if len(entry) == 1 else ():
                cell = _later(target, entries[number + 1 :])
                if owner_of(state.board[cell]) == side and state.board[cell]:
                    piece = state.ids[cell]
                    bits = _unable(state, side, origin, target)
                    state.deeds = {**state.deeds, piece: state.deeds.get(piece, 0) | bits}


def _later(cell: int, entries: Iterable[tuple[tuple[int, int], ...]]) -> int:
    """Return the cell that a piece has reached from `cell` by the later entries of the memory."""
    for entry in entries:
        cell = next((target for origin, target in entry if origin == cell), cell)
    return cell


def _unable(state: StrategoPosition, side: int, origin: int, target: int) -> int:
    """Return the UNABLE bits of the types that cannot step between two cells; 0 where promotions
    are on, since the piece may have been any type then."""
    tables = state.game.tables
    if tables.merit or tables.courage:
        return 0
    step = (side, origin, target)
    bits = tables.unable.get(step)
    if bits is None:
        rays = tables.rays[side]
        steps = {kind: {cell for way in rays[kind][origin] for cell in way[0]} for kind in TYPES}
        bits = sum(bit(UNABLE, kind) for kind in TYPES if target not in steps[kind])
        tables.unable[step] = bits
    return bits


def _known_near(state: StrategoPosition, side: int, cell: int) -> list[int]:
    """Return the cells next to `cell` with a revealed enemy piece that can move."""
    board, flags, movers = state.board, state.flags, state.game.tables.movers
    return [
        near
        for near in state.game.tables.edges[cell]
        if flags[near] & REVEALED
        and owner_of(board[near]) != side
        and kind_of(board[near]) in movers
    ]
