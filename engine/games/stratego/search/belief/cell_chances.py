"""Chances by cell of what hidden pieces are, sharpened by what stands around and where they go.

Players cover the flag's front with a bomb or an unmoved piece that may be one, and with bombs
enough its sides too. So a piece whose neighbours have left is hardly the flag, and the piece in
front of a likely flag is likely a bomb. Only a miner can do anything at a flag that bombs close in:
a piece that walks there is likely one, the more the nearer it has come.
"""

from __future__ import annotations

from engine.games.stratego.rules import belief
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MINER,
    MOVED,
    piece_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.search.belief.distances import steps

FRONT_OPEN, SIDE_OPEN = 0.08, 0.35  # factors of a flag behind, beside what is no bomb
FRONT_BOMB, SIDE_BOMB = 2.5, 1.8  # factors behind, beside a known bomb
BEFORE, BESIDE = 0.85, 0.7  # chance of a bomb in front of, beside a flag
WALLED = 3  # armies with at least so many bombs have some for the sides
APPROACH = 9  # steps from a closed flag from which on a piece looks like a miner
SAPPER = 1.7  # how much more with each step nearer


def chances(state: StrategoState, side: int) -> dict[int, belief.Chances]:
    """Return chances by cell as `belief.chances`, sharpened by the neighbours of likely flags."""
    known = belief.chances(state, side)
    tables = state.game.tables
    if not known or BOMB in tables.mobile or not belief.left(state, side)[FLAG]:
        return known
    bombs = tables.army[BOMB]
    rows = {cell: list(row) for cell, row in known.items()}
    flags = {c: _hidden(state, side, c, bombs) * row[FLAG] for c, row in known.items()}
    whole = sum(flags.values())
    if not whole or not bombs:
        return known
    for cell, weight in flags.items():
        rows[cell][FLAG] = weight
    for cell, weight in flags.items():
        for near, front in _around(state, side, cell):
            row = rows.get(near)
            share = weight / whole * (BEFORE if front else BESIDE if bombs >= WALLED else 0.0)
            if row is not None and row[BOMB]:
                row[BOMB] = share + (1 - share) * row[BOMB]
    for cell, factor in _walkers(state, side).items():
        rows[cell][MINER] *= factor
    shared = belief.share_out([1] * len(rows), list(rows.values()), belief.left(state, side))
    return dict(zip(rows, shared, strict=True))


def _walkers(state: StrategoState, side: int) -> dict[int, float]:
    """Return by cell how much more likely hidden pieces of `side` are miners than their chances
    say, because they have walked towards the closed flag of the viewer."""
    me = state.viewer  # below 0 for views of nobody's side
    flag = state.board.find(piece_of(me, FLAG)) if me >= 0 else -1
    if flag < 0 or any(
        state.board[near] != piece_of(me, BOMB) for near, _ in _around(state, me, flag)
    ):
        return {}
    far, hidden = steps(state.game.tables, flag, frozenset()), piece_of(side, HIDDEN)
    return {
        cell: SAPPER ** (APPROACH - far[cell])
        for cell, piece in enumerate(state.board)
        if piece == hidden and state.flags[cell] & MOVED and far[cell] < APPROACH
    }


def _around(state: StrategoState, side: int, cell: int) -> list[tuple[int, bool]]:
    """Return the accessible neighbours of a cell and whether each lies in front of it."""
    tables = state.game.tables
    advance, closed = tables.advance[side], tables.layout.lakes | tables.layout.void
    return [(c, advance[c] > advance[cell]) for c in tables.edges[cell] if c not in closed]


def _hidden(state: StrategoState, side: int, cell: int, bombs: int) -> float:
    """Return how well the pieces around a cell fit a flag there; 1 when nothing is known."""
    found = 1.0
    for near, front in _around(state, side, cell):
        piece, moved = state.board[near], state.flags[near] & MOVED
        if piece == piece_of(side, BOMB):
            found *= FRONT_BOMB if front else SIDE_BOMB
        elif piece != piece_of(side, HIDDEN) or moved:
            found *= FRONT_OPEN if front else SIDE_OPEN if bombs >= WALLED else 1.0
    return found
