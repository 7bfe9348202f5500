"""Chance nodes with exact weights (rule sheet, section 6): terrain pairs and dice multinomials."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial

from engine.core.contract import Action
from engine.games.twocities.pieces import GROUND

Weighted = tuple[tuple[Action, int], ...]


@cache
def throws(count: int) -> Weighted:
    """The sorted results of `count` dice: n!/(k1!…k6!) of the 6ⁿ ordered throws each."""
    found = []
    for dice in combinations_with_replacement(range(1, 7), count):
        weight = factorial(count)
        for face in set(dice):
            weight //= factorial(dice.count(face))
        found.append((("dice", *dice), weight))
    return tuple(found)


def terrain_pairs(verb: str, taken: int) -> list[tuple[Action, int]]:
    """Pairs of the empty squares of ranks 2–7 that carry no terrain yet."""
    free = [s for s in GROUND if not taken >> s & 1]
    return [((verb, *pair), 1) for pair in combinations(free, 2)]
