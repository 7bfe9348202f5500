"""Options compiled into tables: where each type can go, what it can do, who sits where.

`rays[side][type][cell]` is a tuple of rays `(cells, quiet, reach)`: the cells of one direction,
nearest first, as far as the piece may go; whether it may move there without attacking (False for an
enveloping attack); and how many cells away it may attack (0: never).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.games.stratego.rules.boards import NORTH, SOUTH, TRIANGLE, Layout
from engine.games.stratego.rules.pieces import (
    ARMIES,
    BOMB,
    FLAG,
    HIDDEN,
    MINER,
    NUMBER,
    PROMOTABLE,
    RANKED,
    SCOUT,
    TYPES,
    army,
    rank,
)

FAR = 99
CAPTURERS = tuple(kind for kind in RANKED if kind not in (SCOUT, MINER))
Ray = tuple[tuple[int, ...], bool, int]
ByCell = tuple[tuple[Ray, ...], ...]


def types_of(value: Any, everything: Iterable[int]) -> frozenset[int]:
    """Return the types that a list of codes or `"all"` names."""
    return frozenset(everything) if value == "all" else frozenset(NUMBER[c] for c in value)


def rising(option: Any) -> frozenset[int]:
    """Return the types that a promotion option lets rise; none when it is off."""
    return types_of(option["types"], PROMOTABLE) if option else frozenset()


def seats_of(players: int, first: int) -> tuple[int, ...]:
    """Return the seat of every side in acting order; `first` is the colour number of P1 (South)."""
    if players == 2:
        return (SOUTH, NORTH) if first == 0 else (NORTH, SOUTH)
    return tuple((side - first) % players for side in range(players))


def army_of(value: Any) -> tuple[int, ...]:
    """Return the counts by type of an `army` option."""
    if isinstance(value, str):
        return ARMIES[value]
    counts = [0] * (HIDDEN + 1)
    for code, count in value.items():
        counts[NUMBER[code]] = count
    return tuple(counts)


class Gait(NamedTuple):
    """Movement of one type: cells per edge direction and per diagonal, whether it crosses lakes,
    how many cells away it may attack."""

    straight: int
    diagonal: int
    swims: bool
    reach: int


class CompiledOptions:
    """Everything about one set of options that does not change during a game."""

    def __init__(self, options: Mapping[str, Any], layout: Layout) -> None:
        self.layout = layout
        self.grid = layout.grid
        self.players: int = options["players"]
        first = ("red", "blue", "green", "yellow").index(options["p1_side"])
        self.seats = seats_of(self.players, first)
        self.army = army_of(options["army"])
        self.mobile = frozenset(RANKED) | ({BOMB} if options["grenades"] else frozenset())
        self.movers = self.mobile | ({FLAG} if options["mobile_flag"] else frozenset())
        self.homes = tuple(layout.homes[seat] for seat in self.seats)
        self.home_sets = tuple(frozenset(home) for home in self.homes)
        self.far = tuple(layout.far[seat] for seat in self.seats)
        self.advance = tuple(layout.advance[seat] for seat in self.seats)
        self.edges = tuple(layout.edges(cell) for cell in range(layout.grid.size))
        self.capturers = types_of(options["miner_by_capture"], CAPTURERS)
        self.merit = rising(options["promotion_merit"])
        self.next_only = bool(self.merit and options["promotion_merit"]["next_rank_only"])
        self.courage = rising(options["promotion_courage"])
        self.gaits = [self._gait(kind, options) for kind in range(HIDDEN + 1)]
        self.charge: str = options["charge"]
        self.rays = self._compile()
        self.forks = layout.shape == TRIANGLE  # two lines leave by one edge
        self.steppers = self._steppers()
        self.around = tuple(
            frozenset(near).union(*(self.edges[c] for c in near)) for near in self.edges
        )
        self.bonus = (0, *(rank(kind) for kind in TYPES), 0)
        self.unable: dict[tuple[int, int, int], int] = {}  # see deeds.py, by side, from and to

    def _gait(self, kind: int, options: Mapping[str, Any]) -> Gait:
        if kind not in self.movers:
            return Gait(0, 0, False, 0)
        agile = {NUMBER[code]: how for code, how in options["agile"].items()}.get(kind, "")
        straight = FAR if kind == SCOUT or agile == "scout" else 2 if agile == "two" else 1
        diagonal = 1 if agile == "diagonal" else 0
        if kind in types_of(options["cross_country"], self.movers):
            diagonal = straight
        reach = 1 if options["limited_scout"] and straight == FAR else FAR
        swims = kind in types_of(options["marines"], RANKED)
        return Gait(straight, diagonal, swims, 0 if kind == FLAG else reach)

    def _compile(self) -> tuple[tuple[ByCell, ...], ...]:
        """Return `rays`; types with the same gait share theirs."""
        out = []
        for side in range(self.players):
            known: dict[Gait, ByCell] = {}
            for gait in self.gaits:
                if gait not in known:
                    known[gait] = self._rays(side, gait)
            out.append(tuple(known[gait] for gait in self.gaits))
        return tuple(out)

    def _steppers(self) -> frozenset[int]:
        """Return the types that only go to neighbouring cells."""
        return frozenset(
            kind
            for kind, gait in enumerate(self.gaits)
            if gait.straight <= 1 and not gait.diagonal and not gait.swims
        )

    def _rays(self, side: int, gait: Gait) -> ByCell:
        lakes, void = self.layout.lakes, self.layout.void
        return tuple(
            ()
            if cell in lakes or cell in void or not gait.straight
            else tuple(self._rays_from(side, gait, cell))
            for cell in range(self.grid.size)
        )

    def _rays_from(self, side: int, gait: Gait, cell: int) -> list[Ray]:
        """Return the rays from a cell, each once: on triangles two lines begin with the same cell,
        which are one for a piece that goes no further."""
        out: list[Ray] = []
        for direction in range(len(self.layout.axes)):
            length = gait.straight if direction < self.layout.straight else gait.diagonal
            cells = self.walk(cell, direction, length, gait.swims)
            if cells and (ray := self._charging(side, gait, cell, cells)) and ray not in out:
                out.append(ray)
        return out

    def _charging(self, side: int, gait: Gait, cell: int, cells: tuple[int, ...]) -> Ray | None:
        """Return the part of a line that `charge` allows (3.1); None for none."""
        if self.charge == "off":
            return cells, True, gait.reach
        advance = self.advance[side]
        gains = [advance[there] - advance[cell] for there in cells]
        kept = next((n for n, gain in enumerate(gains) if gain < 0), len(cells))
        if kept:
            return cells[:kept], True, gait.reach
        if self.charge == "envelop" and gains[0] == -1 and gait.reach:
            return cells[:1], False, 1
        return None

    def next(self, cell: int, direction: int, swims: bool) -> int:
        """Return the next cell in a direction, across lakes for a piece that swims (`next` of 3.1);
        −1: none."""
        cell = self.layout.step(cell, direction)
        while swims and cell in self.layout.lakes:
            cell = self.layout.step(cell, direction)
        return -1 if cell in self.layout.lakes else cell

    def walk(self, cell: int, direction: int, length: int, swims: bool) -> tuple[int, ...]:
        """Return the cells of one direction, at most `length`."""
        out: list[int] = []
        while len(out) < length and (cell := self.next(cell, direction, swims)) >= 0:
            out.append(cell)
        return tuple(out)

    def links(self, origin: int, target: int) -> frozenset[tuple[int, int, int]]:
        """Return the steps on the straight lines between two cells, lakes included, as (axis, cell,
        cell); empty where no straight line leads there (`two_square: span`)."""
        out: set[tuple[int, int, int]] = set()
        for direction, axis in enumerate(self.layout.axes):
            at, found = origin, []
            while at != target and at >= 0:
                after = self.layout.step(at, direction)
                found.append((axis, min(at, after), max(at, after)))
                at = after
            if at == target:
                out.update(found)
        return frozenset(out)


__all__ = ["FAR", "CompiledOptions", "Gait", "Ray", "army", "army_of", "seats_of"]
