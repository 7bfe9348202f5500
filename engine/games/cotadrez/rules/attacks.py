"""Attacks of the units (rulebook, section 3). Functions take terrain tables, a board and halves;
turns and players are not known here.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.cotadrez.rules.pieces import (
    ARCHER,
    DRAGON,
    ELEPHANT,
    HEAVY,
    KING,
    LANCER,
    LIGHT,
    RABBLE,
    SCORPION,
    TREBUCHET,
    code,
)
from engine.games.cotadrez.rules.terrain import Rays, Terrain

Board = bytearray


def _codes(*kinds: int) -> tuple[tuple[bool, ...], ...]:
    """Return, by half and unit code, whether the unit belongs to the half and is of these kinds."""
    return tuple(tuple(n in {code(half, k) for k in kinds} for n in range(32)) for half in (0, 1))


BESIDE = _codes(KING, LANCER, RABBLE)  # attack the next squares of rank and file
ASLANT = _codes(KING, ARCHER)  # attack the next squares of the diagonals
# Kinds by attack role, in the order of the bits of `Terrain.roles`; the last four can be blocked.
KINDS_BY_ROLE = (
    (KING, LANCER, RABBLE),
    (KING, ARCHER),
    (LIGHT,),
    (TREBUCHET,),
    (HEAVY,),
    (ARCHER,),
    (ELEPHANT,),
    (DRAGON, SCORPION),
)
# By half, a table for `bytes.translate`: roles of each unit code, 0 for the other half.
ROLES = tuple(
    bytes(
        sum(1 << bit for bit, kinds in enumerate(KINDS_BY_ROLE) if n & 15 in kinds)
        if n >> 4 == half
        else 0
        for n in range(256)
    )
    for half in (0, 1)
)
SURE, SCREENED = sum(0x0F << 8 * s for s in range(100)), sum(0xF0 << 8 * s for s in range(100))


def possible(t: Terrain, board: Board, square: int, by: int) -> int:
    """Return a mask of the units of `by` that attack `square` unless blocked: a byte per square
    with the bits of their roles."""
    return int.from_bytes(board.translate(ROLES[by]), "little") & t.roles[square]


def attackers(t: Terrain, board: Board, square: int, by: int, limit: int = 99) -> int:
    """Return how many units of half `by` attack the unit on `square`; counting may stop at `limit`.

    Attacks are symmetric: steps and leaps are followed from the target outwards, and for line units
    the line to the target is tested. `square` must be occupied, because a piercing bolt attacks
    only the next unit, never the empty squares before it.
    """
    seen = possible(t, board, square, by)
    if not seen:
        return 0
    if limit == 1 and seen & SURE:
        return 1
    base, count = by << 4, 0
    steps = BESIDE[by]
    for s in t.orth1[square]:
        if steps[board[s]]:
            count += 1
    steps = ASLANT[by]
    for s in t.diag1[square]:
        if steps[board[s]]:
            count += 1
    if count < limit:
        count += _leapers(t, board, square, base)
    if count < limit:
        count += _liners(t, board, square, base)
    return count


def _leapers(t: Terrain, board: Board, square: int, base: int) -> int:
    count = 0
    unit = base | ARCHER
    if unit in board:
        for middle, s in t.archer2[square]:
            if board[s] == unit and not board[middle]:
                count += 1
    unit = base | LIGHT
    if unit in board:
        for s in t.light[square]:
            if board[s] == unit:
                count += 1
    unit = base | HEAVY
    if unit in board:
        for s, paths in t.heavy[square]:
            if board[s] == unit and heavy_open(board, paths, base >> 4):
                count += 1
    return count


def _liners(t: Terrain, board: Board, square: int, base: int) -> int:
    count = 0
    if base | TREBUCHET in board:
        for s in t.volley[square]:
            if board[s] == base | TREBUCHET:
                count += 1
    for unit, lines in ((base | ELEPHANT, t.rook_lines), (base | DRAGON, t.dragon_lines)):
        s = board.find(unit)
        while s >= 0:
            between = lines[square].get(s)
            if between is not None and not any(board[between]):
                count += 1
            s = board.find(unit, s + 1)
    s = board.find(base | SCORPION)
    while s >= 0:
        between = t.bolt_lines[square].get(s)
        if between is not None and _bolt_comes(t, board, square, s, between):
            count += 1
        s = board.find(base | SCORPION, s + 1)
    return count


def _bolt_comes(t: Terrain, board: Board, square: int, origin: int, between: slice) -> bool:
    """Return whether a scorpion on `origin` attacks `square`, directly or through one unit."""
    line = board[between]
    units = [unit for unit in line if unit]
    if not units:
        return True
    if len(units) > 1 or units[0] >> 4 == board[origin] >> 4 or units[0] & 15 == ELEPHANT:
        return False  # a bolt pierces only one enemy, and never an elephant (C19)
    return not t.contiguous or line[0 if square < origin else -1] > 0


def heavy_open(board: Board, paths: tuple[tuple[int, int], ...], half: int) -> bool:
    """Return whether one of the leap's paths is free for heavy cavalry of `half`: it passes own
    units and is stopped by enemies."""
    for a, b in paths:
        if (not board[a] or board[a] >> 4 == half) and (not board[b] or board[b] >> 4 == half):
            return True
    return False


def _along(rays: Rays, board: Board) -> list[int]:
    out = []
    for ray in rays:
        for s in ray:
            out.append(s)
            if board[s]:
                break
    return out


def bolts(t: Terrain, board: Board, square: int) -> Iterator[tuple[int, int]]:
    """Yield for each diagonal with a unit: (square of the first unit, square that the bolt attacks
    by piercing it, or -1)."""
    half = board[square] >> 4
    for ray in t.bolt[square]:
        units = [s for s in ray if board[s]][:2]
        if not units:
            continue
        first = units[0]
        second = units[1] if len(units) > 1 else -1
        stopped = board[first] >> 4 == half or board[first] & 15 == ELEPHANT
        if stopped or (t.contiguous and second >= 0 and abs(second - first) not in (9, 11)):
            second = -1
        yield first, second


def attacked_squares(t: Terrain, board: Board, square: int) -> list[int]:
    """Return every land square that the unit on `square` attacks, own units included: att(u)."""
    unit = board[square]
    kind = unit & 15
    if kind == KING:
        return [*t.orth1[square], *t.diag1[square]]
    if kind >= LANCER:
        return list(t.orth1[square])
    if kind == ARCHER:
        far = [s for middle, s in t.archer2[square] if not board[middle]]
        return [*t.diag1[square], *far]
    if kind == LIGHT:
        return list(t.light[square])
    if kind == HEAVY:
        return [s for s, paths in t.heavy[square] if heavy_open(board, paths, unit >> 4)]
    if kind == TREBUCHET:
        return list(t.volley[square])
    if kind == SCORPION:
        pierced = [second for _, second in bolts(t, board, square) if second >= 0]
        return _along(t.bolt[square], board) + pierced
    return _along((t.rook if kind == ELEPHANT else t.dragon)[square], board)


def walked_squares(t: Terrain, board: Board, square: int) -> list[int]:
    """Return the squares the unit may move to if they are empty (captures: `attacked_squares`)."""
    kind = board[square] & 15
    if kind == TREBUCHET or kind == ARCHER:
        return list(t.diag1[square])
    if kind == SCORPION:
        return list(t.orth1[square])
    return attacked_squares(t, board, square)


def may_take(t: Terrain, board: Board, square: int, taker: int) -> bool:
    """Return whether a unit of code `taker` that attacks `square` may take what stands there: an
    enemy, never a King (C24), an Elephant only by a Dragon or with a second attacker (C17)."""
    unit = board[square]
    if not unit or unit >> 4 == taker >> 4 or unit & 15 == KING:
        return False
    if unit & 15 != ELEPHANT or taker & 15 == DRAGON:
        return True
    return attackers(t, board, square, taker >> 4, 2) >= 2
