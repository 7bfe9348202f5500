"""Chances by type of a side's hidden pieces, from what everybody has seen of the game.

The types left in the army are shared out among the hidden pieces by where each began, whether it
has moved and what its moves have shown (`deeds`). Pieces with the same evidence share one row of
chances.
"""

from __future__ import annotations

from engine.games.stratego.rules import deeds
from engine.games.stratego.rules.combat import LOSES, WINS
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MOVED,
    RESCUER,
    SCOUT,
    TYPES,
    entry_cell,
    piece_of,
)
from engine.games.stratego.rules.position import StrategoPosition

Chances = tuple[float, ...]  # by type; 0 at the places of "no piece" and HIDDEN
Evidence = tuple[object, ...]

# By home line, back to front: how much more often than by even chances each type (F B S 2 … M)
# is placed there, from the library's set-ups and common advice.
LINES = (
    (3.4, 2.1, 1.0, 0.8, 1.75, 1.0, 0.7, 0.5, 0.4, 0.4, 0.4, 0.4),
    (0.5, 1.25, 1.5, 0.8, 1.4, 1.2, 1.0, 0.8, 0.8, 0.9, 1.0, 1.0),
    (0.08, 0.45, 1.2, 0.9, 0.6, 1.0, 1.1, 1.2, 1.4, 1.5, 1.5, 1.4),
    (0.02, 0.2, 0.3, 1.5, 0.25, 0.8, 1.2, 1.5, 1.4, 1.2, 1.1, 1.2),
)
EVEN = (1.0,) * 12
# How likely each type (F B S 2 … M) is to be moved, relative to the others.
READY = (0.3, 1.0, 0.5, 1.3, 0.55, 1.0, 1.1, 1.2, 1.2, 1.1, 1.0, 0.9)
PATIENCE = 250.0  # actions after which a piece that never moved is hardly able to
LEAST = 0.3  # floor of that factor: some pieces that can move wait very long
BOLD, TIMID = 2.5, 2.0  # factors for going next to a known piece and for leaving one
ROUNDS = 6  # iterations of proportional fitting


def left(state: StrategoPosition, side: int) -> list[int]:
    """Return, by type, how many of the army are unaccounted for: not on the board and not known
    lost."""
    rest = list(state.game.tables.army)
    for kind in TYPES:
        rest[kind] -= state.board.count(piece_of(side, kind))
        rest[kind] -= state.lost[side].shown(kind)
        rest[kind] = max(0, rest[kind] + state.buy[side][kind])
    return rest


def chances(state: StrategoPosition, side: int) -> dict[int, Chances]:
    """Return the chances by cell of each piece of `side` that `state`, an observation, has as
    HIDDEN."""
    hidden = piece_of(side, HIDDEN)
    cells = [c for c, piece in enumerate(state.board) if piece == hidden]
    groups: dict[Evidence, list[int]] = {}
    for cell in cells:
        marks = state.flags[cell] & (MOVED | RESCUER)
        shown = state.deeds.get(state.ids[cell], 0)
        groups.setdefault((marks, _line(state, side, cell), shown), []).append(cell)
    weights = [_weights(state, *key) for key in groups]  # type: ignore[arg-type]
    shared = share_out([len(c) for c in groups.values()], weights, left(state, side))
    return {c: one for one, those in zip(shared, groups.values(), strict=True) for c in those}


def _line(state: StrategoPosition, side: int, cell: int) -> int:
    """Return the home line a piece began on, 0 (back) to 3 (front); 4 where it is not known."""
    tables = state.game.tables
    began = entry_cell(state.ids[cell])
    if began not in tables.home_sets[side]:
        return 4
    advance = tables.advance[side]
    front = max(advance[tables.homes[side][0]], 1)
    return min(3, (advance[began] * 3 + front // 2) // front)


def _weights(state: StrategoPosition, marks: int, line: int, bits: int) -> list[float]:
    """Return the prior weight of each type for pieces with this evidence."""
    told = _told_by_moves(state, bits) if bits else None
    lines = LINES[line] if line < 4 else EVEN
    tables = state.game.tables
    idle = max(LEAST, 1 - state.plies / PATIENCE)
    out = [0.0] * (HIDDEN + 1)
    for kind in TYPES:
        weight = lines[kind - 1]
        if marks & MOVED:
            weight *= READY[kind - 1] if kind in tables.movers else 0.0
        elif kind in tables.movers and kind != FLAG:
            weight *= idle
        if marks & RESCUER and kind in (FLAG, BOMB, SCOUT):
            weight = 0.0
        out[kind] = weight * told[kind] if told else weight
    return out


def share_out(sizes: list[int], weights: list[list[float]], rest: list[int]) -> list[Chances]:
    """Return a row of chances per group such that the expected number of each type is what is left.
    `sizes`: pieces per group, `weights`: its priors by type, `rest`: numbers left by type."""
    pieces, stock = sum(sizes), sum(rest)
    part = pieces / stock if stock else 0.0
    columns = [0.0] * len(rest)
    rows = [1.0] * len(sizes)
    kinds = [kind for kind in TYPES if rest[kind]]
    for _ in range(ROUNDS):
        for kind in kinds:
            number = 0.0
            for n, row, w in zip(sizes, rows, weights, strict=True):
                number += n * row * w[kind]
            columns[kind] = rest[kind] * part / number if number else 0.0
        for place, w in enumerate(weights):
            total = 0.0
            for kind in kinds:
                total += w[kind] * columns[kind]
            rows[place] = 1 / total if total else 0.0
    out = []
    for row, w in zip(rows, weights, strict=True):
        if row:
            out.append(tuple(row * a * b for a, b in zip(w, columns, strict=True)))
        else:  # promotions and the like: any type that the evidence allows
            total = sum(w) or 1.0
            out.append(tuple(a / total for a in w))
    return out


def _told_by_moves(state: StrategoPosition, bits: int) -> tuple[float, ...]:
    """Return factors by type from deeds: a piece that went next to a known one can probably take
    it, one that left probably feared it."""
    factors = [1.0] * (HIDDEN + 1)
    resolve = state.game.combat.resolve
    for kind in deeds.types(bits, deeds.DARED):
        for mine in TYPES:
            if resolve(mine, False, kind, False) == WINS:
                factors[mine] *= BOLD
    for kind in deeds.types(bits, deeds.SHUNNED):
        for mine in TYPES:
            if resolve(kind, False, mine, False) != LOSES:
                factors[mine] *= TIMID
    for kind in deeds.types(bits, deeds.UNABLE):
        factors[kind] = 0.0
    return tuple(factors)
