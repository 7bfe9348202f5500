"""Set-ups: which placements leave a set-up with a first move possible (rulebook, section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.games.stratego.rules.pieces import HIDDEN, TYPES
from engine.games.stratego.rules.tables import CompiledOptions

EMPTY, OPEN = 0, -1


class Zone:
    """One home zone. A set-up is a list over its cells in set-up order: a type, EMPTY, or OPEN
    while undecided. `leaving`: (place of a cell in that order, types that could step out of the
    home from it). `within[type]`: (place of a cell, place of the home cell it could step to
    first)."""

    def __init__(self, tables: CompiledOptions, side: int) -> None:
        self.home = tables.homes[side]
        self.army = tables.army
        self.size = len(self.home)
        self.empties = self.size - sum(self.army)
        place = {cell: number for number, cell in enumerate(self.home)}
        blocked = frozenset[int]().union(
            *(zone for other, zone in enumerate(tables.home_sets) if other != side)
        )
        leaving: dict[int, set[int]] = {}
        self.within: list[list[tuple[int, int]]] = [[] for _ in range(HIDDEN)]
        for kind in TYPES:
            for number, cell in enumerate(self.home):
                for cells, quiet, _ in tables.rays[side][kind][cell]:
                    if not quiet or cells[0] in blocked:
                        continue
                    if cells[0] in place:
                        self.within[kind].append((number, place[cells[0]]))
                    else:
                        leaving.setdefault(number, set()).add(kind)
        self.leaving = tuple(leaving.items())

    def hand(self, laid: Sequence[int]) -> list[int]:
        """Return the counts by type not yet placed; number 0 counts the cells still to be left
        empty."""
        left = list(self.army)
        left[EMPTY] = self.empties
        for kind in laid:
            if kind != OPEN:
                left[kind] -= 1
        return left

    def reachable(self, laid: Sequence[int]) -> bool:
        """Tell whether some completion of `laid`, which has one entry per cell, has a first
        move."""
        left = self.hand(laid)
        waiting = {kind for kind in TYPES if left[kind] > 0}
        for number, kinds in self.leaving:
            here = laid[number]
            if here in kinds or (here == OPEN and not kinds.isdisjoint(waiting)):
                return True
        return self.empties > 0 and any(
            self._moves(laid, kind, kind in waiting, left[EMPTY] > 0) for kind in TYPES
        )

    def _moves(self, laid: Sequence[int], kind: int, waiting: bool, room: bool) -> bool:
        """Tell whether a piece of `kind`, placed or still `waiting` in hand, may find a home cell
        to step to: one that stays empty, or can while there is `room`."""
        for number, first in self.within[kind]:
            here = laid[number]
            if here == kind or (here == OPEN and waiting):
                if laid[first] == EMPTY or (laid[first] == OPEN and room):
                    return True
        return False

    def choices(self, laid: Sequence[int], number: int) -> list[int]:
        """Return the types, or EMPTY, that may go on cell `number`, the first undecided one."""
        left = self.hand(laid)
        trial = list(laid)
        out = []
        for kind in (EMPTY, *TYPES):
            if left[kind] > 0:
                trial[number] = kind
                if self.reachable(trial):
                    out.append(kind)
        return out

    def complete(self, laid: Sequence[int]) -> bool:
        """Tell whether `laid` is a whole, legal set-up."""
        return OPEN not in laid and not any(self.hand(laid)) and self.reachable(laid)

    def random(self, rng: Random, laid: Sequence[int] = ()) -> list[int]:
        """Return a random legal set-up that keeps the decided cells of `laid` where that is
        possible."""
        plan = list(laid) if laid else [OPEN] * self.size
        if not self.reachable(plan):
            plan = [OPEN] * self.size
        for _ in range(40):
            left = self.hand(plan)
            bag = [kind for kind in range(HIDDEN) for _ in range(left[kind])]
            rng.shuffle(bag)
            done = [bag.pop() if kind == OPEN else kind for kind in plan]
            if self.reachable(done):
                return done
        return self._by_choice(rng, plan)

    def _by_choice(self, rng: Random, plan: list[int]) -> list[int]:
        """Complete `plan` cell by cell with legal choices."""
        for number in range(self.size):
            if plan[number] == OPEN:
                plan[number] = rng.choice(self.choices(plan, number))
        return plan
