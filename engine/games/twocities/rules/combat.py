"""Reach, contact, dice, lines of sight and protection (rulebook, sections 1, 4 and 5).

Pure functions of a board, used by the rules, the explanations and the scene.
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
    """Board and terrain: pieces by square; forests and hills as masks."""

    board: bytes | bytearray
    forests: int
    hills: int


def free_squares(board: bytes | bytearray) -> int:
    """Return the empty squares as a mask."""
    taken = 0
    for square, piece in enumerate(board):
        if piece:
            taken |= 1 << square
    return FULL ^ taken


def flood(free: int, start: int, steps: int) -> int:
    """Return as a mask the squares within `steps` of `start` through free squares, `start` included
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
    """Return the squares within `steps` of `start` through empty squares, with their distance;
    `start` included (section 7.1)."""
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
    """Return the neighbouring squares that hold enemies of the piece on `square`."""
    side = board[square] >> 3
    return [n for n in NEIGHBOURS[square] if board[n] and board[n] >> 3 != side]


def in_contact(board: bytes | bytearray, square: int) -> bool:
    side = board[square] >> 3
    return any(board[n] and board[n] >> 3 != side for n in NEIGHBOURS[square])


# -- dice ------------------------------------------------------------------------------------


class Dice(NamedTuple):
    """Dice pool: its parts as (word, amount) and the number of dice thrown."""

    parts: tuple[tuple[str, int], ...]
    number: int


def melee_dice(field: Field, square: int, card: int) -> Dice:
    """Return the melee dice of the unit on `square`: 1 to 6 (section 7.2)."""
    parts = [("melee", MELEE[field.board[square] & 7])]
    if field.forests >> square & 1:
        parts.append(("forest", 1))
    if field.hills >> square & 1:
        parts.append(("hill", -1))
    if bonus := cards.MELEE_BONUS.get(card, 0):
        parts.append((cards.KIND_WORDS[card], bonus))
    return _limited(parts, 1)


def ranged_dice(field: Field, square: int, card: int, moved: bool) -> Dice:
    """Return the ranged dice of the unit on `square`: 0 to 6, and 0 means no shot (section 7.2)."""
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
    """Return whether the unit can shoot from here at all, apart from targets."""
    if field.board[square] & 7 not in (ARCHERS, CAVALRY) or in_contact(field.board, square):
        return False
    return ranged_dice(field, square, card, moved).number >= 1


def shot_fault(field: Field, square: int, target: int, card: int) -> str:
    """Return why the enemy on `target` cannot be shot at from `square`: `forest-target`,
    `hill-target` or `out-of-sight`; empty if it can (section 7.4)."""
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
    """Return the squares that a shooter not on a hill sees by a clear path of at most `limit`
    steps, each with one such path (both ends included). Pieces and terrain end a path."""
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
    """Return the squares of the enemy pieces that the unit may shoot at now."""
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
    """Return whether the target of a melee may try to evade (section 7.3)."""
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
    """Return the protection of a target: `formation`, `terrain` or empty (section 7.5, step 1)."""
    piece = field.board[target]
    if piece & 7 == CITY:
        return ""
    for beside in BESIDE[target]:
        friend = field.board[beside]
        if friend and friend >> 3 == piece >> 3 and friend & 7 != CITY:
            return "formation"
    return "terrain" if (field.forests | field.hills) >> target & 1 else ""


def protect_choices(prot: str, hits: int, retreats: int) -> str:
    """Return the defender's options as letters: `h` ignore a hit, `r` ignore a retreat, `n` neither
    (section 8). `prot`: from `protection`."""
    if prot == "terrain":
        return "h" if hits else "n"
    if prot == "formation":
        if hits:
            return "hr" if retreats else "h"
        return "rn" if retreats else "n"
    return "n"


def free_behind(board: bytes | bytearray, square: int) -> int:
    """Return the number of free squares straight behind a piece, at most 2."""
    back = BACK[board[square] >> 3]
    first = back[square]
    if first < 0 or board[first]:
        return 0
    second = back[first]
    return 1 if second < 0 or board[second] else 2
