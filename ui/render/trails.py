"""Arrows of what other players did since one's own turn, placed so that each can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from engine.core.telling import Happening
from ui.render.geometry import Geometry
from ui.render.telling import STRIKES, WAY, WAYS, arrow, audible, enters, lengths
from ui.words.html import Html, el, join

ASIDE = 15  # how far two arrows over the same way keep to their right
SHORT = 20  # how much earlier they end, so that the piece does not hide their heads

Point = tuple[float, float]


def trail(
    geometry: Geometry, telling: Sequence[Happening], playing: Sequence[Happening] = ()
) -> Html:
    """Return arrows for moves, captures, attacks and shots; strikes are drawn last, on top.

    After several moves the squares alone do not show what went where. The arrows of what is being
    played now appear after its effects.
    """
    ends = {
        one: at + length
        for one, length, (_, at) in zip(playing, lengths(playing), audible(playing), strict=True)
    }
    ways = list(_ways(geometry, in_order(telling)))
    drawn = []
    for one, way in ways:
        style = f"--at:{ends[one]}ms" if one in ends else None
        met = any(_against(way, other) for _, other in ways)
        form = arrow(_short(_aside(way) if met else way))
        drawn.append(el("g", {"class": f"trail trail-{one.kind}", "style": style}, form))
    return join(drawn)


def in_order(telling: Sequence[Happening]) -> list[Happening]:
    """Return what to draw of a telling, strikes last, without a winner's step after its strike."""
    drawn = [happening for happening in telling if not enters(happening, telling)]
    return sorted(drawn, key=lambda one: one.kind in STRIKES)


def _ways(
    geometry: Geometry, telling: Sequence[Happening]
) -> Iterator[tuple[Happening, list[Point]]]:
    """Yield each happening that goes from one square to another with its two centres."""
    for happening in telling:
        where = [geometry.centres[name] for name in happening.squares if name in geometry.centres]
        if happening.kind in WAYS and len(where) == WAY:
            yield happening, where


def _against(way: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether another arrow comes the other way over part of this one."""
    (x1, y1), (x2, y2) = way
    length = hypot(x2 - x1, y2 - y1)
    if not length:
        return False
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    along = [(x - x1) * ux + (y - y1) * uy for x, y in other]
    off = [abs((y - y1) * ux - (x - x1) * uy) for x, y in other]
    return max(off) < 1 and along[0] > 0 and along[1] < length and along[0] > along[1]


def _aside(way: Sequence[Point]) -> list[Point]:
    """Return an arrow moved to its right."""
    (x1, y1), (x2, y2) = way
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = -ASIDE * (y2 - y1) / length, ASIDE * (x2 - x1) / length
    return [(x + dx, y + dy) for x, y in way]


def _short(way: Sequence[Point]) -> list[Point]:
    """Return an arrow that ends earlier."""
    (x1, y1), (x2, y2) = way
    part = SHORT / hypot(x2 - x1, y2 - y1)
    return [(x1, y1), (x2 - part * (x2 - x1), y2 - part * (y2 - y1))]
