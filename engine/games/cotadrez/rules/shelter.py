"""Safe squares for the King in random and computer deployments (ruling C25).

Deployments are blind, and J1's King could be mated before he has moved. So the random button and
the computer place the King only where no enemy deployment can attack him.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.core.grid import DIAGONAL, KNIGHT, ORTHOGONAL
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules.deployment import Deployment
from engine.games.cotadrez.rules.pieces import (
    ELEPHANT,
    GRID,
    KING,
    MOUNTAIN,
    fortress_squares,
    half_of_row,
)


def sheltered(
    d: Deployment, water: frozenset[int], rng: Random, fixed: frozenset[int] = frozenset()
) -> Deployment:
    """Return the deployment with its King safe or in the Reserve. An exposed King moves to a random
    safe ring square, swapping with a unit there, or returns to the Reserve if there is none. Pieces
    on the squares `fixed` stay, the King included."""
    at = {square: kind for kind, square in d.placed}
    king = next((square for square, kind in at.items() if kind == KING), -1)
    if king < 0 or king in fixed or not exposed(d, at, king, water):
        return d
    ring = [s for s in dep.ring_land(d.anchor, water) if s != king and s not in fixed]
    for square in rng.sample(ring, len(ring)):
        moved = dict(at)
        other = moved.pop(square, 0)
        del moved[king]
        moved[square] = KING
        if other:
            moved[king] = other
        if not exposed(d, moved, square, water):
            return _laid(d, moved)
    del at[king]
    return _laid(d, at)


def _laid(d: Deployment, at: dict[int, int]) -> Deployment:
    puts = sorted(((kind, square) for square, kind in at.items()), key=dep.canonical)
    return d._replace(placed=tuple(puts))


def exposed(d: Deployment, at: Mapping[int, int], king: int, water: frozenset[int]) -> bool:
    """Return whether some enemy deployment could attack `king`. `at`: kind (or Mountain) by square.

    It suffices to test Dragon, Trebuchet, Scorpion and Light Cavalry: from the other half every
    other kind attacks only squares that one of these attacks too. Enemy blockers are ignored,
    because the enemy need not place any.
    """
    fortress = frozenset(fortress_squares(d.anchor))
    for df, dr in KNIGHT:
        square = GRID.step(king, df, dr)
        if square >= 0 and _hostile(d, square, water):
            return True
    return any(
        _open(d, at, GRID.ray(king, df, dr), water, fortress, (df, dr) in DIAGONAL)
        for df, dr in (*ORTHOGONAL, *DIAGONAL)
    )


def _hostile(d: Deployment, square: int, water: frozenset[int]) -> bool:
    return half_of_row(square // 10) != d.half and square not in water


def _open(
    d: Deployment,
    at: Mapping[int, int],
    line: tuple[int, ...],
    water: frozenset[int],
    fortress: frozenset[int],
    diagonal: bool,
) -> bool:
    """Return whether a Dragon, or the engine that shoots along such a line, could stand on it in
    the enemy half and attack the King at its start."""
    between: list[int] = []
    mountain = False
    for square in line:
        if square in fortress:
            return False
        if _hostile(d, square, water):
            pierced = len(between) == 1 and between[0] != ELEPHANT
            if not between or (not mountain and (pierced or not diagonal)):
                return True
        if square in at:
            mountain = mountain or at[square] == MOUNTAIN
            between += [at[square]] if at[square] != MOUNTAIN else []
    return False
