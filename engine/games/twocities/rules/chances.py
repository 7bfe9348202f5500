"""Outcomes of the chance nodes with exact weights (rulebook, section 3)."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial

from engine.core.contract import Action
from engine.games.twocities.rules.frames import (
    DEAL,
    DRAWING,
    EVADEDIE,
    FORESTS,
    HILLS,
    LINE,
    OUTDIE,
    ROLL,
)
from engine.games.twocities.rules.pieces import GROUND, members, random_lines
from engine.games.twocities.rules.position import TwoCitiesPosition

Weighted = tuple[tuple[Action, int], ...]


@cache
def throws(count: int) -> Weighted:
    """Return the sorted results of `count` dice; the weight of each is its number of ordered
    throws, n!/(k1!…k6!) of 6ⁿ."""
    found = []
    for dice in combinations_with_replacement(range(1, 7), count):
        weight = factorial(count)
        for face in set(dice):
            weight //= factorial(dice.count(face))
        found.append((("dice", *dice), weight))
    return tuple(found)


def terrain_pairs(verb: str, taken: int) -> list[tuple[Action, int]]:
    """Return all pairs of squares of ranks 2–7 without terrain (mask `taken`), equally likely."""
    free = [s for s in GROUND if not taken >> s & 1]
    return [((verb, *pair), 1) for pair in combinations(free, 2)]


def outcomes(state: TwoCitiesPosition) -> list[tuple[Action, int]]:
    """Return the outcomes of a chance frame; empty for any other frame."""
    ask = state.ask
    if ask == LINE:
        return [(("line", n), 1) for n in range(len(random_lines()))]
    if ask == FORESTS or ask == HILLS:
        return terrain_pairs(ask, state.forests)
    if ask == DEAL:
        return [(("deal", c), 1) for c in members(state.unseen())]
    if ask == DRAWING:
        pool = state.unseen() if state.deck_count() else state.discards
        return [(("card", c), 1) for c in members(pool)]
    if ask == EVADEDIE or ask == OUTDIE:
        return [(("die", d), 1) for d in range(1, 7)]
    return list(throws(state.dice())) if ask == ROLL else []
