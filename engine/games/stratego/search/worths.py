"""What the types are worth to each side as the armies stand, in points: about 10 for the highest.

Ranks count by how many different ones above them are left on the board, so that a colonel is worth
a marshal when nobody has anything higher.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    GROUP,
    HIDDEN,
    MARSHAL,
    MINER,
    RANKED,
    SCOUT,
    SPY,
    TYPES,
)
from engine.games.stratego.rules.position import Rules
from engine.games.stratego.rules.state import StrategoState

BY_PLACE = (10.0, 7.2, 5.0, 3.5, 2.5, 1.8, 1.4, 1.2, 1.0, 0.9)  # ranks from the highest down
ALONE = 1.2  # nobody else has a piece of this rank or above
HUNTER, IDLER, ASSASSIN = 2.4, 0.6, 4.0  # the spy: with a marshal to take, without; licensed
SAPPER = 1.2  # a miner at least, and more the more bombs there are for each
PER_BOMB = 0.55
EYES = 0.9  # a scout
GUARD = 1.3  # a bomb
GRENADE = 2.5

Worths = tuple[float, ...]  # by type


def armies(state: StrategoState) -> list[list[float]]:
    """By side and type, how many pieces are left; fractions where it was not seen who went."""
    tables = state.game.tables
    out = []
    for side in range(state.game.players):
        board = [0] * (HIDDEN + 1)
        for piece in state.board:
            if piece and piece >> 4 == side:
                board[piece & 15] += 1
        numbers = [float(n) for n in board]
        if board[HIDDEN]:
            rest = [0.0] * (HIDDEN + 1)
            for kind in TYPES:
                gone = state.lost[side][kind] + state.lost[side][2 * GROUP + kind]
                back = state.buy[side][kind]
                rest[kind] = max(0.0, tables.army[kind] - board[kind] - gone + back)
            part = board[HIDDEN] / (sum(rest) or 1.0)
            numbers = [n + part * r for n, r in zip(numbers, rest, strict=True)]
            numbers[HIDDEN] = 0.0
        out.append(numbers)
    return out


def worths(game: Rules, numbers: Sequence[Sequence[float]]) -> list[Worths]:
    """By side and type. `numbers`: as `armies` counts them."""
    combat = game.combat
    return list(_worths(combat.licensed, combat.grenades, tuple(map(tuple, numbers))))


@lru_cache(maxsize=1024)
def _worths(
    licensed: bool, grenades: bool, numbers: tuple[tuple[float, ...], ...]
) -> tuple[Worths, ...]:
    here = [k for k in reversed(RANKED) if any(n[k] > 0.3 for n in numbers)]
    place = {kind: min(p, len(BY_PLACE) - 1) for p, kind in enumerate(here)}
    out = []
    for side, mine in enumerate(numbers):
        others = [
            sum(n) for n in zip(*(x for s, x in enumerate(numbers) if s != side), strict=True)
        ]
        top = max((k for k in RANKED if others[k] > 0.3), default=0)
        row = [0.0] * (HIDDEN + 1)
        for kind in RANKED:
            row[kind] = BY_PLACE[place.get(kind, len(BY_PLACE) - 1)] * (ALONE if kind > top else 1)
        if others[SPY] > 0.3 and others[MARSHAL] < 0.3 and mine[MARSHAL]:
            row[MARSHAL] /= 1.1
        spy = HUNTER if others[MARSHAL] > 0.3 else IDLER
        row[SPY] = ASSASSIN if licensed else spy
        bombs = others[BOMB] / max(mine[MINER], 1.0)
        row[MINER] = max(row[MINER], SAPPER + PER_BOMB * bombs)
        row[SCOUT] = max(row[SCOUT], EYES)
        row[BOMB] = GRENADE if grenades else GUARD
        row[FLAG] = 0.0
        out.append(tuple(row))
    return tuple(out)
