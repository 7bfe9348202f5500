"""Expected points of an attack before its dice are thrown.

Exact over the dice and the defender's best answers, on an otherwise unchanged board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

from engine.games.twocities.rules.combat import protect_choices
from engine.games.twocities.rules.pieces import CITY

DRIVEN = 0.35  # points per square that a target retreats
FALLEN = 30.0  # points for the fall of the enemy city, which wins the game

Spread = tuple[tuple[int, int, float], ...]


@cache
def spread(count: int, melee: bool) -> Spread:
    """Return (hits, retreats, probability) of all results of `count` dice."""
    hit, away = (2, 1) if melee else (1, 1)
    found = []
    for hits in range(count + 1):
        for back in range(count - hits + 1):
            rest = count - hits - back
            ways = comb(count, hits) * comb(count - hits, back)
            chance = ways * hit**hits * away**back * (6 - hit - away) ** rest / 6**count
            found.append((hits, back, chance))
    return tuple(found)


@cache
def siege(pools: tuple[int, ...], left: int) -> float:
    """Return the probability that melees with these numbers of dice destroy a city with strength
    `left`."""
    if not pools:
        return 0.0 if left > 0 else 1.0
    return sum(
        chance * (1.0 if hits >= left else siege(pools[1:], left - hits))
        for hits, _, chance in spread(pools[0], True)
    )


class AttackOdds:
    """Expected points of attacks for given piece values (by kind and strength left); cached."""

    def __init__(self, worth: Sequence[Sequence[float]]) -> None:
        self._worth = worth
        self.blow, self.strike = cache(self._blow), cache(self._strike)

    def _loss(self, kind: int, left: int, hits: int, back: int, free: int) -> float:
        """Return the points a target loses by hits and retreats after protection. `free`: free
        squares behind it; retreats beyond them are hits."""
        moved = min(back, free)
        hits += back - moved
        whole = self._worth[kind][left]
        if hits >= left:
            return FALLEN if kind == CITY else whole
        return whole - self._worth[kind][left - hits] + DRIVEN * moved

    def _blow(self, count: int, melee: bool, kind: int, left: int, prot: str, free: int) -> float:
        """Return the expected points of an attack with `count` dice without evasion. The defender,
        of `kind` with strength `left`, uses his protection in the best way."""
        total = 0.0
        for hits, back, chance in spread(count, melee):
            if kind == CITY:
                back = 0
            choices = protect_choices(prot, hits, back)
            total += chance * min(
                self._loss(kind, left, hits - (letter == "h"), back - (letter == "r"), free)
                for letter in choices
            )
        return total

    def _evaded(self, count: int, kind: int, left: int, prot: str) -> float:
        """Return the expected points after a successful evasion: half the dice and no retreats
        (section 7.5)."""
        total = DRIVEN
        for hits, _, chance in spread((count + 1) // 2, True):
            total += chance * self._loss(kind, left, hits - (prot != "" and hits > 0), 0, 0)
        return total

    def _strike(self, count: int, kind: int, left: int, prot: str, free: int, fast: bool) -> float:
        """Return the expected points of a melee; `fast`: the target may evade if that is better."""
        plain = self.blow(count, True, kind, left, prot, free)
        if fast and free:
            return min(plain, (plain + self._evaded(count, kind, left, prot)) / 2)
        return plain
