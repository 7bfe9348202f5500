"""Reach, contact, dice, lines of sight and protection (rule sheet, sections 4, 7 and 8).

Functions of a board; nothing here changes it. The picture, the refusals and the engine ask the
same functions.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from engine.games.twocities.rules import cards
from engine.games.twocities.rules.pieces import (
    ARCHERS,
    BACK,
    BESIDE,
    CAVALRY,
    CITY,
    HEAVY,
    LIGHT,
    MAX_DICE,
    MELEE,
    MOVE,
    MOVED,
    NEIGHBOURS,
    RANGE,
    STILL,
    distance,
)

FULL = (1 << 64) - 1
BELOW_TOP = sum(1 << s for s in range(64) if s & 7 != 7)
ABOVE_LOW = sum(1 << s for s in range(64) if s & 7)


class Field(NamedTuple):
    """The public ground: pieces by square, forests and hills as masks."""

    board: bytes | bytearray
    forests: int
    hills: int


def free_squares(board: bytes | bytearray) -> int:
    """The empty squares as a mask."""
    taken = 0
    for square, piece in enumerate(board):
        if piece:
            taken |= 1 << square
    return FULL ^ taken


def flood(free: int, start: int, steps: int) -> int:
    """Squares within `steps` of `start` through free ones, as a mask; `start` included
    (section 7.1)."""
    seen = 1 << start
    for _ in range(steps):
        near = seen << 8 | seen >> 8 | (seen & BELOW_TOP) << 1 | (seen & ABOVE_LOW) >> 1
        more = seen | near & free
        if more == seen:
            break
        seen = more
    return seen


def reach(board: bytes | bytearray, start: int, steps: int) -> dict[int, int]:
    """Squares within `steps` through empty squares, with their distance; `start` included
    (section 7.1)."""
    found = {start: 0}
    queue = deque((start,))
    while queue:
        here = queue.popleft()
        far = found[here] + 1
        if far > steps:
            break
        for there in NEIGHBOURS[here]:
            if not board[there] and there not in found:
                found[there] = far
                queue.append(there)
    return found


def move_of(kind: int, card: int) -> int:
    if card == cards.INFANTRY and kind in (LIGHT, HEAVY):
        return cards.CHARGE_MOVE
    return MOVE[kind] + cards.MOVE_BONUS.get(card, 0)


def contacts(board: bytes | bytearray, square: int) -> list[int]:
    """Enemy pieces on the side neighbours of the piece on `square`."""
    side = board[square] >> 3
    return [n for n in NEIGHBOURS[square] if board[n] and board[n] >> 3 != side]


def in_contact(board: bytes | bytearray, square: int) -> bool:
    side = board[square] >> 3
    return any(board[n] and board[n] >> 3 != side for n in NEIGHBOURS[square])


# -- dice ------------------------------------------------------------------------------------


class Dice(NamedTuple):
    """A dice pool: what adds up to it (word, amount) and the number thrown."""

    parts: tuple[tuple[str, int], ...]
    number: int


def melee_dice(field: Field, square: int, card: int) -> Dice:
    """At least 1, at most 6 (section 7.2)."""
    parts = [("melee", MELEE[field.board[square] & 7])]
    if field.forests >> square & 1:
        parts.append(("forest", 1))
    if field.hills >> square & 1:
        parts.append(("hill", -1))
    if bonus := cards.MELEE_BONUS.get(card, 0):
        parts.append((cards.KIND_WORDS[card], bonus))
    return _limited(parts, 1)


def ranged_dice(field: Field, square: int, card: int, moved: bool) -> Dice:
    """At most 6; fewer than 1 means no shot (section 7.2)."""
    parts = [("moved", MOVED) if moved else ("still", STILL)]
    if field.forests >> square & 1:
        parts.append(("forest", -1))
    if field.hills >> square & 1:
        parts.append(("hill", 1))
    if bonus := cards.RANGED_BONUS.get(card, 0):
        parts.append((cards.KIND_WORDS[card], bonus))
    return _limited(parts, 0)


def _limited(parts: list[tuple[str, int]], least: int) -> Dice:
    total = sum(amount for _, amount in parts)
    count = min(max(total, least), MAX_DICE)
    if total > MAX_DICE:
        parts.append(("most", count - total))
    elif total < least:
        parts.append(("least", count - total))
    return Dice(tuple(parts), count)


# -- shots -----------------------------------------------------------------------------------


def range_of(field: Field, square: int, card: int) -> int:
    on_hill = field.hills >> square & 1
    return RANGE[field.board[square] & 7] + on_hill + cards.RANGE_BONUS.get(card, 0)


def may_shoot(field: Field, square: int, card: int, moved: bool) -> bool:
    """Whether the unit can shoot at all from here, whatever there is to shoot at."""
    if field.board[square] & 7 not in (ARCHERS, CAVALRY) or in_contact(field.board, square):
        return False
    return ranged_dice(field, square, card, moved).number >= 1


def shot_fault(field: Field, square: int, target: int, card: int) -> str:
    """Why the enemy on `target` cannot be shot at from `square`: `forest-target`, `hill-target`,
    `out-of-sight`, or nothing (section 7.4)."""
    if field.forests >> target & 1:
        return "forest-target"
    on_hill = field.hills >> square & 1
    if field.hills >> target & 1 and not on_hill:
        return "hill-target"
    limit = range_of(field, square, card)
    if on_hill:
        return "" if distance(square, target) <= limit else "out-of-sight"
    return "" if target in seen_from(field, square, limit) else "out-of-sight"


def seen_from(field: Field, square: int, limit: int) -> dict[int, tuple[int, ...]]:
    """Squares at the end of a clear path of at most `limit` steps from a shooter on no hill, each
    with such a path (both ends included). What lies there is not asked."""
    closed = field.forests | field.hills
    paths: dict[int, tuple[int, ...]] = {square: (square,)}
    queue = deque((square,))
    while queue:
        here = queue.popleft()
        path = paths[here]
        if len(path) > limit:
            break
        if here != square and (field.board[here] or closed >> here & 1):
            continue
        for there in NEIGHBOURS[here]:
            if there not in paths:
                paths[there] = (*path, there)
                queue.append(there)
    del paths[square]
    return paths


def targets(field: Field, square: int, card: int, moved: bool) -> list[int]:
    """Enemy pieces the unit may shoot at now."""
    if not may_shoot(field, square, card, moved):
        return []
    side = field.board[square] >> 3
    limit = range_of(field, square, card)
    on_hill = field.hills >> square & 1
    seen = None if on_hill else seen_from(field, square, limit)
    hidden = field.forests if on_hill else field.forests | field.hills
    found = []
    for target, piece in enumerate(field.board):
        if piece and piece >> 3 != side and not hidden >> target & 1:
            near = distance(square, target) <= limit if seen is None else target in seen
            if near:
                found.append(target)
    return found


# -- the defender ----------------------------------------------------------------------------


def may_evade(board: bytes | bytearray, attacker: int, target: int) -> bool:
    """Section 7.3, for a melee."""
    piece = board[target]
    kind = piece & 7
    behind = BACK[piece >> 3][target]
    return (
        kind != CITY
        and MOVE[kind] > MOVE[board[attacker] & 7]
        and behind >= 0
        and not board[behind]
    )


def protection(field: Field, target: int) -> str:
    """`formation`, `terrain` or nothing (section 7.5, step 1)."""
    piece = field.board[target]
    if piece & 7 == CITY:
        return ""
    for beside in BESIDE[target]:
        friend = field.board[beside]
        if friend and friend >> 3 == piece >> 3 and friend & 7 != CITY:
            return "formation"
    return "terrain" if (field.forests | field.hills) >> target & 1 else ""


def protect_choices(prot: str, hits: int, retreats: int) -> str:
    """The letters on offer: `h` ignore a hit, `r` ignore a retreat, `n` nothing (section 8)."""
    if prot == "terrain":
        return "h" if hits else "n"
    if prot == "formation":
        if hits:
            return "hr" if retreats else "h"
        return "rn" if retreats else "n"
    return "n"


def free_behind(board: bytes | bytearray, square: int) -> int:
    """How many squares straight behind a piece are free, 2 at most."""
    back = BACK[board[square] >> 3]
    first = back[square]
    if first < 0 or board[first]:
        return 0
    second = back[first]
    return 1 if second < 0 or board[second] else 2
