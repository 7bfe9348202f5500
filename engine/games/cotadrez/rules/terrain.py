"""Terrain tables of one battle (rulebook, section 3). Fortresses, mountains and water never
change, so lines and leaps are computed once and shared by all states of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from engine.core.grid import DIAGONAL, KNIGHT, ORTHOGONAL
from engine.games.cotadrez.rules.pieces import GRID, fortress_squares, half_of_anchor, ring_of

Rays = tuple[tuple[int, ...], ...]
Lines = tuple[dict[int, slice], ...]
HeavyLeap = tuple[int, tuple[tuple[int, int], ...]]

_LAND, _WATER, _MOUNTAIN, _FORTRESS = 0, 1, 2, 3


class Terrain:
    """Tables by square; targets are always land squares.

    `orth1`, `diag1`: steps. `archer2`: (middle, target) of the archer's leap. `light`: leap
    targets with an open light path. `heavy`: (target, paths free of terrain). `rook`: lines that
    end at any terrain. `volley`: trebuchet targets over water. `dragon`: lines over mountain and
    water. `bolt`: diagonal lines over water. `relay`: where a lancer's partner may stand.
    `rook_lines`, `dragon_lines`, `bolt_lines`: by target, the squares in between as a slice of the
    board. `ring[half]`: land squares of a fortress' ring. The options `perforar` and `relevo` are
    compiled into `contiguous` and `relay`.

    A mask is an int with a byte per square: `ring_mask`, and `reach[s][kind]`, the squares a unit
    on s attacks on an empty board. `roles[s]` holds for each square the attack roles (bits as in
    `attacks.ROLES`) in which a unit there may attack s.
    """

    __slots__ = (
        "archer2",
        "bolt",
        "bolt_lines",
        "contiguous",
        "diag1",
        "dragon",
        "dragon_lines",
        "forts",
        "ground",
        "heavy",
        "light",
        "mountains",
        "orth1",
        "reach",
        "relay",
        "ring",
        "ring_mask",
        "ring_set",
        "roles",
        "rook",
        "rook_lines",
        "volley",
        "water",
    )

    def __init__(
        self,
        water: tuple[int, ...],
        forts: tuple[int, int],
        mountains: tuple[int, ...],
        contiguous: bool,
        relay8: bool,
    ) -> None:
        self.contiguous = contiguous
        self.water, self.forts, self.mountains = water, forts, mountains
        ground = bytearray(100)
        for square in water:
            ground[square] = _WATER
        for square in mountains:
            ground[square] = _MOUNTAIN
        for anchor in forts:
            for square in fortress_squares(anchor):
                ground[square] = _FORTRESS
        self.ground = bytes(ground)
        squares = range(100)
        self.orth1 = tuple(self._land(GRID.neighbours(s, ORTHOGONAL)) for s in squares)
        self.diag1 = tuple(self._land(GRID.neighbours(s, DIAGONAL)) for s in squares)
        self.relay = tuple(self.orth1[s] + (self.diag1[s] if relay8 else ()) for s in squares)
        self.archer2 = tuple(self._archer(s) for s in squares)
        self.light = tuple(self._light(s) for s in squares)
        self.heavy = tuple(self._heavy(s) for s in squares)
        solid = (_WATER, _MOUNTAIN, _FORTRESS)
        self.rook = tuple(self._rays(s, ORTHOGONAL, solid) for s in squares)
        self.dragon = tuple(self._rays(s, ORTHOGONAL + DIAGONAL, (_FORTRESS,)) for s in squares)
        self.bolt = tuple(self._rays(s, DIAGONAL, (_MOUNTAIN, _FORTRESS)) for s in squares)
        self.volley = tuple(
            tuple(t for ray in self._rays(s, ORTHOGONAL, (_MOUNTAIN, _FORTRESS)) for t in ray)
            for s in squares
        )
        self.rook_lines = _lines(self.rook)
        self.dragon_lines = _lines(self.dragon)
        self.bolt_lines = _lines(self.bolt)
        rings = {half_of_anchor(a): self._land(ring_of(a)) for a in forts}
        self.ring = (rings[0], rings[1])
        self.ring_set = (frozenset(rings[0]), frozenset(rings[1]))
        self.ring_mask = (mask_of(rings[0]), mask_of(rings[1]))
        found = tuple(tuple(map(mask_of, self._reaches(s))) for s in squares)
        self.roles = tuple(sum(one << bit for bit, one in enumerate(masks)) for masks in found)
        self.reach = tuple(_by_kind(masks) for masks in found)

    def _reaches(self, s: int) -> tuple[Iterable[int], ...]:
        """Return the squares attacked from `s` on an empty board, by attack role."""
        return (
            self.orth1[s],
            self.diag1[s],
            self.light[s],
            self.volley[s],
            [target for target, _ in self.heavy[s]],
            [target for _, target in self.archer2[s]],
            self.rook_lines[s],
            {**self.dragon_lines[s], **self.bolt_lines[s]},
        )

    def is_land(self, square: int) -> bool:
        return self.ground[square] == _LAND

    def describe(self, square: int) -> str:
        return ("land", "water", "mountain", "fortress")[self.ground[square]]

    def _land(self, squares: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(s for s in squares if self.ground[s] == _LAND)

    def _rays(
        self, square: int, directions: tuple[tuple[int, int], ...], stops: tuple[int, ...]
    ) -> Rays:
        """Return the land squares of each line up to the first terrain in `stops`, without empty
        lines."""
        rays = []
        for df, dr in directions:
            ray = []
            for target in GRID.ray(square, df, dr):
                if self.ground[target] in stops:
                    break
                if self.ground[target] == _LAND:
                    ray.append(target)
            if ray:
                rays.append(tuple(ray))
        return tuple(rays)

    def _archer(self, square: int) -> tuple[tuple[int, int], ...]:
        out = []
        for df, dr in DIAGONAL:
            middle, target = GRID.step(square, df, dr), GRID.step(square, 2 * df, 2 * dr)
            if target >= 0 and self.is_land(middle) and self.is_land(target):
                out.append((middle, target))
        return tuple(out)

    def _leaps(self, square: int) -> Iterator[tuple[int, int, int, int, int]]:
        """Yield (target, axes as in `_axes`) of each knight's leap that ends on land."""
        for df, dr in KNIGHT:
            target = GRID.step(square, df, dr)
            if target >= 0 and self.is_land(target):
                yield target, *_axes(df, dr)

    def _light(self, square: int) -> tuple[int, ...]:
        """Return the targets of the light leap, a straight and a diagonal step (C14): its path is
        {p+u} or {p+u+v}, and one open path suffices (C15)."""
        out = []
        for target, uf, ur, vf, vr in self._leaps(square):
            near, far = GRID.step(square, uf, ur), GRID.step(square, uf + vf, ur + vr)
            if self.is_land(near) or self.is_land(far):
                out.append(target)
        return tuple(out)

    def _heavy(self, square: int) -> tuple[HeavyLeap, ...]:
        """Return (target, paths) of the heavy leap, three straight steps (C14): {p+u, p+2u} or
        {p+v, p+u+v}, without paths blocked by terrain."""
        out = []
        for target, uf, ur, vf, vr in self._leaps(square):
            along = (GRID.step(square, uf, ur), GRID.step(square, 2 * uf, 2 * ur))
            aside = (GRID.step(square, vf, vr), GRID.step(square, uf + vf, ur + vr))
            paths = tuple(
                path for path in (along, aside) if self.is_land(path[0]) and self.is_land(path[1])
            )
            if paths:
                out.append((target, paths))
        return tuple(out)


def _lines(rays: tuple[Rays, ...]) -> Lines:
    return tuple(
        {target: _between(square, target) for ray in rays[square] for target in ray}
        for square in range(100)
    )


def mask_of(squares: Iterable[int]) -> int:
    return sum(1 << 8 * square for square in squares)


def _by_kind(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return masks by kind from masks by role; Dragon and Scorpion share theirs."""
    beside, aslant, light, volley, heavy, leap, rook, lines = masks
    return (
        0,
        beside | aslant,
        lines,
        rook,
        heavy,
        light,
        volley,
        lines,
        aslant | leap,
        beside,
        beside,
    )


@cache
def _between(a: int, b: int) -> slice:
    """Return the squares strictly between two squares of one line, as a slice of the board."""
    low, high = min(a, b), max(a, b)
    steps = max(abs(a % 10 - b % 10), abs(a // 10 - b // 10))
    step = (high - low) // steps
    return slice(low + step, high, step)


def _axes(df: int, dr: int) -> tuple[int, int, int, int]:
    """Return the unit steps of a leap: u along its long axis, v along the short one."""
    if abs(df) == 2:
        return df // 2, 0, 0, dr
    return 0, dr // 2, df, 0


@lru_cache(maxsize=32)
def terrain(
    water: tuple[int, ...],
    forts: tuple[int, int],
    mountains: tuple[int, ...],
    contiguous: bool = False,
    relay8: bool = True,
) -> Terrain:
    """Return the cached tables of a battlefield; `forts`: anchors, South's first."""
    return Terrain(water, forts, mountains, contiguous, relay8)
