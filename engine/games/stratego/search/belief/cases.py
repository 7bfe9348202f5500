"""Enumeration of what hidden pieces can be, for proofs that hold in every case."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import Action
from engine.games.stratego.rules import belief
from engine.games.stratego.rules.pieces import FLAG, HIDDEN, REVEALED, kind_of, owner_of, piece_of
from engine.games.stratego.rules.state import StrategoState

FEW = 7  # most hidden pieces that are all enumerated
MOST = 500  # most cases

Case = tuple[float, StrategoState]


def cases(state: StrategoState, action: Action) -> list[Case]:
    """Return (chance, state) of every case (SearchHints.cases): of all hidden pieces where they are
    few, else of the attacked one; empty where neither can be listed."""
    hidden = [cell for cell, piece in enumerate(state.board) if kind_of(piece) == HIDDEN]
    if len(hidden) <= FEW:
        found: list[Case] = []
        for case in _completions(state, hidden):
            found.append(case)
            if len(found) > MOST:
                return []
        return found
    touched = action[2] if action[0] == "attack" else -1
    return list(_faces(state, touched)) if touched in hidden else []


def _completions(state: StrategoState, hidden: list[int]) -> Iterator[Case]:
    """Yield (probability, state) for every way to fill in the types of these cells in which each
    army left in the game has a flag."""
    if not hidden:
        if not any(
            belief.left(state, side)[FLAG] for side in range(state.game.players) if _in(state, side)
        ):
            yield 1.0, state
        return
    for chance, one in _faces(state, hidden[0]):
        for rest, whole in _completions(one, hidden[1:]):
            yield chance * rest, whole


def _in(state: StrategoState, side: int) -> bool:
    """Tell whether `side` is another one than the viewer and has pieces."""
    return side != state.viewer and any(piece and owner_of(piece) == side for piece in state.board)


def _faces(state: StrategoState, cell: int) -> Iterator[Case]:
    """Yield the state with the hidden piece on `cell` as each type it can be."""
    side = owner_of(state.board[cell])
    for kind, chance in enumerate(belief.chances(state, side)[cell]):
        if chance > 0:
            new = state.clone()
            new.board[cell] = piece_of(side, kind)
            new.flags[cell] |= REVEALED
            new._legal = None
            yield chance, new
