"""What units attack (rule sheet, section 3). Everything works on plain values: the terrain tables,
the board bytearray and halves. Nothing here knows about turns or players.
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
    """By half: whether a unit code is one of these kinds of it."""
    return tuple(tuple(n in {code(half, k) for k in kinds} for n in range(32)) for half in (0, 1))


BESIDE = _codes(KING, LANCER, RABBLE)  # attack the next squares of rank and file
ASLANT = _codes(KING, ARCHER)  # attack the next squares of the diagonals
# In the order of the bits of `Terrain.roles`; of the last four something may stand in the way.
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
# By half, for `bytes.translate`: the roles of a unit code of that half.
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
    """The units of `by` that attack `square` unless something stands in their way, as a mask of
    their roles."""
    return int.from_bytes(board.translate(ROLES[by]), "little") & t.roles[square]


def attackers(t: Terrain, board: Board, square: int, by: int, limit: int = 99) -> int:
    """How many units of half `by` attack the unit on `square`; counting stops at `limit`.

    All attacks are symmetric, so steps and leaps are followed from the target outwards, and of
    units that are few it is asked whether they stand on a free line with it. `square` must be
    occupied: a pierced line attacks only the next unit, never the empty squares before it.
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
    """Whether a scorpion on `origin` attacks `square`, directly or through one unit."""
    line = board[between]
    units = [unit for unit in line if unit]
    if not units:
        return True
    if len(units) > 1 or units[0] >> 4 == board[origin] >> 4 or units[0] & 15 == ELEPHANT:
        return False  # only one enemy of the scorpion is pierced, and never an elephant (C19)
    return not t.contiguous or line[0 if square < origin else -1] > 0


def heavy_open(board: Board, paths: tuple[tuple[int, int], ...], half: int) -> bool:
    """Heavy cavalry passes own units and is stopped by the enemy's."""
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
    """For each diagonal with a unit on it: its first unit, and the pierce square or -1."""
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
    """att(u) of the unit on `square`: every land square it attacks, own units included."""
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
    """Squares the unit may move to when they are empty (captures are `attacked_squares`)."""
    kind = board[square] & 15
    if kind == TREBUCHET or kind == ARCHER:
        return list(t.diag1[square])
    if kind == SCORPION:
        return list(t.orth1[square])
    return attacked_squares(t, board, square)


def may_take(t: Terrain, board: Board, square: int, taker: int) -> bool:
    """Whether an enemy unit of code `taker` that attacks `square` may take what stands there:
    an enemy, never a King (C24), an Elephant only by a Dragon or with a second attacker (C17)."""
    unit = board[square]
    if not unit or unit >> 4 == taker >> 4 or unit & 15 == KING:
        return False
    if unit & 15 != ELEPHANT or taker & 15 == DRAGON:
        return True
    return attackers(t, board, square, taker >> 4, 2) >= 2
